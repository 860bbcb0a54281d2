"""Why a choice is the best one: `report.advise`."""

from __future__ import annotations

from typing import Any

import pytest

from farklegen import api
from farklegen.render.registry import Page
from farklegen.render.text import render

RULES = """\
goal: 3000
combinations: {{1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}}
farkle: {{{farkle}}}
"""


def why(farkle: str, **options: int) -> str:
    asked = {"turn_score": 200, "dice": 4} | options
    return api.advise(api.load(RULES.format(farkle=farkle)), **asked).why  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("farkle", "farkles", "costs"),
    [
        ("streak: 3, penalty: 500", 2, "costs 500 of your banked points"),
        ("streak: 3, penalty: 500", 1, ""),
        ("streak: 1, penalty: 50, lowest_score: 0", 0, "costs up to 50 of your banked points"),
    ],
)
def test_a_farkle_that_completes_the_row_costs_the_penalty(
    farkle: str, farkles: int, costs: str
) -> None:
    text = why(farkle, my_farkles=farkles)
    assert "lose the 200 points" in text
    assert costs in text
    assert ("banked" in text) == bool(costs)


def test_advice_for_points_says_what_it_takes_to_have_happened_before_the_turn() -> None:
    rules = f"{RULES.format(farkle='streak: 3, penalty: 500')}bank: {{opening: 500}}\n"
    asked: dict[str, Any] = {"turn_score": 300, "dice": 2}
    before: dict[str, Any] = {"my_farkles": 2, "off_board": "mine"}
    for state, farkles, board in (
        (asked, 0, "on the board"),
        (asked | before, 2, "not on the board"),
    ):
        text = render(api.advise(api.load(rules), **state).document(), Page())
        assert f"Farkles in a row  {farkles}\n" in text
        assert f"First bank        {board}\n" in text
    assert "First bank" not in render(api.advise("basic", **asked).document(), Page())
