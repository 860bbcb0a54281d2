"""Finished outputs on disk, so that the same question about the same rules is answered at once.

An entry is what a command printed, under a key made of everything it depends on: the text of
the ruleset, the command and its options, the shape of the page, and the program itself (its version
and the state of its files). A changed ruleset or program therefore never sees an old answer.

The store is only ever a short cut. A folder that cannot be written, a full disk or a damaged entry
costs time and nothing else. An entry is a file as `store.match_file` has them, without arrays; its
JSON is the output. `store.folders` says where.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from farklegen.store import drafts, folders, match_file
from farklegen.store.drafts import draft
from farklegen.store.match_file import DAMAGE, JSON
from farklegen.version import __version__

MOST_ENTRIES = 400
"""Entries kept; the oldest go first."""

MOST_BYTES = 1 << 20
"""Size of the largest entry kept: tables of every state are large, and quick to make again."""

PROGRAM = (".py", ".css", ".typ", ".so", ".dylib", ".dll")
"""What files of the program end in, its compiled core included."""

_ENTRY = re.compile(r"[0-9a-f]{64}")


def key_of(parts: Mapping[str, object]) -> str:
    """The key of an entry: a hash of everything its content depends on."""
    said = {"program": __version__, "files": _program_state(), **parts}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def folder() -> Path | None:
    """Where entries are kept; None where nothing is to be kept."""
    return folders.folder("outputs")


def recall(key: str) -> dict[str, Any] | None:
    """What was kept under a key; None if there is nothing, or it is damaged."""
    place = folder()
    if place is None:
        return None
    try:
        said, _ = match_file.description(memoryview((place / key).read_bytes()))
        return dict(said)
    except (OSError, *DAMAGE):
        return None


def keep(key: str, output: Mapping[str, JSON]) -> None:
    """Keep an output under a key, if that is possible."""
    place = folder()
    text = json.dumps(output).encode()
    if place is None or len(text) > MOST_BYTES:
        return
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        with draft(place / key) as file:
            match_file.write(file, text, ())
        _prune(place)


def _prune(place: Path) -> None:
    """Remove the oldest entries above the limit, and what killed processes left unfinished."""
    with os.scandir(place) as entries:
        found = sorted(
            (entry.stat().st_mtime, entry.path) for entry in entries if _ENTRY.fullmatch(entry.name)
        )
    for _, path in found[: max(0, len(found) - MOST_ENTRIES)]:
        Path(path).unlink(missing_ok=True)
    drafts.remove_abandoned(place)


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
