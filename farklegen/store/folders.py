"""Where things are kept between runs, decided in one place.

`FARKLEGEN_CACHE` names a folder, or is `off`, and then nothing is kept. Without it the user's cache
folder is used, as the operating system has it. Solved matches are in `matches` there
(`store.matches`).

`FARKLEGEN_CACHE_SIZE` says how large the solved matches may become together, `MOST_BYTES` without
it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from platformdirs import user_cache_path

from farklegen.errors import FarklegenError

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
