"""Turns under given payoffs."""

from __future__ import annotations

from typing import Any

import numpy as np

from farklegen.core.arrays import Floats, LanePayoffs, Lanes, Room, Turn, TurnTable
from farklegen.core.binding import core
from farklegen.core.structures import aligned


def turns(
    turn: Turn, rows: int, payoffs: LanePayoffs, kept: int | None = None
) -> tuple[Floats, Floats]:
    """(start, rolled) of lanes: float64[lanes], float64[rows, kept, lanes]; see `Lanes`.

    Args:
        turn: the moves.
        rows: of the turns.
        payoffs: of that many rows.
        kept: columns of which `rolled` is wanted; one for each number of dice by default.
    """
    kept = turn.dice if kept is None else kept
    start, rolled, _ = _solve(turn, rows, payoffs, kept, np.empty(0))
    return start, rolled


def whole_turns(turn: Turn, rows: int, payoffs: LanePayoffs) -> tuple[Floats, Floats, Floats]:
    """(start, rolled, values) of lanes: float64[lanes], float64[rows, columns, lanes], float64[rows
    + max_rise, columns, lanes]; see `Lanes`. Arguments as those of `turns`."""
    values = np.empty((rows + turn.max_rise, turn.columns, len(payoffs.first)))
    return _solve(turn, rows, payoffs, turn.columns, values)


def _solve(
    turn: Turn, rows: int, payoffs: LanePayoffs, kept: int, values: Floats
) -> tuple[Floats, Floats, Floats]:
    count = len(payoffs.first)
    start, rolled = np.empty(count), np.empty((rows, kept, count))
    flat: list[Any] = [np.ascontiguousarray(array) for array in payoffs]
    payoffs = LanePayoffs(*flat)
    lost_rows, lost_kinds, _ = payoffs.lost.shape
    lanes = Lanes(rows, payoffs.bank.shape[1], lost_rows, lost_kinds, kept, start, rolled, values)
    compiled = core()
    moves = compiled.pack(turn)
    room = Room(aligned(compiled.call("turns_room", moves, lanes)))
    compiled.call("turns", moves, payoffs, lanes, room)
    return start, rolled, values


def table(turn: Turn, bank: Floats, ended: Floats, above: Floats) -> tuple[Floats, Floats]:
    """(values, rolled) under payoffs for every row and column: float64[rows + max_rise, columns,
    lanes], float64[rows, columns, lanes].

    Args:
        turn: the moves, of which only the options count.
        bank, ended: see `TurnTable`.
        above: float64[max_rise, columns, lanes], the values of the rows above the table.
    """
    rows, _, lanes = ended.shape
    values, rolled = np.empty((rows + len(above), *ended.shape[1:])), np.empty(ended.shape)
    values[rows:] = above
    bank, ended = np.ascontiguousarray(bank), np.ascontiguousarray(ended)
    asked = TurnTable(rows, lanes, bank, ended, rolled, values)
    compiled = core()
    moves = compiled.pack(turn)
    room = Room(aligned(compiled.call("fill_table_room", moves, asked)))
    compiled.call("fill_table", moves, asked, room)
    return values, rolled
