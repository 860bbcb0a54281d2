"""Small rulesets to draw, and their studies."""

from __future__ import annotations

from functools import cache

from farklegen.rules.loading import load_text
from farklegen.study.study import Study

TINY = """\
name: Tiny
goal: 800
dice: 2
combinations: {1: 100, 5: 50, 66: 250}
"""

STREAKS = """\
name: Streaks
goal: 500
dice: 2
combinations: {1: 100, 5: 50}
bank: {minimum: 50, opening: 150}
farkle: {streak: 2, penalty: 100, lowest_score: 0}
end_game: equal_turns
"""


@cache
def study(text: str = TINY) -> Study:
    return Study(load_text(text, "rules.yaml", "rules"), kept=False)
