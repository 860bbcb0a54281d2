"""Each rule of the language alone, and rules together where they meet: small matches.

Every solver is held against its judge under all of them: the match against the referee, duels
against value iteration, simulated games against what is worked out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from tests.solvers.paid_farkles import PAID_FARKLES
from tests.solvers.rolled_on import ROLLED_ON

PLAIN: dict[str, Any] = {
    "dice": 2,
    "goal": 200,
    "combinations": {"1": 100, "5": 50, "AA": (200, 50, 50, 100, 100, 150)},
}
STREAK = {"streak": 2, "penalty": 100}
AWARDS = {"first_roll_points": 100, "all_dice_points": 50}
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
    "last die required": {"last_die": "required"},
    "last die thrown again": {"last_die_throws": 3},
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
    "first-roll penalty with a floor of the solver": {"farkle": {"first_roll_penalty": 100}},
    "first-roll penalty with a lowest score": {
        "farkle": {"first_roll_penalty": 150, "lowest_score": 0}
    },
    "only with all the dice": {"all_dice_only": ("5",)},
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
    "never a three": {"die_weights": (2, 3, 0, 1, 1, 1)},
    "streak without penalty": {"farkle": {"streak": 3}},
    "rounds": {"rounds": 3},
    "one round": {"rounds": 1},
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
    **ROLLED_ON,
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
        "goal": 100,
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
    "three dice, final turn": {
        "dice": 3,
        "combinations": {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600)},
        "end_game": "final_turn",
    },
    "final turn, opening, beat previous": {
        "end_game": "final_turn",
        "bank": {"minimum": 100, "opening": 150, "beat_previous": True},
    },
    "final turn, penalty all, kept turn scores": {
        "end_game": "final_turn",
        "farkle": {"streak": 2, "penalty": "all", "keeps_turn_score": True},
    },
    "final turn, awards, exact goal": {
        "end_game": "final_turn",
        "overshoot": "bust",
        "farkle": AWARDS,
    },
    "equal turns, streak, instant win, disaster": {
        "end_game": "equal_turns",
        "ties": "challenger",
        "farkle": {**STREAK, "lowest_score": -100},
        "instant_win": ("66",),
        "disaster": ("22",),
    },
    "equal turns, awards, exact goal": {
        "end_game": "equal_turns",
        "overshoot": "bust",
        "farkle": AWARDS,
    },
    "equal turns, penalty all": {
        "end_game": "equal_turns",
        "farkle": {"streak": 3, "penalty": "all"},
    },
    "awards, penalty below zero": {"farkle": {**STREAK, **AWARDS, "lowest_score": -100}},
    "kept turn scores, awards, penalty below zero": {
        "farkle": {**STREAK, **AWARDS, "lowest_score": -100, "keeps_turn_score": True}
    },
    "kept turn scores, awards, penalty all, exact goal": {
        "farkle": {"streak": 3, "penalty": "all", **AWARDS, "keeps_turn_score": True},
        "overshoot": "bust",
    },
    "disaster, instant win, penalty all": {
        "disaster": ("2",),
        "instant_win": ("1A",),
        "farkle": {"streak": 3, "penalty": "all"},
    },
    "first-roll penalty, penalty below zero, exact goal": {
        "farkle": {**STREAK, "first_roll_penalty": 50, "lowest_score": -100},
        "overshoot": "bust",
    },
    "first-roll penalty, take over after a farkle, final turn": {
        "farkle": {"first_roll_penalty": 100, "lowest_score": 0},
        "piggyback": "after_farkle",
        "end_game": "final_turn",
    },
    **PAID_FARKLES,
    "first-roll penalty, rounds, penalty all": {
        "farkle": {"first_roll_penalty": 50, "streak": 2, "penalty": "all"},
        "rounds": 2,
    },
    "exact goal, required": {"overshoot": "bust", "hot_dice": "required"},
    "take over after a bank, kept turn scores, final turn": {
        "piggyback": "after_bank",
        "end_game": "final_turn",
        "farkle": {"keeps_turn_score": True},
    },
    "take over after a bank, exact goal": {"piggyback": "after_bank", "overshoot": "bust"},
    "take over after a bank, opening, first-roll points": {
        "piggyback": "after_bank",
        "farkle": {"first_roll_points": 50},
        "bank": {"opening": 100},
    },
    "take over after a bank, opening, final turn": {
        "piggyback": "after_bank",
        "end_game": "final_turn",
        "bank": {"minimum": 100, "opening": 150},
    },
    "take over after a bank, penalty": {
        "piggyback": "after_bank",
        "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0},
    },
    "take over after a bank, required": {"piggyback": "after_bank", "hot_dice": "required"},
    "take over after a farkle, growing bonus": {
        "piggyback": "after_farkle",
        "hot_dice_bonus": {"points": 50, "step": 50},
    },
    "take over after a farkle, awards": {"piggyback": "after_farkle", "farkle": AWARDS},
    "take over after a farkle, final turn": {"piggyback": "after_farkle", "end_game": "final_turn"},
    "take over after a farkle, equal turns": {
        "piggyback": "after_farkle",
        "end_game": "equal_turns",
    },
    "take over after a farkle, equal turns, penalty all": {
        "goal": 100,
        "piggyback": "after_farkle",
        "end_game": "equal_turns",
        "farkle": {"streak": 2, "penalty": "all"},
    },
    "take over after a farkle, clipped penalty": {
        "piggyback": "after_farkle",
        "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0},
    },
    "take over after a farkle, penalty below zero": {
        "goal": 150,
        "piggyback": "after_farkle",
        "farkle": {**STREAK, "lowest_score": -100},
    },
    "take over after a farkle, exact goal, disaster": {
        "piggyback": "after_farkle",
        "overshoot": "bust",
        "disaster": ("2",),
    },
    "take over after a farkle, a first roll without its points": {
        "goal": 100,
        "combinations": {"AA": 200},
        "piggyback": "after_farkle",
        "end_game": "final_turn",
        "farkle": {"first_roll_points": 50},
    },
    "take over after both, three dice": {
        "dice": 3,
        "combinations": {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600)},
        "piggyback": "both",
    },
    "take over after both, growing bonus for the last die": {
        "piggyback": "both",
        "hot_dice_bonus": {"points": 50, "step": 50, "when": "last_die"},
    },
    "take over after both, final turn": {"piggyback": "both", "end_game": "final_turn"},
    "take over after both, final turn, exact goal": {
        "piggyback": "both",
        "end_game": "final_turn",
        "overshoot": "bust",
    },
    "take over after both, final turn, penalty all": {
        "goal": 150,
        "piggyback": "both",
        "end_game": "final_turn",
        "farkle": {"streak": 2, "penalty": "all"},
    },
    # the award for a first roll would overshoot, the one for a later roll would not
    "take over after both, awards, exact goal": {
        "piggyback": "both",
        "overshoot": "bust",
        "farkle": AWARDS,
    },
    "take over after both, all-dice points, exact goal": {
        "piggyback": "both",
        "overshoot": "bust",
        "farkle": {"all_dice_points": 100},
    },
    "take over after both, opening": {"piggyback": "both", "bank": {"opening": 150}},
    "take over after both, disaster, instant win": {
        "piggyback": "both",
        "disaster": ("22",),
        "instant_win": ("66",),
    },
    "beat previous, kept turn scores": {
        "bank": {"beat_previous": True},
        "farkle": {"keeps_turn_score": True},
    },
    "beat previous, exact goal": {"bank": {"beat_previous": True}, "overshoot": "bust"},
    "beat previous, penalty": {
        "bank": {"beat_previous": True},
        "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0},
    },
    "beat previous, take over after a bank": {
        "bank": {"beat_previous": True},
        "piggyback": "after_bank",
    },
    "beat previous, take over after a farkle": {
        "bank": {"beat_previous": True},
        "piggyback": "after_farkle",
    },
    "beat previous, take over after a farkle, awards, exact goal": {
        "bank": {"beat_previous": True},
        "piggyback": "after_farkle",
        "overshoot": "bust",
        "farkle": AWARDS,
    },
    "beat previous, take over after both, final turn": {
        "bank": {"beat_previous": True},
        "piggyback": "both",
        "end_game": "final_turn",
    },
    "beat previous, exact goal, points for a first farkle": {
        "dice": 3,
        "goal": 300,
        "combinations": {"AAA": 50, "2": 300, "1": 100, "4": 300},
        "set_aside": "all",
        "overshoot": "bust",
        "bank": {"opening": 77, "beat_previous": True},
        "farkle": {"first_roll_points": 100},
    },
}

RULES = {**ALONE, **TOGETHER}


def cases(names: Iterable[str], *, slow: Collection[str]) -> list[Any]:
    """Names as parameters of a test, some of them marked as slow.

    Raises:
        ValueError: for slow names that are none.
    """
    each = list(names)
    if unknown := set(slow) - set(each):
        raise ValueError(f"no such rules: {unknown}")
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in slow)) for name in each]
