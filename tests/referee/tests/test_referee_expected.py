"""Expected scores worked out on paper, where situations of a turn are told apart.

Most of them are about one die that is a coin: heads scores 10, tails farkles. Without further rules
R(t) = ½ · max(t + 10, R(t + 10)), so one banks the first 10 points: 5 points per turn. What each
rule is worth by itself is in `test_solvers_rules.py`, for the referee and for the solver.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee import Position, State, expected_score
from tests.referee.games import coin, gain, solve, two_coins

ON, OFF = State(True, 0), State(False, 0)


def test_bank_opening_makes_a_state_of_its_own() -> None:
    solved = solve(coin(bank={"opening": 30}))
    # y + 5 = ⅛ · 30 + ⅞ · y: being off the board costs 10 points, once
    assert solved.points_per_turn == pytest.approx(5)
    assert solved.relative[OFF] == pytest.approx(-10)
    assert solved.value(OFF, Position(1, 20)) == pytest.approx(0.5 * 30 + 0.5 * -10 - 20)
    assert solved.value(ON, Position(1, 20)) == 0


def test_an_award_puts_the_player_on_the_board() -> None:
    # the first roll leads on the board unless it is heads, and then all the way to 30:
    # y + 9 = ½ · (8 + 0) + ½ · max over rolling on, R(10) = ¼ · 30 + ¾ · y
    solved = solve(coin(bank={"opening": 30}, farkle={"first_roll_points": 8}))
    assert solved.points_per_turn == pytest.approx(9)
    assert solved.relative[OFF] == pytest.approx((4 + 3.75 - 9) / (1 - 3 / 8))


def test_hot_dice_bonus_with_a_step_depends_on_the_hot_dice_so_far() -> None:
    # 20, 50, 90, ... points after 1, 2, 3 heads: R(20) = 25 > 20, R(50) = 45 < 50
    solved = solve(coin(hot_dice_bonus={"points": 10, "step": 10}), cap=1500)
    assert solved.points_per_turn == pytest.approx(12.5)
    assert solved.value(ON, Position(1, 20, 1)) == pytest.approx(5)
    assert solved.value(ON, Position(1, 20, 0)) == pytest.approx(0)


def test_only_hot_dice_that_pay_are_counted() -> None:
    solved = solve(two_coins(hot_dice_bonus={"points": 10, "step": 10, "when": "last_die"}), 1500)
    turn = solved.turn
    assert turn.options(Position(2, 0), (1, 1)) == [Position(1, 10), Position(2, 20)]
    assert turn.options(Position(1, 10), (1,)) == [Position(2, 30, 1)]
    assert turn.options(Position(1, 40, 1), (1,)) == [Position(2, 70, 2)]


def test_all_dice_points_are_not_paid_for_fewer_dice() -> None:
    turn = solve(two_coins(farkle={"all_dice_points": 8, "first_roll_points": 2})).turn
    assert turn.farkle_banks(Position(1, 10)) == 0
    assert turn.farkle_banks(Position(2, 20)) == 8
    assert turn.farkle_banks(Position(2, 0)) == 8


def test_the_bounds_hold_when_the_turn_is_cut_short() -> None:
    # a turn that keeps its score is worth 10 more than its score wherever it stands
    solved = expected_score(coin(farkle={"keeps_turn_score": True}), 20)
    assert solved.low.points_per_turn == pytest.approx(0.25 * 20 + 0.25 * 10)
    assert solved.high.points_per_turn >= 10
    for bonus in ({"points": 10}, {"points": 10, "step": 10}):
        early = expected_score(coin(hot_dice_bonus=bonus), 20)
        exact = gain(hot_dice_bonus=bonus, cap=1500)
        assert early.low.points_per_turn <= exact + 1e-9
        assert early.high.points_per_turn >= exact - 1e-9


def test_streak_and_opening_together() -> None:
    solved = solve(coin(bank={"opening": 20}, farkle={"streak": 2, "penalty": 6}))
    # with z for one farkle off the board: z + 4 = ¼ · 20 + ¾ (y − 6), y + 4 = ¼ · 20 + ¾ z
    z = (1 - 4.5 + 0.75) / (1 - 9 / 16)
    assert solved.points_per_turn == pytest.approx(4)
    assert solved.relative[State(False, 1)] == pytest.approx(z)
    assert solved.relative[OFF] == pytest.approx(1 + 0.75 * z)


def test_a_disaster_does_not_put_the_player_on_the_board() -> None:
    keys: dict[str, Any] = {"combinations": {"1": 30}, "die_weights": [1, 1, 0, 0, 0, 1]}
    solved = solve(coin(disaster=["2"], bank={"opening": 60}, **keys))
    # y + 10 = 1/9 · 60 + 8/9 · y
    assert solved.relative[OFF] == pytest.approx(9 * (60 / 9 - 10))


def test_taking_over_competes_with_a_fresh_turn() -> None:
    solved = solve(two_coins(piggyback="after_bank"))
    assert solved.points_per_turn == pytest.approx(12.5)
    assert solved.takes_over(ON, Position(2, 20))
    assert not solved.takes_over(ON, Position(1, 10))  # ½ · max(20, R2(20) = 25) is 12.5 as well


def test_a_turn_taken_over_has_no_first_roll() -> None:
    solved = solve(coin(piggyback="both", farkle={"first_roll_points": 18}))
    # fresh: ½ · 10 + ½ · 18 = 14; taking over 10 points: ½ · 20, 20 points: ½ · 30
    assert solved.points_per_turn == pytest.approx(14)
    assert not solved.takes_over(ON, Position(1, 0))
    assert not solved.takes_over(ON, Position(1, 10))
    assert solved.takes_over(ON, Position(1, 20))
