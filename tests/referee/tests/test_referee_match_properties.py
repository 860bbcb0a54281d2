"""What must hold for a match under any rules."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rulebook.match_rules import End
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import unit
from tests.profiles import examples
from tests.referee import Bracket, Match, MatchState, Position
from tests.referee.match_blocks import blocks
from tests.strategies import rulesets

ROUNDING = 1e-9
FEW_TURNS = 150


def small_match(ruleset: Ruleset, most_turns: int = FEW_TURNS) -> Match:
    """A match whose turns are not followed further than at first, so that it is quick."""
    return Match(
        ruleset, floor=-2 * unit(ruleset), most_turns=most_turns, most_doublings=0, most_sweeps=300
    )


@st.composite
def match_states(draw: st.DrawFn, match: Match) -> MatchState:
    """Any match state of a match; most of them occur in it."""
    rules, step = match.rules, match.rules.unit
    farkles = st.integers(0, (rules.streak or 1) - 1)
    most = 10 if rules.goal == inf else int(rules.goal // step) + 1
    scores = st.integers(-2, most).map(lambda count: count * step)
    turn_scores = st.integers(0, 6).map(lambda count: count * rules.turn.unit)
    inherit = st.tuples(turn_scores, st.sampled_from(rules.turn.reachable_dice))
    match_state = MatchState(
        *(draw(scores), draw(scores)),
        *(draw(farkles), draw(farkles)),
        *(draw(st.booleans()), draw(st.booleans()), draw(st.booleans())),
        draw(turn_scores),
        draw(inherit) if rules.ruleset.piggyback != "none" else None,
        draw(st.integers(0, rules.ruleset.rounds or 0)),
    )
    try:
        rules.check(match_state)
    except ImpossibleStateError:
        assume(False)
    return rules.relevant(match_state)


def bounds(match: Match, match_state: MatchState) -> Bracket:
    """What the match says, if it is small enough."""
    try:
        return match.bounds(match_state)
    except UnsolvableError:
        assume(False)
        raise


def one_turn(match: Match, match_state: MatchState) -> Bracket:
    """The turn from a match state gone through in full, roll by roll, given the match states after
    it."""
    rules, turn = match.rules, match.rules.turn
    limit = rules.points_that_suffice(match_state) + turn.most_points(0)
    room = rules.room(match_state)

    def payoff(end: End) -> Bracket:
        if isinstance(end, float):
            return Bracket(end, end)
        low, high = bounds(match, end)
        return Bracket(1 - high, 1 - low)

    @cache
    def value(position: Position) -> Bracket:
        end = rules.bank(match_state, position)
        bank = Bracket(0.0, 0.0) if end is None else payoff(end)
        roll = Bracket(0.0, 1.0) if position.score >= limit else rolling(position, False)
        return best([bank, roll])

    def rolling(position: Position, first_roll: bool) -> Bracket:
        low = high = 0.0
        for roll, chance in turn.rolls.of(position.dice):
            kind = turn.rolls.kind(roll)
            options = [turn.after(position, scoring) for scoring in turn.rolls.scorings(roll)]
            options = [to for to in options if room is None or to.score <= room]
            if kind == "instant win":
                after = Bracket(1.0, 1.0)
            elif kind == "disaster":
                after = payoff(rules.disaster(match_state))
            elif options:
                after = best([value(to) for to in options])
            else:
                after = payoff(rules.farkle(match_state, position, first_roll=first_roll))
            low += float(chance) * after.low
            high += float(chance) * after.high
        return Bracket(low, high)

    ways = [rolling(turn.start, True)]
    if match_state.inherit is not None:
        score, dice = match_state.inherit
        ways.append(rolling(Position(dice, score), False))
    return best(ways)


def best(ways: list[Bracket]) -> Bracket:
    return Bracket(max(low for low, _ in ways), max(high for _, high in ways))


SMALL: dict[str, Any] = {"max_dice": 2, "max_goal_units": 4}


@settings(max_examples=examples(10))
@given(ruleset=rulesets(**SMALL), data=st.data())
def test_one_turn_more_agrees(ruleset: Ruleset, data: st.DataObject) -> None:
    match = small_match(ruleset)
    for match_state in (match.start(), data.draw(match_states(match))):
        low, high = bounds(match, match_state)
        turn_low, turn_high = one_turn(match, match_state)
        assert 0 <= low <= high + ROUNDING <= 1 + ROUNDING
        assert turn_low <= high + ROUNDING
        assert low <= turn_high + ROUNDING
        if high - low < ROUNDING:
            assert turn_low - ROUNDING <= low <= turn_high + ROUNDING


@pytest.mark.slow
@settings(max_examples=examples(8))
@given(ruleset=rulesets(**SMALL), data=st.data())
def test_a_turn_starts_with_the_better_of_two_rolls(ruleset: Ruleset, data: st.DataObject) -> None:
    match = small_match(ruleset)
    match_state = data.draw(match_states(match))
    bounds(match, match_state)
    ways = [match.rolling(match_state, ruleset.dice, 0)]
    if match_state.inherit is not None:
        score, dice = match_state.inherit
        ways.append(match.rolling(match_state, dice, score, taken_over=True))
    low, high = match.bounds(match_state)
    assert low - ROUNDING <= max(ways) <= high + ROUNDING


@settings(max_examples=examples(8))
@given(ruleset=rulesets(**SMALL, fixed={"end_game": "final_turn", "ties": "split"}), data=st.data())
def test_on_a_last_turn_the_challenger_likes_ties_that_go_to_him(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    split = small_match(ruleset)
    match_state = data.draw(match_states(split).filter(split.rules.last_turn))
    found = [
        bounds(small_match(ruleset.model_copy(update={"ties": ties})), match_state)
        for ties in ("leader", "split", "challenger")
    ]
    assert found[0].low <= found[1].low + ROUNDING <= found[2].low + 2 * ROUNDING
    assert found[0].high <= found[1].high + ROUNDING <= found[2].high + 2 * ROUNDING


@settings(max_examples=examples(4))
@given(ruleset=rulesets(max_dice=2, max_goal_units=2), data=st.data())
def test_the_order_of_questions_does_not_matter(ruleset: Ruleset, data: st.DataObject) -> None:
    one, other = small_match(ruleset, 60), small_match(ruleset, 60)
    match_state = data.draw(match_states(one))
    first, then = bounds(one, one.start()), bounds(one, match_state)
    # where sweeps were broken off, the bounds are apart, and not in the same places
    for before, after in (
        (then, bounds(other, match_state)),
        (first, bounds(other, other.start())),
    ):
        assert before.low <= after.high + ROUNDING
        assert after.low <= before.high + ROUNDING


@given(leads=st.lists(st.sets(st.integers(0, 7)), min_size=8, max_size=8))
def test_blocks_of_any_network(leads: list[set[int]]) -> None:
    reached = [{i} for i in range(8)]
    for _ in range(8):
        reached = [{i}.union(*(reached[j] for j in leads[i])) for i in range(8)]
    found = blocks(leads)
    assert sorted(i for block in found for i in block) == list(range(8))
    done: set[int] = set()
    for block in found:
        done.update(block)
        for i in block:
            assert {j for j in range(8) if j in reached[i] and i in reached[j]} == set(block)
            assert reached[i] <= done
