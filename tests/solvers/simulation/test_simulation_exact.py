"""Games with rolled dice agree with what is worked out, within five standard errors."""

from __future__ import annotations

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.length import game_length
from tests.profiles import examples
from tests.solvers.each_rule import PLAIN
from tests.solvers.match.oracle import solve
from tests.solvers.simulation.simulated import (
    ERRORS,
    perfect,
)

GAMES = examples(20_000)


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
