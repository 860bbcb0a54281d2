"""Farkles that pay, keep and cost points, together with other rules."""

from __future__ import annotations

from typing import Any

PAID_FARKLES: dict[str, dict[str, Any]] = {
    # a penalty leaves a score below zero as it is, and what is kept only fills it up to zero
    "kept turn scores, penalty all, below zero": {
        "farkle": {
            "keeps_turn_score": True,
            "streak": 1,
            "penalty": "all",
            "first_roll_penalty": 50,
            "lowest_score": -100,
        }
    },
    "kept turn scores, penalty, first-roll penalty, final turn": {
        "farkle": {
            "streak": 2,
            "penalty": 100,
            "keeps_turn_score": True,
            "first_roll_penalty": 50,
            "lowest_score": -100,
        },
        "end_game": "final_turn",
    },
    "first-roll penalty, opening": {
        "farkle": {"first_roll_penalty": 100, "lowest_score": -100},
        "bank": {"opening": 200},
    },
    "first-roll points and penalty, opening": {
        "farkle": {"first_roll_points": 100, "first_roll_penalty": 50, "lowest_score": 0},
        "bank": {"opening": 150},
    },
    # the difference of 150 fits from 50, and not from 100: then nothing is banked or lost
    "first-roll points and penalty, exact goal, streak": {
        "farkle": {
            "streak": 2,
            "penalty": 100,
            "first_roll_points": 200,
            "first_roll_penalty": 50,
            "lowest_score": -50,
        },
        "overshoot": "bust",
    },
    # after the award no die fits any more: one player waits, the other one takes all the time
    "first-roll points, exact goal, nothing fits": {
        "dice": 1,
        "combinations": {"4": 100},
        "overshoot": "bust",
        "farkle": {"first_roll_points": 150},
    },
}
