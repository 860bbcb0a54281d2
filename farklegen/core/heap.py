"""Where numpy's arrays take memory from."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from math import prod
from mmap import mmap

import numpy as np

from farklegen.core.arrays import Floats

M_MMAP_THRESHOLD = -3
"""An option of glibc's `mallopt`."""


@cache
def give_back_at_once(size: int) -> None:
    """Have arrays of `size` bytes and more given back to the system as soon as they are free; the
    first call gives back what is free by then.

    glibc keeps memory that threads freed for the next array, in time even arrays of up to 32 MB.
    That is a third of the memory that a long search needs. New pages take a tenth of the time of a
    search, so `size` is small only where memory is short. Other C libraries are left as they are.
    """
    if not sys.platform.startswith("linux"):
        return
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt") and hasattr(library, "malloc_trim"):  # musl has neither
        library.mallopt(M_MMAP_THRESHOLD, size)
        library.malloc_trim(0)


def zeros_by_page(shape: tuple[int, ...]) -> Floats:
    """Zeros that take memory page by page as they are written; numpy's take 2 MB at a time."""
    return np.frombuffer(mmap(-1, prod(shape) * 8), np.float64).reshape(shape)
