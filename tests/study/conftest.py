"""What tests of studies share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from farklegen.solvers.game import solve_match as match


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of its own for each test."""
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The floors of the matches that were solved."""
    floors: list[int] = []
    solve_match = match.solve_match

    def solving(seats: Any, *arguments: Any, **options: Any) -> Any:
        floors.append(seats[0].lowest * seats[0].unit)
        return solve_match(seats, *arguments, **options)

    monkeypatch.setattr(match, "solve_match", solving)
    return floors
