"""Where things are kept between runs, decided in one place, and locks on files there.

`FARKLEGEN_CACHE` names a folder, or is `off`, and then nothing is kept. Without it the user's cache
folder is used, as the operating system has it. Inside are

- `outputs`, what commands printed (`store.outputs`),
- `matches`, solved matches (`store.matches`),
- `rates.json`, how fast this machine was (`store.rates`).

`FARKLEGEN_CACHE_SIZE` says how large the solved matches may become together, `MOST_BYTES` without
it.

Locks are those of the operating system: they go away with the process that holds them.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeAlias

from farklegen.errors import FarklegenError

Kind: TypeAlias = Literal["outputs", "matches"]

MOST_BYTES = 1_000_000_000
"""Size of all solved matches together, where nobody says otherwise."""

SIZES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}

POLL = 0.1
"""Seconds between two looks at a lock that another process holds."""


def root() -> Path | None:
    """The folder that everything is kept in; None where nothing is to be kept."""
    chosen = os.environ.get("FARKLEGEN_CACHE")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("farklegen", appauthor=False)


def most_bytes() -> int:
    """How many bytes the solved matches may have together.

    Raises:
        FarklegenError: for a size that is none.
    """
    said = os.environ.get("FARKLEGEN_CACHE_SIZE")
    if not said:
        return MOST_BYTES
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([kmgt]b)\s*", said.lower())
    if found is None:
        raise FarklegenError(
            f"FARKLEGEN_CACHE_SIZE is {said!r}, which is no size; write a number with kB, MB, GB "
            "or TB, such as 500MB or 2GB"
        )
    return round(float(found[1]) * SIZES[found[2]])


def folder(kind: Kind) -> Path | None:
    """The folder for one kind of things; None where nothing is to be kept. It need not exist."""
    place = root()
    return None if place is None else place / kind


def size(kind: Kind) -> int:
    """How many bytes the files of one kind have together."""
    total = 0
    waiting = [place] if (place := folder(kind)) else []
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
        except OSError:
            continue  # not there, or just removed by another process
    return total


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
