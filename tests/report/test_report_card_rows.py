"""The card, what is said about it, and a comparison name the same turn scores to bank from."""

from __future__ import annotations

import re

import pytest

from farklegen import api
from farklegen.cards.card import Analysis
from farklegen.cards.ladder import CardWay
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.card import CardResult
from farklegen.report.screen import grids_of
from farklegen.rules.words import dice_words

BASIC = "goal: 5000\ncombinations: {1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}\n"
MINIMUMS = {
    "split": "bank: {minimum: 300}\n",
    "opening": "bank: {minimum: 300, opening: 500}\n",
    "low": "bank: {minimum: 150}\nhot_dice: required\n",
    "multiple": "bank: {minimum: 250, multiple_of: 100}\n",
    "facebook": "facebook",
}


def analysed(name: str) -> Analysis:
    extra = MINIMUMS[name]
    return api.studies([extra if ":" not in extra else api.load(BASIC + extra)])[0].analysis


def banks(result: Analysis) -> dict[str, str]:
    """From where the first grid of the full table says BANK, by number of dice."""
    grid = next(grids_of(result, CardWay(result.card.tables)))
    found = dict.fromkeys(map(dice_words, grid.dice), "never")
    for row in reversed(grid.rows):
        if row.start is not None:
            for dice, box in zip(grid.dice, row.boxes, strict=True):
                if box is None:
                    found[dice_words(dice)] = f"{row.start:,}"
    return found


@pytest.mark.parametrize("name", MINIMUMS)
def test_nobody_is_told_to_bank_less_than_the_minimum(name: str) -> None:
    result = analysed(name)
    minimum = result.loaded.ruleset.bank.minimum
    starts = [start for start in banks(result).values() if start != "never"]
    assert starts
    assert all(int(start.replace(",", "")) >= minimum for start in starts)


def test_dice_that_come_up_above_the_table_alone_are_on_the_card() -> None:
    """Kept turn scores make what rolling brings the same from 50 on: the table ends below 100,
    and two dice left have 100 at least."""
    kept = "farkle: {all_dice_points: 100, keeps_turn_score: true}\n"
    scored = "combinations: {1: 100, 5: 50, 666: 600, AAAA: 1000, AABB: 300}\n"
    result = api.studies([f"goal: 800\ndice: 4\n{scored}{kept}"])[0].analysis
    assert list(banks(result)) == ["4 dice", "3 dice", "2 dice", "1 die"]
    # with one die a one or a five make hot dice, anything else keeps what there is
    fresh = result.expected.points_per_turn
    one = (150 + 2 * fresh) / 6
    assert re.search(rf"100 {fresh:.2f} \S+ \S+ {one:.2f} ", words(result, full=True))


PENALTY = "bank: {minimum: 300}\nfarkle: {streak: 1, penalty: 5000}\n"


def words(result: Analysis, *, full: bool = False) -> str:
    return " ".join(render(CardResult(result, full=full).document(), Page(width=200)).split())


def test_no_turn_score_is_past_the_goal() -> None:
    result = api.studies([BASIC + PENALTY])[0].analysis
    assert banks(result)["6 dice"] == "never"
    assert "5,0" not in words(result).replace("5,000+", "")
    comparison = api.compare([result.loaded, "basic"], quick=True)
    assert comparison.values("bank_from_6_dice") == (None, None)
