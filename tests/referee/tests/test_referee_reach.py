"""The best chance of N points in one turn, worked out on paper."""

from __future__ import annotations

from typing import Any

import pytest

from farklegen.errors import ImpossibleStateError
from farklegen.rules.ruleset import Ruleset
from tests.referee import Position, reach
from tests.referee.games import coin, game, two_coins


def chance(ruleset: Ruleset, points: int, position: Position | None = None, **keys: Any) -> float:
    low, high = reach(ruleset, points, position, **keys)
    assert high - low < 1e-5
    return low


def test_heads_in_a_row() -> None:
    assert [chance(coin(), n) for n in (1, 10, 11, 20, 30)] == [0.5, 0.5, 0.25, 0.25, 0.125]
    assert chance(coin(), 30, Position(1, 20)) == 0.5
    assert chance(coin(), 30, Position(1, 30)) == 1


def test_two_dice_by_the_better_choice() -> None:
    # 20 points: 1 1 at once (¼), or 1 6 (½) and heads with the die that is left (½)
    assert chance(two_coins(), 20) == 0.5
    # 30 points: 1 1 and then hot dice (¾) or the one die (½); 1 6, heads, hot dice
    assert chance(two_coins(), 30) == pytest.approx(0.25 * 0.75 + 0.5 * 0.5 * 0.75)


def test_bank_minimum_and_opening() -> None:
    assert chance(coin(bank={"minimum": 20}), 10) == 0.25
    opening = coin(bank={"opening": 30})
    assert chance(opening, 10) == 0.5
    assert chance(opening, 10, on_board=False) == 0.125


def test_multiple_of() -> None:
    assert chance(coin(bank={"multiple_of": 20}), 10) == 0.25
    assert chance(coin(bank={"multiple_of": 20}), 30) == 0.0625


def test_beat_previous() -> None:
    ruleset = coin(bank={"beat_previous": True})
    assert chance(ruleset, 10) == 0.5
    assert chance(ruleset, 10, previous=10) == 0.25
    assert chance(coin(), 10, previous=10) == 0.5


def test_hot_dice_required() -> None:
    assert chance(coin(hot_dice="required"), 10) < 1e-5
    # from two dice and 20 points: any heads will do, with one die set aside (¾); from one die and
    # 10 points: heads, and then that (⅜). 1 1 leads to the first, 1 6 to the second
    assert chance(two_coins(hot_dice="required"), 20) == pytest.approx(0.25 * 0.75 + 0.5 * 0.375)


def test_hot_dice_bonus_counts() -> None:
    assert chance(coin(hot_dice_bonus={"points": 10, "step": 10}), 50) == 0.25
    assert chance(coin(hot_dice_bonus={"points": 10, "step": 10}), 51) == 0.125


def test_awards_and_kept_scores_count_where_they_suffice() -> None:
    assert chance(coin(farkle={"first_roll_points": 8}), 8) == 1
    assert chance(coin(farkle={"first_roll_points": 8}), 9) == 0.5
    assert chance(coin(farkle={"first_roll_points": 8}), 8, Position(1, 0), taken_over=True) == 0.5
    # heads, and then either heads again or the farkle banks 10 + 5
    kept = coin(farkle={"keeps_turn_score": True, "all_dice_points": 5})
    assert chance(kept, 15) == 0.5
    assert chance(kept, 5) == 1


def test_whoever_takes_over_must_roll() -> None:
    assert chance(coin(), 10, Position(1, 10)) == 1
    assert chance(coin(), 10, Position(1, 10), taken_over=True) == 0.5


def test_a_disaster_fails_and_an_instant_win_is_an_ordinary_roll() -> None:
    keys: dict[str, Any] = {"combinations": {"1": 10, "2": 10}, "die_weights": [1, 1, 0, 0, 0, 2]}
    assert chance(coin(**keys), 10) == 0.5
    assert chance(coin(disaster=["2"], **keys), 10) == 0.25
    assert chance(coin(disaster=["2"], instant_win=["2"], **keys), 10) == 0.5


def test_nothing_counts_as_a_scoring() -> None:
    assert chance(two_coins(nothing=20), 20) == pytest.approx(0.25 + 0.25 + 0.5 * 0.5)


def test_an_exact_goal_makes_room_for_so_many_points_only() -> None:
    keys: dict[str, Any] = {"combinations": {"1": 10, "6": 20}, "overshoot": "bust"}
    # 20 points: tails, or heads and heads; heads and then tails is a farkle now
    assert chance(coin(**keys), 20, room=20) == 0.75
    assert chance(coin(**keys), 30, room=20) == 0
    assert chance(coin(hot_dice_bonus={"points": 20}, overshoot="bust"), 10, room=20) == 0
    with pytest.raises(ImpossibleStateError):
        reach(coin(**keys), 20, Position(1, 30), room=20)


def test_all_that_scores_is_judged_before_there_is_room() -> None:
    keys: dict[str, Any] = {"dice": 2, "combinations": {"1": 10}, "overshoot": "bust"}
    # of 1 1 one die alone may not be taken, and both are too much
    assert chance(coin(set_aside="all", **keys), 10, room=10) == 0.5
    assert chance(coin(**keys), 10, room=10) == 0.75


def test_an_award_past_an_exact_goal_is_not_paid() -> None:
    ruleset = coin(farkle={"first_roll_points": 20}, overshoot="bust")
    assert chance(ruleset, 10, room=20) == 1
    assert chance(ruleset, 10, room=10) == 0.5


def test_four_dice_by_counting() -> None:
    # a pair in four fair dice scores nothing but as 11; 10 points need two ones at the first roll
    ruleset = game(dice=4, combinations={"11": 10})
    assert chance(ruleset, 10) == pytest.approx(1 - (5 / 6) ** 4 - 4 * (1 / 6) * (5 / 6) ** 3)
