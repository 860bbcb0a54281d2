"""What the web application answers, asked in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import UnsolvableError
from farklegen.solvers.arena import Arena
from farklegen.web import questions
from farklegen.web.questions import WebQuestion, answer

NO_MATCH = "dice: 2\nrounds: 2\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"
"""Rules with a card by points; their match is refused."""

FALLING = "dice: 2\ngoal: 900\ncombinations: {1: 100}\nfarkle: {streak: 3, penalty: 100}\n"
"""Rules in which scores fall below zero."""


@pytest.mark.parametrize("ask", ["card", "page"])
def test_rules_whose_match_is_refused_have_the_card_by_points_and_the_reason(ask: str) -> None:
    found = answer(WebQuestion(ask, (NO_MATCH,), form="html"))
    assert b"is not solved with piggyback" in found.content
    assert b"Points per turn" in found.content


def test_a_solved_match_gives_the_card_and_leaves_no_duel_to_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    rules = ("dice: 2\ngoal: 450\ncombinations: {1: 100, 5: 50}\n",)
    every = [
        WebQuestion("table", rules, {"match": None}, "fragment"),
        WebQuestion("card", rules, form="html"),
        WebQuestion("page", rules, form="html"),
    ]
    for question in every:
        assert b"against a perfect player" not in answer(question).content
    answer(WebQuestion("match", rules))
    monkeypatch.delattr(Arena, "meet")  # every duel
    for question in every:
        assert b"against a perfect player" in answer(question).content


def test_a_match_that_is_too_large_is_refused_with_what_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(questions, "MOST_STATES", 10)
    size = r"[\d,]+ starts of turns \(at most 10\)"
    with pytest.raises(UnsolvableError, match=f"{size}. What helps: set lowest score to 0"):
        answer(WebQuestion("match", (FALLING,)))
    kept = FALLING.replace("penalty: 100", "penalty: 100, lowest_score: 0")
    with pytest.raises(UnsolvableError, match="solve it at the command line"):
        answer(WebQuestion("match", (kept,)))


def test_what_a_page_will_lack_is_said_before_the_match_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ahead() -> str:
        return answer(WebQuestion("ahead", (FALLING,), form="fragment")).content.decode()

    assert ahead().strip() == ""
    monkeypatch.setattr("farklegen.pages.data.MOST_VALUES", 1_000)
    assert "Even solved, the page to play with has no advice and no explorer" in ahead()
    assert "With lowest_score: 0 it has room" in ahead()
