"""Which states of a turn can occur at all, whatever the player does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farklegen.solvers.moves import TurnMoves


def occurring(
    moves: TurnMoves, rows: int, *, taken_over: bool, begin: tuple[int, int] | None = None
) -> NDArray[np.bool_]:
    """bool[rows, columns]: the states that some way of setting aside leads to.

    The turn scores of one column are the bits of one integer, so a move is a shift: all turn scores
    move at once, and the work is repeated only for bits that are new.

    Args:
        moves: all the moves (not only the best ones) of the turn.
        rows: turn scores of `rows` units and more are left out.
        taken_over: whether any state may be the start of another player's turn, too, with its hot
            dice counted afresh.
        begin: (row, column) in which the turn begins; by default a fresh turn.
    """
    mask = (1 << rows) - 1
    seen = [0] * moves.columns
    fresh = [0] * moves.columns
    row, column = (0, moves.column(moves.dice)) if begin is None else begin
    fresh[column] = 1 << row
    steps = moves.distinct()
    while any(fresh):
        for column, bits in enumerate(fresh):
            seen[column] |= bits
        grown = [0] * moves.columns
        for column, rise, target in steps:
            if fresh[column]:
                grown[target] |= fresh[column] << rise
        if taken_over:
            for column in range(moves.dice, moves.columns):
                grown[column % moves.dice] |= grown[column]
        fresh = [bits & mask & ~seen[column] for column, bits in enumerate(grown)]
    table = np.zeros((rows, moves.columns), np.bool_)
    size = (rows + 7) // 8
    for column, bits in enumerate(seen):
        raw = np.frombuffer(bits.to_bytes(size, "little"), np.uint8)
        table[:, column] = np.unpackbits(raw, bitorder="little", count=rows)
    return table
