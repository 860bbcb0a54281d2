"""An entry to store."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from farklegen.store.matches import MatchKey

KEY = MatchKey("f" * 64, "win", {"goal": 10_000, "komi": 0.1, "last": True, "who": None}, "1")
ARRAYS: dict[str, npt.NDArray[Any]] = {"w": np.array([0.5, 1 / 3]), "roll": np.array([True])}
UNFINISHED = ".farklegen-1-0123abcd.tmp"
META: dict[str, Any] = {
    "sweeps": 7,
    "bounds": [0.25, {"low": None}],
    "name": "Grün\ud800",
}
