"""Why a choice is the best one: `report.advise`."""

from __future__ import annotations

from typing import Any

import pytest

from farklegen import api
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.advise import advise_document

RULES = """\
goal: 3000
combinations: {{1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}}
farkle: {{{farkle}}}
"""


def why(farkle: str, **options: int) -> str:
    asked = {"turn_score": 200, "dice": 4} | options
    return api.advise(api.load(RULES.format(farkle=farkle)), **asked).why  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("farkle", "farkles", "words"),
    [
        ("streak: 3, penalty: 500", 2, "and as the 3rd in a row that costs 500 banked points"),
        ("streak: 3, penalty: 500", 1, ""),
        ("streak: 1, penalty: 50", 0, "and that costs 50 banked points"),
        (
            "streak: 2, penalty: 500, lowest_score: 0",
            1,
            "and as the 2nd in a row that costs up to 500 banked points",
        ),
    ],
)
def test_a_farkle_that_completes_the_row_costs_the_penalty(
    farkle: str, farkles: int, words: str
) -> None:
    text = why(farkle, my_farkles=farkles)
    assert "lose the 200 points" in text
    assert words in text
    assert ("banked" in text) == bool(words)


@pytest.mark.parametrize(
    ("mine", "words"),
    [(0, ""), (50, "costs 50 banked points"), (800, "costs 100 banked points")],
)
def test_no_more_is_lost_than_there_is(mine: int, words: str) -> None:
    rules = (
        "goal: 1000\ndice: 2\ncombinations: {1: 100, 5: 50}\n"
        "farkle: {streak: 2, penalty: 100, lowest_score: 0}\n"
    )
    text = api.advise(api.load(rules), mine=mine, theirs=0, my_farkles=1, turn_score=50, dice=1).why
    assert words in text
    assert ("banked" in text) == bool(words)


def test_dice_that_always_score_cannot_farkle() -> None:
    rules = f"{RULES.format(farkle='streak: null')}nothing: 500\n"
    text = api.advise(api.load(rules), dice=6).why
    assert text == "With 6 dice you cannot farkle."


@pytest.mark.parametrize(("dice", "below"), [(1, True), (6, False)])
def test_an_expected_score_below_zero_is_explained(dice: int, below: bool) -> None:
    result = api.advise("facebook", my_farkles=2, turn_score=300 if dice == 6 else 250, dice=dice)
    assert (min(option.expected_score or 0 for option in result.advice.options) < 0) == below
    text = " ".join(render(advise_document(result), Page(width=200)).split())
    assert ("Below zero: farkles in this turn" in text) == below


@pytest.mark.parametrize(
    ("rule", "shown_last"), [("hot_dice: required", False), ("last_die: required", True)]
)
def test_one_die_left_must_be_rolled_only_where_the_rules_say_so(
    rule: str, shown_last: bool
) -> None:
    rules = f"{RULES.format(farkle='streak: null')}piggyback: after_bank\n{rule}\n"
    now: tuple[Any, ...] = (
        {"inherit": (300, 2)},
        {"dice": 6, "turn_score": 300},
        {"dice": 1, "turn_score": 250},
    )
    shown = [render(advise_document(api.advise(api.load(rules), **each)), Page()) for each in now]
    assert ["One die left must be rolled." in text for text in shown] == [False, False, shown_last]


def test_advice_for_points_says_what_it_takes_to_have_happened_before_the_turn() -> None:
    rules = f"{RULES.format(farkle='streak: 3, penalty: 500')}bank: {{opening: 500}}\n"
    asked: dict[str, Any] = {"turn_score": 300, "dice": 2}
    before: dict[str, Any] = {"my_farkles": 2, "off_board": "mine"}
    for state, farkles, board in (
        (asked, 0, "on the board"),
        (asked | before, 2, "not on the board"),
    ):
        text = render(advise_document(api.advise(api.load(rules), **state)), Page())
        assert f"Farkles in a row  {farkles}\n" in text
        assert f"First bank        {board}\n" in text
    assert "First bank" not in render(advise_document(api.advise("basic", **asked)), Page())
