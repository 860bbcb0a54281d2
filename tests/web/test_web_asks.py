"""What a worker answers, asked in this process."""

from __future__ import annotations

import pytest

from farklegen.web.asks import Allowed, Question, answer

MUCH = Allowed(50_000, 60.0, 1.0, 1)

NO_MATCH = "dice: 2\nrounds: 2\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"
"""Rules with a card by points; their match is refused."""


@pytest.mark.parametrize("ask", ["card", "page"])
def test_rules_whose_match_is_refused_have_the_card_by_points_and_the_reason(ask: str) -> None:
    found = answer(Question(ask, (NO_MATCH,), form="html"), MUCH)
    assert b"is not solved with piggyback" in found.content
    assert b"Points per turn" in found.content
    assert found.lasting
