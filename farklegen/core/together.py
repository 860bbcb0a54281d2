"""Threads that work together (`core/source/gate.hpp`)."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import LINE, Integers
from farklegen.core.structures import Written


class Together(NamedTuple):
    """One of several threads that work together, and wait for each other.

    Attributes:
        thread, threads: which one it is, and how many.
        arrived: int64[threads * 8], zeros: how often each thread has waited for the others, how far
            it is, and where it asks the others to stop.
        nap: address of the function that lets other processes have the processor.
    """

    thread: int
    threads: int
    arrived: Written[Integers]
    nap: int

    @classmethod
    def of(cls, threads: int) -> list[Together]:
        """One for each of that many threads."""
        arrived = np.zeros(LINE * threads, np.int64)
        return [cls(thread, threads, arrived, address_of_nap()) for thread in range(threads)]


@cache
def address_of_nap() -> int:
    """The system's function by which a thread lets others have the processor."""
    if sys.platform == "win32":
        nap = ctypes.WinDLL("kernel32").SwitchToThread
    else:
        nap = ctypes.CDLL(None).usleep
    return ctypes.cast(nap, ctypes.c_void_p).value or 0
