"""The odds against published tables and counts made by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.referee import odds
from tests.referee.games import game, published


@pytest.mark.slow
def test_published_odds_of_farkles_and_of_the_most_valuable_combination() -> None:
    sheet = published("odds")
    found = odds(sheet["rules"])
    for dice, one_in in sheet["farkle_one_in"].items():
        assert float(1 / found[dice].farkle) == pytest.approx(one_in, abs=sheet["tolerance"])
    for dice in (5, 6):
        best = found[dice].best
        for label, one_in in sheet["one_in"][dice].items():
            named = sheet["labels"][label]
            chance = sum((best.get(pattern, Fraction(0)) for pattern in named), Fraction(0))
            assert float(1 / chance) == pytest.approx(one_in, abs=sheet["tolerance"])


def test_contains_counts_every_combination_of_a_roll() -> None:
    two = odds(game(dice=2, combinations={"1": 10, "5": 5, "11": 50}))[2]
    assert two.contains == {"1": Fraction(11, 36), "5": Fraction(11, 36), "11": Fraction(1, 36)}
    # the roll 1 1 counts as 11, the rolls 1 5 as 1
    assert two.best["11"] == Fraction(1, 36)
    assert two.best["1"] == Fraction(10, 36)
    assert two.best["5"] == Fraction(9, 36)
    assert two.best["farkle"] == Fraction(16, 36)


def test_equal_points_count_for_more_dice_and_then_for_the_first_named() -> None:
    two = odds(game(dice=2, combinations={"5": 10, "1": 10, "11": 10}))[2]
    assert two.best["11"] == Fraction(1, 36)
    assert two.best["5"] == Fraction(11, 36)
    assert two.best["1"] == Fraction(8, 36)


def test_the_points_of_the_face_decide_for_a_list() -> None:
    two = odds(game(dice=2, combinations={"A": [10, 0, 0, 0, 20, 0], "1": 15}))[2]
    assert two.best == {"1": Fraction(9, 36), "A": Fraction(11, 36), "farkle": Fraction(16, 36)}


def test_wins_disasters_and_nothing_have_rows_of_their_own() -> None:
    two = odds(
        game(dice=2, combinations={"1": 10}, instant_win=["11"], disaster=["AA"], nothing=5)
    )[2]
    assert two.best == {
        "instant win": Fraction(1, 36),
        "disaster": Fraction(5, 36),
        "1": Fraction(10, 36),
        "nothing": Fraction(20, 36),
    }
    assert two.contains["1"] == Fraction(11, 36)
    assert two.farkle == 0
