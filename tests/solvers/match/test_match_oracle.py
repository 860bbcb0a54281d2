"""The match solver against brute force: every rule alone, in company, and at random."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from tests.profiles import examples
from tests.solvers.match.oracle import differences, solve
from tests.strategies import rulesets

PLAIN: dict[str, Any] = {
    "dice": 2,
    "goal": 300,
    "combinations": {"1": 100, "5": 50, "AA": (200, 50, 50, 100, 100, 150)},
}
STREAK = {"streak": 2, "penalty": 100}
DEAD_END: dict[str, Any] = {
    "dice": 1,
    "combinations": {"4": 200, "6": 250},
    "goal": 250,
    "overshoot": "bust",
    "farkle": {"first_roll_points": 150},
}

ALONE: dict[str, dict[str, Any]] = {
    "plain": {},
    "three dice": {"dice": 3, "combinations": {"1": 100, "5": 50, "AAA": 300}},
    "one die": {"dice": 1, "combinations": {"1": 100, "5": 50}},
    "set aside all": {"set_aside": "all"},
    "hot dice required": {"hot_dice": "required"},
    "hot-dice bonus": {"hot_dice_bonus": {"points": 50}},
    "growing bonus": {"hot_dice_bonus": {"points": 50, "step": 50}},
    "bonus for the last die": {"hot_dice_bonus": {"points": 100, "when": "last_die"}},
    "nothing": {"nothing": 100},
    "bank minimum": {"bank": {"minimum": 150}},
    "opening minimum": {"bank": {"opening": 200}},
    "beat previous": {"bank": {"beat_previous": True}},
    "multiples": {"bank": {"multiple_of": 100}},
    "streak with a floor of the solver": {"farkle": STREAK},
    "streak with a lowest score": {"farkle": {**STREAK, "lowest_score": 0}},
    "streak below zero": {"farkle": {**STREAK, "lowest_score": -150}},
    "every farkle costs": {"farkle": {"streak": 1, "penalty": 50, "lowest_score": 0}},
    "penalty all": {"farkle": {"streak": 2, "penalty": "all"}},
    "first-roll points": {"farkle": {"first_roll_points": 50}},
    "first-roll points off the unit": {"farkle": {"first_roll_points": 25}},
    "all-dice points": {"farkle": {"all_dice_points": 50}},
    "kept turn scores": {"farkle": {"keeps_turn_score": True}},
    "final turn, split": {"end_game": "final_turn"},
    "final turn, leader": {"end_game": "final_turn", "ties": "leader"},
    "final turn, challenger": {"end_game": "final_turn", "ties": "challenger"},
    "equal turns, split": {"end_game": "equal_turns"},
    "equal turns, leader": {"end_game": "equal_turns", "ties": "leader"},
    "equal turns, challenger": {"end_game": "equal_turns", "ties": "challenger"},
    "exact goal": {"overshoot": "bust"},
    "exact goal that may be out of reach": {"overshoot": "bust", "bank": {"minimum": 200}},
    "take over after a bank": {"piggyback": "after_bank"},
    "take over after a farkle": {"piggyback": "after_farkle"},
    "take over after both": {"piggyback": "both"},
    "instant win": {"instant_win": ("66",)},
    "disaster": {"disaster": ("22",)},
    "weighted dice": {"die_weights": (3, 1, 1, 1, 2, 1)},
    "rounds": {"rounds": 3},
    "one round": {"rounds": 1},
    "rounds without a goal": {"goal": None, "rounds": 2},
}

TOGETHER: dict[str, dict[str, Any]] = {
    "rounds, final turn, leader, streak": {
        "rounds": 2,
        "end_game": "final_turn",
        "ties": "leader",
        "farkle": STREAK,
    },
    "rounds, equal turns, exact goal, take over": {
        "rounds": 3,
        "end_game": "equal_turns",
        "overshoot": "bust",
        "piggyback": "both",
        "combinations": {"1": 100, "5": 50},
    },
    "rounds, penalty all, beat previous, disaster": {
        "rounds": 2,
        "farkle": {"streak": 2, "penalty": "all"},
        "bank": {"beat_previous": True},
        "disaster": ("22",),
    },
    "rounds without a goal, streak, opening, challenger": {
        "goal": None,
        "rounds": 2,
        "ties": "challenger",
        "combinations": {"1": 100, "5": 50},
        "farkle": STREAK,
        "bank": {"opening": 150},
    },
    "rounds without a goal, kept turn scores, awards": {
        "goal": None,
        "rounds": 2,
        "combinations": {"1": 100, "5": 50},
        "farkle": {"keeps_turn_score": True, "first_roll_points": 50, **STREAK},
    },
    # from below the goal a turn may jump far past it, and must be rolled on from there
    "required, bonus": {
        "hot_dice": "required",
        "hot_dice_bonus": {"points": 150},
        "goal": 150,
    },
    "required, bonus, last turn": {
        "hot_dice": "required",
        "hot_dice_bonus": {"points": 150},
        "goal": 150,
        "end_game": "final_turn",
    },
    "final turn, opening, streak": {
        "end_game": "final_turn",
        "bank": {"opening": 200},
        "farkle": {**STREAK, "lowest_score": 0},
    },
    "equal turns, exact goal, disaster": {
        "end_game": "equal_turns",
        "overshoot": "bust",
        "disaster": ("22",),
    },
    "final turn, take over after a bank": {"end_game": "final_turn", "piggyback": "after_bank"},
    "final turn, beat previous": {"end_game": "final_turn", "bank": {"beat_previous": True}},
    "take over after both, streak": {
        "piggyback": "both",
        "farkle": {**STREAK, "lowest_score": 0},
        "goal": 250,
    },
    "take over after both, beat previous": {
        "piggyback": "both",
        "bank": {"beat_previous": True},
        "goal": 250,
    },
    "take over after a farkle, exact goal, first-roll points": {
        "piggyback": "after_farkle",
        "overshoot": "bust",
        "farkle": {"first_roll_points": 50},
        "goal": 250,
    },
    "kept turn scores, penalty, all-dice points": {
        "farkle": {
            "keeps_turn_score": True,
            "all_dice_points": 100,
            "streak": 2,
            "penalty": 150,
            "lowest_score": 0,
        }
    },
    "kept turn scores, exact goal": {
        "overshoot": "bust",
        "farkle": {"keeps_turn_score": True, "all_dice_points": 100},
    },
    "an award that the penalty takes": {
        "farkle": {"first_roll_points": 100, "streak": 2, "penalty": 100, "lowest_score": 0}
    },
    "required, growing bonus, multiples": {
        "hot_dice": "required",
        "hot_dice_bonus": {"points": 50, "step": 50},
        "bank": {"multiple_of": 100},
    },
    # dead states are never solved, and yet banks lead to them: 200 or 150 points never become 250
    "dead states, take over after a bank": {**DEAD_END, "piggyback": "after_bank"},
    "dead states, beat previous": {**DEAD_END, "bank": {"beat_previous": True}},
    # with 150 points nobody can get to 250, nor by a farkle
    "dead states, first-roll points, take over after a farkle": {
        "combinations": {"2": 400, "3": 200},
        "goal": 250,
        "overshoot": "bust",
        "farkle": {"first_roll_points": 150},
        "piggyback": "after_farkle",
    },
    # one point is out of reach from zero: the game is played below zero
    "exact goal from below zero": {
        "combinations": {"4": 7},
        "hot_dice_bonus": {"points": 3, "when": "last_die"},
        "goal": 1,
        "overshoot": "bust",
        "farkle": {"streak": 1, "penalty": 7},
    },
    # the first multiple past the goal lies further away from one score than from another
    "multiples, points for a farkle": {
        "dice": 1,
        "combinations": {"2": 4},
        "goal": 4,
        "bank": {"multiple_of": 3},
        "farkle": {"all_dice_points": 1},
    },
    "penalty all, opening, disaster": {
        "farkle": {"streak": 2, "penalty": "all"},
        "bank": {"opening": 200},
        "disaster": ("33",),
    },
}


def check(rules: dict[str, Any]) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **rules})
    answered, wrong = differences(ruleset, solve(ruleset), standings=6, most_turns=3000)
    assert answered >= 2
    assert not wrong


@pytest.mark.parametrize("rules", ALONE.values(), ids=ALONE.keys())
def test_each_rule_alone_is_solved_as_the_referee_plays_it(rules: dict[str, Any]) -> None:
    check(rules)


@pytest.mark.parametrize("rules", TOGETHER.values(), ids=TOGETHER.keys())
def test_rules_that_meet_are_solved_as_the_referee_plays_them(rules: dict[str, Any]) -> None:
    check(rules)


@given(rulesets(max_dice=3, max_goal_units=6))
@settings(max_examples=examples(20))
def test_random_rulesets_are_solved_as_the_referee_plays_them(ruleset: Ruleset) -> None:
    try:
        solution = solve(ruleset)
    except UnsolvableError as refused:
        if "run on for ever" not in str(refused):
            raise
        return
    _, wrong = differences(ruleset, solution, standings=4, most_turns=150, sweeps=200)
    assert not wrong
