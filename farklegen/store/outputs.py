"""Finished outputs on disk, so that the same question about the same rules is answered at once.

An entry is the text a command printed, under a key made of everything it depends on: the text of
the ruleset, the command and its options, the shape of the page, and the program itself (its version
and the state of its files). A changed ruleset or program therefore never sees an old answer.

The store is only ever a short cut. A folder that cannot be written, a full disk or a damaged entry
costs time and nothing else: every entry begins with the SHA-256 of its content, and is written to a
temporary file that replaces the entry as a whole. `store.folders` says where.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from farklegen.store import folders
from farklegen.version import __version__

MOST_ENTRIES = 400
"""Entries kept; the oldest go first."""

MOST_BYTES = 1 << 20
"""Size of the largest entry kept: tables of every state are large, and quick to make again."""

PROGRAM = (".py", ".css", ".typ", ".so", ".dylib", ".dll")
"""What files of the program end in, its compiled core included."""

_ABANDONED = 60.0
"""Seconds after which an unfinished file is taken to be left behind."""

_DIGEST = 64


def key_of(parts: Mapping[str, object]) -> str:
    """The key of an entry: a hash of everything its content depends on."""
    said = {"program": __version__, "files": _program_state(), **parts}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def folder() -> Path | None:
    """Where entries are kept; None where nothing is to be kept."""
    return folders.folder("outputs")


def recall(key: str) -> str | None:
    """The text kept under a key; None if there is none, or it is damaged."""
    place = folder()
    if place is None:
        return None
    try:
        data = (place / key).read_bytes()
    except OSError:
        return None
    digest, content = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(content).hexdigest().encode() != digest:
        return None
    return content.decode("utf-8", "surrogateescape")


def keep(key: str, text: str) -> None:
    """Keep a text under a key, if that is possible."""
    place = folder()
    if place is None:
        return
    content = text.encode("utf-8", "surrogateescape")
    if len(content) > MOST_BYTES:
        return
    data = hashlib.sha256(content).hexdigest().encode() + content
    scratch = place / f"{key}.{os.getpid()}.tmp"
    try:
        place.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(data)
        scratch.replace(place / key)
        _prune(place)
    except OSError:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)


def _prune(place: Path) -> None:
    """Remove the oldest entries above the limit, and what killed processes left unfinished."""
    with os.scandir(place) as entries:
        found = sorted((entry.stat().st_mtime, entry.path) for entry in entries)
    spare = max(0, len(found) - MOST_ENTRIES)
    latest = time.time() - _ABANDONED
    for number, (written, path) in enumerate(found):
        if number < spare or (path.endswith(".tmp") and written <= latest):
            Path(path).unlink(missing_ok=True)


def _program_state() -> list[tuple[str, int, int]]:
    """Name, size and time of change of every file of the package."""
    root = str(Path(__file__).parents[1])
    found: list[tuple[str, int, int]] = []
    waiting = [root]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != "__pycache__":
                        waiting.append(entry.path)
                elif entry.name.endswith(PROGRAM):
                    status = entry.stat()
                    name = entry.path[len(root) :]
                    found.append((name, status.st_size, status.st_mtime_ns))
    return sorted(found)
