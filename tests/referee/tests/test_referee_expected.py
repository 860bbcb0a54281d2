"""Expected scores worked out on paper, one rule at a time.

Most of them are about one die that is a coin: heads scores 10, tails farkles. Without further rules
R(t) = ½ · max(t + 10, R(t + 10)), so one banks the first 10 points: 5 points per turn.
"""

from __future__ import annotations

from typing import Any

import pytest

from farklegen.errors import ImpossibleStateError, UnsolvableError
from tests.referee import Position, State, expected_score
from tests.referee.games import COIN, coin, gain, game, solve, two_coins

ON, OFF = State(True, 0), State(False, 0)


def test_one_fair_die_with_one_scoring_face() -> None:
    solved = solve(game(dice=1, combinations={"1": 100}), cap=2000)
    assert solved.points_per_turn == pytest.approx(100 / 6)
    assert solved.value(ON, Position(1, 100)) == 0
    assert solved.roll_value(ON, Position(1, 100)) == pytest.approx(200 / 6 - 100)


def test_the_coin_game() -> None:
    assert gain() == pytest.approx(5)


def test_die_weights() -> None:
    # heads twice in three: R(0) = 2/3 · max(10, R(10)), R(10) = 2/3 · max(20, 2/3 · 30) = 40/3
    assert gain(die_weights=[2, 0, 0, 0, 0, 1]) == pytest.approx(80 / 9)


@pytest.mark.parametrize(("minimum", "points"), [(20, 5), (30, 3.75), (11, 5), (21, 3.75)])
def test_bank_minimum(minimum: int, points: float) -> None:
    assert gain(bank={"minimum": minimum}) == pytest.approx(points)


def test_below_a_minimum_a_value_may_be_negative() -> None:
    solved = solve(coin(bank={"minimum": 40}))
    # R(20) = ½ · ½ · 40 = 10
    assert solved.value(ON, Position(1, 20)) == pytest.approx(-10)


def test_bank_opening_makes_a_state_of_its_own() -> None:
    solved = solve(coin(bank={"opening": 30}))
    # y + 5 = ⅛ · 30 + ⅞ · y: being off the board costs 10 points, once
    assert solved.points_per_turn == pytest.approx(5)
    assert solved.relative[OFF] == pytest.approx(-10)
    assert solved.value(OFF, Position(1, 20)) == pytest.approx(0.5 * 30 + 0.5 * -10 - 20)
    assert solved.value(ON, Position(1, 20)) == 0


def test_an_opening_below_the_minimum_means_the_minimum() -> None:
    solved = solve(coin(bank={"minimum": 20, "opening": 10}))
    assert list(solved.relative) == [ON]
    assert solved.points_per_turn == pytest.approx(5)


def test_an_award_puts_the_player_on_the_board() -> None:
    # the first roll leads on the board unless it is heads, and then all the way to 30:
    # y + 9 = ½ · (8 + 0) + ½ · max over rolling on, R(10) = ¼ · 30 + ¾ · y
    solved = solve(coin(bank={"opening": 30}, farkle={"first_roll_points": 8}))
    assert solved.points_per_turn == pytest.approx(9)
    assert solved.relative[OFF] == pytest.approx((4 + 3.75 - 9) / (1 - 3 / 8))


def test_multiple_of() -> None:
    solved = solve(coin(bank={"multiple_of": 30}))
    assert solved.points_per_turn == pytest.approx(3.75)
    assert solved.value(ON, Position(1, 20)) == pytest.approx(0.5 * 30 - 20)


def test_hot_dice_required_with_one_die_never_banks() -> None:
    assert gain(hot_dice="required") == pytest.approx(0)


def test_hot_dice_required() -> None:
    solved = solve(two_coins(hot_dice="required"))
    # with a(t) for two dice, b(t) for one: a(t) = ½ max(t+10, b(t+10)) + ¼ max(t+10, a(t+20), ..)
    # a(60) = 52.5, a(40) = 38.125, a(20) = 24.53125, b(10) = ½ a(20) = 12.265625 > 10
    assert solved.roll_value(ON, Position(2, 60)) + 60 == pytest.approx(52.5)
    assert solved.value(ON, Position(2, 40)) + 40 == pytest.approx(38.125)
    assert solved.value(ON, Position(1, 10)) + 10 == pytest.approx(12.265625)
    assert solved.points_per_turn == pytest.approx(12.265625)


def test_set_aside_all() -> None:
    # R2(20) = ½ · 30 + ¼ · 40 = 25, R1(10) = ½ · 25, R2(0) = ½ · 12.5 + ¼ · 25
    assert solve(two_coins(set_aside="all")).points_per_turn == pytest.approx(12.5)
    # with hot dice required 1 1 must be rolled on: a(t) = ½ (t + 10) + ¼ a(t + 20), which
    # a(t) = 2/3 t + 100/9 solves, while from one die 10 points are banked
    solved = solve(two_coins(set_aside="all", hot_dice="required"), cap=2000)
    assert solved.roll_value(ON, Position(2, 100)) + 100 == pytest.approx(200 / 3 + 100 / 9)


