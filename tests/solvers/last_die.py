"""A last die with a rule of its own, together with other rules."""

from __future__ import annotations

from typing import Any

LAST_DIE: dict[str, dict[str, Any]] = {
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
