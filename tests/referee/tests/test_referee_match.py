"""Chances to win a match of two, worked out on paper, one rule at a time.

Most of them are about one die that is a coin: heads scores 10, tails farkles. W(m, o) is the chance
of the player to move with m points against o; what the opponent has left is taken from 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee import Match, MatchState
from tests.referee.games import coin, two_coins


def wins(match: Match, mine: int = 0, theirs: int = 0, **keys: Any) -> float:
    return match.win_probability(MatchState(mine, theirs, **keys))


def start(match: Match) -> float:
    assert match.bounds(match.start()).high - match.bounds(match.start()).low < 1e-11
    return match.win_probability(match.start())


def near(chance: float | list[float]) -> Any:
    return pytest.approx(chance, abs=1e-11)


def last(ruleset_keys: dict[str, Any], theirs: int, dice: int = 1) -> float:
    """The last turn of a player with nothing."""
    ruleset = coin(**{"dice": dice, "end_game": "final_turn", "goal": 20, **ruleset_keys})
    return wins(Match(ruleset), 0, theirs)


def test_whoever_throws_heads_first_wins() -> None:
    # W = ½ + ½ (1 − W)
    assert start(Match(coin(goal=10))) == near(2 / 3)


def test_a_goal_between_two_scores_is_rounded_up() -> None:
    assert start(Match(coin(goal=1))) == near(2 / 3)
    assert start(Match(coin(goal=11))) == near(4 / 7)


def test_die_weights() -> None:
    assert start(Match(coin(goal=10, die_weights=[1, 0, 0, 0, 0, 2]))) == near(3 / 5)


def test_two_heads_are_thrown_in_one_turn_rather_than_banked() -> None:
    # W(10,10) = 2/3, x = W(10,0) = 1 − y/2, y = W(0,10) = ¼ + ¾ (1 − x): 4/5 and 2/5
    # z = W(0,0) = ½ · (½ + ½ (1 − z)) + ½ (1 − z); banking 10 is worth 1 − y = 3/5 < 5/7
    match = Match(coin(goal=20))
    assert start(match) == near(4 / 7)
    assert [wins(match, 10, 10), wins(match, 10, 0), wins(match, 0, 10)] == near([2 / 3, 0.8, 0.4])
    assert match.banking(MatchState(0, 0), 1, 10) == near(3 / 5)
    assert match.rolling(MatchState(0, 0), 1, 10) == near(5 / 7)
    assert match.banking(MatchState(0, 0), 1, 0) is None


def test_a_last_turn_must_go_past_the_leader() -> None:
    # the last turn against 10 · k: k heads, and then level (½) or one more head (½)
    keys = {"goal": 10}
    assert [last(keys, 10), last(keys, 20), last(keys, 30)] == near([1 / 4, 1 / 8, 1 / 16])
    # bank the first 10: W = ½ · ¾ + ½ (1 − W)
    assert start(Match(coin(goal=10, end_game="final_turn"))) == near(7 / 12)


def test_level_scores_to_the_leader() -> None:
    keys = {"goal": 10, "ties": "leader"}
    assert [last(keys, 10), last(keys, 20)] == near([1 / 4, 1 / 8])


def test_level_scores_to_the_challenger_make_the_leader_roll_on() -> None:
    keys = {"goal": 10, "ties": "challenger"}
    assert [last(keys, 10), last(keys, 20)] == near([1 / 2, 1 / 4])
    # banking 20 leaves ¾: W = ½ · (½ · ¾ + ½ (1 − W)) + ½ (1 − W)
    match = Match(coin(end_game="final_turn", **keys))
    assert start(match) == near(15 / 28)
    assert match.banking(MatchState(0, 0), 1, 10) == near(1 / 2)
    assert match.rolling(MatchState(0, 0), 1, 10) == near(3 / 8 + 13 / 56)


def test_equal_turns_are_fair_and_leave_the_second_player_the_last_word() -> None:
    # first: F = ½ · (1 − ¼) + ½ (1 − S), second: S = ½ + ½ (1 − F)
    match = Match(coin(goal=10, end_game="equal_turns"))
    assert start(match) == near(1 / 2)
    assert wins(match, first=False) == near(3 / 4)
    assert wins(match, 0, 10, first=False) == near(1 / 4)


def test_an_exact_goal_may_not_be_passed() -> None:
    # heads 10, tails 20; with 10 points heads wins and tails is a farkle. y = W(0,10) =
    # ½ + ½ (½ + ½ (1 − x)), x = W(10,0) = 1 − y/2: 6/7 and 4/7. z = ½ + ½ (½ + ½ (1 − z))
    match = Match(coin(goal=20, combinations={"1": 10, "6": 20}, overshoot="bust"))
    assert [start(match), wins(match, 10, 0), wins(match, 0, 10)] == near([4 / 5, 4 / 7, 6 / 7])


@pytest.mark.parametrize(
    ("ties", "chance"), [("split", 7 / 12), ("leader", 2 / 3), ("challenger", 1 / 2)]
)
def test_an_exact_goal_can_only_be_drawn_level_with(ties: str, chance: float) -> None:
    match = Match(coin(goal=10, overshoot="bust", end_game="final_turn", ties=ties))
    assert start(match) == near(chance)


def test_a_bonus_past_an_exact_goal_leaves_a_game_that_never_ends() -> None:
    match = Match(coin(goal=10, overshoot="bust", hot_dice_bonus={"points": 10}))
    assert start(match) == near(1 / 2)
    assert match.endless == 1


def test_dice_that_must_be_rolled_on_for_ever_leave_half_for_each() -> None:
    assert start(Match(coin(goal=10, hot_dice="required"))) == near(1 / 2)


def test_bank_minimum() -> None:
    # three heads in a row: W = ⅛ + ⅞ (1 − W)
    for minimum in (21, 30):
        assert start(Match(coin(goal=20, bank={"minimum": minimum}))) == near(8 / 15)


def test_bank_opening() -> None:
    match = Match(coin(goal=20, bank={"opening": 30}))
    assert start(match) == near(8 / 15)
    assert wins(match) == near(4 / 7)
    # on the board against one who is not: x = ¼ + ¾ (1 − y), y = ⅛ + ⅞ (1 − x)
    assert wins(match, their_on_board=False) == near(8 / 11)
    assert wins(match, on_board=False) == near(4 / 11)


def test_beat_previous() -> None:
    # two heads are needed now: ¼ + ¾ · (1 − 2/3)
    match = Match(coin(goal=20, bank={"beat_previous": True}))
    assert wins(match, 10, 10) == near(2 / 3)
    assert wins(match, 10, 10, previous=10) == near(1 / 2)


def test_beat_previous_holds_on_the_last_turn() -> None:
    # ten points would draw level, but only twenty may be banked: ¼ as with ties to the leader
    keys = {"goal": 10, "ties": "challenger", "end_game": "final_turn"}
    assert start(Match(coin(bank={"beat_previous": True}, **keys))) == near(7 / 12)


def test_multiple_of() -> None:
    match = Match(coin(goal=10, bank={"multiple_of": 20}))
    assert start(match) == near(4 / 7)
    assert match.banking(MatchState(0, 0), 1, 10) is None
    assert match.banking(MatchState(0, 0), 1, 30) is None
    # 10: roll; 20: level, or on to 30, 40 and so on, of which only 40 may be banked
    assert last({"goal": 10, "bank": {"multiple_of": 20}}, 20) == near(1 / 8)


def test_hot_dice_optional() -> None:
    # from one die ½ (win or lose the turn): z = ¼ + ½ (½ + ½ (1 − z)) + ¼ (1 − z)
    assert start(Match(two_coins(goal=20))) == near(2 / 3)


def test_hot_dice_required() -> None:
    # with f what a farkle leaves: 20 points and two dice ¾ + ¼ f, 10 and one die ⅜ + ⅝ f
    # z = ¼ (¾ + ¼ f) + ½ (⅜ + ⅝ f) + ¼ f; W(0,10) = 4/9, so banking 10 leaves 5/9 < 8/13
    match = Match(two_coins(goal=20, hot_dice="required"))
    assert [start(match), wins(match, 0, 10)] == near([8 / 13, 4 / 9])
    assert match.banking(MatchState(0, 0), 2, 20) is None
    assert match.banking(MatchState(0, 0), 1, 10) == near(5 / 9)


def test_set_aside_all() -> None:
    # 1 1 uses both dice, which must be rolled: v = ½ + ¼ v + ¼ f from 20 points on,
    # ½ v + ½ f from 10 and one die, z = ¼ v + ½ (½ v + ½ f) + ¼ f = 1/3 + 2/3 (1 − z)
    match = Match(two_coins(goal=20, hot_dice="required", set_aside="all"))
    assert [start(match), wins(match, 0, 10)] == near([3 / 5, 3 / 7])


def test_nothing_counts_as_a_scoring() -> None:
    # tails twice wins, too; with 10 points everything does
    assert start(Match(two_coins(goal=20, nothing=20))) == near(4 / 5)
    assert wins(Match(two_coins(goal=20, nothing=20)), 10, 0) == near(1)


def test_hot_dice_bonus_that_grows() -> None:
    match = Match(coin(goal=20, end_game="final_turn", hot_dice_bonus={"points": 0, "step": 10}))
    assert match.rolling(MatchState(0, 20), 1, 10, hot=1) == near(1 / 2)
    # twenty points only draw level, or are rolled on
    assert match.rolling(MatchState(0, 20), 1, 10, hot=0) == near(1 / 4)


def test_hot_dice_bonus_on_the_last_die_only() -> None:
    # 1 1 at once: win, or without the bonus roll two dice again (¾); 1 6 and one die: ½
    assert last({"hot_dice_bonus": {"points": 10}}, 20, dice=2) == near(1 / 2)
    bonus = {"points": 10, "when": "last_die"}
    assert last({"hot_dice_bonus": bonus}, 20, dice=2) == near(7 / 16)


def test_a_penalty_may_leave_less_than_nothing() -> None:
    # −10 at the lowest. b = W(−10,−10) = ¼ + ¾ (1 − b), W(0,−10) = 1 − b/2, z = 1 − W(0,−10)/2,
    # W(−10,0) = ½ (½ + ½ · 2/7) + ½ · 2/7
    farkle = {"streak": 1, "penalty": 10}
    for match in (
        Match(coin(goal=10, farkle={"lowest_score": -10, **farkle})),
        Match(coin(goal=10, farkle={"lowest_score": -19, **farkle})),
        Match(coin(goal=10, farkle=farkle), floor=-10),
        Match(coin(goal=10, farkle={"lowest_score": -30, **farkle}), floor=-15),
    ):
        assert [start(match), wins(match, 0, -10)] == near([9 / 14, 5 / 7])
        assert [wins(match, -10, -10), wins(match, -10, 0)] == near([4 / 7, 13 / 28])


def test_a_lowest_score_of_nothing() -> None:
    farkle = {"streak": 1, "penalty": 10, "lowest_score": 0}
    assert start(Match(coin(goal=10, farkle=farkle))) == near(2 / 3)


def test_a_penalty_of_all() -> None:
    # the same game twenty points higher up
    match = Match(coin(goal=20, farkle={"streak": 1, "penalty": "all"}))
    assert [wins(match, 10, 10), wins(match, 10, 0)] == near([9 / 14, 5 / 7])
    assert [start(match), wins(match, 0, 10)] == near([4 / 7, 13 / 28])


def test_only_the_farkle_that_completes_the_streak_costs() -> None:
    # heads wins; the first farkle only counts, the second one costs ten points
    farkle = {"streak": 2, "penalty": 10, "lowest_score": -10}
    match = Match(coin(goal=10, farkle=farkle))
    fresh, once = wins(match, my_farkles=0), wins(match, my_farkles=1)
    assert fresh == near(0.5 + 0.5 * (1 - wins(match, their_farkles=1)))
    assert once == near(0.5 + 0.5 * (1 - wins(match, 0, -10)))
    # ten points banked at −10 leave W(0, 0) and a count that starts again
    assert match.banking(MatchState(-10, 0, my_farkles=1), 1, 10) == near(1 - fresh)


def test_first_roll_points() -> None:
    # with 10 points every roll wins. y = W(0,10): only two heads, ¼. z = ½ (1 − y) + ½ (1 − y)
    match = Match(coin(goal=20, farkle={"first_roll_points": 10}))
    assert [start(match), wins(match, 0, 10), wins(match, 10, 10)] == near([3 / 4, 1 / 4, 1])


def test_all_dice_points_count_after_hot_dice_too() -> None:
    # after heads roll on: ½ + ½ (1 − y)
    match = Match(coin(goal=20, farkle={"all_dice_points": 10}))
    assert [start(match), wins(match, 0, 10)] == near([0.5 * 7 / 8 + 0.5 * 3 / 4, 1 / 4])


def test_an_award_past_an_exact_goal_is_not_paid() -> None:
    keys = {"goal": 10, "overshoot": "bust"}
    assert start(Match(coin(farkle={"first_roll_points": 20}, **keys))) == near(2 / 3)
    assert start(Match(coin(farkle={"first_roll_points": 10}, **keys))) == near(1)


def test_an_award_that_reaches_the_goal_gives_the_opponent_a_last_turn() -> None:
    # last turn against 10: level by heads or by the award; against 20: ⅛ (two heads, then even)
    # tails ½; heads, and then 20 points leave 7/8: W = ½ (½ · 7/8 + ½ (1 − W)) + ½ · ½
    match = Match(coin(goal=10, farkle={"first_roll_points": 10}, end_game="final_turn"))
    assert [wins(match, 0, 10), wins(match, 0, 20)] == near([1 / 2, 1 / 8])
    assert start(match) == near(23 / 40)


def test_a_farkle_that_keeps_the_turn_score() -> None:
    # nobody banks 10: y = ½ (½ + ½ · ⅓) + ½ (1 − x), x = 1 − y/2; z = ½ (½ + ½ · 5/9) + ½ (1 − z)
    match = Match(coin(goal=20, farkle={"keeps_turn_score": True}))
    assert [start(match), wins(match, 0, 10)] == near([16 / 27, 4 / 9])


def test_a_disaster_wipes_the_banked_score() -> None:
    # heads ½, disaster ¼, farkle ¼; with nothing to lose, disaster and farkle are the same
    match = Match(coin(goal=20, die_weights=[2, 1, 0, 0, 0, 1], disaster=["2"]))
    assert [start(match), wins(match, 10, 0)] == near([4 / 7, 68 / 91])
    assert [wins(match, 0, 10), wins(match, 10, 10)] == near([40 / 91, 296 / 455])


def test_an_instant_win_is_worth_rolling_on_for() -> None:
    # against 10: ¼, or heads (½) and then roll on (¾). A leader never banks, for the opponent
    # could roll on as well (½ at least): W = ¼ + ½ W + ¼ (1 − W)
    match = Match(
        coin(goal=10, die_weights=[2, 1, 0, 0, 0, 1], instant_win=["2"], end_game="final_turn")
    )
    assert wins(match, 0, 10) == near(5 / 8)
    assert start(match) == near(2 / 3)


def test_after_a_bank_the_turn_may_be_taken_over() -> None:
    match = Match(coin(goal=20, piggyback="after_bank"))
    # ½ + ½ (1 − 4/5) instead of 2/5
    assert wins(match, 0, 10, inherit=(10, 1)) == near(3 / 5)
    assert match.rolling(MatchState(0, 10), 1, 10, taken_over=True) == near(3 / 5)
    assert match.banking(MatchState(0, 0), 1, 10) == near(2 / 5)
    assert start(match) == near(4 / 7)


def test_the_last_turn_may_take_over() -> None:
    # whatever the leader banks, the opponent goes past it by heads
    match = Match(coin(goal=10, piggyback="after_bank", end_game="final_turn"))
    assert wins(match, 0, 10, inherit=(10, 1)) == near(1 / 2)
    assert wins(match, 0, 30, inherit=(30, 1)) == near(1 / 2)
    assert start(match) == near(1 / 2)


def test_after_a_farkle_the_turn_may_be_taken_over() -> None:
    # Z = W(0,0) with 10 to take over = ½ + ½ (1 − Z) = 2/3, z = ½ (½ + ½ · ⅓) + ½ (1 − z); with
    # 10 points banked, one does not take over
    match = Match(coin(goal=20, piggyback="after_farkle"))
    assert start(match) == near(5 / 9)
    assert wins(match, inherit=(10, 1)) == near(2 / 3)
    assert [wins(match, 10, 0, inherit=(10, 1)), wins(match, 10, 0)] == near([4 / 5, 4 / 5])


def test_a_turn_taken_over_has_no_first_roll() -> None:
    match = Match(coin(goal=10, farkle={"first_roll_points": 10}, piggyback="after_farkle"))
    assert match.rolling(MatchState(0, 0), 1, 0) == near(1)
    assert match.rolling(MatchState(0, 0), 1, 0, taken_over=True) == near(1 / 2)


def test_a_turn_score_past_an_exact_goal_cannot_be_taken_over() -> None:
    match = Match(coin(goal=20, overshoot="bust", piggyback="both"))
    assert wins(match, 10, 0, inherit=(20, 1)) == wins(match, 10, 0)
    assert wins(match, 0, 0, inherit=(10, 1)) > wins(match, 0, 0)


def test_the_inherited_score_counts_towards_a_minimum() -> None:
    match = Match(coin(goal=10, bank={"minimum": 30}, piggyback="after_farkle"))
    # one head more: Z = ½ + ½ (1 − Z)
    assert wins(match, inherit=(20, 1)) == near(2 / 3)
