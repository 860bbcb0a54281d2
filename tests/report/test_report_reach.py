"""What is printed beside the best chance of enough points, and in the odds."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.document import Table, as_cell


def said(rules: str, points: int, *, on_board: bool = True) -> str:
    document = api.reach(rules, points=points, off_board=not on_board).document()
    return " ".join(render(document, Page(width=200)).split())


@pytest.mark.parametrize(
    ("rules", "on_board", "least"),
    [("basic", True, 0), ("facebook", False, 300), ("patch", True, 0), ("patch", False, 500)],
)
def test_the_minimum_that_holds_is_named(rules: str, on_board: bool, least: int) -> None:
    text = said(rules, 300, on_board=on_board)
    assert ("The minimum of" in text) == bool(least)
    assert not least or f"The minimum of {least} holds" in text


def test_what_is_certain_after_several_rounds_is_100_percent() -> None:
    document = api.reach("basic", points=100, rounds=2).document()
    first = next(block for block in document.blocks if isinstance(block, Table))
    assert first.rows[1][3] == "100%"  # of 1 1 5 a one is kept, and banked
    assert as_cell(first.rows[1][1]).text == "1"


def test_odds_have_rolls_that_score_without_a_combination() -> None:
    rules = "goal: 200\ndice: 2\ncombinations: {1: 100, 5: 50}\nnothing: 100\n"
    document = api.odds(rules).document()
    first = next(block for block in document.blocks if isinstance(block, Table))
    assert [as_cell(row[0]).text for row in first.rows][-1] == "nothing at all"
