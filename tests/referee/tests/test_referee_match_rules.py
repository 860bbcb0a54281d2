"""What the end of a turn leaves the next player, one clause at a time.

One die: heads 10, tails farkle, unless the rules say otherwise; the goal is 100.
"""

from __future__ import annotations

from typing import Any

from tests.referee import MatchState, Position
from tests.referee.games import coin
from tests.referee.match_rules import MatchRules

ALL_THERE_IS: dict[str, Any] = {
    "goal": 100,
    "bank": {"opening": 30, "beat_previous": True},
    "farkle": {"streak": 3, "penalty": 50, "lowest_score": -40},
    "piggyback": "both",
    "end_game": "equal_turns",
}
"""Rules under which everything in a match state matters."""

FULL = MatchState(40, 20, 1, 2, False, True, False, 10, (10, 1))


def rules(**keys: Any) -> MatchRules:
    return MatchRules(coin(**{"goal": 100, **keys}))


def at(score: int, dice: int = 1) -> Position:
    return Position(dice, score)


def test_a_bank_hands_everything_over() -> None:
    game = rules(**ALL_THERE_IS)
    assert game.relevant(FULL) == FULL
    assert game.bank(FULL, at(20)) == MatchState(20, 60, 2, 0, True, False, True, 20, (20, 1))


def test_a_farkle_hands_everything_over_but_is_no_bank() -> None:
    after = rules(**ALL_THERE_IS).farkle(FULL, at(20), first_roll=False)
    assert after == MatchState(20, 40, 2, 2, True, False, True, 0, (20, 1))


def test_the_farkle_that_completes_the_streak_costs_and_starts_the_count_again() -> None:
    game = rules(**ALL_THERE_IS)
    for mine, left in ((90, 40), (40, -10), (20, -30), (0, -40), (-30, -40), (-40, -40)):
        match_state = FULL._replace(mine=mine, my_farkles=2)
        after = game.farkle(match_state, at(0), first_roll=True)
        assert after == MatchState(20, left, 2, 0, True, False, True, 0, (0, 1))


def test_a_score_below_the_lowest_is_not_lifted() -> None:
    game = rules(**ALL_THERE_IS)
    after = game.farkle(FULL._replace(mine=-50, my_farkles=2), at(0), first_roll=True)
    assert isinstance(after, MatchState)
    assert after.theirs == -50


def test_a_penalty_of_all_leaves_a_negative_score_alone() -> None:
    game = rules(farkle={"streak": 1, "penalty": "all", "lowest_score": -50})
    for mine, left in ((40, 0), (-20, -20)):
        after = game.farkle(MatchState(mine, 0), at(0), first_roll=True)
        assert after == MatchState(0, left, first=True)


def test_the_lowest_score_and_the_floor_are_rounded_up() -> None:
    farkle = {"streak": 1, "penalty": 50}
    game = rules(combinations={"1": 50}, farkle={"lowest_score": -120, **farkle})
    assert game.lowest == -100
    game = MatchRules(coin(goal=100, combinations={"1": 50}, farkle=farkle), floor=-120)
    assert game.lowest == -100


def test_an_award_is_added_before_the_penalty_is_taken() -> None:
    farkle = {"streak": 1, "penalty": 50, "lowest_score": 0, "first_roll_points": 30}
    game = rules(farkle=farkle)
    for mine, left in ((40, 20), (10, 0), (90, 70)):
        assert game.farkle(MatchState(mine, 0), at(0), first_roll=True) == MatchState(0, left)
    # past the goal for a moment only
    assert game.farkle(MatchState(90, 0), at(10), first_roll=False) == MatchState(0, 40)


def test_a_first_roll_costs_no_more_than_the_lowest_score_allows() -> None:
    game = rules(farkle={"first_roll_penalty": 50, "lowest_score": 0}, bank={"opening": 50})
    for mine, left in ((90, 40), (30, 0)):
        assert game.farkle(MatchState(mine, 0), at(0), first_roll=True) == MatchState(0, left)
    assert game.farkle(MatchState(90, 0), at(20), first_roll=False) == MatchState(0, 90)
    assert game.farkle(MatchState(90, 0), at(0), first_roll=False) == MatchState(0, 90)
    off = MatchState(30, 0, on_board=False)
    assert game.farkle(off, at(0), first_roll=True) == MatchState(0, 0, their_on_board=False)


def test_an_award_puts_the_player_on_the_board() -> None:
    game = rules(bank={"opening": 50}, farkle={"first_roll_points": 10})
    off = MatchState(0, 0, on_board=False, their_on_board=False)
    after = game.farkle(off, at(0), first_roll=True)
    assert after == MatchState(0, 10, on_board=False, their_on_board=True)
    after = game.farkle(off, at(20), first_roll=False)
    assert after == MatchState(0, 0, on_board=False, their_on_board=False)


def test_an_award_is_no_bank_for_those_who_must_beat_it_or_take_it_over() -> None:
    keys = {"bank": {"beat_previous": True}, "farkle": {"first_roll_points": 10}}
    game = rules(piggyback="after_bank", **keys)
    assert game.farkle(MatchState(0, 0), at(0), first_roll=True) == MatchState(0, 10)
    # after a farkle, what farkled may be taken over, award or not
    game = rules(piggyback="after_farkle", **keys)
    assert game.farkle(MatchState(0, 0), at(0), first_roll=True) == MatchState(
        0, 10, inherit=(0, 1)
    )
    assert game.bank(MatchState(0, 0), at(10)) == MatchState(0, 10, previous=10)


def test_a_disaster_wipes_a_positive_score_and_leaves_nothing_to_inherit() -> None:
    game = rules(**ALL_THERE_IS)
    assert game.disaster(FULL) == MatchState(20, 0, 2, 0, True, False, True, 0, None)
    after = game.disaster(FULL._replace(mine=-20))
    assert after == MatchState(20, -20, 2, 0, True, False, True, 0, None)
