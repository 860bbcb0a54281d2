"""Rolls and what they score, clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

from farklegen.rules.ruleset import Ruleset
from tests.referee import Rolls
from tests.referee.games import game, on_paper, published
from tests.referee.rolls import spellings, spellings_with_letter


def scorings(ruleset: Ruleset, *roll: int) -> set[tuple[int, int]]:
    return {(each.dice, each.points) for each in Rolls(ruleset).scorings(roll)}


def test_letters_are_any_faces_but_those_of_other_signs() -> None:
    assert spellings("AA") == {(f, f) for f in range(1, 7)}
    assert spellings("1AA") == {(1, f, f) for f in range(2, 7)}
    counts = {"AABBCC": 20, "AAAABB": 30, "11AABB": 10}
    assert {pattern: len(spellings(pattern)) for pattern in counts} == counts
    assert spellings("1A2B") == spellings("AB21")
    assert spellings_with_letter("1AA", 1) == set()
    assert spellings_with_letter("1AA", 4) == {(1, 4, 4)}


def test_the_rolls_of_fair_dice() -> None:
    rolls = Rolls(game(dice=2, combinations={"1": 1})).of(2)
    assert len(rolls) == 21
    assert dict(rolls)[(1, 2)] == Fraction(1, 18)
    assert sum(p for _, p in rolls) == 1


def test_weighted_dice_never_show_a_face_of_no_weight() -> None:
    rolls = Rolls(game(dice=2, combinations={"1": 1}, die_weights=[1, 0, 0, 0, 0, 2])).of(2)
    assert rolls == [((1, 1), Fraction(1, 9)), ((1, 6), Fraction(4, 9)), ((6, 6), Fraction(4, 9))]


PAPER = on_paper("rolls")


@pytest.mark.parametrize("name", PAPER)
def test_scorings_by_clause(name: str) -> None:
    case = PAPER[name]
    assert scorings(case["rules"], *case["roll"]) == {tuple(pair) for pair in case["scores"]}


def test_an_instant_win_is_looked_at_before_a_disaster_and_before_scoring() -> None:
    ruleset = game(dice=2, combinations={"1": 100}, instant_win=["AA"], disaster=["22", "16"])
    rolls = Rolls(ruleset)
    assert rolls.kind((2, 2)) == "instant win"
    assert rolls.kind((1, 6)) == "disaster"
    assert rolls.kind((1, 5)) == "ordinary"
    assert rolls.kind((5, 6)) == "farkle"


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5, 6])
def test_facebook_style_rolls_have_a_chance_of_one_together(dice: int) -> None:
    assert sum(p for _, p in Rolls(published("zilch")["rules"]).of(dice)) == 1
