"""Games that nobody wants to end, and games that take long: what they are worth, and what the
certificate knows of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.errors import UnsolvableError
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.game_state import GameState
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.solver import MOST_ERROR
from tests.referee.games import game, number
from tests.solvers.data import computed


def solved(rules: dict[str, Any]) -> MatchSolution:
    ruleset = game(**rules)
    return solve_match(ruleset, compile_scoring(ruleset), threads=1)


@pytest.mark.parametrize("entry", computed()["waiting"], ids=lambda entry: entry["title"])
def test_games_that_take_long_are_solved_within_their_bound_or_refused(
    entry: dict[str, Any],
) -> None:
    if "refused" in entry:
        with pytest.raises(UnsolvableError, match=entry["refused"]):
            solved(entry["rules"])
        return
    solution = solved(entry["rules"])
    certificate = solution.certificate
    near = entry.get("tolerance", certificate.error_bound + 1e-12)
    assert certificate.error_bound <= MOST_ERROR
    assert certificate.bounded_by == entry.get("bounded_by", certificate.bounded_by)
    for each in entry["chances"]:
        state = GameState((each.get("mine", 0), each.get("theirs", 0)))
        if "dice" in each:
            turn = solution.turn(state)
            found = turn.rolled[each["turn_score"] // turn.unit, turn.column(each["dice"])]
        else:
            found = solution.win_probability(state)
        assert found == pytest.approx(number(each["wins"]), abs=near)


def test_past_the_goal_values_are_right_up_to_the_top_too() -> None:
    solution = solved({
        "dice": 2, "goal": 1, "combinations": {"1A": (0, 0, 0, 0, 7, 9), "AA": 1},
        "end_game": "equal_turns", "instant_win": ("AB",),
    })  # fmt: skip
    turn = solution.turn(GameState((0, 0)))
    assert np.all(turn.rolled[1:, turn.column(2)] == pytest.approx(1.0, abs=1e-13))
