"""Small games for the tests of the page: with a match, turns to take over, and different dice."""

from __future__ import annotations

from typing import Any

RULES: dict[str, Any] = {
    "name": "Three dice",
    "dice": 3,
    "goal": 1000,
    "combinations": {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]},
    "bank": {"opening": 150},
    "farkle": {"streak": 2, "penalty": 100, "lowest_score": 0},
    "end_game": "final_turn",
}

TAKE_OVER: dict[str, Any] = {
    "name": "Take over",
    "dice": 2,
    "goal": 300,
    "combinations": {"1": 100, "5": 50},
    "piggyback": "after_bank",
}

OWN_DICE: dict[str, Any] = {
    "name": "Own dice",
    "die_types": {"lucky": [3, 1, 1, 1, 2, 1], "imp": {"weights": [1, 2, 1, 1, 1, 1], "joker": 1}},
    "dice": {"lucky": 1, "imp": 1, "ordinary": 1},
    "goal": 600,
    "combinations": {"1": 100, "5": 50, "AAA": 300, "AA": 50},
}
