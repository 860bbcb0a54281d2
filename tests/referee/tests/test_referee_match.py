"""Chances to win a match of two, worked out on paper, one rule at a time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee import Match, Position, Table
from tests.referee.games import coin, number, on_paper

CASES = on_paper("matches")


def at(mine: int = 0, theirs: int = 0, **known: Any) -> dict[str, Any]:
    """The start of a turn; `roll` and `bank` are dice and turn scores of its middle."""
    return {"at": (mine, theirs), **known}


def chance(match: Match, asked: dict[str, Any]) -> float | None:
    known = {"at": (0, 0), "on_board": (True, True), "farkles": (0, 0), **asked}
    scores, inherit = tuple(known.pop("at")), known.pop("inherit", None)
    roll, bank, _ = known.pop("roll", None), known.pop("bank", None), known.pop("wins", None)
    if scores[1] >= match.goal:
        known |= {"left": 1, "top": frozenset([1])}
    known |= {"on_board": tuple(known["on_board"]), "inherit": inherit and Position(*inherit)}
    table = Table(scores, **known)
    if bank is not None:
        return match.banking(table, Position(*bank))
    return match.win_probability(table) if roll is None else match.rolling(table, Position(*roll))


SLOW = ("hot-dice bonus", "hot-dice bonus on the last die")


@pytest.mark.parametrize(
    "rule",
    [pytest.param(rule, marks=pytest.mark.slow) if rule in SLOW else rule for rule in CASES],
)
def test_chances_worked_out_on_paper(rule: str) -> None:
    match = Match(CASES[rule]["rules"], far=True)
    assert match.settled
    for each in CASES[rule]["chances"]:
        assert chance(match, each) == pytest.approx(number(each["wins"]), abs=1e-11), each


def test_what_may_not_be_banked_has_no_chance() -> None:
    for ruleset, score in (
        (coin(goal=20), 0),
        (coin(goal=20, bank={"minimum": 30}), 20),
        (coin(goal=20, bank={"multiple_of": 20}), 30),
        (coin(goal=10, hot_dice="required"), 10),
    ):
        assert chance(Match(ruleset), at(bank=(1, score))) is None


def test_only_the_farkle_that_completes_the_streak_costs() -> None:
    # heads wins; the first farkle only counts, the second one costs ten points
    match = Match(coin(goal=10, farkle={"streak": 2, "penalty": 10, "lowest_score": -10}))
    fresh, first, second, lower, banked = (
        chance(match, asked) or 0.0
        for asked in (
            at(), at(farkles=(1, 0)), at(farkles=(0, 1)), at(0, -10),
            at(-10, 0, farkles=(1, 0), bank=(1, 10)),
        )
    )  # fmt: skip
    assert fresh == pytest.approx(0.5 + 0.5 * (1 - second), abs=1e-11)
    assert first == pytest.approx(0.5 + 0.5 * (1 - lower), abs=1e-11)
    assert banked == pytest.approx(1 - fresh, abs=1e-11)  # and the count starts again


def test_a_turn_score_past_an_exact_goal_cannot_be_taken_over() -> None:
    match = Match(coin(goal=20, overshoot="bust", piggyback="both"))
    past, none, fits, fresh = (
        chance(match, each) or 0.0
        for each in (
            at(10, 0, inherit=Position(1, 20)),
            at(10, 0),
            at(inherit=Position(1, 10)),
            at(),
        )
    )
    assert past == none
    assert fits > fresh
