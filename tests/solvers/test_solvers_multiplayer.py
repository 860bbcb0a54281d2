"""Matches of several players against plain Python, and against the solver for two."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.multiplayer.game import SeveralSolution, from_store, solve_players, to_store
from tests.referee.several import SeveralReferee
from tests.solvers.each_rule import ALONE, PLAIN

REFUSED = ("streak", "penalty", "equal turns", "take over", "beat previous", "disaster", "round", "costs")


def solved(ruleset: Ruleset, players: int = 3) -> SeveralSolution:
    return solve_players(ruleset, compile_scoring(ruleset), players, threads=1)


def check(ruleset: Ruleset, players: int = 3) -> None:
    """Every state that the referee has met is worth the same to everybody."""
    found, judge = solved(ruleset, players), SeveralReferee(ruleset, players)
    assert len(judge.values) > 20
    for table, wanted in judge.values.items():
        chances = found.win_probabilities(table.scores, table.on_board)
        assert np.abs(np.subtract(chances, wanted)).max() < 1e-9, (table, chances, wanted)


@pytest.mark.parametrize("name", [n for n in ALONE if not any(w in n for w in REFUSED) or "without" in n])
def test_three_players_as_plain_python_says_under_each_rule(name: str) -> None:
    check(Ruleset(**{**PLAIN, **ALONE[name]}))
