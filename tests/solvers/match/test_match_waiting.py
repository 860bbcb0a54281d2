"""Games that nobody wants to end, and games that take long: what they are worth, and what the
certificate knows of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.game_state import GameState
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.solver import MOST_ERROR
from tests.referee import Match

STANDOFF: dict[str, Any] = {
    "dice": 2,
    "goal": 6,
    "combinations": {"3": 1, "AB": 5},
    "end_game": "final_turn",
    "ties": "challenger",
    "overshoot": "bust",
}
"""From 5 to 1 either player has the other one on a last turn that is easy to win, who banks."""

NOBODY_MAY_BANK: dict[str, Any] = {
    "dice": 1,
    "goal": 3,
    "combinations": {"1": 1},
    "bank": {"minimum": 5},
    "end_game": "equal_turns",
    "piggyback": "both",
}

HANDED_ON: dict[str, Any] = {
    "dice": 2,
    "goal": 250,
    "combinations": {"2": 400, "3": 200},
    "overshoot": "bust",
    "farkle": {"first_roll_points": 150},
    "piggyback": "after_farkle",
}
"""From 50 to 50 a turn score of 200 can only farkle, and is handed on for ever."""

TAKEN_OVER: dict[str, Any] = {
    "dice": 1,
    "goal": 100,
    "combinations": {"1": 100, "5": 50},
    "die_weights": (1, 1, 0, 0, 1, 0),
    "end_game": "final_turn",
    "piggyback": "after_bank",
}
"""A bank of the goal hands over a turn score that wins if the next roll scores, as most rolls do:
so both roll until they farkle, however high their turn score."""


def solved(rules: dict[str, Any]) -> MatchSolution:
    ruleset = Ruleset.model_validate(rules)
    tables = compile_scoring(ruleset)
    return solve_match(ruleset, tables, threads=1)


def test_a_standoff_is_worth_what_is_nearest_to_one_half() -> None:
    solution = solved(STANDOFF)
    certificate = solution.certificate
    assert certificate.bounded_by == "value iteration"
    for match_state, right in ((GameState((5, 1)), 11 / 36), (GameState((1, 5)), 25 / 36)):
        error = abs(solution.win_probability(match_state) - right)
        assert error <= certificate.error_bound <= MOST_ERROR


def test_where_fast_steps_give_up_it_is_iterated_plainly() -> None:
    solution = solved(NOBODY_MAY_BANK)
    # as the referee has it, whose bounds meet after some thousand sweeps
    assert solution.win_probability(solution.start()) == pytest.approx(0.41666925, abs=1e-8)
    assert solution.certificate.error_bound <= MOST_ERROR


def test_what_is_handed_on_for_ever_counts_half() -> None:
    solution = solved(HANDED_ON)
    assert solution.win_probability(solution.start()) == 0.5
    match = Match(Ruleset.model_validate(HANDED_ON))
    for mine, theirs in ((100, 100), (50, 50), (0, 150)):
        right = match.win_probability(match.start()._replace(scores=(mine, theirs)))
        found = solution.win_probability(GameState((mine, theirs)))
        assert found == pytest.approx(right, abs=1e-9)
    assert solution.certificate.error_bound <= MOST_ERROR


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({}, 0.5),
        ({"goal": 200}, 0.5121775701485867),  # plain value iteration, turns followed to 6,000
        ({"dice": 2, "last_die": "required", "bank": {"beat_previous": True}}, 0.5),
    ],
)
def test_turns_that_run_on_past_every_row_wait_as_well(more: dict[str, Any], right: float) -> None:
    solution = solved({**TAKEN_OVER, **more})
    assert solution.certificate.error_bound <= MOST_ERROR
    assert solution.win_probability(solution.start()) == pytest.approx(right, abs=1e-11)


def test_players_who_may_wait_for_ever_win_as_often_as_the_referee_says() -> None:
    """At 4 an award of 1 and its penalty leave 4, and the other player may take all the time."""
    rules = {
        "dice": 1, "goal": 5, "combinations": {"3": 2, "1": 3}, "overshoot": "bust",
        "farkle": {"first_roll_points": 1, "streak": 1, "penalty": 1, "lowest_score": -2},
    }  # fmt: skip
    solution = solved(rules)
    assert solution.certificate.error_bound <= MOST_ERROR
    match = Match(Ruleset.model_validate(rules))
    for mine, theirs in ((0, 0), (4, 0), (2, 3)):
        right = match.win_probability(match.start()._replace(scores=(mine, theirs)))
        found = solution.win_probability(GameState((mine, theirs)))
        assert found == pytest.approx(right, abs=1e-11)


def test_a_long_game_is_as_exact_as_its_bound_says() -> None:
    """A coin that must fall on its head eight times in a row."""
    rules = {
        "dice": 1, "goal": 8, "combinations": {"1": 1}, "die_weights": (1, 0, 0, 0, 0, 1),
        "farkle": {"streak": 1, "penalty": "all"}, "bank": {"minimum": 8},
    }  # fmt: skip
    short = solved(rules)
    chance = 2.0**-8  # W = chance + (1 - chance) (1 - W)
    found = short.win_probability(short.start())
    assert abs(found - 1 / (2 - chance)) <= short.certificate.error_bound <= MOST_ERROR


@pytest.mark.parametrize(
    "rules",
    [
        {"goal": 46, "bank": {"minimum": 46}, "farkle": {"streak": 1, "penalty": "all"}},
        {"goal": 100, "bank": {"minimum": 50}},  # 3/4 from 50 to 0, where nothing seems to move
        {
            "dice": 3, "goal": 600, "disaster": ("AB",), "die_weights": (1,) * 6,
            "combinations": {"3": 50, "5A": (0, 250, 100, 400, 50, 200)},
            "end_game": "equal_turns",
        },
    ],
)  # fmt: skip
def test_a_game_that_almost_never_ends_is_refused(rules: dict[str, Any]) -> None:
    """A coin that must fall on its head 46 times, and more."""
    coin = {"dice": 1, "combinations": {"1": 1}, "die_weights": (1, 0, 0, 0, 0, 1)}
    with pytest.raises(UnsolvableError, match="was not found"):
        solved({**coin, **rules})


TOPS: dict[str, tuple[dict[str, Any], GameState, int, int, float]] = {
    "multiples and taking over": (
        {
            "dice": 2, "goal": 3, "combinations": {"2": 3},
            "bank": {"minimum": 3, "multiple_of": 4}, "piggyback": "both",
        },
        GameState((0, 0)), 15, 1, 0.5014225714672786,
    ),
    "multiples": (
        {"dice": 1, "goal": 3, "combinations": {"4": 2}, "bank": {"multiple_of": 4}},
        GameState((2, 0)), 4, 1, 0.5070422535211268,
    ),
    "hot dice that must be rolled": (
        {
            "dice": 2, "goal": 19, "combinations": {"12": 20, "1": 45, "6": 15},
            "hot_dice": "required", "end_game": "final_turn", "ties": "challenger",
            "piggyback": "after_bank", "disaster": ("AA",), "die_weights": (0, 3, 3, 1, 1, 3),
        },
        GameState((5, 20)), 45, 1, 0.10818933,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOPS)
def test_values_are_right_up_to_the_top_of_the_table(name: str) -> None:
    rules, match_state, turn_score, dice, right = TOPS[name]
    solution = solved(rules)
    turn = solution.turn(match_state)
    found = turn.rolled[turn_score // turn.unit, turn.column(dice)]
    assert found == pytest.approx(right, abs=5e-9)


def test_a_bonus_that_grows_is_counted_as_far_as_turns_must_run() -> None:
    """1, 3, 6 points: only the third is a multiple of two, so three rolls of 1 and 2."""
    solution = solved({
        "dice": 2, "goal": 1, "combinations": {"12": 1}, "bank": {"multiple_of": 2},
        "hot_dice_bonus": {"points": 0, "step": 1},
    })  # fmt: skip
    assert solution.win_probability(solution.start()) == pytest.approx(1 / (2 - 18**-3), abs=1e-12)


def test_past_the_goal_values_are_right_up_to_the_top_too() -> None:
    solution = solved({
        "dice": 2, "goal": 1, "combinations": {"1A": (0, 0, 0, 0, 7, 9), "AA": 1},
        "end_game": "equal_turns", "instant_win": ("AB",),
    })  # fmt: skip
    turn = solution.turn(GameState((0, 0)))
    assert np.all(turn.rolled[1:, turn.column(2)] == pytest.approx(1.0, abs=1e-13))
