"""The card, what is said about it, and a comparison name the same turn scores to bank from."""

from __future__ import annotations

import re

import pytest

from farklegen import api
from farklegen.cards.card import Analysis
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.compare import bank_lines
from farklegen.report.document import Table, as_cell
from farklegen.report.table import card_blocks, table_document

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
    return api.full_table(extra if ":" not in extra else api.load(BASIC + extra))


def banks(result: Analysis) -> dict[str, str]:
    """The last row of the card's first table, by number of dice."""
    table = next(block for block in card_blocks(result, result.card.tables[0], 0))
    assert isinstance(table, Table)
    heads = [column.header for column in table.columns]
    rows = {as_cell(row[0]).text: [as_cell(cell).text for cell in row] for row in table.rows}
    return dict(zip(heads[1:], rows["bank"][1:], strict=True))


@pytest.mark.parametrize("name", MINIMUMS)
def test_nobody_is_told_to_bank_less_than_the_minimum(name: str) -> None:
    result = analysed(name)
    minimum = result.loaded.ruleset.bank.minimum
    for cell in banks(result).values():
        first = cell.split(" ")[0].split("+")[0].replace(",", "")
        assert first in ("", "never") or int(first) >= minimum


def test_a_card_says_never_where_it_never_banks_and_no_worth_past_the_goal() -> None:
    """With five dice that is from 2,400 on worth 50, and banked from 3,050."""
    result = api.full_table(
        "goal: 2000\nbank: {minimum: 150}\ncombinations: {1: 100, 5: 50, AAAA: 1000, 123456: 1500,"
        " AAA: [1000, 200, 300, 400, 500, 600]}\n"
    )
    told = {banks(result)[dice] for dice in ("6 dice", "5 dice")}
    assert told == {"never"}
    (table,) = (b for b in card_blocks(result, result.card.tables[0], 0) if isinstance(b, Table))
    cells = [[as_cell(cell).text for cell in row] for row in table.rows]
    assert [row[0] for row in cells if "never" in row] == ["bank"]
    assert all(any(row[1:]) for row in cells)


def test_dice_that_come_up_above_the_table_alone_are_on_the_card() -> None:
    """Kept turn scores make what rolling brings the same from 50 on: the table ends below 100,
    and two dice left have 100 at least."""
    kept = "farkle: {all_dice_points: 100, keeps_turn_score: true}\n"
    scored = "combinations: {1: 100, 5: 50, 666: 600, AAAA: 1000, AABB: 300}\n"
    result = api.full_table(f"goal: 800\ndice: 4\n{scored}{kept}")
    table = next(block for block in card_blocks(result, result.card.tables[0], 0))
    assert isinstance(table, Table)
    heads = [column.header for column in table.columns]
    assert heads == ["worth", "4 dice", "3 dice", "2 dice", "1 die"]
    # with one die a one or a five make hot dice, anything else keeps what there is
    fresh = result.expected.points_per_turn
    one = (150 + 2 * fresh) / 6
    assert re.search(rf"100 and more {fresh:.2f} \S+ \S+ {one:.2f} ", words(result, full=True))


PENALTY = "bank: {minimum: 300}\nfarkle: {streak: 1, penalty: 5000}\n"


def words(result: Analysis, *, full: bool = False) -> str:
    return " ".join(render(table_document(result, full=full), Page(width=200)).split())


def test_no_turn_score_is_past_the_goal() -> None:
    result = api.full_table(api.load(BASIC + PENALTY))
    assert banks(result)["6 dice"] == "never"
    told = words(result)
    assert "+150 300+" in told
    assert "5,0" not in told.replace("5,000+", "")
    comparison = api.compare([result.loaded, "basic"], quick=True)
    assert comparison.values("bank_from_6_dice") == (None, None)
    assert {line.name: line.texts for line in bank_lines(comparison)}["bank with 6 dice from"] == (
        "never",
        "never",
    )


@pytest.mark.parametrize("name", ["split", "opening", "facebook"])
def test_where_the_card_banks_as_the_best_play_does_nothing_else_is_said(name: str) -> None:
    result = analysed(name)
    comparison = api.compare([result.loaded, "basic"], quick=True)
    best = {line.name: line.texts[0] for line in bank_lines(comparison)}
    for dice, cell in banks(result).items():
        assert best[f"bank with {dice} from"] == cell
