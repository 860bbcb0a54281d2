"""Where things are kept between runs, decided in one place.

`FARKLEGEN_CACHE` names a folder. If it is `off`, nothing is kept. Without it the user's cache
folder of the operating system is used. Solved matches are in its subfolder `matches`
(`store.matches`).

`FARKLEGEN_CACHE_SIZE` says how large all solved matches together may become. Without it the limit
is `MOST_BYTES`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from platformdirs import user_cache_path

from farklegen.errors import FarklegenError

MOST_BYTES = 1_000_000_000
"""The largest size of all solved matches together, by default."""

SIZES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


def root() -> Path | None:
    """The folder that everything is kept in; None if nothing is to be kept."""
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
