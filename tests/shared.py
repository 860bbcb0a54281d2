"""What all workers of one run of the tests share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from farklegen.solvers.match.game_state import GameState


def shared(folders: pytest.TempPathFactory, name: str) -> Path:
    """A folder that is made once for all workers: a match that one solves is solved for all."""
    base = folders.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    place.mkdir(exist_ok=True)
    return place


OFF_BOARD = {(True, True): "none", (False, True): "mine", (True, False): "theirs"}
"""Who has yet to make the opening minimum, by who is on the board; both else."""


def asked_about(state: Any) -> dict[str, Any]:
    """A match state, as questions are asked about it."""
    given = {name: getattr(state, name) for name in GameState.KEYS}
    boards = given.pop("on_board"), given.pop("their_on_board")
    given["off_board"] = OFF_BOARD.get(boards, "both")
    return given | {"seat": "first" if given.pop("first") else "second"}
