"""What a worker answers, asked in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.solvers.duel.duel import Arena
from farklegen.web.asks import Allowed, WebAsk, answer

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
        assert b"against perfect play" in answer(question, MUCH).content
