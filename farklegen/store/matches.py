"""Solved matches on disk, because some take minutes to solve.

An entry is found by its `MatchKey`: what the rules mean (their fingerprint, so that a new name or
comment changes nothing), the objective, its parameters and the version of the solver. Callers look,
lock, look again, solve and save:

    stored = load(key, report=report)
    if stored is None:
        with locked(key, report=report):
            stored = load(key, report=report)  # by whoever held the lock before
            if stored is None:
                ...
                save(key, meta, arrays, label=name, report=report)

The store is only ever a short cut. Whatever goes wrong here, a full disk, a folder that cannot be
written, a damaged file, is told in one line to `report` and costs time; it never raises and never
gives an answer that was not saved under the same key.

**The file** of a key is described in `store.match_file`, and written as `store.drafts` does it.
When it was last used is its time of change.

**Locks**, of `store.locks` on `<digest>.lock`, save work and nothing else: where there are none,
two processes solve the same and the last one wins.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from farklegen.errors import FarklegenError
from farklegen.solvers.progress import Report, unheard
from farklegen.store import drafts, folders, locks, match_file
from farklegen.store.drafts import draft
from farklegen.store.match_file import DAMAGE, JSON, MatchKey, StoredMatch

Found = TypeVar("Found")

LAST_USED = 4
"""Entries that this process has used last, which are not removed to make room for others: whoever
has asked for them is likely to do so again, and some are larger than all may be together."""

_used: deque[str] = deque(maxlen=LAST_USED)
"""Names of the files that this process has read or written last."""

_ENTRY = re.compile(r"[0-9a-f]{64}\.match")
_LOCK = re.compile(r"[0-9a-f]{64}\.lock")


class Cleared(NamedTuple):
    """What `clear` did: entries removed, their bytes, and how many could not be removed."""

    removed: int
    size: int
    left: int


def folder() -> Path | None:
    """Where entries are kept; None where nothing is to be kept."""
    root = folders.root()
    return None if root is None else root / "matches"


def is_kept(key: MatchKey) -> bool:
    """Whether there is a file for a key, sound or not."""
    place = folder()
    return place is not None and (place / key.file_name).is_file()


def load(key: MatchKey, *, report: Report = unheard) -> StoredMatch | None:
    """What was saved under a key; None if there is nothing, or nothing sound.

    A damaged file is reported and removed.
    """
    place = folder()
    if place is None:
        return None
    path = place / key.file_name

    try:
        with path.open("rb") as file:
            data = np.fromfile(file, np.uint8)
            try:
                stored = match_file.unpack(data, key)
            except DAMAGE:
                report(f"the stored solution {path.name[:12]} was damaged and is computed anew")
                with suppress(OSError):
                    if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                        path.unlink()  # unless a good one has taken its place since
                return None
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        report(f"stored solutions cannot be read ({_reason(error)})")
        return None
    with suppress(OSError):
        os.utime(path)
    _used.append(path.name)
    return stored


def save(
    key: MatchKey,
    meta: Mapping[str, JSON],
    arrays: Mapping[str, npt.NDArray[Any]],
    *,
    label: str,
    report: Report = unheard,
) -> Path | None:
    """Keep a solved match, if that is possible.

    Args:
        arrays: numbers of any shape; they are not copied.

    Returns:
        The file; None if nothing is kept.

    Raises:
        ValueError, TypeError: for what cannot be written: JSON without a form, arrays of objects.
    """
    place = folder()
    if place is None:
        return None
    packed = {name: match_file.packed(array) for name, array in arrays.items()}
    said = {
        "key": key.described(),
        "label": label,
        "solved": datetime.now(UTC).isoformat(timespec="seconds"),
        "meta": meta,
        "arrays": [
            {"name": name, "dtype": array.dtype.str, "shape": list(array.shape)}
            for name, array in packed.items()
        ],
    }
    text = json.dumps(said, allow_nan=False).encode()
    path = place / key.file_name
    try:
        place.mkdir(parents=True, exist_ok=True)
        with draft(path) as file:
            match_file.write(file, text, packed.values())
    except OSError as error:
        report(
            f"the solution for {label} cannot be kept ({_reason(error)}) and will be computed "
            "again; FARKLEGEN_CACHE can name another folder"
        )
        return None
    _used.append(path.name)
    _prune()
    return path


@contextmanager
def locked(key: MatchKey, *, report: Report = unheard) -> Iterator[bool]:
    """Hold the lock of a key; gives whether it is held.

    Waits, after telling so, for another process that holds it. Where there can be no lock, because
    nothing is kept or the folder cannot be written, nobody waits.
    """
    place = folder()
    if place is None:
        yield False
        return
    doing = "solving the same match" if key.objective == "match" else "working out the same"
    with locks.held(
        _lock_of(place, key),
        lambda: report(f"another process is {doing}; waiting for it"),
    ) as held:
        yield held


def remembered(
    key: MatchKey,
    work_out: Callable[[Report], Found],
    *,
    tell: Callable[[Found], tuple[Mapping[str, Any], Mapping[str, npt.NDArray[Any]]]],
    read: Callable[[StoredMatch], Found],
    label: str,
    otherwise: str,
    report: Report,
) -> Found:
    """The result that is kept under a key, or a new one, which is kept then.

    Two processes that want the same at once do not both work it out: one of them waits.

    Args:
        work_out: finds it out if it is not known, and tells what there is to say.
        tell: the result as JSON says it, and its arrays.
        read: the result from that; raises KeyError, TypeError, ValueError or AttributeError if it
            is something else.
        otherwise: what is reported then.
    """
    report = _once(report)

    def recall() -> tuple[Found] | None:
        stored = load(key, report=report)
        if stored is None:
            return None
        try:
            return (read(stored),)
        except (KeyError, TypeError, ValueError, AttributeError):
            report(otherwise)
            return None

    known = recall()
    if known is not None:
        return known[0]
    with locked(key, report=report):
        known = recall()  # by whoever held the lock before
        if known is not None:
            return known[0]
        found = work_out(report)
        meta, arrays = tell(found)
        save(key, meta, arrays, label=label, report=report)
    return found


def _once(report: Report) -> Report:
    """A report that says no line twice: the store is looked at twice, and may not change."""
    said = set()

    def say(line: str) -> None:
        if line not in said:
            said.add(line)
            report(line)

    return say


def usage() -> tuple[int, int]:
    """How many entries there are, and their bytes."""
    sizes = [status.st_size for _, status in _files(_ENTRY)]
    return len(sizes), sum(sizes)


def clear() -> Cleared:
    """Remove all entries, and what killed processes have left behind long ago.

    A process that is reading an entry keeps what it has read; one that is solving saves later.
    """
    removed = size = left = 0
    for path, status in _files(_ENTRY):
        try:
            path.unlink()
        except FileNotFoundError:
            continue
        except OSError:
            left += 1
            continue
        removed += 1
        size += status.st_size
    _sweep()
    return Cleared(removed, size, left)


def _lock_of(place: Path, key: MatchKey) -> Path:
    return place / f"{key.digest}.lock"


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _files(pattern: re.Pattern[str]) -> list[tuple[Path, os.stat_result]]:
    """The files of the store whose names match."""
    place = folder()
    found = []
    if place is not None:
        with suppress(OSError), os.scandir(place) as there:
            for entry in there:
                if pattern.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    with suppress(FileNotFoundError):
                        found.append((Path(entry.path), entry.stat(follow_symlinks=False)))
    return found


def _prune() -> None:
    """Remove entries above the limit, those not used for longest first, but never those that this
    process has just used; and what was left behind."""
    try:
        most = folders.most_bytes()
    except FarklegenError:  # which the program says before it begins
        most = folders.MOST_BYTES
    found = sorted(_files(_ENTRY), key=lambda entry: entry[1].st_mtime)
    total = sum(status.st_size for _, status in found)
    for path, status in found:
        if total > most and path.name not in _used:
            with suppress(OSError):
                path.unlink()
                total -= status.st_size
    _sweep()


def _sweep() -> None:
    """Remove old unfinished files, and old lock files that no process holds."""
    latest = time.time() - drafts.ABANDONED
    for path, status in _files(_LOCK):
        if status.st_mtime <= latest:
            locks.remove_unheld(path)
    if (place := folder()) is not None:
        drafts.remove_abandoned(place)
