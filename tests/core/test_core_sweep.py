"""The levels of a match: neither what a turn leaves out, nor turns cut short, nor the number of
threads changes what is found."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game import lanes
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.solution import MatchSolution
from tests.shared import solve_match
from tests.solvers.each_rule import ALONE, cases

COMBINATIONS = {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600), "1234": 1500}

NAMES = (
    "plain", "opening minimum", "final turn, split", "equal turns, leader", "all-dice points",
    "streak with a lowest score", "streak with a floor of the solver", "disaster", "growing bonus",
    "hot dice required",
)  # fmt: skip
FALLING = "streak with a floor of the solver"
SLOW = (FALLING, "streak with a lowest score", "opening minimum", "all-dice points")
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


def solved(keys: dict[str, Any], threads: int = 1) -> MatchSolution:
    ruleset = Ruleset.model_validate(keys)
    return solve_match(ruleset, threads=threads)


def named(name: str, goal: int = 2000) -> dict[str, Any]:
    return {"dice": 4, "goal": goal, "combinations": COMBINATIONS, **RULES[name]}


@pytest.mark.parametrize(
    "name",
    cases(
        RULES, slow=(FALLING, "streak with a lowest score", "opening minimum", "all-dice points")
    ),
)
def test_what_a_turn_leaves_out_changes_nothing(name: str) -> None:
    solution = solved(named(name), threads=2)
    rules = solution.rules.ruleset
    exact = max(1e-11, solution.certificate.error_bound)
    for mine, theirs in product(range(0, rules.goal or 0, 150), repeat=2):
        rounds = rules.rounds
        state = GameState((mine, theirs), boards=(True, True), rounds_left=rounds)
        whole = solution.turn(state).fresh
        assert whole == pytest.approx(solution.win_probability(state), abs=exact)


@pytest.mark.parametrize("name", cases(["plain", "equal turns, leader", FALLING], slow=[FALLING]))
def test_any_number_of_threads_finds_the_same(name: str) -> None:
    alone = solved(named(name, 3000))
    for threads in (2, 3, 7):
        together = solved(named(name, 3000), threads)
        assert np.abs(alone.values - together.values).max() < 1e-13


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
def test_turns_are_cut_short_only_where_that_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"dice": 2, "goal": 1000, "combinations": {"1": 100, "5": 50}, **LAST_TURNS[name]}
    found = solved(keys)
    monkeypatch.setattr(lanes, "stop_risk", lambda _: 0.0)
    wanted = solved(keys)
    assert np.abs(found.values - wanted.values).max() < 1e-11
