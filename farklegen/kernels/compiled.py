"""How the compiled kernels are compiled.

Every function that calls another one is compiled with it, into the folder that
`solvers.match.build` chooses; it is named after the text of these files, because numba would not
notice a change in another file than the one that a function stands in.
"""

from __future__ import annotations

from typing import Any

from numba import config

options: dict[str, Any] = {
    "nogil": True,
    "cache": bool(config.CACHE_DIR),
    "error_model": "numpy",
    "_nrt": True,  # also where a caller has it off
}
"""Kept on disk only where a folder has been chosen."""

uncounted: dict[str, Any] = {**options, "_nrt": False}
"""For functions that make no arrays: nobody counts who holds those that they are given, which takes
most of the time that it takes to compile functions of many."""
