"""So much processor time and no more, for what may take for ever.

Time of this process, so that what else the machine is doing does not decide what is compared.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooSlowError(BaseException):
    """Time is up. No `Exception`, so that nothing under judgement catches it by the way."""


LATER = 0.05
"""Seconds until it is looked at again, where an exception would do harm."""


def _is_compiling(frame: FrameType | None) -> bool:
    """Whether the compiler is at work, or throws something away: an exception that passes through
    what is called back from C leaves that in pieces."""
    while frame is not None:
        if "llvmlite" in frame.f_code.co_filename or "numba" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` where this takes longer; only in the main thread, and not nested."""

    def ring(_number: int, frame: FrameType | None) -> None:
        if _is_compiling(frame):
            signal.setitimer(signal.ITIMER_PROF, LATER)
            return
        raise TooSlowError

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
