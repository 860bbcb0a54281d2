"""Files written as a whole or not at all.

The new content goes to a file of its own in the same folder, is flushed to the disk and then put in
the place of the old one in a single step. Whatever goes wrong before, a full disk or Ctrl-C, leaves
what was there untouched.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from stat import S_IMODE

from farklegen.errors import FileProblemError


def check_writable(target: str, *, keep: Sequence[str] = ()) -> None:
    """Find out early, before anything is computed, that a file could not be written.

    Args:
        target: the file that is to be written.
        keep: files that were read and must not be replaced by a result.

    Raises:
        FileProblemError: for a folder, a missing folder, a read-only file, a file in `keep`.
    """
    path = Path(target)
    try:
        if path.is_dir():
            raise FileProblemError(f"{path} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise FileProblemError(
                f"{path} cannot be written: there is no folder {path.parent}; create it first"
            )
        if not path.exists():
            return
        if any(Path(other).exists() and path.samefile(other) for other in keep):
            raise FileProblemError(
                f"{path} holds the rules that are being read; write to another file"
            )
    except OSError as error:
        raise FileProblemError(f"{path} cannot be written: {_reason(error)}") from None
    if not os.access(path, os.W_OK):
        raise FileProblemError(f"{path} is read-only; write to another file")


def write_file(target: str, data: bytes, *, replace: bool = True) -> None:
    """Write a file in one step.

    Devices and pipes (`/dev/full`, `/dev/stderr`) are written to directly. A symbolic link is
    followed. A new file gets the usual permissions, a replaced one keeps its own.

    Raises:
        FileProblemError: if it cannot be written, or exists and `replace` is false.
    """
    check_writable(target)
    path = Path(target)
    try:
        if not replace and (path.exists() or path.is_symlink()):
            raise FileExistsError
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.write(data)
        else:
            _put_in_place(path.resolve(), data, replace)
    except FileExistsError:
        raise FileProblemError(
            f"{path} exists already and is left as it is; choose another name, "
            "or use --force to overwrite it"
        ) from None
    except BrokenPipeError:
        pass  # a named pipe whose reader has seen enough
    except OSError as error:
        raise FileProblemError(f"{path} cannot be written: {_reason(error)}") from None


def _put_in_place(path: Path, data: bytes, replace: bool) -> None:
    draft = path.parent / f".farklegen-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(draft, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            if path.exists():
                draft.chmod(S_IMODE(path.stat().st_mode))
            draft.replace(path)
        else:
            _move_to_new(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _move_to_new(draft: Path, path: Path) -> None:
    """Give the draft its name unless the name is taken, even if taken a moment ago.

    Raises:
        FileExistsError: if it is taken.
    """
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError from None
        draft.rename(path)
    else:
        draft.unlink()


def _reason(error: OSError) -> str:
    """What the system says, and what to do about it."""
    remedy = {
        errno.ENOSPC: "make room, or write to another disk",
        errno.EROFS: "write to another disk",
        errno.EACCES: "choose a folder that you may write to",
        errno.EPERM: "choose a folder that you may write to",
        errno.ENAMETOOLONG: "choose a shorter name",
    }.get(error.errno or 0, "choose another place")
    return f"{error.strerror or error}; {remedy}"
