"""What must hold under any rules: forwards and backwards agree, and no way of playing is better."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from tests.profiles import examples
from tests.referee import (
    Decision,
    ExpectedScore,
    Policy,
    Position,
    State,
    Turn,
    all_states,
    evaluate_policy,
    expected_score,
    play_turns,
)
from tests.strategies import rulesets

CAP = 120
"""Units up to which a turn is followed here."""


def solved_or_skipped(ruleset: Ruleset) -> ExpectedScore:
    try:
        return expected_score(ruleset, CAP * Turn(ruleset).unit)
    except UnsolvableError:
        assume(False)
        raise


def any_policy(ruleset: Ruleset, salt: int) -> Policy:
    """Plays the same way in the same place, but without sense; banks from 40 units on."""
    turn = Turn(ruleset)

    def policy(state: State, options: Sequence[Position]) -> Decision:
        mixed = hash((salt, state, tuple(options)))
        position = options[mixed % len(options)]
        allowed = turn.may_bank(position, on_board=state.on_board)
        wants = mixed // 7 % 3 > 0 or position.score >= 40 * turn.unit
        return Decision(position, allowed and wants)

    return policy


@settings(max_examples=examples(8))
@given(ruleset=rulesets(max_dice=3))
def test_forwards_and_backwards_agree(ruleset: Ruleset) -> None:
    solved = solved_or_skipped(ruleset)
    scale = 1e-9 * Turn(ruleset).unit * CAP
    found = evaluate_policy(ruleset, solved.low.decide).points_per_turn
    assert solved.low.points_per_turn - scale <= found <= solved.high.points_per_turn + scale


@settings(max_examples=examples(8))
@given(ruleset=rulesets(max_dice=3), salt=st.integers(0, 1000))
def test_no_policy_is_better(ruleset: Ruleset, salt: int) -> None:
    solved = solved_or_skipped(ruleset)
    found = evaluate_policy(ruleset, any_policy(ruleset, salt)).points_per_turn
    assert found <= solved.high.points_per_turn + 1e-9 * Turn(ruleset).unit * CAP


@settings(max_examples=examples(8))
@given(ruleset=rulesets(max_dice=3))
def test_the_values_of_the_states_close_the_cycle(ruleset: Ruleset) -> None:
    solved = solved_or_skipped(ruleset)
    for side in (solved.low, solved.high):
        for state in all_states(ruleset):
            start = side.roll_value(state, side.turn.start)
            total = side.points_per_turn + side.relative[state]
            assert start == pytest.approx(total, abs=1e-7 * CAP * side.turn.unit)


@pytest.mark.slow
@settings(max_examples=examples(8))
@given(ruleset=rulesets(max_dice=3))
def test_bounds_hold_however_early_the_turn_is_cut(ruleset: Ruleset) -> None:
    solved = solved_or_skipped(ruleset)
    unit = Turn(ruleset).unit
    for cap in (1, 5, 20):
        early = expected_score(ruleset, cap * unit)
        rounding = 1e-9 * CAP * unit
        assert early.low.points_per_turn <= solved.high.points_per_turn + rounding
        assert early.high.points_per_turn >= solved.low.points_per_turn - rounding


@pytest.mark.slow
@settings(max_examples=examples(8))
@given(ruleset=rulesets(max_dice=3), salt=st.integers(0, 1000))
def test_dice_in_hand_agree(ruleset: Ruleset, salt: int) -> None:
    solved_or_skipped(ruleset)
    policy = any_policy(ruleset, salt)
    exact = evaluate_policy(ruleset, policy)
    played = play_turns(ruleset, policy, turns=4000, seed=salt)
    spread = 3 * played.standard_error + 0.1 * Turn(ruleset).unit
    assert abs(played.mean - exact.points_per_turn) < 2 * spread