def test_hot_dice_bonus_that_stays_the_same() -> None:
    # R(20) = ½ · 40 is as good as banking 20
    assert gain(hot_dice_bonus={"points": 10}) == pytest.approx(10)


def test_hot_dice_bonus_with_a_step_depends_on_the_hot_dice_so_far() -> None:
    # 20, 50, 90, ... points after 1, 2, 3 heads: R(20) = 25 > 20, R(50) = 45 < 50
    solved = solve(coin(hot_dice_bonus={"points": 10, "step": 10}), cap=1500)
    assert solved.points_per_turn == pytest.approx(12.5)
    assert solved.value(ON, Position(1, 20, 1)) == pytest.approx(5)
    assert solved.value(ON, Position(1, 20, 0)) == pytest.approx(0)


def test_hot_dice_bonus_on_the_last_die_only() -> None:
    # R1(t) = ½ (t + 110) up to t = 110; R2(80) = 75, 67.5, 60, 52.5 and R2(0) = 30 + 15
    bonus = {"points": 100, "when": "last_die"}
    assert solve(two_coins(hot_dice_bonus=bonus)).points_per_turn == pytest.approx(45)


def test_only_hot_dice_that_pay_are_counted() -> None:
    solved = solve(two_coins(hot_dice_bonus={"points": 10, "step": 10, "when": "last_die"}), 1500)
    turn = solved.turn
    assert turn.options(Position(2, 0), (1, 1)) == [Position(1, 10), Position(2, 20)]
    assert turn.options(Position(1, 10), (1,)) == [Position(2, 30, 1)]
    assert turn.options(Position(1, 40, 1), (1,)) == [Position(2, 70, 2)]


def test_first_roll_points() -> None:
    solved = solve(coin(farkle={"first_roll_points": 8}))
    assert solved.points_per_turn == pytest.approx(5 + 4)
    assert solved.roll_value(ON, Position(1, 10)) == pytest.approx(0)


def test_all_dice_points_count_after_hot_dice_too() -> None:
    # R(10) = ½ · 20 + ½ · 8 = 14, R(20) = 19
    assert gain(farkle={"all_dice_points": 8}) == pytest.approx(0.5 * 14 + 0.5 * 8)


def test_on_the_first_roll_the_larger_award_is_paid() -> None:
    # R(10) = ½ · 20 + ½ · 4 = 12
    farkle = {"first_roll_points": 8, "all_dice_points": 4}
    assert gain(farkle=farkle) == pytest.approx(0.5 * 12 + 0.5 * 8)


def test_all_dice_points_are_not_paid_for_fewer_dice() -> None:
    turn = solve(two_coins(farkle={"all_dice_points": 8, "first_roll_points": 2})).turn
    assert turn.farkle_banks(Position(1, 10)) == 0
    assert turn.farkle_banks(Position(2, 20)) == 8
    assert turn.farkle_banks(Position(2, 0)) == 8


def test_keeps_turn_score_never_stops() -> None:
    assert gain(farkle={"keeps_turn_score": True}) == pytest.approx(10)


def test_the_first_roll_pays_the_award_and_later_ones_the_kept_score() -> None:
    # R(10) = 20 as before
    assert gain(farkle={"keeps_turn_score": True, "first_roll_points": 8}) == pytest.approx(10 + 4)


def test_kept_score_and_the_award_for_all_the_dice() -> None:
    assert gain(farkle={"keeps_turn_score": True, "all_dice_points": 8}) == pytest.approx(10 + 8)


def test_a_kept_score_puts_the_player_on_the_board() -> None:
    # off the board: a first-roll farkle banks nothing. y + 10 = ½ · y + ½ · 20
    solved = solve(coin(bank={"opening": 30}, farkle={"keeps_turn_score": True}))
    assert solved.points_per_turn == pytest.approx(10)
    assert solved.relative[OFF] == pytest.approx(0)


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


def test_streak_penalty() -> None:
    # h1 + g = 5 − ½ · 6, g = 5 + ½ · h1
    solved = solve(coin(farkle={"streak": 2, "penalty": 6}))
    assert solved.points_per_turn == pytest.approx(4)
    assert solved.relative[State(True, 1)] == pytest.approx(-2)
    # after one farkle, rolling at 10 risks the penalty, too: ½ · 20 − ½ · 6
    assert solved.roll_value(State(True, 1), Position(1, 10)) == pytest.approx(-3)


def test_a_streak_of_one_costs_every_farkle() -> None:
    assert gain(farkle={"streak": 1, "penalty": 6}) == pytest.approx(2)


