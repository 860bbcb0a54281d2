"""Reach: the best chance of enough points from anywhere in a turn, and how to play for it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from farklegen import api
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.rolls import odds
from farklegen.solvers.reach import Reach, reach
from tests import referee
from tests.profiles import examples
from tests.referee import Position, Turn
from tests.referee.games import coin, game
from tests.solvers.oracle import soon_over
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


def test_hot_dice_count_up_to_the_minimum_too() -> None:
    bonus = {"points": 100, "step": 100}
    ruleset = game(
        dice=2, combinations={"1": 100, "5": 50}, bank={"minimum": 1000}, hot_dice_bonus=bonus
    )
    assert chance(ruleset, 50) == chance(ruleset, 1000) > 0.0165


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


ROUNDING = 1e-10


@settings(max_examples=examples(6))
@given(ruleset=rulesets(max_dice=3), units=st.integers(1, 12), data=st.data())
def test_states_and_choices_have_the_chances_of_the_referee(
    ruleset: Ruleset, units: int, data: st.DataObject
) -> None:
    assume(soon_over(ruleset))
    turn = Turn(ruleset)
    points = units * turn.unit
    every = sorted(turn.reachable_positions(10 * turn.unit))
    at: Position = data.draw(st.sampled_from(every))
    tables = compile_scoring(ruleset)
    found = reach(ruleset, tables, points, dice=at.dice, turn_score=at.score, hot_dice=at.hot)
    assume(found.error < ROUNDING)
    for state in found.states:
        there = Position(state.dice, state.turn_score, at.hot)
        low, high = referee.reach(ruleset, points, there)
        assert low - ROUNDING <= state.win_probability <= high + ROUNDING
        enough = state.turn_score >= points and turn.may_bank(there, on_board=True, previous=0)
        assert (state.action == "bank") == enough
    for first in found.rolls:
        chances = []
        for option in first.options:
            assert set(option.keep) <= set(first.roll)
            if option.hot_dice and ruleset.hot_dice_bonus is not None:
                continue
            there = Position(option.dice_left, option.turn_score, at.hot)
            low, high = referee.reach(ruleset, points, there)
            assert option.win_probability is not None
            assert low - ROUNDING <= option.win_probability <= high + ROUNDING
            chances.append(option.win_probability)
        assert chances == sorted(chances, reverse=True) or max(chances) - chances[0] < ROUNDING


def test_first_rolls_are_those_with_a_choice_and_have_their_share() -> None:
    rules = game(dice=3, combinations={"1": 10, "5": 5})
    rolls = reach(rules, compile_scoring(rules), 10).rolls
    # three dice that score are hot dice, which leaves no choice; else the third is one of four
    assert [(first.roll, round(216 * first.share)) for first in rolls] == [
        ((1, 5), 24), ((1, 1), 12), ((5, 5), 12),
    ]  # fmt: skip
    banks = [{option.keep: option.then for option in first.options} for first in rolls]
    assert banks[0] == {(1,): "bank", (5,): "roll", (1, 5): "bank"}
    assert [first.options[0].keep for first in rolls] == [(1,), (1,), (5, 5)]


def test_a_roll_that_wins_at_once_is_an_ordinary_one() -> None:
    plain = game(dice=2, combinations={"1": 10, "11": 50})
    wins = game(dice=2, combinations={"1": 10, "11": 50}, instant_win=("11", "66"))
    found = [reach(rules, compile_scoring(rules), 30) for rules in (plain, wins)]
    assert found[0].probability == found[1].probability
    assert found[0].states == found[1].states


@pytest.mark.parametrize(
    "rules",
    [
        coin(rounds=3, goal=None),
        coin(rounds=3, goal=None, farkle={"streak": 2, "penalty": 10}),
        game(
            dice=2, combinations={"1": 10, "AA": 25}, rounds=3, goal=None,
            bank={"minimum": 20}, hot_dice="required",
        ),
    ],
    ids=["plain", "penalty", "required"],
)  # fmt: skip
def test_the_first_of_several_rounds_banks_where_the_rounds_after_it_promise_more(
    rules: Ruleset,
) -> None:
    tables = compile_scoring(rules)

    def ask(points: int, rounds: int) -> Reach:
        return reach(rules, tables, points, rounds=rounds)

    found = ask(60, 3)
    states = found.states
    start = next(state for state in states if not state.turn_score and state.dice == rules.dice)
    assert start.win_probability == pytest.approx(found.probability, abs=1e-12)
    for state in states:
        if state.turn_score:
            after = ask(60 - state.turn_score, 2).probability
            if state.action == "bank":
                assert state.win_probability == pytest.approx(after, abs=1e-12)
            elif state.turn_score >= rules.bank.minimum and rules.hot_dice == "optional":
                assert state.win_probability > after
    assert any(state.action == "bank" for state in states)


def test_every_round_lists_the_states_of_a_turn() -> None:
    states = [
        {(each.dice, each.turn_score) for each in found.reach.states}
        for found in (api.reach("last-die", points=300, rounds=rounds) for rounds in (None, 2))
    ]
    assert states[0] <= states[1]


def test_large_questions_list_some_turn_scores_only() -> None:
    ruleset = api.builtin("basic").ruleset
    states = reach(ruleset, compile_scoring(ruleset), 100_000).states
    assert 250 < len({state.turn_score for state in states}) <= 501
