"""Solved matches on disk, because some take minutes to solve.

An entry is found by its `MatchKey`: what the rules mean (their fingerprint, so that a new name or
comment changes nothing), the objective, its parameters and the version of the solver.

The store is only ever a short cut. Whatever goes wrong here, a full disk, a folder that cannot be
written, a damaged file, goes in one line to `report` and costs time; it never raises and never
gives an answer that was not saved under the same key.

**The file** of a key is `<digest>.match`: the SHA-256 of the rest in hexadecimal digits, and then
arrays, one after the other, as `numpy.save` writes them. The first array is JSON with the key in
full, the `meta` and the names of the other arrays. `store.files` writes the file. Its time of
change says when it was last used.

**The lock** of a key is on `<digest>.lock`: two processes that want the same match do not both work
it out, unless no lock can be made.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import asdict, dataclass
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from farklegen.errors import FarklegenError
from farklegen.solvers.progress import Report, unheard
from farklegen.store import files
from farklegen.store.files import draft, held, root

Plain: TypeAlias = str | int | float | bool | None
Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

ABANDONED = 86400.0
"""Seconds after which an unfinished file, or a lock, is taken to be left by a killed process."""

LAST_USED = 4
"""This many entries that were used last are not removed to make room for others. They are likely to
be asked for again, and some are larger than the limit for all entries together."""

FILE_VERSION = 2
"""Change it whenever files are written in another way: then earlier files are not found."""

_BODY = 64
"""Where the arrays begin in a file."""


@dataclass(frozen=True)
class MatchKey:
    """Everything that the solution of a match depends on.

    Attributes:
        fingerprint: of the ruleset.
        objective: what is played for.
        parameters: whatever else the solver was given.
        solver: version of the solver, which changes whenever its answers may change.
    """

    fingerprint: str
    objective: str
    parameters: Mapping[str, Plain]
    solver: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def file_name(self) -> str:
        return f"{self.digest}.match"

    @property
    def text(self) -> str:
        """The key as it is written into its file: the same for the same key."""
        return json.dumps(asdict(self) | {"file": FILE_VERSION}, sort_keys=True, allow_nan=False)


@dataclass(frozen=True)
class StoredMatch:
    """What was saved under a key. The arrays are read-only."""

    meta: Mapping[str, Any]
    arrays: Mapping[str, npt.NDArray[Any]]


def folder() -> Path | None:
    """Where entries are kept; None if nothing is to be kept."""
    place = root()
    return None if place is None else place / "matches"


def is_kept(key: MatchKey) -> bool:
    """Whether there is a file for a key, even a damaged one."""
    place = folder()
    return place is not None and (place / key.file_name).is_file()


def load(key: MatchKey, *, report: Report = unheard) -> StoredMatch | None:
    """What was saved under a key; None if there is nothing, or only a damaged file.

    A damaged file is reported and removed.
    """
    place = folder()
    if place is None:
        return None
    path = place / key.file_name
    try:
        file = path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        report(f"stored solutions cannot be read ({_reason(error)})")
        return None
    with file:
        try:
            stored = _unpack(file, key)
        except ValueError:
            report(f"the stored solution {path.name[:12]} was damaged and is computed again")
            _forget(path)
            return None
    with suppress(OSError):
        os.utime(path)
    return stored


def save(
    key: MatchKey,
    meta: Mapping[str, Any],
    arrays: Arrays,
    *,
    label: str,
    report: Report = unheard,
) -> Path | None:
    """Keep a solved match, if that is possible; returns the file, None if nothing is kept.

    Raises:
        ValueError, TypeError: for values that JSON cannot hold, and for arrays of objects.
    """
    place = folder()
    if place is None:
        return None
    about = {"key": key.text, "meta": meta, "arrays": list(arrays)}
    text = np.frombuffer(json.dumps(about, allow_nan=False).encode(), np.uint8)
    path = place / key.file_name
    try:
        place.mkdir(parents=True, exist_ok=True)
        with draft(path) as file:
            file.seek(_BODY)
            for array in (text, *arrays.values()):
                np.save(file, array, allow_pickle=False)
            digits = _checksum(file)
            file.seek(0)
            file.write(digits)
    except OSError as error:
        report(
            f"the solution for {label} cannot be kept ({_reason(error)}) and will be computed "
            "again; FARKLEGEN_CACHE can name another folder"
        )
        return None
    _prune()
    return path


def locked(key: MatchKey, *, report: Report = unheard) -> AbstractContextManager[bool]:
    """Hold the lock of a key; gives whether another process was waited for, which is reported."""
    place = folder()
    if place is None:
        return nullcontext(False)
    doing = "solving the same match" if key.objective == "match" else "working out the same"
    lock = place / f"{key.digest}.lock"
    return held(lock, lambda: report(f"another process is {doing}; waiting for it"))


def usage() -> tuple[int, int]:
    """How many entries there are, and their bytes."""
    sizes = [status.st_size for _, status in _files("*.match")]
    return len(sizes), sum(sizes)


def clear() -> tuple[int, int, int]:
    """Remove all entries, and old files that killed processes have left behind. Returns the entries
    removed, their bytes, and how many could not be removed.

    A process that is reading an entry keeps what it has read; one that is solving saves later.
    """
    removed = size = left = 0
    for path, status in _files("*.match"):
        if _forget(path):
            removed += 1
            size += status.st_size
        else:
            left += 1
    _sweep()
    return removed, size, left


def _unpack(file: BufferedReader, key: MatchKey) -> StoredMatch:
    """The content of a file.

    Raises:
        ValueError: if it is damaged, or of another key.
    """
    if file.read(_BODY) != _checksum(file):
        raise ValueError("the checksum is not that of the content")
    file.seek(_BODY)
    about = json.loads(np.load(file).tobytes())
    if about["key"] != key.text:
        raise ValueError("this is the solution of another match")
    arrays = {name: np.load(file) for name in about["arrays"]}
    for array in arrays.values():
        array.setflags(write=False)
    return StoredMatch(about["meta"], arrays)


def _checksum(file: BufferedReader | BufferedRandom) -> bytes:
    """The checksum of all arrays in an open file."""
    file.seek(_BODY)
    return hashlib.file_digest(file, "sha256").hexdigest().encode()


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _files(pattern: str) -> list[tuple[Path, os.stat_result]]:
    """The files of the store whose names match."""
    place, found = folder(), []
    with suppress(OSError):
        for path in () if place is None else place.glob(pattern):
            with suppress(FileNotFoundError):
                found.append((path, path.stat()))
    return found


def _forget(path: Path) -> bool:
    """Remove a file; False if it is still there."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        return True
    return False


def _prune() -> None:
    """Remove entries above the limit, the longest unused first, but never those used last; and
    remove files that were left behind."""
    try:
        most = files.most_bytes()
    except FarklegenError:  # the program reports this error before it begins
        most = files.MOST_BYTES
    found = sorted(_files("*.match"), key=lambda entry: entry[1].st_mtime)
    total = sum(status.st_size for _, status in found)
    for path, status in found[:-LAST_USED]:
        if total > most and _forget(path):
            total -= status.st_size
    _sweep()


def _sweep() -> None:
    """Remove old unfinished files, and old locks."""
    latest = time.time() - ABANDONED
    for path, status in [*_files(".farklegen-*.tmp"), *_files("*.lock")]:
        if status.st_mtime <= latest:
            _forget(path)
