"""Rules of games that only a number of rounds ends, for the tests that take `each_rule`."""

from __future__ import annotations

from typing import Any

from tests.solvers.each_rule import STREAK

WITHOUT_GOAL: dict[str, dict[str, Any]] = {
    "rounds without a goal, first-roll penalty": {
        "goal": None,
        "rounds": 2,
        "combinations": {"1": 100, "5": 50},
        "farkle": {"first_roll_penalty": 50, **STREAK},
    },
    "rounds without a goal": {"goal": None, "rounds": 2},
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
}
"""Games that only the number of rounds ends: no policy can go for a goal in them."""
