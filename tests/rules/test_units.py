"""What scores are counted in."""

from __future__ import annotations

import pytest

from farklegen.rules.units import banked_unit, turn_unit, unit
from tests.rules.texts import ruleset

UNITS = [
    ("", 50, 50),
    ("nothing: 20\n", 10, 10),
    ("hot_dice_bonus: {points: 100, step: 25}\n", 25, 25),
    ("farkle: {streak: 3, penalty: 60}\n", 10, 50),
    ("farkle: {streak: 3, penalty: all}\n", 50, 50),
    ("farkle: {first_roll_points: 1}\n", 1, 50),
    ("farkle: {all_dice_points: 20}\n", 10, 50),
    ("bank: {minimum: 1, opening: 3, multiple_of: 7}\n", 50, 50),
]


@pytest.mark.parametrize(("lines", "of_scores", "of_turns"), UNITS)
def test_units(lines: str, of_scores: int, of_turns: int) -> None:
    rules = ruleset(lines)
    assert (unit(rules), turn_unit(rules)) == (of_scores, of_turns)


BANKED = [
    ("", 50),
    ("bank: {multiple_of: 100}\n", 100),
    ("bank: {multiple_of: 100}\nfarkle: {streak: 3, penalty: 250}\n", 50),
    ("bank: {multiple_of: 100}\nfarkle: {streak: 3, penalty: 500, lowest_score: -250}\n", 50),
    ("bank: {multiple_of: 100}\nfarkle: {keeps_turn_score: true}\n", 50),
]


@pytest.mark.parametrize(("lines", "of_banked"), BANKED)
def test_what_banked_scores_are_multiples_of(lines: str, of_banked: int) -> None:
    assert banked_unit(ruleset(lines)) == of_banked


def test_faces_that_do_not_score_have_no_say() -> None:
    rules = ruleset("", "goal: 5\ncombinations: {AAA: [0, 200, 300, 0, 0, 0]}\n")
    assert unit(rules) == 100
