"""Games that go on for very long: their length, without following every turn of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.follow import advance
from farklegen.solvers.match import length
from tests.solvers.match.oracle import solve

COIN = {"dice": 1, "combinations": {"1": 10}, "die_weights": (1, 0, 0, 0, 0, 1)}
"""One die, a coin: heads (a 1) scores 10 points, tails farkles."""


def long_game(**keys: Any) -> length.GameLength:
    solution = solve(Ruleset.model_validate({**COIN, **keys}))
    return length.game_length(solution, threads=1)


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many turns have been followed through all states of the game."""
    calls = 0

    def counted(*arguments: Any) -> float:
        nonlocal calls
        calls += 1
        return advance(*arguments)

    monkeypatch.setattr(length, "advance", counted)
    return lambda: calls // 3  # each parted by who leads


def test_five_heads_in_a_row_win(followed: Callable[[], int]) -> None:
    found = long_game(goal=50, bank={"minimum": 50})
    assert found.mean == pytest.approx(32, rel=1e-8)
    assert found.spread == pytest.approx((32 * 31) ** 0.5, rel=1e-8)
    assert found.lead_changes == 0
    assert dict(found.distribution)[500] == pytest.approx((31 / 32) ** 499 / 32, rel=1e-9)
    assert found.beyond == pytest.approx(1e-12, rel=0.04)
    assert followed() < 60


def test_what_is_left_by_a_factor_is_what_would_follow(
    followed: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"goal": 50, "bank": {"minimum": 30}, "farkle": {"streak": 1, "penalty": "all"}}
    quick, turns = long_game(**keys), followed()
    monkeypatch.setattr(length, "SETTLED", length.MOST_TURNS)
    slow = long_game(**keys)
    assert turns < 0.5 * (followed() - turns)
    assert quick.mean == pytest.approx(slow.mean, rel=1e-9)
    assert quick.spread == pytest.approx(slow.spread, rel=1e-9)
    assert quick.lead_changes == pytest.approx(slow.lead_changes, rel=1e-9)
    assert len(quick.distribution) == len(slow.distribution)
