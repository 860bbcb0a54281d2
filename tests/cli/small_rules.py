"""Rules whose matches are solved in a moment; each says what is in them."""

from __future__ import annotations

SHORT = "tests/cli/data/short.yaml"

STREAKS = """\
goal: 300
dice: 2
combinations: {1: 100, 5: 50}
bank: {opening: 100}
farkle: {streak: 2, penalty: 50, lowest_score: 0}
end_game: equal_turns
"""
"""Rules in which nearly everything about a match state matters."""

PIGGYBACK = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50}
bank: {minimum: 100, beat_previous: true}
piggyback: after_bank
"""

GROWING = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50}
hot_dice_bonus: {points: 0, step: 50}
"""

EXACT = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50, 44: 50}
hot_dice: required
overshoot: bust
instant_win: [66]
disaster: [33]
"""
