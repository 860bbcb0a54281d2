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
            _remove(path, descriptor)


def remove_unheld(path: Path) -> None:
    """Remove a file unless a process holds its lock."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDWR)
        if _lock(path, descriptor):
            _remove(path, descriptor)


def _acquire(path: Path, waiting: Callable[[], None]) -> int:
    """Open and lock a file, as soon as no other process holds it.

    Raises:
        OSError: where there can be no lock.
    """
    told = False
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if _lock(path, descriptor):
            return descriptor
        if not told:
            waiting()
            told = True
        time.sleep(POLL)  # which Ctrl-C interrupts on every system


def _lock(path: Path, descriptor: int) -> bool:
    """Lock an open file; where that fails, or another file is at its path by now, close it."""
    locked = False
    try:
        locked = take(descriptor) and os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        pass  # removed by whoever held it
    finally:
        if not locked:
            os.close(descriptor)
    return locked


def _remove(path: Path, descriptor: int) -> None:
    """Remove a locked file and let go of its lock.

    The lock goes last, so that nobody else takes it on a file that has lost its name; Windows does
    not remove what is open, and there nobody can lose a file in this way.
    """
    if sys.platform == "win32":
        os.close(descriptor)
    with suppress(OSError):
        path.unlink()
    if sys.platform != "win32":
        os.close(descriptor)


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
