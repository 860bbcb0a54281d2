"""Memory of the C library that numpy takes arrays from."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

M_MMAP_THRESHOLD = -3
"""An option of glibc's `mallopt`."""


@cache
def give_back_at_once(size: int) -> None:
    """Have arrays of `size` bytes and more given back to the system as soon as they are free; the
    first call gives back what is free by then.

    glibc keeps what threads freed for the next array, and comes to do so with arrays of up to 32
    MB: a third of what a long search needs. New pages take a tenth of the time of a search, so
    `size` is small only where memory is short. Other C libraries are left as they are.
    """
    if not sys.platform.startswith("linux"):
        return
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt") and hasattr(library, "malloc_trim"):  # musl has neither
        library.mallopt(M_MMAP_THRESHOLD, size)
        library.malloc_trim(0)
