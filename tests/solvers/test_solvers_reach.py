"""Reach: the best chance of enough points, from anywhere in a turn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from farklegen import api
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.odds import odds
from farklegen.solvers.reach import Reach, reach
from tests import referee
from tests.profiles import examples
from tests.referee import Position, Turn
from tests.referee.games import coin, game
from tests.strategies import rulesets


def ask(ruleset: Ruleset, points: int, **where: Any) -> Reach:
    return reach(ruleset, compile_scoring(ruleset), points, **where)


def chance(ruleset: Ruleset, points: int, **where: Any) -> float:
    found = ask(ruleset, points, **where)
    assert found.error < 1e-9
    return found.probability


@settings(max_examples=examples(6))
@given(ruleset=rulesets(max_dice=3), dice=st.integers(1, 3), units=st.integers(0, 12))
def test_states_that_cannot_occur_are_refused(ruleset: Ruleset, dice: int, units: int) -> None:
    assume(ruleset.hot_dice_bonus is None and dice <= ruleset.dice)
    turn = Turn(ruleset)
    score = units * turn.unit
    possible = Position(dice, score) in turn.reachable_positions(score + 1)
    if possible:
        ask(ruleset, 5, dice=dice, turn_score=score)
    else:
        with pytest.raises(ImpossibleStateError):
            ask(ruleset, 5, dice=dice, turn_score=score)


def test_points_between_two_scores_are_those_of_the_higher_one() -> None:
    ruleset = api.builtin("basic").ruleset
    assert chance(ruleset, 951) == chance(ruleset, 1000)
    assert chance(ruleset, 1001) < chance(ruleset, 1000)


def test_a_turn_score_that_is_enough_may_have_to_wait_for_the_minimum() -> None:
    assert chance(coin(bank={"minimum": 40}), 10, turn_score=20, dice=1) == 0.25


def test_hot_dice_so_far_raise_the_next_bonus() -> None:
    ruleset = coin(hot_dice_bonus={"points": 10, "step": 10})
    # 20 points after the first, 50 after the second, 90 after the third
    assert chance(ruleset, 90, turn_score=50, dice=1, hot_dice=2) == 0.5
    with pytest.raises(ImpossibleStateError, match="hot dice"):
        ask(ruleset, 90, turn_score=50, dice=1, hot_dice=1)


def test_a_target_far_away_is_reached_as_often_as_that_many_rolls_succeed() -> None:
    assert chance(coin(), 400) == pytest.approx(0.5**40, rel=1e-12)


@pytest.mark.slow
def test_a_turn_that_nothing_ends_is_refused() -> None:
    # no roll farkles, and hot dice must be rolled: their bonus grows without end
    bonus = {"points": 0, "step": 10}
    endless = game(
        dice=2, combinations={"A": 10}, set_aside="all", hot_dice="required", hot_dice_bonus=bonus
    )
    with pytest.raises(UnsolvableError, match="may run on for ever"):
        ask(endless, 15)


def test_a_face_that_wins_at_once_stands_on_a_last_die_and_is_a_farkle_where_points_count() -> None:
    ruleset = game(dice=2, combinations={"1": 10}, instant_win=["6"], last_die_throws=3)
    ends = (1 + 2 / 3 + 4 / 9) / 6  # a 1, or a 6, on either of three throws
    found = chance(ruleset, 20, dice=1, turn_score=10)
    assert found == pytest.approx(ends, abs=1e-15)
    low, high = referee.reach(ruleset, 20, Position(1, 10))
    assert low == pytest.approx(found) == high
    of_one = odds(ruleset)[0]
    assert of_one.instant_win / of_one.rolls == pytest.approx(ends, abs=1e-15)
    assert compile_scoring(ruleset).farkle_probability(instant_wins=False)[1] == pytest.approx(
        1 - ends
    )
    loaded = api.load(ruleset.model_dump(exclude_defaults=True, by_alias=True))
    to_win = api.advise(loaded, mine=0, theirs=990, turn_score=10, dice=1).advice.options
    rolled = next(option for option in to_win if option.then == "roll")
    assert rolled.win_probability is not None
    assert rolled.win_probability > ends
