"""Turns under given payoffs, for every number of dice and turn score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Floats, Integers, Room, Turn, TurnTable
from farklegen.core.binding import core
from farklegen.core.structures import aligned
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


class LanePayoffs(NamedTuple):
    """The payoffs of turns in a match.

    Attributes:
        bank: float64[rows + max_rise, bank kinds, lanes].
        lost: float64[rows or 1, lost kinds, lanes].
        first, ruin, sure: float64[lanes].
        room: int64[lanes], the last row that an exact goal lets a turn come to.
    """

    bank: Floats
    lost: Floats
    first: Floats
    ruin: Floats
    sure: Floats
    room: Integers


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
    moves = core().pack(turn)
    room = Room(aligned(core().call("fill_table_room", moves, asked)))
    core().call("fill_table", moves, asked, room)
    return SolvedTurnTable(values, rolled)


def solve_lanes(turn: Turn, rows: int, payoffs: LanePayoffs) -> SolvedTurnTable:
    """Solve turns of a match.

    In row 0 the value of all the dice is that of the whole turn, and `rolled` is what rolling them
    is worth to a player who takes them over.

    Args:
        turn: the moves, and which payoffs hold where.
        rows: of the turns.
        payoffs: of that many rows.
    """

    def ended(lost: Floats) -> Floats:
        others = turn.disaster[:, None] * payoffs.ruin + turn.instant[:, None] * payoffs.sure
        found: Floats = turn.farkle[:, None] * lost + others
        return found

    all_bank = payoffs.bank[:, turn.bank_kind]
    bank, above = np.where(turn.may_bank[:, None] != 0, all_bank[:rows], FORBIDDEN), all_bank[rows:]
    bank[0] = FORBIDDEN
    lost = np.broadcast_to(payoffs.lost[:, turn.lost_kind], bank.shape)
    ends = ended(lost)
    if turn.overshoot:
        past = np.arange(len(all_bank))[:, None] > payoffs.room
        ends = np.where(past[:rows, None], FORBIDDEN, ends)
        bank = np.where(past[:rows, None], FORBIDDEN, bank)
        above = np.where(past[rows:, None], FORBIDDEN, above)
    found = solve_turn(turn, bank, ends, above, lost if turn.overshoot else None)
    # the first roll of a turn has payoffs of its own
    first = np.broadcast_to(payoffs.first, bank[:1].shape)
    higher = found.values[1 : 1 + turn.max_rise]
    begun = solve_turn(turn, bank[:1], ended(first), higher, first if turn.overshoot else None)
    found.values[0, turn.dice - 1] = begun.values[0, turn.dice - 1]
    return found


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
