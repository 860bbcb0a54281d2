"""How often a turn that is played by a table comes to each of its states.

A *column* is what is rolled next: a number of dice (and, with a stepped hot-dice bonus, how many
hot dice the turn has seen). A *row* is the turn score in units.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import VECTOR, Floats, Integers, Written
from farklegen.core.binding import core
from farklegen.policies.policy import TurnPolicy
from farklegen.solvers.moves import TurnMoves


class Passing(NamedTuple):
    """A turn for the core's `passing.cpp`; see `visits_of`. A column of a table is `height` long,
    some more than there are rows.

    Attributes:
        worth: float64[columns, height].
        banks: int64[columns, height], -1 where the turn is banked.
        ahead: int64[options], how far the state that it leads to is ahead in such a table.
        order: int64[options], preference << 32 and the offset.
        chosen: room for vectors of options of all sets, and one more number for each column.
    """

    row: int
    column: int
    max_rise: int
    worth: Floats
    banks: Integers
    tolerance: float
    ahead: Integers
    order: Integers
    option_start: Integers
    column_start: Integers
    probability: Floats
    chosen: Written[Integers]
    visits: Written[Floats]


def visits_of(
    policy: TurnPolicy, moves: TurnMoves, start_row: int = 0, start_column: int | None = None
) -> Floats:
    """How often a turn played by a policy comes to each state: float64[rows, columns].

    Starts one turn at (start_row, start_column), which is always rolled; elsewhere the policy says
    where the turn is banked. From each set the turn takes an option whose state is worth most.
    Among options within the policy's tolerance of the best, an option that leads to a state in
    which you bank comes first, then the one with the highest preference. Only rows from which no
    move leads out of the table are followed: the last rows, as many as a move can rise, only
    collect.

    Args:
        policy: worths and banks, float64 and bool[rows, columns].
        moves: the moves that it chooses from; their preferences are all different.
        start_row, start_column: where the turn begins; by default with all dice.
    """
    worth, offset = policy.worth, moves.offset
    start_column = moves.column(moves.dice) if start_column is None else start_column
    rows, columns = worth.shape
    height = rows + VECTOR
    by_column = np.zeros((columns, height))
    by_column[:, :rows] = worth.T
    banked = np.zeros((columns, height), np.int64)
    np.negative(policy.banks.T, out=banked[:, :rows], dtype=np.int64)
    visits = np.empty(worth.size)
    core().call(
        "pass_on",
        Passing(
            start_row,
            start_column,
            int(offset.max()) // columns,
            by_column.ravel(),
            banked.ravel(),
            policy.tolerance,
            offset % columns * height + offset // columns,
            (moves.preference << 32) + offset,
            moves.option_start,
            moves.column_start,
            moves.set_probability,
            np.empty(len(moves.option_start) * VECTOR + columns, np.int64),
            visits,
        ),
    )
    return visits.reshape(worth.shape)
