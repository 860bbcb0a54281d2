"""Where things are kept between runs, decided in one place.

`FARKLEGEN_CACHE` names a folder, or is `off`, and then nothing is kept. Without it the user's cache
folder is used, as the operating system has it. Inside are

- `outputs`, what commands printed (`store.outputs`),
- `matches`, solved matches (`store.matches`),
- `rates.json`, how fast this machine was (`store.rates`).

`FARKLEGEN_CACHE_SIZE` says how large the solved matches may become together, `MOST_BYTES` without
it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal, TypeAlias

from farklegen.errors import FarklegenError

Kind: TypeAlias = Literal["outputs", "matches"]

MOST_BYTES = 1_000_000_000
"""Size of all solved matches together, where nobody says otherwise."""

SIZES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


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
