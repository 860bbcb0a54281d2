"""A store of its own for each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    return tmp_path / "matches"
