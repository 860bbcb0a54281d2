"""What every test shares: the settings of the property tests, no store, compiled kernels."""

from __future__ import annotations

import os
from pathlib import Path

from farklegen.store import folders
from tests.compiled import kernel_folder
from tests.profiles import load_profile

# Outputs are computed, never recalled, except where a test is about recalling them.
os.environ["FARKLEGEN_CACHE"] = "off"
load_profile()

_folder = folders.folder


def _folder_or_shared(kind: folders.Kind) -> Path | None:
    """Compiled kernels are kept from one run to the next, where nothing else is kept."""
    place = _folder(kind)
    return kernel_folder() if place is None and kind == "kernels" else place


folders.folder = _folder_or_shared
