"""How many turns a second are simulated on one core."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from farklegen import api
from farklegen.report.match import SimulateResult

PLAYERS = (
    ("basic", "points-only", "points-only", 200_000),
    ("basic", "points-only", "optimal", 200_000),
    ("basic", "optimal", "optimal", 10_000),
    ("basic", "optimal", "optimal", 200_000),
    ("facebook", "full-table", "full-table", 200_000),
)
"""Rules, both players, games."""


def speeds(rounds: int, cache: Path) -> Iterator[tuple[str, int, float]]:
    """(what, games, turns per second), the best of some rounds."""
    with patch.dict(os.environ, FARKLEGEN_CACHE=str(cache)):
        for rules, me, opponent, games in PLAYERS:
            found = [
                _speed(api.simulate(rules, me=me, opponent=opponent, games=games, threads=1))
                for _ in range(rounds)
            ]
            yield f"{rules}: {me}, {opponent}", games, max(found)


def _speed(result: SimulateResult) -> float:
    simulation = result.simulation
    return sum(player.turns for player in simulation.players) / simulation.seconds
