"""What sweeps to come change, against its twin, and what is made of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solver import MatchSolver
from farklegen.solvers.match.values import difference
from tests.core.twin_solving import TwinSolving

COMBINATIONS = {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600)}

RULES: dict[str, dict[str, Any]] = {
    "below zero": {"farkle": {"streak": 2, "penalty": 100}},
    "down to zero": {"farkle": {"streak": 2, "penalty": 100, "lowest_score": 0}},
    "kept": {"farkle": {"streak": 2, "penalty": 100, "keeps_turn_score": True}},
    "wiped": {"disaster": ("222",)},
    "opening": {
        "farkle": {"streak": 2, "penalty": 100},
        "bank": {"opening": 200},
        "end_game": "final_turn",
    },
}


def solver(goal: int, rules: dict[str, Any], floor: int | None = None) -> MatchSolver:
    ruleset = Ruleset.model_validate(
        {"dice": 3, "goal": goal, "combinations": COMBINATIONS, **rules}
    )
    return MatchSolver(MatchPlan(match_rules(ruleset, compile_scoring(ruleset), floor)), 2)


@pytest.mark.parametrize("name", RULES)
def test_changes_are_carried_on_as_the_twin_carries_them(name: str) -> None:
    solving = solver(500, RULES[name], floor=-600)
    solving.solve(1e-12, lambda *_: None)
    equation, linear = solving.equation, solving.linear
    assert linear is not None
    assert linear._ends is not None
    random = np.random.default_rng(1)
    states = equation.plan.states
    start, constant = random.normal(size=states), random.normal(size=states)
    start[~equation.plan.exists] = 0.0
    found = []
    with equation:
        for carrying in (equation.solving, TwinSolving(equation)):
            change = start.copy()
            carrying.carry(linear._ends, linear._order, linear._layers, change, constant, -1.0)
            found.append(change)
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=2e-2 * np.abs(found[1]).max())
    straight = equation.payoffs.partner < 0  # cycles are settled to a few digits
    if not np.any(equation.payoffs.partner >= 0):
        np.testing.assert_allclose(found[0][straight], found[1][straight], atol=1e-11)


def test_fewer_sweeps_come_to_the_same() -> None:
    quick, plain = solver(2000, RULES["below zero"]), solver(2000, RULES["below zero"])
    plain.linear = None
    one, other = (solving.solve(1e-10, lambda *_: None) for solving in (quick, plain))
    assert one.sweeps <= other.sweeps / 1.5
    assert one.error <= 1e-10
    apart = np.abs(difference(one.values.chances, other.values.chances))
    assert apart.max() <= one.error + other.error
    assert one.floor_effect == pytest.approx(other.floor_effect, rel=0.5)
