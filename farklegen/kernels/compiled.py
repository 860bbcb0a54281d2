"""How the compiled kernels are compiled.

Every function that calls another one is compiled with it, into the folder that
`solvers.match.build` chooses; it is named after the text of these files, because numba would not
notice a change in another file than the one that a function stands in.
"""

from __future__ import annotations

from typing import Any

from numba import config

options: dict[str, Any] = {"nogil": True, "cache": bool(config.CACHE_DIR), "error_model": "numpy"}
"""Kept on disk only where a folder has been chosen."""
