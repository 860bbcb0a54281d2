"""Files that a command writes, and what is said where it cannot."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from farklegen.errors import FileProblemError
from farklegen.store.drafts import draft


def check_writable(target: str, *, keep: Sequence[str] = (), replace: bool = True) -> None:
    """Find out early, before anything is computed, that a file could not be written.

    Args:
        target: the file that is to be written.
        keep: files that were read and must not be replaced by a result.
        replace: whether a file that is there may be replaced.
    """
    path = Path(target)
    try:
        if path.is_dir():
            raise FileProblemError(f"{path} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise FileProblemError(
                f"{path} cannot be written: there is no folder {path.parent}; create it first"
            )
        there = path.exists()
        if there and any(Path(other).exists() and path.samefile(other) for other in keep):
            raise FileProblemError(
                f"{path} holds the rules that are being read; write to another file"
            )
    except OSError as error:
        raise FileProblemError(f"{path} cannot be written: {_reason(error)}") from None
    if there and not os.access(path, os.W_OK):
        raise FileProblemError(f"{path} is read-only; write to another file")
    if not replace and (there or path.is_symlink()):
        raise _taken(path)


def make_folder(folder: Path) -> None:
    """Make a folder for files, if there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(f"{folder} cannot be made: {_reason(error)}") from None


def write_file(target: str, data: bytes, *, replace: bool = True) -> None:
    """Write a file in one step.

    Devices and pipes (`/dev/full`, `/dev/stderr`) are written to directly. A symbolic link is
    followed. A new file gets the usual permissions, a replaced one keeps its own.
    """
    check_writable(target, replace=replace)
    path = Path(target)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.write(data)
        else:
            with draft(path.resolve(), replace=replace) as file:
                file.write(data)
    except FileExistsError:
        raise _taken(path) from None
    except BrokenPipeError:
        pass  # a named pipe whose reader has seen enough
    except OSError as error:
        raise FileProblemError(f"{path} cannot be written: {_reason(error)}") from None


def _taken(path: Path) -> FileProblemError:
    return FileProblemError(
        f"{path} exists already and is left as it is; choose another name, or use --force to "
        "overwrite it"
    )


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
