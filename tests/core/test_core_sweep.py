"""Sweeps over the levels of a match: neither what a turn leaves out, nor turns cut short, nor the
correction between sweeps, nor the number of threads changes what is found."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.game_state import GameState
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solver import MatchSolver, SolvedValues
from farklegen.solvers.multiplayer.handed_on import solve_handed_on
from farklegen.solvers.solve_match import solve_match
from tests.solvers.each_rule import ALONE, cases

COMBINATIONS = {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600), "1234": 1500}

NAMES = (
    "plain", "opening minimum", "final turn, split", "equal turns, leader", "all-dice points",
    "streak with a lowest score", "streak with a floor of the solver", "disaster", "growing bonus",
    "hot dice required",
)  # fmt: skip
FALLING = "streak with a floor of the solver"
RULES: dict[str, dict[str, Any]] = {
    **{name: ALONE[name] for name in NAMES},
    "points by fives": {"goal": 600, "combinations": {**COMBINATIONS, "4": 5}},
    # above the last row a roll may win at once, and a bank may not
    "a win at once on a last turn": {
        "dice": 3,
        "goal": 900,
        "combinations": {"1": 100, "5": 50, "AAA": 200, "22": 150},
        "instant_win": ("AA",),
        "end_game": "final_turn",
    },
    # a farkle pays more at a lower score: more points would force the end
    "farkles that pay more": {
        "dice": 5,
        "goal": 1000,
        "combinations": {
            "1": 200,
            "5": 50,
            "AAA": (300, 300, 100, 300, 100, 100),
            "22": 500,
            "1234": 1500,
        },
        "bank": {"minimum": 300, "opening": 0},
        "farkle": {"first_roll_points": 200, "all_dice_points": 300},
        "end_game": "final_turn",
    },
}


def plan_of(name: str, goal: int = 2000) -> MatchPlan:
    usual = {"dice": 4, "goal": goal, "combinations": COMBINATIONS}
    return plan({**usual, **RULES[name]})


def plan(keys: dict[str, Any]) -> MatchPlan:
    ruleset = Ruleset.model_validate(keys)
    return MatchPlan(match_rules(ruleset, compile_scoring(ruleset), None))


def solved(
    plan: MatchPlan, threads: int = 1, *, cut: bool = True, tolerance: float = 1e-12
) -> tuple[Equation, SolvedValues]:
    """Solve it; `cut` says whether turns may be cut short where banking is proved best."""
    solver = MatchSolver(plan, threads)
    if not cut:
        solver.equation.payoffs = solver.equation.payoffs._replace(stop_risk=0.0)
    return solver.equation, solver.solve(tolerance, lambda *_: None, solve_handed_on)


@pytest.mark.parametrize("name", RULES)
def test_what_a_turn_leaves_out_changes_nothing(name: str) -> None:
    rules = plan_of(name).rules.ruleset
    solution = solve_match(rules, compile_scoring(rules))
    exact = max(1e-11, solution.certificate.error_bound)
    for mine, theirs in product(range(0, rules.goal or 0, 150), repeat=2):
        rounds = rules.rounds
        state = GameState((mine, theirs), boards=(True, True), rounds_left=rounds)
        whole = solution.turn(state).fresh
        assert whole == pytest.approx(solution.win_probability(state), abs=exact)


@pytest.mark.parametrize("name", cases(["plain", "equal turns, leader", FALLING], slow=[FALLING]))
def test_any_number_of_threads_finds_the_same(name: str) -> None:
    _, alone = solved(plan_of(name, 3000))
    for threads in (2, 3, 7):
        equation, together = solved(plan_of(name, 3000), threads)
        assert len(equation.course.tasks) == threads
        apart = np.abs(alone.values.chances - together.values.chances)
        assert apart.max() < 1e-13


LAST_TURNS: dict[str, dict[str, Any]] = {
    "minimum": {"bank": {"minimum": 150}, "end_game": "equal_turns", "ties": "leader"},
    "beat": {"goal": 500, "bank": {"beat_previous": True}, "end_game": "final_turn"},
    "wiped": {
        "goal": 200,
        "farkle": {"streak": 3, "penalty": "all"},
        "end_game": "final_turn",
    },
    # far behind, a guess of one half is far off
    "long way": {
        "goal": 3000,
        "combinations": {"1": 50, "2": 50, "3": 50, "4": 50},
        "die_weights": (2, 1, 1, 1, 1, 1),
        "end_game": "final_turn",
        "ties": "challenger",
    },
}


@pytest.mark.parametrize("name", LAST_TURNS)
def test_turns_are_cut_short_only_where_that_changes_nothing(name: str) -> None:
    usual = {"dice": 2, "goal": 1000, "combinations": {"1": 100, "5": 50}}
    keys = {**usual, **LAST_TURNS[name]}
    short, found = solved(plan(keys))
    whole, wanted = solved(plan(keys), cut=False)
    assert whole.payoffs.stop_risk < short.payoffs.stop_risk
    apart = np.abs(found.values.chances - wanted.values.chances)
    assert apart[: short.plan.states][short.plan.exists].max() < 1e-11


def test_a_correction_saves_sweeps_and_changes_nothing() -> None:
    keys = {
        "dice": 3,
        "goal": 1000,
        "combinations": {"1": 100, "5": 50, "AAA": COMBINATIONS["AAA"]},
        "farkle": {"streak": 2, "penalty": 100},
    }
    plain = MatchSolver(plan(keys), 2)
    plain.linear = None
    other = plain.solve(1e-10, lambda *_: None)
    _, one = solved(plan(keys), 2, tolerance=1e-10)
    assert one.sweeps <= other.sweeps / 3
    assert one.error <= 1e-10
    apart = np.abs(one.values.chances - other.values.chances)
    assert apart.max() <= one.error + other.error
