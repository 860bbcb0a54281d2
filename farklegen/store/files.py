"""Where things are kept between runs; how a file is written as a whole, or not at all; and locks.

*Where.* `FARKLEGEN_CACHE` names the folder; if it is `off`, nothing is kept. Without it the user's
cache folder of the operating system is used. Solved matches are in its subfolder `matches`
(`store.matches`). `FARKLEGEN_CACHE_SIZE` says how large all solved matches together may become.

*Writing.* New content goes to a file of its own in the same folder, is flushed to the disk and then
put in the place of the old file in a single step. Whatever goes wrong before, a full disk or
Ctrl-C, leaves the old file untouched.

*Locks* are those of the operating system, which end with the process that holds them. They only
save work: if a lock is lost, two processes do the same work.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedRandom
from pathlib import Path
from stat import S_IMODE

from farklegen.errors import FarklegenError

MOST_BYTES = 1_000_000_000
"""The largest size of all solved matches together, by default."""

SIZES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}

POLL = 0.1
"""Seconds between two looks at a lock that another process holds."""


def root() -> Path | None:
    """The folder that everything is kept in; None if nothing is to be kept."""
    chosen = os.environ.get("FARKLEGEN_CACHE")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("farklegen", appauthor=False)


def most_bytes() -> int:
    """How many bytes the solved matches may have together."""
    size = os.environ.get("FARKLEGEN_CACHE_SIZE")
    if not size:
        return MOST_BYTES
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([kmgt]b)\s*", size.lower())
    if found is None:
        raise FarklegenError(
            f"FARKLEGEN_CACHE_SIZE is {size!r}, which is no size; write a number with kB, MB, GB "
            "or TB, such as 500MB or 2GB"
        )
    return round(float(found[1]) * SIZES[found[2]])


@contextmanager
def draft(path: Path) -> Iterator[BufferedRandom]:
    """A file that takes its place when it is complete, with the permissions of the one before. If
    that fails, whatever was there is untouched. A link would be replaced, not followed."""
    new = path.parent / f".farklegen-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    try:
        with new.open("x+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            new.chmod(S_IMODE(path.stat().st_mode))
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


@contextmanager
def held(path: Path, waiting: Callable[[], None]) -> Iterator[bool]:
    """Hold the lock of a file, which is made for it and removed afterwards; gives whether another
    process was waited for. Where no file can be written, there is no lock, and nobody waits.

    Args:
        waiting: called once if another process holds the lock, before waiting for it.
    """
    file, waited = None, False
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
        while not take(file.fileno()):
            file.close()
            if not waited:
                waiting()
                waited = True
            time.sleep(POLL)  # Ctrl-C interrupts this on every system
            file = path.open("ab")
    try:
        yield waited
    finally:
        if file is not None:
            file.close()
            with suppress(OSError):
                path.unlink()


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
        """Lock an open file, unless another process has, until it is closed or its process ends.

        Raises:
            OSError: where there are no locks.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
