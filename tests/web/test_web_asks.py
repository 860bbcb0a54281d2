"""What a worker answers, asked in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import UnsolvableError
from farklegen.solvers.duel.duel import Arena
from farklegen.web.asks import Allowed, WebAsk, answer, memory_words

MUCH = Allowed(50_000, 60.0, 1.0, 1)

NO_MATCH = "dice: 2\nrounds: 2\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"
"""Rules with a card by points; their match is refused."""


@pytest.mark.parametrize("ask", ["card", "page"])
def test_rules_whose_match_is_refused_have_the_card_by_points_and_the_reason(ask: str) -> None:
    found = answer(WebAsk(ask, (NO_MATCH,), form="html"), MUCH)
    assert b"is not solved with piggyback" in found.content
    assert b"Points per turn" in found.content
    assert found.lasting


def test_a_solved_match_leaves_no_duel_to_those_who_answer_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    rules = ("dice: 2\ngoal: 450\ncombinations: {1: 100, 5: 50}\n",)
    answer(WebAsk("match", rules), MUCH)
    monkeypatch.delattr(Arena, "meet")  # every duel
    for question in (
        WebAsk("table", rules, {"match": True}, "fragment"),
        WebAsk("card", rules, form="html"),
        WebAsk("page", rules, form="html"),
    ):
        assert b"against a perfect player" in answer(question, MUCH).content


FALLING = "dice: 2\ngoal: 900\ncombinations: {1: 100}\nfarkle: {streak: 3, penalty: 100}\n"
"""Rules in which scores fall below zero."""

KEPT = FALLING.replace("penalty: 100", "penalty: 100, lowest_score: 0")


def test_a_refusal_for_memory_names_scores_below_zero_only_if_there_are_some() -> None:
    falls, kept = (memory_words(WebAsk("match", (rules,)), 1.5) for rules in (FALLING, KEPT))
    assert falls == (
        "Not enough memory for these rules: scores below zero make many more positions. "
        "Set lowest score to 0, or start the server with --memory 5000"
    )
    assert kept == ("Not enough memory for these rules. Start the server with --memory 5000")
    assert "a machine with more memory" in memory_words(WebAsk("match", (KEPT,)), 1e6)
    assert memory_words(WebAsk("match", ("[" * 5000,)), 1.5).startswith("Not enough memory")


@pytest.mark.parametrize(
    ("allowed", "helps"),
    [
        (MUCH._replace(seconds=1e-9), "set lowest score to 0, or start the server with --minutes"),
        (MUCH._replace(gigabytes=1e-9), "set lowest score to 0, or start the server with --memory"),
    ],
)
def test_a_match_that_is_too_large_says_what_helps(allowed: Allowed, helps: str) -> None:
    with pytest.raises(UnsolvableError, match=helps):
        answer(WebAsk("match", (FALLING,)), allowed)


def test_what_a_page_will_lack_is_said_before_the_match_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ahead() -> str:
        return answer(WebAsk("ahead", (FALLING,), form="fragment"), MUCH).content.decode()

    assert ahead().strip() == ""
    monkeypatch.setattr("farklegen.pages.data.MOST_VALUES", 1_000)
    assert "Even solved, the page to play with has no advice and no explorer" in ahead()
    assert "With lowest_score: 0 it has room" in ahead()


def test_the_card_is_that_of_the_match_as_soon_as_it_is_solved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    ask = WebAsk("table", (KEPT,), {"match": None}, "fragment")
    before = answer(ask, MUCH)
    assert b"against a perfect player" not in before.content
    assert not before.lasting
    answer(WebAsk("match", (KEPT,)), MUCH)
    after = answer(ask, MUCH)
    assert b"against a perfect player" in after.content
    assert after.lasting
