"""What given ways of playing are worth, worked out on paper."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from farklegen.rules.ruleset import Ruleset
from tests.referee import (
    Decision,
    Evaluation,
    Policy,
    Position,
    State,
    evaluate_policy,
)
from tests.referee.games import coin

ON = State(True, 0)


def bank_from(points: int) -> Policy:
    """A policy that takes the most points and banks from that many on."""

    def policy(state: State, options: Sequence[Position]) -> Decision:
        most = max(options, key=lambda option: option.score)
        return Decision(most, most.score >= points)

    return policy


def evaluate(ruleset: Ruleset, points: int) -> Evaluation:
    return evaluate_policy(ruleset, bank_from(points))


def test_heads_twice_in_a_row() -> None:
    found = evaluate(coin(), 20)
    assert found.points_per_turn == pytest.approx(5)
    assert found.farkle_probability == pytest.approx(0.75)
    assert found.results == pytest.approx({0: 0.75, 20: 0.25})


def test_long_run_shares_of_the_states() -> None:
    found = evaluate(coin(farkle={"streak": 2, "penalty": 6}), 10)
    # from no farkle to one with ½, from one always back
    assert found.share == pytest.approx({ON: 2 / 3, State(True, 1): 1 / 3})
    assert found.points_per_turn == pytest.approx(5 - 1)
    assert found.results == pytest.approx({-6: 1 / 6, 0: 1 / 3, 10: 1 / 2})


def test_awards_penalties_and_disasters_are_in_the_results() -> None:
    ruleset = coin(
        combinations={"1": 30},
        die_weights=[1, 1, 0, 0, 0, 1],
        disaster=["2"],
        farkle={"streak": 1, "penalty": 9, "first_roll_points": 3},
    )
    found = evaluate(ruleset, 30)
    assert found.results == pytest.approx({-6: 1 / 3, 0: 1 / 3, 30: 1 / 3})
    assert found.farkle_probability == pytest.approx(1 / 3)


def test_a_disaster_resets_the_streak_and_leaves_the_board_as_it_is() -> None:
    ruleset = coin(
        combinations={"1": 30},
        die_weights=[1, 1, 0, 0, 0, 1],
        disaster=["2"],
        bank={"opening": 60},
        farkle={"streak": 2, "penalty": 9},
    )
    turns = evaluate(ruleset, 60).turns
    for on_board in (True, False):
        ends = turns[State(on_board, 1)].ends
        assert ends["disaster", 0, State(on_board, 0)] == pytest.approx(1 / 3 + 1 / 9)
        assert ends["farkle", -9, State(on_board, 0)] == pytest.approx(1 / 3 + 1 / 9)


def test_a_player_who_never_banks_is_followed_to_the_end() -> None:
    found = evaluate(coin(farkle={"keeps_turn_score": True}), 10**9)
    assert found.points_per_turn == pytest.approx(10)
    assert found.turns[ON].unresolved < 1e-15
