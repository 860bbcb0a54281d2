"""How fast sweeps converge, how much is done, and how long games take."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from farklegen.core.arrays import Floats
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel import length
from farklegen.solvers.duel.table import Table, contraction
from farklegen.solvers.progress import NEARLY, Estimate, WholeShare, WorkPart
from tests.rules.texts import ruleset
from tests.shared import solve_match
from tests.solvers.each_rule import PLAIN, RULES
from tests.solvers.game.oracle import solve

SLOW = [1e-9 * 0.95**sweep for sweep in range(12)]


@pytest.mark.parametrize(
    ("changes", "low", "high"),
    [
        ([0.1**sweep for sweep in range(6)], 0.099, 0.101),
        ([*SLOW, SLOW[-1] / 2, SLOW[-1] / 4], 0.75, 1.0),  # two good sweeps hide no slow ones
        ([*(0.1**sweep for sweep in range(8)), 0.9e-7], 0.899, 0.901),  # the last one counts
    ],
)
def test_the_factor_by_which_sweeps_shrink(changes: list[float], low: float, high: float) -> None:
    assert low < contraction(changes) < high


def test_the_share_of_a_match_of_several_sweeps_comes_to_its_end() -> None:
    shares: list[float] = []
    rules = ruleset("farkle: {streak: 2, penalty: 200}\n").model_copy(update={"goal": 3000})
    solved = solve_match(rules, threads=1, progress=lambda share, _: shares.append(share))
    assert solved.certificate.sweeps > 2
    assert shares == sorted(shares)
    assert max(b - a for a, b in pairwise([0.0, *shares, 1.0])) < 0.15


@pytest.mark.parametrize("piggyback", ["after_bank", "both"])
def test_the_share_of_a_match_with_turns_taken_over_comes_to_its_end(piggyback: str) -> None:
    shares: list[float] = []
    rules = ruleset(f"piggyback: {piggyback}\n").model_copy(update={"goal": 1000})
    solve_match(rules, threads=1, progress=lambda share, _: shares.append(share))
    assert shares == sorted(shares)
    assert 0.9 < max(shares) <= 1.0


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("every farkle costs", 6),
        ("first-roll penalty with a lowest score", 6),
        ("streak with a floor of the solver", 9),
    ],
)
def test_what_sweeps_to_come_will_change_is_predicted(name: str, most: int) -> None:
    assert solve(Ruleset.model_validate({**PLAIN, **RULES[name]})).certificate.sweeps <= most


COIN = {"dice": 1, "combinations": {"1": 10}, "die_weights": (1, 0, 0, 0, 0, 1)}
"""One die, a coin: heads (a 1) scores 10 points, tails farkles."""


def long_game(**keys: Any) -> length.GameLength:
    solution = solve(Ruleset.model_validate({**COIN, **keys}))
    return length.game_length(solution, threads=1)


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many turns have been followed through all states of the game."""
    calls, follow = 0, Table.after_a_turn

    def counted(*arguments: Any) -> Floats:
        nonlocal calls
        calls += 1
        return follow(*arguments)

    monkeypatch.setattr(Table, "after_a_turn", counted)
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


SOLVE, SEARCH = "solving the match", "looking for cards"


def test_parts_count_by_their_seconds_and_the_share_never_falls() -> None:
    whole = WholeShare("working")
    whole.expect(Estimate((WorkPart(SOLVE, 10.0), WorkPart(SEARCH, 30.0), WorkPart(SOLVE, 40.0))))
    shares = []
    for fraction, doing in (
        (0.5, SOLVE), (0.2, SOLVE), (0.9, "looking elsewhere"), (0.0, SEARCH), (0.5, SEARCH),
        (0.5, SOLVE), (7.0, SOLVE),
    ):  # fmt: skip
        whole(fraction, doing)
        assert whole.doing == doing
        shares.append(whole.share)
    assert shares == pytest.approx([5 / 80, 5 / 80, 5 / 80, 10 / 80, 25 / 80, 60 / 80, NEARLY])


def test_without_an_estimate_the_share_is_that_of_what_is_done_now() -> None:
    whole = WholeShare("working")
    for fraction, doing, share in (
        (-0.5, "a", 0.0), (0.6, "a", 0.6), (0.4, "a", 0.6), (0.1, "b", 0.1)
    ):  # fmt: skip
        whole(fraction, doing)
        assert whole.share == share
