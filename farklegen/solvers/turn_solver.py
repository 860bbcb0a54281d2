"""Turns under given payoffs, for every number of dice and turn score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Turn, TurnTable
from farklegen.core.binding import core
from farklegen.errors import UnsolvableError
from farklegen.solvers.moves import TurnMoves

MOST_CELLS = 24_000_000
"""The most cells (rows x columns x lanes) of a table that is solved: about a gigabyte in all."""

MOST_ROWS = 300_000
"""The most turn scores of a table that is solved: some seconds for a few lanes."""


class SolvedTurnTable(NamedTuple):
    """Solved turns.

    Attributes:
        values: float64[rows + max_rise, columns, lanes], the value of being in the state.
        rolled: float64[rows, columns, lanes], the value of rolling there.
    """

    values: Floats
    rolled: Floats

    @property
    def rows(self) -> int:
        """Turn scores in the table, in units, from zero."""
        return len(self.rolled)


def solve_turn(
    turn: Turn, bank: Floats, ended: Floats, above: Floats, lost: Floats | None = None
) -> SolvedTurnTable:
    """Solve all lanes.

    Args:
        turn: the moves, of which only the options count, and whether the goal is exact.
        bank: float64[rows, columns, lanes], value of banking; `FORBIDDEN` where not allowed.
        ended: float64[rows, columns, lanes], sum over the ends of a turn of their chances times the
            values that follow.
        above: float64[max_rise, columns, lanes], the values of the rows above the table.
        lost: float64[rows, columns, lanes], what a farkle is worth, if the goal is exact: a roll
            that leaves only states that are `FORBIDDEN` is one.
    """
    rows, _, lanes = ended.shape
    values, rolled = np.empty((rows + len(above), *ended.shape[1:])), np.empty(ended.shape)
    values[rows:] = above
    bank, ended = np.ascontiguousarray(bank), np.ascontiguousarray(ended)
    lost = np.empty(0) if lost is None else np.ascontiguousarray(lost)
    asked = TurnTable(rows, lanes, bank, ended, lost, rolled, values)
    core().call("fill_table", turn, asked)
    return SolvedTurnTable(values, rolled)


def most_rows(moves: TurnMoves, lanes: int) -> int:
    """The most rows that fit into memory.

    Raises:
        UnsolvableError: if not even the rows that a single roll can rise fit.
    """
    rows = min(MOST_CELLS // (moves.columns * lanes), MOST_ROWS) - moves.max_rise
    if rows < moves.max_rise:
        raise UnsolvableError(
            f"a single roll can bring {moves.max_rise:,} steps of {moves.unit} points; with "
            f"{lanes} turns of {moves.columns} kinds of rolls side by side there is memory for "
            f"{max(rows, 0):,}. Give points with a larger common divisor, or a shorter "
            "farkle.streak"
        )
    return rows
