"""Small rulesets for comparisons, and their studies."""

from __future__ import annotations

from farklegen.rules.loading import LoadedRuleset, load_text

TINY = """\
name: Tiny
goal: 500
dice: 2
combinations: {1: 100, 5: 50, 66: 150}
"""

STRICT = """\
name: Strict
goal: 500
dice: 2
combinations: {1: 100, 5: 50, 66: 1000}
bank: {minimum: 100}
farkle: {streak: 2, penalty: 50, lowest_score: 0}
end_game: final_turn
"""

TAKING = """\
name: Taking over
goal: 200
dice: 2
combinations: {1: 100, 5: 50}
piggyback: after_farkle
farkle: {streak: 2, penalty: all}
"""
"""Neither an expected score nor the length of a game."""

RULES = {"tiny": TINY, "strict": STRICT, "taking": TAKING}


def loaded(name: str) -> LoadedRuleset:
    return load_text(RULES[name], f"{name}.yaml", name)
