"""Long calls of the core: side by side on threads, and stopped at once on request.

While Python waits in a call, no signal is answered: the handler of Ctrl-C runs in the main thread
between two steps of the interpreter, and the main thread is inside the core. So a crew makes its
calls on threads of its own, and the caller waits for them in Python, in steps short enough for
every system. If an exception is raised meanwhile (`KeyboardInterrupt`, or an error of one of the
calls), the watch says stop, the calls return within a millisecond or so, and then the exception is
raised again. This way costs some 50 µs for each round of calls. It works from any thread, changes
no signal handler of the process, and needs no callback from the core.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeVar

import numpy as np

from farklegen.core.arrays import LINE, Integers, Written

T = TypeVar("T")

PATIENCE = 0.1
"""Seconds after which a waiting thread looks up. Where a lock cannot be interrupted (Windows),
Ctrl-C is answered then."""

BRIEF = 96
"""Turns that take a few milliseconds: so short that Ctrl-C may wait for them."""


class Watch(NamedTuple):
    """How a caller stops a long call.

    Attributes:
        state: int64[1]: not zero to stop.
    """

    state: Written[Integers]

    @classmethod
    def new(cls) -> Watch:
        """A watch that stops nothing yet."""
        return cls(np.zeros(1, np.int64))

    def cancel(self) -> None:
        """Tell all calls that have this watch to stop."""
        self.state[0] = 1


class Count(NamedTuple):
    """The arguments of `count`, a function for tests.

    Attributes:
        limit: how far to count; below zero: for ever.
        counted: int64[1], out: how far it has come.
    """

    limit: int
    counted: Written[Integers]


class Crew:
    """Threads that make calls of the core. A context: they end with it.

    Attributes:
        threads: how many.
        watch: for the calls to take; replaced by a new one after they were stopped.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.watch = Watch.new()
        self._pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads."""
        self.watch.cancel()
        self._pool.shutdown(cancel_futures=True)

    def run(
        self,
        calls: Sequence[Callable[[], T]],
        *,
        brief: bool = False,
        tell: Callable[[], object] = lambda: None,
    ) -> list[T]:
        """Make calls side by side, at most one for each thread; returns their results, in order. If
        one raises something, the others are stopped, and it is raised here.

        Args:
            brief: whether the calls are so short that Ctrl-C may wait for them. Then the last one
                is made at once, without a thread, and so costs less than the others.
            tell: called now and then while the calls run.
        """
        jobs: list[Future[T]] = []
        try:
            jobs += (self._pool.submit(call) for call in (calls[:-1] if brief else calls))
            own = [calls[-1]()] if brief else []
            while not _over(jobs):
                _wait_a_little(jobs)
                tell()
            failed = [job for job in jobs if job.done() and job.exception() is not None]
            return [job.result() for job in failed[:1] or jobs] + own
        except BaseException:
            self._stop(jobs)
            raise

    def _stop(self, jobs: Sequence[Future[T]]) -> None:
        """Let nothing more begin, stop what runs, and wait until it has stopped."""
        self.watch.cancel()
        for job in jobs:
            job.cancel()
        while not all(job.done() for job in jobs):
            _wait_a_little(jobs)
        self.watch = Watch.new()


def _over(jobs: Sequence[Future[T]]) -> bool:
    """Whether all calls have returned, or one has failed."""
    over = [job for job in jobs if job.done()]
    return len(over) == len(jobs) or any(job.exception() is not None for job in over)


def _wait_a_little(jobs: Sequence[Future[T]]) -> None:
    """Wait for one of the calls, but not for long: Python answers signals in between.

    `concurrent.futures.wait` will not do: interrupted at the wrong moment it leaves locks held.
    """
    for job in jobs:
        if not job.done():
            with suppress(TimeoutError, CancelledError):
                job.exception(PATIENCE)
            return


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
