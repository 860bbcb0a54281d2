"""Dice that must be rolled on, and a last die with a rule of its own, together with
other rules."""

from __future__ import annotations

from typing import Any

ROLLED_ON: dict[str, dict[str, Any]] = {
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
    "last die and hot dice required, final turn": {
        "last_die": "required",
        "hot_dice": "required",
        "goal": 150,
        "end_game": "final_turn",
    },
    "last die required and thrown again, final turn, disaster, streak": {
        "last_die": "required",
        "last_die_throws": 2,
        "end_game": "final_turn",
        "disaster": ("6",),
        "farkle": {"streak": 2, "penalty": 100, "lowest_score": 0},
    },
    "last die required, exact goal, take over after both": {
        "last_die": "required",
        "overshoot": "bust",
        "piggyback": "both",
        "goal": 250,
    },
    "last die required, growing bonus, opening": {
        "last_die": "required",
        "hot_dice_bonus": {"points": 50, "step": 50},
        "bank": {"opening": 200},
    },
}
