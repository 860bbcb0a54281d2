"""Solutions against the referee on random rulesets: play, accuracy, and where the table ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from farklegen import api
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.advice import PointsOutlook
from farklegen.solvers.evaluate import situation_shares
from farklegen.solvers.expected import ExpectedScore, Strategy, bank_ranges, expected_score
from tests import referee
from tests.profiles import examples
from tests.referee import Position, State, Turn
from tests.referee.games import coin, game, two_coins
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
    scale = max(1.0, abs(fast.points_per_turn), float(np.abs(fast.relative).max()))
    assert fast.residual <= 1e-9 * scale
    assert fast.relative[0] == 0
    assert fast.frequency.sum() == pytest.approx(1)
    outcomes = [strategy.outcome for strategy in fast.strategies]
    for outcome, relative in zip(outcomes, fast.relative, strict=True):
        assert outcome.beyond < 1e-9
        assert sum(chance for _, chance in outcome.distribution) == pytest.approx(1, abs=1e-11)
        assert outcome.following.sum() == pytest.approx(1, abs=1e-11)
        mean = sum(points * chance for points, chance in outcome.distribution)
        assert outcome.points == pytest.approx(mean)
        square = sum((points - mean) ** 2 * chance for points, chance in outcome.distribution)
        assert outcome.spread**2 == pytest.approx(square, rel=1e-9, abs=1e-9)
        whole = outcome.points + outcome.following @ fast.relative
        assert whole == pytest.approx(fast.points_per_turn + relative, abs=1e-8, rel=1e-8)
    average = situation_shares(outcomes) @ [outcome.points for outcome in outcomes]
    assert average == pytest.approx(fast.points_per_turn, rel=1e-9, abs=1e-8)
    assume(slow.width < 1e-7)
    played = referee.evaluate_policy(ruleset, slow.low.decide)
    assert average == pytest.approx(played.points_per_turn, rel=1e-7, abs=1e-7)
    assert fast.farkle_probability == pytest.approx(played.farkle_probability, abs=1e-7)
    for strategy, share in zip(fast.strategies, fast.frequency, strict=True):
        state = state_of(strategy)
        farkles = [s for s in played.share if s.on_board == state.on_board]
        if any(each.situation.streak for each in fast.strategies):
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
    from farklegen.solvers.expected import take_over_ranges

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


USUAL: dict[str, Any] = {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]}


def solve(ruleset: Ruleset) -> ExpectedScore:
    return expected_score(ruleset, compile_scoring(ruleset))


def solve_or_skip(ruleset: Ruleset) -> ExpectedScore:
    assume(soon_over(ruleset))
    try:
        return solve(ruleset)
    except UnsolvableError:
        assume(False)
        raise


@settings(max_examples=examples(6))
@given(ruleset=rulesets())
def test_from_the_derived_turn_score_on_every_state_is_banked(ruleset: Ruleset) -> None:
    solved = solve_or_skip(ruleset)
    top = solved.always_bank_from
    assume(top is not None)
    assert top is not None
    first = top // solved.moves.unit
    for strategy in solved.strategies:
        above = strategy.bank[max(first, 1) :]
        ends = [each.ranges[-1:] for each in bank_ranges(solved, strategy)]
        assert all(last is None for end in ends for _, last in end)
        assert above[solved.reachable[max(first, 1) :]].all()


@settings(max_examples=examples(6))
@given(ruleset=rulesets(max_dice=3))
def test_ranges_say_where_one_banks_and_nowhere_else(ruleset: Ruleset) -> None:
    solved = solve_or_skip(ruleset)
    moves = solved.moves
    for strategy in solved.strategies:
        for ranges in bank_ranges(solved, strategy):
            columns = slice(ranges.dice - 1, None, moves.dice)
            for row in range(solved.rows):
                asked = solved.reachable[row, columns] & strategy.may_bank[row, columns]
                if asked.any():
                    score = row * moves.unit
                    inside = any(
                        first <= score and (last is None or score <= last)
                        for first, last in ranges.ranges
                    )
                    assert inside == strategy.bank[row, columns][asked].all()
            starts = [first for first, _ in ranges.ranges]
            assert starts == sorted(starts)
            assert ranges.start == (starts[0] if starts else None)


def test_the_turn_score_from_which_all_bank_is_derived() -> None:
    solved = solve(api.builtin("basic").ruleset)
    strategy, column = solved.strategies[0], solved.moves.column(6)
    assert solved.always_bank_from is not None
    last = solved.always_bank_from // solved.moves.unit - 1
    assert strategy.rolling[last, column] > 0
    assert strategy.rolling[last + 1, column] < 0
    assert not strategy.bank[last, column]
    assert strategy.bank[last + 1, column]


@pytest.mark.parametrize(
    "ruleset",
    [
        coin(farkle={"keeps_turn_score": True}),
        two_coins(nothing=20),
        two_coins(hot_dice="required"),
        coin(bank={"multiple_of": 20}),
    ],
    ids=["kept turn scores", "dice that never farkle", "hot dice required", "multiples only"],
)
def test_where_no_turn_score_makes_all_bank_none_is_given(ruleset: Ruleset) -> None:
    assert solve(ruleset).always_bank_from is None


def test_a_kept_turn_score_is_never_banked_but_for_the_last_points() -> None:
    ruleset = coin(goal=60, farkle={"keeps_turn_score": True})
    assert not solve(ruleset).strategies[0].bank.any()
    states = api.turn(ruleset.model_dump(exclude_defaults=True), mine=20, theirs=10).states
    assert {state.turn_score for state in states if state.action == "bank"} == {40}


def test_the_error_covers_what_a_growing_bonus_leaves_out() -> None:
    # two coins never farkle, so no turn score makes all bank: counting must stop somewhere
    ruleset = two_coins(nothing=20, hot_dice_bonus={"points": 10, "step": 10})
    solved = solve(ruleset)
    assert 0 < solved.error < 1e-8
    slow = referee.expected_score(ruleset, 1500)  # which leaves out more
    assert slow.low.points_per_turn < slow.high.points_per_turn < solved.points_per_turn
    assert solved.points_per_turn == pytest.approx(slow.high.points_per_turn, abs=0.01)


def test_a_bonus_that_is_large_after_the_first_hot_dice_only_is_rolled_for() -> None:
    ruleset = game(
        dice=2, combinations={"1": 100, "5": 50}, farkle={"streak": 1, "penalty": 500},
        hot_dice_bonus={"points": 100, "step": 10_000},
    )  # fmt: skip
    slow = referee.expected_score(ruleset, 30_000).low.points_per_turn
    assert solve(ruleset).points_per_turn == pytest.approx(slow, abs=1e-6)


def test_a_minimum_far_above_what_one_banks_otherwise_is_waited_for() -> None:
    ruleset = game(goal=10_000, combinations=USUAL, bank={"minimum": 20_000})
    solved = solve(ruleset)
    strategy = solved.strategies[0]
    below = 20_000 // solved.moves.unit
    assert solved.rows > below
    assert not strategy.bank[:below].any()
    assert strategy.bank[below].all()
    assert 0 < solved.points_per_turn < 1


@pytest.mark.parametrize("rule", [{}, {"bank": {"multiple_of": 2}}, {"hot_dice": "required"}])
def test_every_turn_score_of_a_game_is_solved_and_far_higher_ones(rule: Any) -> None:
    faces, scores = [0, 3, 0, 3, 2, 0], (*range(7, 40), 250, 251)
    ruleset = game(dice=2, goal=40, combinations={"AA": faces, "1": 2}, disaster=("AB",), **rule)
    solved = solve(ruleset)
    assert len(solved.strategies[0].rolling) < 250
    outlook = PointsOutlook(solved)
    rolled = [outlook.prospect(score, 2, 0).roll for score in scores]
    slow = referee.expected_score(ruleset, 600).low
    state = referee.first_state(ruleset)
    at = [referee.Position(2, score, 0) for score in scores]
    expected = [slow.roll_value(state, each) + each.score for each in at]
    assert rolled == pytest.approx(expected, abs=1e-8)
