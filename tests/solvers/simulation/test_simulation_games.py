"""What simulations count, that a seed fixes it, and that it agrees with what is worked out."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from typing import Any

import numpy as np
import pytest

from farklegen.policies.policy import GoForIt
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.length import game_length
from farklegen.solvers.duel.table import Arena
from farklegen.solvers.simulation import MOST_TURNS, Share, SimulationResult, wilson
from tests.profiles import examples
from tests.solvers.each_rule import ALONE, PLAIN, RULES, TOGETHER, cases
from tests.solvers.game.oracle import solve
from tests.solvers.simulation.simulated import (
    ERRORS,
    PERFECT,
    errors,
    layout_of,
    perfect,
    play,
    player,
)

MIXED: dict[str, Any] = {
    **PLAIN,
    "goal": 300,
    "end_game": "final_turn",
    "farkle": {"streak": 2, "penalty": 100, "lowest_score": -100},
    "disaster": ("22",),
}


def ruleset(**added: Any) -> Ruleset:
    return Ruleset.model_validate({**PLAIN, "goal": 300, **added})


def numbers(result: SimulationResult) -> list[Any]:
    """Everything that was counted."""
    players = [
        (
            p.turns,
            p.rolls,
            p.farkles,
            p.disasters,
            list(p.points.distribution),
            p.longest_farkles.distribution,
        )
        for p in result.players
    ]
    shares = (*result.players[0].moving.values(), result.level, result.unfinished)
    return [*players, *shares, list(result.turns.distribution), list(result.margins.distribution)]


@pytest.mark.slow
def test_a_seed_fixes_the_games_however_they_are_grouped() -> None:
    solution = solve(Ruleset.model_validate(MIXED))
    me = player("bank-at-100", solution.layout)

    def games(**options: Any) -> list[Any]:
        return numbers(play(solution.layout, me, PERFECT, solution=solution, games=501, **options))

    once = games(seed=5)
    assert games(seed=5, side_by_side=64) == once
    assert games(seed=5, side_by_side=7, threads=3) == once
    assert games(seed=6) != once


def test_counts_fit_together() -> None:
    solution = solve(Ruleset.model_validate(MIXED))
    result = play(
        solution.layout,
        PERFECT,
        player("bank-at-100", solution.layout),
        solution=solution,
        games=2000,
    )
    me, opponent = result.players
    assert result.turns.total == result.margins.total == 2000
    for one in result.players:
        assert one.scores.total == one.longest_farkles.total == 2000
        assert one.points.total == one.turns
        assert one.rolls >= one.turns
        nothing = dict(one.points.distribution)[0]
        assert nothing == one.farkles + one.disasters
    assert isclose(result.turns.mean or 0, (me.turns + opponent.turns) / 2000)
    assert result.margins.mean == pytest.approx((me.scores.mean or 0) - (opponent.scores.mean or 0))
    assert min(value for value, _ in me.scores.distribution) >= -100
    won = [
        sum(n for value, n in result.margins.distribution if sign * value > 0) for sign in (1, -1)
    ]
    level = 2000 - sum(won)
    assert level == result.level
    assert result.players[0].share.wins == won[0] + level / 2


def test_wins_at_once_are_counted() -> None:
    solution = solve(ruleset(instant_win=("11", "66")))
    me, opponent = perfect(solution, games=2000).players
    assert 0 < me.instant_wins + opponent.instant_wins < 2000
    assert dict(me.scores.distribution)[0] > 0


def test_a_game_that_goes_on_for_ever_is_given_up() -> None:
    two = layout_of(ruleset())
    never = player("bank-at-100", two)
    tables = {
        key: replace(table, banks=np.zeros_like(table.banks)) for key, table in never.tables.items()
    }
    result = play(two, replace(never, tables=tables), replace(never, tables=tables), games=3)
    assert result.unfinished == result.games or result.turns.mean is not None
    assert max(turns for turns, _ in result.turns.distribution) <= MOST_TURNS


def test_progress_comes_to_the_end() -> None:
    shares: list[float] = []
    two = layout_of(ruleset())
    both = player("bank-at-100", two), player("bank-at-150", two)
    play(two, *both, games=300, side_by_side=100, progress=lambda share, _: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)


def test_an_interruption_ends_the_games() -> None:
    two = layout_of(ruleset())
    both = player("bank-at-100", two), player("bank-at-150", two)

    def interrupt(share: float, _doing: str) -> None:
        if share > 0.01:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(two, *both, games=1_000_000, side_by_side=1000, progress=interrupt)


def test_wilson_intervals() -> None:
    low, high = wilson(40, 100)
    assert (low, high) == pytest.approx((0.3094, 0.4980), abs=1e-4)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)
    assert Share(0, 0).interval is None


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


GOES = GoForIt(mine=(200, 300), theirs=(None, 200), lead=100)


@pytest.mark.parametrize(
    "name",
    cases(RULES, slow=[*list(ALONE)[1::2], *list(TOGETHER)[::2]], long=list(TOGETHER)[1::2]),
)
def test_policies_win_as_often_as_is_worked_out(name: str) -> None:
    added: dict[str, Any] = RULES[name]
    ruleset = Ruleset.model_validate({**PLAIN, **added})
    solution = solve(ruleset)
    arena = Arena(solution, compile_scoring(ruleset), threads=1)
    habit = player("bank-at-100", solution.layout)
    goes = GOES if ruleset.dice == 2 else None
    for me, opponent in ((replace(habit, go_for_it=goes), PERFECT), (habit, habit)):
        exact = arena.meet(me, opponent)
        result = play(solution.layout, me, opponent, solution=solution, games=10_000)
        assert errors(result.players[0].moving["first"], exact.moving_first) < ERRORS
        assert errors(result.players[0].moving["second"], exact.moving_second) < ERRORS
