"""What is said beside the best chance of enough points."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.document import Table, as_cell
from farklegen.report.odds import reach_document


def said(rules: str, points: int, *, on_board: bool = True) -> str:
    document = reach_document(api.reach(rules, points=points, off_board=not on_board))
    return " ".join(render(document, Page(width=200)).split())


@pytest.mark.parametrize(
    ("rules", "points", "on_board", "words"),
    [
        ("basic", 250, True, ""),
        ("facebook", 350, True, "The minimum of 300 holds."),
        ("facebook", 350, False, "The minimum of 300 holds."),
        ("facebook", 250, True, "cannot be banked, so 250 or more means 300 or more."),
        ("patch", 300, True, "a first bank needs more (off_board)."),
        ("patch", 300, False, "The opening minimum of 500 holds: a turn that brings fewer points"),
    ],
)
def test_the_minimum_that_holds_is_told(
    rules: str, points: int, on_board: bool, words: str
) -> None:
    text = said(rules, points, on_board=on_board)
    assert words in text
    assert ("minimum" in text or "off_board" in text) == bool(words)


def test_what_is_certain_after_several_rounds_is_100_percent() -> None:
    document = reach_document(api.reach("basic", points=100, rounds=2))
    first = next(block for block in document.blocks if isinstance(block, Table))
    assert first.rows[1][3] == "100%"  # of 1 1 5 a one is kept, and banked
    assert as_cell(first.rows[1][1]).text == "1"
