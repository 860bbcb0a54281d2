"""`farklegen table`: the card, the full table, and what it costs."""

from __future__ import annotations

import json
from typing import Any

import pytest

RULES = "goal: 500\ndice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n"


@pytest.fixture
def table(about: Any) -> Any:
    return about("table", "tiny.yaml", RULES)


def test_a_duel_by_a_card_that_ignores_the_end_of_the_game_says_so(
    about: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel, rules = about("duel", "tiny.yaml", RULES), RULES.replace("500", "450")
    assert "ignores the end" not in duel("--me card", rules).out
    assert "ignores the end" not in duel("--me bank-at-100", rules).out
    monkeypatch.setattr("farklegen.study.study.PATIENCE", -1.0)
    said = " ".join(duel("--me card", rules).out.split())
    assert "The card played here ignores the end of the game: farklegen table --match" in said


FALLING = "farkle: {streak: 2, penalty: 100}\n"


@pytest.mark.parametrize("rules", [RULES.replace("150", "250"), RULES + FALLING])
def test_a_long_match_is_offered_and_not_begun(
    table: Any, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    with monkeypatch.context() as changed:
        changed.setattr("farklegen.study.study.PATIENCE", -1.0)
        offered = table("", rules).out
        flat = " ".join(offered.split())
        assert "This card ignores the end of the game. --match adds it; on this computer" in flat
        assert ("add lowest_score: 0 under farkle" in flat) == (FALLING in rules)
        assert "against a perfect player" not in offered
        solved = table("--match", rules).out
        assert "against a perfect player" in solved
    assert "against a perfect player" in table("", rules).out


TOO_LARGE = """\
goal: 1000000
dice: 2
combinations: {1: 10, 5: 5}
"""
"""Rules with a card, but 40,000,000,000 starts of turns."""


def test_where_the_match_is_out_of_reach_the_card_says_why(table: Any) -> None:
    done = table("--numbers all", TOO_LARGE)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(table("--quick --numbers all", TOO_LARGE).out)
    _, _, part = done.out.partition("The end of the game")
    assert "• Not worked out: " in part
    assert "40,000,000,000" in part
    assert ".." not in part
    assert "What it wins" not in part
    assert json.loads(table("--format json", TOO_LARGE).out)["price"] is None


def test_thresholds_that_harm_in_the_real_match_are_left_out(table: Any) -> None:
    # with {1: 700} and {1: 700, 2: 600}, which help without that rule, it wins 0.05% less
    rules = RULES.replace("goal: 500", "goal: 800") + "bank: {beat_previous: true}\n"
    price = json.loads(table("--format json", rules).out)["price"]
    assert (price["go_for_it"]["mine"][0], price["go_for_it"]["theirs"][0]) == (None, None)
    assert price["with_go_for_it"] == price["alone"]
