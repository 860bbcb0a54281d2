"""One turn under given payoffs, for every number of dice and turn score."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.core.arrays import Floats
from farklegen.core.turns import table
from farklegen.errors import UnsolvableError
from farklegen.solvers.moves import TurnMoves

MOST_CELLS = 24_000_000
"""The most cells (rows x columns x lanes) of a table that is solved: about a gigabyte in all."""

MOST_ROWS = 300_000
"""The most turn scores of a table that is solved: some seconds for a few lanes."""


@dataclass(frozen=True)
class SolvedTurnTable:
    """A solved turn.

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


def solve_turn(moves: TurnMoves, bank: Floats, ended: Floats, above: Floats) -> SolvedTurnTable:
    """Solve all lanes.

    Args:
        moves: the moves.
        bank: float64[rows, columns, lanes], value of banking; minus infinity where not allowed.
        ended: float64[rows, columns, lanes], chance of a farkle or disaster times what follows it.
        above: float64[max_rise, columns, lanes], the values of the rows above the table.
    """
    return SolvedTurnTable(*table(moves.as_turn, bank, ended, above))


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
