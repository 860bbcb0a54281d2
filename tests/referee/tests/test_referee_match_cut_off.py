"""Games that nobody wants to end: the limit of the game that is cut off and counts half."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee import Match, MatchState
from tests.referee.games import game


def near(*values: float) -> Any:
    return pytest.approx(values, abs=1e-9)


def test_where_both_would_rather_pass_the_limit_of_the_cut_off_game_counts() -> None:
    match = Match(
        game(
            dice=2,
            goal=6,
            combinations={"3": 1, "AB": 5},
            end_game="final_turn",
            ties="challenger",
            overshoot="bust",
        )
    )
    ahead, behind = MatchState(5, 1), MatchState(1, 5)
    assert (match.win_probability(ahead), match.win_probability(behind)) == near(11 / 36, 25 / 36)
    assert match.endless > 0
    bounds = match.bounds(match.start())
    assert bounds.high - bounds.low < 1e-9


@pytest.mark.slow
def test_a_game_that_hardly_ever_ends_is_left_with_bounds_apart() -> None:
    match = Match(
        game(
            dice=3,
            goal=600,
            combinations={"3": 50, "5A": [0, 250, 100, 400, 50, 200]},
            disaster=["AB"],
            end_game="equal_turns",
        ),
        most_sweeps=100,
        most_doublings=0,
    )
    low, high = match.bounds(match.start())
    assert high - low > 0.9
    assert match.undecided > 0
    assert match.endless == 0


def test_a_minimum_out_of_reach_of_one_die_still_has_one_answer() -> None:
    match = Match(
        game(
            dice=1,
            goal=3,
            combinations={"1": 1},
            bank={"minimum": 5},
            end_game="equal_turns",
            piggyback="both",
        )
    )
    low, high = match.bounds(match.start())
    assert high - low < 1e-9
    assert low == pytest.approx(0.416669253839, abs=1e-9)  # near 5/12, and not quite
