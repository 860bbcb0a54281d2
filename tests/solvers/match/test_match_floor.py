"""Where scores are cut off, and what that does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match import LEAST_TOLERANCE
from farklegen.solvers.match.game_state import GameState
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.match_rules import TOLERANCE
from farklegen.solvers.match.solution import MatchSolution

COMBINATIONS = {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600)}


def solved(penalty: int, streak: int, goal: int, dice: int = 4, **options: Any) -> MatchSolution:
    farkle = {"streak": streak, "penalty": penalty}
    ruleset = Ruleset.model_validate(
        {"dice": dice, "goal": goal, "combinations": COMBINATIONS, "farkle": farkle}
    )
    tables = compile_scoring(ruleset)
    return solve_match(ruleset, tables, threads=1, **options)


def chances(solution: MatchSolution, lowest: int) -> Any:
    scores = range(lowest, solution.rules.goal * 50, 50)
    values = [[solution.chances[solution.index(GameState((m, t)))] for t in scores] for m in scores]
    return np.array(values)


@pytest.mark.parametrize(("penalty", "dice"), [(100, 4), (150, 4)])
def test_without_a_floor_asked_for_it_is_low_enough(penalty: int, dice: int) -> None:
    solution = solved(penalty, 1, 500, dice)
    certificate = solution.certificate
    assert certificate.floor is not None
    floor = certificate.floor - 4 * penalty
    lower = solved(penalty, 1, 500, dice, floor=floor, tolerance=1e-13)
    np.testing.assert_allclose(chances(solution, 0), chances(lower, 0), rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize(
    ("dice", "goal", "opening", "farkle"),
    [
        pytest.param(3, 600, 300, {"streak": 3, "penalty": 100}, marks=pytest.mark.slow),
        (3, 1000, 150, {"streak": 1, "penalty": 50, "lowest_score": -200}),
        (3, 600, 0, {"streak": 2, "penalty": "all"}),
    ],
)
def test_the_residuals_of_all_turns_bound_the_error(
    dice: int, goal: int, opening: int, farkle: dict[str, Any]
) -> None:
    rules = {"dice": dice, "goal": goal, "combinations": COMBINATIONS, "farkle": farkle}
    ruleset = Ruleset.model_validate(rules | {"bank": {"opening": opening}})
    tables = compile_scoring(ruleset)
    found = solve_match(ruleset, tables, floor=-1500, threads=1)
    closer = solve_match(ruleset, tables, floor=-1500, threads=1, tolerance=LEAST_TOLERANCE)
    assert found.certificate.bounded_by == closer.certificate.bounded_by == "residuals"
    assert closer.certificate.error_bound <= found.certificate.error_bound < TOLERANCE
    apart = np.abs(found.chances - closer.chances).max()
    assert apart <= found.certificate.error_bound + closer.certificate.error_bound
