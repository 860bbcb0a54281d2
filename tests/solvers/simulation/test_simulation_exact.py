"""Games with rolled dice agree with what is worked out, within five standard errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.core.arrays import ENDS
from farklegen.core.crew import Watch
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.ends import BANKED
from farklegen.solvers.expected import expected_score
from farklegen.solvers.match.length import game_length
from farklegen.solvers.simulation.seats import GameTable, TableRoller
from tests.profiles import examples
from tests.solvers.each_rule import PLAIN
from tests.solvers.match.oracle import solve
from tests.solvers.simulation.simulated import (
    ERRORS,
    perfect,
    plan_of,
    play,
    player,
    rules,
)

GAMES = examples(20_000)


@pytest.mark.parametrize("name", ["basic", "kingdom-come"])
def test_turns_far_from_the_goal_bring_the_expected_points(name: str) -> None:
    ruleset = rules(name).model_copy(update={"goal": 10_000})
    expected = expected_score(ruleset, compile_scoring(ruleset))
    plan = plan_of(ruleset)
    result = play(plan, player("points-only", plan), player("points-only", plan), games=20_000)
    # the last turns of a game stop at the goal, so early turns are looked at by their number
    first = first_turns(plan, 200_000)
    error = float(first.std()) / len(first) ** 0.5
    assert abs(first.mean() - expected.points_per_turn) < ERRORS * error
    assert result.players[0].points.mean == pytest.approx(expected.points_per_turn, rel=0.03)


def first_turns(plan: Any, games: int) -> Any:
    """float64[games]: what the first turn of each game adds, points."""
    table = GameTable(plan)
    every, _ = table.new_games(0, games, 3)
    seat = TableRoller(table, player("points-only", plan))
    end = seat(every, np.arange(games), Watch.new()).end
    row, kind = np.divmod(end, ENDS)
    return np.where(kind == BANKED, row * plan.rules.moves.unit, 0.0)


def test_games_last_as_long_as_is_worked_out() -> None:
    solution = solve(Ruleset.model_validate({**PLAIN, "end_game": "final_turn"}))
    result = perfect(solution, games=GAMES)
    length = game_length(solution, threads=1)
    assert result.turns.mean is not None
    assert result.turns.standard_error is not None
    assert abs(result.turns.mean - length.mean) < ERRORS * result.turns.standard_error
    counted = dict(result.turns.distribution)
    for turns, chance in length.distribution[:12]:
        expected = chance * GAMES
        assert abs(counted.get(turns, 0) - expected) < ERRORS * max(expected, 1.0) ** 0.5


def test_games_that_cannot_end_count_half() -> None:
    added = {"overshoot": "bust", "bank": {"minimum": 200}, "goal": 100}
    result = perfect(solve(Ruleset.model_validate({**PLAIN, **added})), games=100)
    assert result.unfinished == 100
    assert result.players[0].moving["first"].share == 0.5
    assert result.turns.mean == 0
