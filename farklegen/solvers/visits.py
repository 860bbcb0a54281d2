"""Who follows a turn by a table, on plain arrays: which options are taken, and where that leads.

A *column* is what is rolled next: a number of dice (and, with a stepped hot-dice bonus, how many
hot dice the turn has seen). A *row* is the turn score in units. The values themselves come from the
core (`core.turns.table`).

Shapes: offset int64[options] = rise * columns + column; option_start int64[sets]; column_start
int64[columns] (first set of each column; every column has a set, every set an option);
set_probability float64[sets].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

CHUNK = 64
"""Rows whose choices are listed in one go: bounds the memory of long tables."""

NEGLIGIBLE = 1e-20
"""Visit probability below which a state is not followed any further."""


def choices(
    worth: Floats,
    banks: Booleans,
    first_row: int,
    last_row: int,
    offset: Integers,
    option_start: Integers,
    preference: Integers,
    tolerance: float,
) -> Integers:
    """The option taken for every (row, set): int64[last_row - first_row, sets], indices of
    `offset`.

    An option is worth `worth` of the state it leads to (float64[rows, columns], one lane). Among
    options within `tolerance` of the best, one that leads to a state in which one banks (`banks`)
    comes first, then the one with the highest `preference` (int64[options], all different).
    """
    columns = worth.shape[1]
    index = offset + columns * np.arange(first_row, last_row)[:, None]
    value = worth.reshape(-1)[index]
    best = np.maximum.reduceat(value, option_start, axis=1)
    best -= tolerance
    sizes = np.diff(option_start, append=len(offset))
    # one number orders the options: bank first, then preference; the option is read back from it
    first_preference = int(preference.min())
    span = int(preference.max()) - first_preference + 1
    order = np.where(banks.reshape(-1)[index], preference + span, preference)
    order[value < np.repeat(best, sizes, axis=1)] = -1
    winner = np.maximum.reduceat(order, option_start, axis=1) - first_preference
    option_of = np.zeros(span, np.int64)
    option_of[preference - first_preference] = np.arange(len(offset))
    taken: Integers = option_of[winner % span]
    return taken


def forward(
    worth: Floats,
    banks: Booleans,
    start_row: int,
    start_column: int,
    offset: Integers,
    option_start: Integers,
    column_start: Integers,
    set_probability: Floats,
    preference: Integers,
    lowest_row: Integers,
    tolerance: float,
) -> Floats:
    """How often each state is visited under a policy: float64[rows, columns].

    Starts one turn at (start_row, start_column), which is always rolled; elsewhere `banks` says
    where the turn is banked. No turn comes to a column below its `lowest_row` (int64[columns]).
    Only rows from which no move leads out of the table are followed: the last rows, as many as a
    move can rise, only collect.
    """
    rows, columns = worth.shape
    visits = np.zeros(rows * columns)
    visits[start_row * columns + start_column] = 1.0
    rolls = ~banks
    rolls[start_row, start_column] = True
    sets_of = np.diff(column_start, append=len(option_start))
    top = rows - int(offset.max()) // columns
    for first in range(start_row, top, CHUNK):
        last = min(first + CHUNK, top)
        if visits[first * columns :].max() <= NEGLIGIBLE:
            break
        rolled = np.flatnonzero(rolls[first:last].any(axis=0) & (lowest_row < last))
        if not len(rolled):
            continue
        # high up only many dice are rolled, and few hot dice come early: look at no other columns
        column, end = int(rolled[0]), int(rolled[-1]) + 1
        set_0 = int(column_start[column])
        set_1 = int(column_start[end]) if end < columns else len(option_start)
        option_0 = int(option_start[set_0])
        option_1 = int(option_start[set_1]) if set_1 < len(option_start) else len(offset)
        taken = choices(
            worth,
            banks,
            first,
            last,
            offset[option_0:option_1],
            option_start[set_0:set_1] - option_0,
            preference[option_0:option_1],
            tolerance,
        )
        target = offset[option_0:option_1][taken]
        for row in range(first, last):
            here = slice(row * columns + column, row * columns + end)
            mass = np.where(rolls[row, column:end], visits[here], 0.0)
            if mass.max() <= NEGLIGIBLE:
                continue
            moved = np.repeat(mass, sets_of[column:end])
            moved *= set_probability[set_0:set_1]
            np.add.at(visits[row * columns :], target[row - first], moved)
    return visits.reshape(rows, columns)
