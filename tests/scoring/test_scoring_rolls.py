"""The odds against published tables, against the referee, and against counts made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolls import CombinationOdds, DiceOdds, odds
from tests.profiles import examples
from tests.referee.games import game, published
from tests.solvers.oracle import odds_of_rolls
from tests.strategies import rulesets

SHEETS = ("odds", "odds-encyclopedia")


def line(found: DiceOdds, pattern: str) -> CombinationOdds:
    return next(one for one in found.combinations if pattern in one.patterns)


def of_dice(ruleset: Ruleset, dice: int) -> DiceOdds:
    return odds(ruleset)[dice - 1]


def labelled(sheet: dict[str, Any]) -> Ruleset:
    """The rules of a sheet, with the sheet's own words as labels."""
    names = {pattern: name for name, group in sheet["labels"].items() for pattern in group}
    rules: Ruleset = sheet["rules"]
    return rules.model_copy(update={"labels": names})


@pytest.mark.parametrize("name", SHEETS)
def test_published_odds_of_a_farkle(name: str) -> None:
    sheet = published(name)
    for dice, one_in in sheet["farkle_one_in"].items():
        found = of_dice(sheet["rules"], dice)
        assert found.rolls / found.farkle == pytest.approx(one_in, abs=sheet["tolerance"])


@pytest.mark.parametrize("name", SHEETS)
def test_published_odds_of_the_most_valuable_combination(name: str) -> None:
    sheet = published(name)
    for dice, rows in sheet["one_in"].items():
        found = of_dice(sheet["rules"], dice)
        for label, one_in in rows.items():
            best = sum(
                one.best for one in found.combinations if one.patterns[0] in sheet["labels"][label]
            )
            assert found.rolls / best == pytest.approx(one_in, abs=sheet["tolerance"])


def test_published_sheet_counts_together_what_it_labels_together() -> None:
    sheet = published("odds")
    six = of_dice(labelled(sheet), 6)
    pairs = line(six, "AABBCC")
    assert pairs.patterns == ("AABBCC", "AAAABB")
    assert pairs.label == "three_pairs"
    one_in = sheet["one_in"][6]["three_pairs"]
    assert six.rolls / pairs.best == pytest.approx(one_in, abs=sheet["tolerance"])
    # 1 and 5 have one label on the sheet, but not the same points
    assert line(six, "1").patterns == ("1",)


def test_published_counts_of_farkles() -> None:
    entry = published("farkle-counts")
    assert {o.dice: o.farkle for o in odds(entry["rules"])} == entry["farkles"]


def test_published_counts_of_scoring_rolls() -> None:
    entry = published("three-or-more")
    for dice, count in entry["scoring_rolls"].items():
        found = of_dice(entry["rules"], dice)
        assert found.rolls - found.farkle == count


@settings(max_examples=examples(15))
@given(ruleset=rulesets())
def test_odds_are_what_the_referee_counts(ruleset: Ruleset) -> None:
    odds_of_rolls(ruleset)


def test_lines_stand_in_the_order_of_the_file_and_only_where_the_dice_suffice() -> None:
    table = odds(game(dice=3, combinations={"AAA": 500, "1": 10, "12": 30}))
    assert [[o.patterns[0] for o in found.combinations] for found in table] == [
        ["1"],
        ["1", "12"],
        ["AAA", "1", "12"],
    ]


def test_patterns_of_one_label_and_equal_points_are_one_line_in_which_no_roll_counts_twice() -> (
    None
):
    labels = {"11": "pair", "AA": "pair", "1": "one"}
    found = of_dice(game(dice=2, combinations={"1": 10, "11": 30, "AA": 30}, labels=labels), 2)
    pair = line(found, "AA")
    assert (pair.patterns, pair.label, pair.points) == (("11", "AA"), "pair", 30)
    assert (pair.best, pair.contains) == (6, 6)


def test_patterns_of_other_points_or_without_a_label_stay_apart() -> None:
    labels = {"11": "pair", "AA": "pair"}
    found = of_dice(game(dice=2, combinations={"11": 40, "AA": 30}, labels=labels), 2)
    assert [(o.patterns, o.best, o.contains) for o in found.combinations] == [
        (("11",), 1, 1),
        (("AA",), 5, 6),
    ]
    found = of_dice(game(dice=2, combinations={"11": 30, "22": 30}), 2)
    assert [o.patterns for o in found.combinations] == [("11",), ("22",)]


def test_counts_stay_exact_where_weights_are_huge() -> None:
    weights = [1_000_000, 999_999, 999_998, 999_997, 999_996, 999_995]
    eight = of_dice(game(dice=8, combinations={"1": 10}, die_weights=weights), 8)
    assert eight.rolls == sum(weights) ** 8
    assert eight.farkle == (sum(weights) - weights[0]) ** 8
    assert line(eight, "1").best == eight.rolls - eight.farkle
