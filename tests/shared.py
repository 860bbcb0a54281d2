"""What all workers of one run of the tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared(folders: pytest.TempPathFactory, name: str) -> Path:
    """A folder that is made once for all workers: whoever solves a match solves it for all."""
    base = folders.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    place.mkdir(exist_ok=True)
    return place