def test_an_award_counts_towards_the_streak() -> None:
    # every farkle banks 8 and costs 6
    farkle = {"streak": 1, "penalty": 6, "first_roll_points": 8}
    assert gain(farkle=farkle) == pytest.approx(0.5 * 10 + 0.5 * 2)


def test_streak_and_opening_together() -> None:
    solved = solve(coin(bank={"opening": 20}, farkle={"streak": 2, "penalty": 6}))
    # with z for one farkle off the board: z + 4 = ¼ · 20 + ¾ (y − 6), y + 4 = ¼ · 20 + ¾ z
    z = (1 - 4.5 + 0.75) / (1 - 9 / 16)
    assert solved.points_per_turn == pytest.approx(4)
    assert solved.relative[State(False, 1)] == pytest.approx(z)
    assert solved.relative[OFF] == pytest.approx(1 + 0.75 * z)


def test_lowest_score_the_goal_and_the_end_of_the_game_are_left_out() -> None:
    farkle = {"streak": 2, "penalty": 6, "lowest_score": 0}
    assert gain(farkle=farkle, goal=10, end_game="final_turn") == pytest.approx(4)
    assert gain(farkle=farkle, goal=10, overshoot="bust") == pytest.approx(4)


def test_a_disaster_ends_the_turn_with_nothing_and_resets_the_streak() -> None:
    # 1 scores 30, 2 is a disaster, 6 a farkle: h1 + g = 10 − 3, g = 10 + ⅓ · h1
    keys: dict[str, Any] = {"combinations": {"1": 30}, "die_weights": [1, 1, 0, 0, 0, 1]}
    solved = solve(coin(disaster=["2"], farkle={"streak": 2, "penalty": 9}, **keys))
    assert solved.points_per_turn == pytest.approx(9.25)
    assert solved.relative[State(True, 1)] == pytest.approx(-2.25)


def test_a_disaster_does_not_put_the_player_on_the_board() -> None:
    keys: dict[str, Any] = {"combinations": {"1": 30}, "die_weights": [1, 1, 0, 0, 0, 1]}
    solved = solve(coin(disaster=["2"], bank={"opening": 60}, **keys))
    # y + 10 = 1/9 · 60 + 8/9 · y
    assert solved.relative[OFF] == pytest.approx(9 * (60 / 9 - 10))


def test_a_disaster_loses_what_a_farkle_would_keep() -> None:
    # R(t) = ⅓ · max(t + 30, R(t + 30)) + ⅓ · t: rolling pays up to t = 30
    keys: dict[str, Any] = {"combinations": {"1": 30}, "die_weights": [1, 1, 0, 0, 0, 1]}
    solved = solve(coin(disaster=["2"], farkle={"keeps_turn_score": True}, **keys), cap=2000)
    assert solved.roll_value(ON, Position(1, 30)) == pytest.approx(0)
    assert solved.points_per_turn == pytest.approx(10)


def test_an_instant_win_scores_as_an_ordinary_roll() -> None:
    assert gain(instant_win=["1"]) == pytest.approx(5)
    assert gain(instant_win=["6"]) == pytest.approx(5)
    assert gain(instant_win=["1"], disaster=["1"]) == pytest.approx(5)


def test_nothing_is_hot_dice_and_not_a_farkle() -> None:
    # two dice never farkle. R2(t) = t + 30 from 30 on, R2(20) = 52.5, R1(10) = 26.25
    solved = solve(two_coins(nothing=20), cap=2000)
    assert solved.roll_value(ON, Position(2, 40)) == pytest.approx(30)
    assert solved.roll_value(ON, Position(2, 20)) == pytest.approx(32.5)
    assert solved.points_per_turn == pytest.approx(0.5 * 26.25 + 0.5 * 52.5)


def test_beating_an_opponent_is_no_rule_for_a_single_player() -> None:
    assert gain(bank={"beat_previous": True}) == pytest.approx(5)


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


def test_penalty_all_is_refused_by_name() -> None:
    with pytest.raises(UnsolvableError, match=r"farkle\.penalty"):
        expected_score(coin(farkle={"streak": 2, "penalty": "all"}), 100)


def test_dice_that_can_never_farkle_are_refused_by_name() -> None:
    with pytest.raises(UnsolvableError, match="never farkle"):
        expected_score(coin(nothing=10), 100)


def test_a_disaster_is_end_enough_for_dice_that_never_farkle() -> None:
    assert gain(nothing=10, disaster=["6"]) == pytest.approx(5)


def test_dice_and_scores_that_cannot_occur_are_refused() -> None:
    solved = solve(game(dice=2, combinations={"11": 10}, die_weights=COIN))
    with pytest.raises(ImpossibleStateError):
        solved.value(ON, Position(1, 10))
    with pytest.raises(ImpossibleStateError):
        solved.value(ON, Position(2, 5))
