"""Files written as a whole or not at all.

The new content goes to a file of its own in the same folder, is flushed to the disk and then put in
the place of the old one in a single step. Whatever goes wrong before, a full disk or Ctrl-C, leaves
what was there untouched.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO

ABANDONED = 3600.0
"""Seconds after which an unfinished file is taken to be left behind by a killed process."""

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
    new = path.parent / f".farklegen-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    try:
        with new.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if not replace:
            _move_to_new(new, path)
        else:
            if path.exists():
                new.chmod(S_IMODE(path.stat().st_mode))
            new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def remove_abandoned(folder: Path) -> None:
    """Remove the unfinished files that killed processes left behind."""
    latest = time.time() - ABANDONED
    with suppress(OSError), os.scandir(folder) as there:
        for entry in there:
            with suppress(OSError):
                if _NAME.fullmatch(entry.name) and entry.stat().st_mtime <= latest:
                    Path(entry.path).unlink()


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
