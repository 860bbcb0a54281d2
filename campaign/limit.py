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


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` where this takes longer; only in the main thread, and not nested.

    Long calls of the core are made on other threads, which stop when the main one raises something
    (`farklegen.core.crew`).
    """

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
