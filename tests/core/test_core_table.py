"""Turns under payoffs for every row and column, against the recursion as plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farklegen import api
from farklegen.core.arrays import Floats, Turn
from farklegen.core.turns import table
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.moves import TurnMoves, turn_moves

Sets = list[list[tuple[float, list[tuple[int, int]]]]]
"""For every column its sets: (probability, (rise, column it leads to) of each option)."""


def turn_of(sets: Sets) -> Turn:
    """A turn of which only the options count."""
    columns = len(sets)
    options = [option for column in sets for _, some in column for option in some]
    sizes = [len(some) for column in sets for _, some in column]
    counts = np.zeros(columns, np.int64)
    chances = np.zeros(columns)
    return Turn(
        dice=columns,
        columns=columns,
        max_rise=max(rise for rise, _ in options),
        offset=np.array([rise * columns + column for rise, column in options]),
        set_start=np.cumsum([0, *sizes]),
        column_start=np.cumsum([0, *(len(column) for column in sets)]),
        probability=np.array([probability for column in sets for probability, _ in column]),
        farkle=chances,
        disaster=chances,
        instant=chances,
        may_bank=counts,
        legal=counts,
        some_illegal=0,
        lost_kind=counts,
        bank_kind=counts,
        overshoot=0,
        sizes=counts + 1,
    )


def by_loops(sets: Sets, bank: Floats, ended: Floats, above: Floats) -> tuple[Floats, Floats]:
    rows, columns, lanes = ended.shape
    values, rolled = np.concatenate([np.zeros_like(ended), above]), np.zeros_like(ended)
    for t in reversed(range(rows)):
        for c in range(columns):
            for lane in range(lanes):
                total = ended[t, c, lane]
                for probability, options in sets[c]:
                    total += probability * max(values[t + r, column, lane] for r, column in options)
                rolled[t, c, lane] = total
                values[t, c, lane] = max(total, bank[t, c, lane])
    return values, rolled


@st.composite
def some_sets(draw: st.DrawFn) -> Sets:
    columns = draw(st.integers(1, 3))
    option = st.tuples(st.integers(1, 4), st.integers(0, columns - 1))
    options = st.lists(option, min_size=1, max_size=4)
    one_set = st.tuples(st.sampled_from([0.0, 0.125, 0.25]), options)
    one_column = st.lists(one_set, min_size=1, max_size=5)
    return draw(st.lists(one_column, min_size=columns, max_size=columns))


@given(sets=some_sets(), rows=st.integers(1, 7), lanes=st.integers(1, 35), seed=st.integers(0, 99))
def test_a_table_is_the_recursion(sets: Sets, rows: int, lanes: int, seed: int) -> None:
    turn, rng = turn_of(sets), np.random.default_rng(seed)
    ended, bank = rng.random((2, rows, turn.columns, lanes))
    bank[rng.random(bank.shape) < 0.3] = -np.inf
    above = rng.random((turn.max_rise, turn.columns, lanes))
    values, rolled = table(turn, bank, ended, above)
    wanted, wanted_rolled = by_loops(sets, bank, ended, above)
    np.testing.assert_allclose(rolled, wanted_rolled, rtol=1e-14)
    np.testing.assert_allclose(values, wanted, rtol=1e-14)
    np.testing.assert_array_equal(values[rows:], above)


def moves(name: str) -> TurnMoves:
    ruleset = api.builtin(name).ruleset
    return turn_moves(ruleset, compile_scoring(ruleset), best_only=True)


@pytest.mark.parametrize("name", ["basic", "facebook", "onward"])
def test_chains_hold_every_set_once_and_save_a_third_of_the_options(name: str) -> None:
    given_moves = moves(name)
    turn, new = given_moves.as_turn, 0
    assert sorted(given_moves.in_chains) == list(range(len(given_moves.set_probability)))
    for column in range(turn.columns):
        before: set[int] = set()
        for number in range(turn.column_start[column], turn.column_start[column + 1]):
            options = set(turn.offset[turn.set_start[number] : turn.set_start[number + 1]].tolist())
            new += len(options - before) if before < options else len(options)
            before = options
    assert new < 0.68 * len(turn.offset)
