"""Games that nobody wants to end, and games that take long: what they are worth, and what the
certificate knows of it; where scores are cut off."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from farklegen.errors import UnsolvableError
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game import solve_match as solving
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.solution import MatchSolution
from tests.referee.games import game, number
from tests.shared import solve_match
from tests.solvers.data import computed


def solved(rules: dict[str, Any], **options: Any) -> MatchSolution:
    ruleset = game(**rules)
    return solve_match(ruleset, threads=1, **options)


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
    assert certificate.error_bound <= MOST_TOLERANCE
    for each in entry["chances"]:
        state = GameState((each.get("mine", 0), each.get("theirs", 0)))
        if "dice" in each:
            turn = solution.turn(state)
            found = turn.rolled[
                each["turn_score"] // turn.moves.unit, turn.moves.column(each["dice"])
            ]
        else:
            found = solution.win_probability(state)
        assert found == pytest.approx(number(each["wins"]), abs=near)


def test_past_the_goal_values_are_right_up_to_the_top_too() -> None:
    solution = solved({
        "dice": 2, "goal": 1, "combinations": {"1A": (0, 0, 0, 0, 7, 9), "AA": 1},
        "end_game": "equal_turns", "instant_win": ("AB",),
    })  # fmt: skip
    turn = solution.turn(GameState((0, 0)))
    assert np.all(turn.rolled[1:, turn.moves.column(2)] == pytest.approx(1.0, abs=1e-13))


USUAL: dict[str, Any] = {
    "goal": 500,
    "dice": 4,
    "combinations": {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]},
}


@pytest.mark.parametrize("penalty", [100, 150])
def test_without_a_floor_asked_for_it_is_low_enough(penalty: int) -> None:
    rules = USUAL | {"farkle": {"streak": 1, "penalty": penalty}}
    solution = solved(rules)
    assert solution.certificate.floor is not None
    floor = solution.certificate.floor - 4 * penalty
    lower = solved(rules, floor=floor, tolerance=1e-13)
    for scores in product(range(0, 500, 50), repeat=2):
        apart = abs(
            solution.win_probability(GameState(scores)) - lower.win_probability(GameState(scores))
        )
        assert apart <= MOST_TOLERANCE


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(
            {"goal": 600, "bank": {"opening": 300}, "farkle": {"streak": 3, "penalty": 100}},
            marks=pytest.mark.slow,
        ),
        {"goal": 1000, "bank": {"opening": 150},
         "farkle": {"streak": 1, "penalty": 50, "lowest_score": -200}},
        {"goal": 600, "farkle": {"streak": 2, "penalty": "all"}},
    ],
)  # fmt: skip
def test_the_residuals_of_all_turns_bound_the_error(rules: dict[str, Any]) -> None:
    found = solved(USUAL | {"dice": 3} | rules, floor=-1500)
    assert found.certificate.error_bound < MOST_TOLERANCE


def test_a_standoff_that_takes_too_long_to_settle_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "MOST_SECONDS", 0.0)
    (entry,) = (each for each in computed()["waiting"] if "standoff" in each["title"])
    with pytest.raises(UnsolvableError, match="could not be proved"):
        solved(entry["rules"])
