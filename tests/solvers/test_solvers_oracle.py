"""The solvers against the referee on random rulesets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.evaluate import long_run_average
from farklegen.solvers.expected import ExpectedScore, Strategy, expected_score
from tests import referee
from tests.profiles import examples
from tests.referee import Position, State, Turn
from tests.solvers.oracle import solve_both, soon_over
from tests.strategies import rulesets

ROWS = 60
"""Turn scores, in units, up to which every state is compared."""


def solved(ruleset: Ruleset) -> tuple[ExpectedScore, referee.ExpectedScore]:
    """Both solutions of a ruleset that has one, with the referee's bounds together."""
    assume(soon_over(ruleset))
    both = solve_both(ruleset, 75 * compile_scoring(ruleset).unit)
    assume(both is not None)
    assert both is not None
    # Where a first bank is very rare, the referee's secants see no slope in the value of waiting
    # for it any more; the solver is right there, as one can work out for a single die.
    assume(np.abs(both[0].relative).max() < 1e6 * both[0].moves.unit)
    return both


def state_of(strategy: Strategy) -> State:
    return State(strategy.situation.on_board, strategy.situation.streak)


def positions(fast: ExpectedScore, hot_dice: bool = True) -> list[tuple[int, int, Position]]:
    """(row, column, position) of the states that can occur and are solved exactly."""
    found = []
    for row, column in np.argwhere(fast.reachable[:ROWS]):
        dice, hot = fast.moves.place(int(column))
        if hot <= fast.hot_dice:
            at = Position(dice, int(row) * fast.moves.unit, hot)
            found.append((int(row), int(column), at))
    return found


@settings(max_examples=examples(6))
@given(ruleset=rulesets())
def test_states_that_can_occur_are_those_that_some_play_leads_to(ruleset: Ruleset) -> None:
    assume(ruleset.piggyback == "none" or ruleset.hot_dice_bonus is None)
    assume(soon_over(ruleset))
    try:
        fast = expected_score(ruleset, compile_scoring(ruleset))
    except UnsolvableError:
        assume(False)
    rows = min(fast.rows, ROWS)
    possible = Turn(ruleset).reachable_positions(rows * fast.moves.unit)
    exact = {position for position in possible if position.hot <= fast.hot_dice}
    assert {at for row, _, at in positions(fast) if row < rows} == exact


@settings(max_examples=examples(6))
@given(ruleset=rulesets(max_dice=3))
def test_the_strategy_gets_what_it_promises(ruleset: Ruleset) -> None:
    fast, slow = solved(ruleset)
    outcomes = [strategy.outcome for strategy in fast.strategies]
    for outcome, relative in zip(outcomes, fast.relative, strict=True):
        assert sum(chance for _, chance in outcome.distribution) == pytest.approx(1, abs=1e-11)
        assert outcome.following.sum() == pytest.approx(1, abs=1e-11)
        mean = sum(points * chance for points, chance in outcome.distribution)
        assert outcome.points == pytest.approx(mean)
        square = sum((points - mean) ** 2 * chance for points, chance in outcome.distribution)
        assert outcome.spread**2 == pytest.approx(square, rel=1e-9, abs=1e-9)
        whole = outcome.points + outcome.following @ fast.relative
        assert whole == pytest.approx(fast.points_per_turn + relative, abs=1e-8, rel=1e-8)
    average = long_run_average(outcomes)
    assert average.points_per_turn == pytest.approx(fast.points_per_turn, rel=1e-9, abs=1e-8)
    assume(slow.width < 1e-7)
    played = referee.evaluate_policy(ruleset, slow.low.decide)
    assert average.points_per_turn == pytest.approx(played.points_per_turn, rel=1e-7, abs=1e-7)
    assert fast.farkle_probability == pytest.approx(played.farkle_probability, abs=1e-7)
    for strategy, share in zip(fast.strategies, fast.frequency, strict=True):
        state = state_of(strategy)
        farkles = [s for s in played.share if s.on_board == state.on_board]
        if strategy.situation.streak_matters:
            farkles = [s for s in farkles if s.farkles == state.farkles]
        assert share == pytest.approx(sum(played.share[s] for s in farkles), abs=1e-7)
        if state in played.turns and not played.turns[state].unresolved > 1e-9:
            # the referee's player banks from the cap on, and is careful shortly before
            half = slow.low.turns[state].cap / 2
            other = {p: c for p, c in played.turns[state].results.items() if p < half}
            results = {p: c for p, c in strategy.outcome.distribution if p < half}
            for points in results.keys() | other.keys():
                assert results.get(points, 0.0) == pytest.approx(other.get(points, 0.0), abs=1e-7)


@pytest.mark.slow
@settings(max_examples=examples(6))
@given(ruleset=rulesets(fixed={"piggyback": "both", "farkle": {}, "bank": {}}, max_dice=2))
def test_one_takes_over_where_the_referee_does(ruleset: Ruleset) -> None:
    from farklegen.solvers.thresholds import take_over_ranges

    fast, slow = solved(ruleset)
    assume(slow.width < 1e-7)
    for strategy in fast.strategies:
        state = state_of(strategy)
        fresh = slow.low.turns[state].roll(Turn(ruleset).start)
        ranges = {r.dice: r.ranges for r in take_over_ranges(ruleset, fast, strategy)}
        for row, _, at in positions(fast):
            if row == 0 or at.hot or at.score >= slow.low.turns[state].cap:
                continue
            taken = slow.low.turns[state].roll(at, taken_over=True)
            if abs(taken - fresh) < 1e-6 * max(1.0, abs(fresh)):
                continue
            inside = any(
                first <= at.score and (last is None or at.score <= last)
                for first, last in ranges[at.dice]
            )
            assert inside == slow.low.takes_over(state, at)
