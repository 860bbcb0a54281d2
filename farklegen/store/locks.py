"""Locks on files: those of the operating system, which go away with the process that holds them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

POLL = 0.1
"""Seconds between two looks at a lock that another process holds."""


@contextmanager
def held(path: Path, waiting: Callable[[], None]) -> Iterator[bool]:
    """Hold the lock of a file, which is made for that, and removed afterwards.

    Args:
        path: the file. Its folder is made if there is none.
        waiting: called once if another process holds it, which is waited for.

    Returns:
        Whether it is held: where no file can be written, there is no lock, and nobody waits.
    """
    descriptor = None
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = _acquire(path, waiting)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            with suppress(OSError):  # Windows removes no open file: there it stays
                path.unlink()
            os.close(descriptor)


def _acquire(path: Path, waiting: Callable[[], None]) -> int:
    """Open and lock a file, as soon as no other process holds it.

    Raises:
        OSError: where there can be no lock.
    """
    descriptor, told = os.open(path, os.O_RDWR | os.O_CREAT, 0o666), False
    try:
        while not take(descriptor):
            if not told:
                waiting()
                told = True
            time.sleep(POLL)  # which Ctrl-C interrupts on every system
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


if sys.platform == "win32":
    import msvcrt

    def take(descriptor: int) -> bool:
        """Lock an open file, unless another process has."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def take(descriptor: int) -> bool:
        """Lock an open file, unless another process has.

        The lock ends when the file is closed, or its process ends.

        Raises:
            OSError: where there are no locks.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
