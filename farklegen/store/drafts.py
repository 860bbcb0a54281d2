"""Files written as a whole or not at all.

The new content goes to a file of its own in the same folder, is flushed to the disk and then put in
the place of the old one in a single step. Whatever goes wrong before, a full disk or Ctrl-C, leaves
what was there untouched. The unfinished file is locked, which tells it from one that a killed
process has left behind.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO

from farklegen.store import locks

ABANDONED = 0.05
"""Seconds after which an unfinished file that nobody holds the lock of is taken to be left behind:
its process locks it as soon as it is made."""

_NAME = re.compile(r"\.farklegen-\d+-[0-9a-f]{8}\.tmp")


@contextmanager
def draft(path: Path, *, replace: bool = True) -> Iterator[BinaryIO]:
    """A file that takes its place when it is complete, with the permissions of the one before.

    Args:
        path: the file, resolved: a link would be replaced, not followed.
        replace: whether to take the place of another file.

    Raises:
        FileExistsError: if there is another file that is not to be replaced.
        OSError: if it cannot be written; whatever was there before is untouched.
    """
    new, file = _begun(path.parent)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # which moves no open file
                _put(new, path, replace)
        if sys.platform == "win32":
            _put(new, path, replace)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _begun(folder: Path) -> tuple[Path, BinaryIO]:
    """An unfinished file, locked where there are locks, and its name.

    Another process may take it to be left behind before it is locked: then there is a next one.
    """
    while True:
        new = folder / f".farklegen-{os.getpid()}-{os.urandom(4).hex()}.tmp"
        file = new.open("xb")
        try:
            with suppress(OSError):
                locks.take(file.fileno())
            if new.exists():
                return new, file
        except BaseException:
            file.close()
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise
        file.close()


def _put(new: Path, path: Path, replace: bool) -> None:
    """Give a complete draft its name; its lock is still held, so that no process removes it."""
    if replace:
        if path.exists():
            new.chmod(S_IMODE(path.stat().st_mode))
        new.replace(path)
    else:
        _move_to_new(new, path)


def remove_abandoned(folder: Path, age: float = ABANDONED) -> None:
    """Remove the unfinished files of that age, in seconds, whose process is gone."""
    latest = time.time() - age
    with suppress(OSError), os.scandir(folder) as there:
        for entry in there:
            with suppress(OSError):
                if _NAME.fullmatch(entry.name) and entry.stat().st_mtime <= latest:
                    locks.remove_unheld(Path(entry.path))


def _move_to_new(new: Path, path: Path) -> None:
    """Give the draft its name unless the name is taken, even if taken a moment ago.

    Raises:
        FileExistsError: if it is taken.
    """
    try:
        path.hardlink_to(new)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError from None
        new.rename(path)
    else:
        new.unlink()
