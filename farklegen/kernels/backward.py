"""The turn recursion of `kernels.turn` for a block of lanes, compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import FORBIDDEN, LANES
from farklegen.kernels.compiled import options
from farklegen.kernels.vectors import fold, fold_overshoot


@njit(**options)
def fold_column(turn, column, base, values, begun, begun_at, bank, rolled, rolled_at, paid, to):
    """All the sets of a column; what the turn may be banked for is `FORBIDDEN` in `bank`."""
    begin, end = turn.column_start[column], turn.column_start[column + 1]
    if turn.overshoot:
        fold_overshoot(
            values, turn.offset, turn.set_start, turn.probability, begun, bank, rolled, paid,
            begun_at, 0, rolled_at, base, begin, end, to,
        )  # fmt: skip
    else:
        fold(
            values, turn.offset, turn.set_start, turn.probability, begun, bank, rolled,
            begun_at, 0, rolled_at, base, begin, end, to,
        )  # fmt: skip


@njit(**options)
def fill_above(turn, rows, values, bank, bank_kinds, room):
    """The rows above a block's turn: one banks there."""
    for row in range(rows, rows + turn.max_rise):
        for column in range(turn.columns):
            to = (row * turn.columns + column) * LANES
            at = (row * bank_kinds + turn.bank_kind[column]) * LANES
            for lane in range(LANES):
                values[to + lane] = bank[at + lane]
    if turn.overshoot:
        forbid(turn, rows, rows + turn.max_rise, values, room)


@njit(**options)
def forbid(turn, low, high, values, room):
    """Forbid turn scores past an exact goal."""
    for row in range(low, high):
        for column in range(turn.columns):
            to = (row * turn.columns + column) * LANES
            for lane in range(LANES):
                if row > room[lane]:
                    values[to + lane] = FORBIDDEN


@njit(**options)
def fold_ends(turn, column, paid, paid_at, ruin, sure, begun, begun_at):
    """What a farkle, a disaster and a win at once come to, times their chances."""
    farkle, disaster, instant = turn.farkle[column], turn.disaster[column], turn.instant[column]
    for lane in range(LANES):
        begun[begun_at + lane] = (
            farkle * paid[paid_at + lane] + disaster * ruin[lane] + instant * sure[lane]
        )


@njit(**options)
def backward(
    turn, rows, values, bank, bank_kinds, lost, lost_rows, lost_kinds, first, ruin, sure, room,
    rolled, keeps, scratch,
):  # fmt: skip
    """Fill `values` of one block from the top row down; of row 0 only the start of the turn.

    rolled: float64[rows * dice * LANES + LANES], written where `keeps`: the value of rolling, for a
    player who takes the turn over, so that row 0 is no first roll there; its end is scrap.
    """
    columns, dice, overshoot = turn.columns, turn.dice, turn.overshoot
    # the inner loop wants plain arrays: calls that pass the whole turn cost more than they do
    offset, set_start, probability = turn.offset, turn.set_start, turn.probability
    column_start, may_bank = turn.column_start, turn.may_bank
    lost_kind, bank_kind = turn.lost_kind, turn.bank_kind
    begun, paid, never, price = scratch[0], scratch[1], scratch[2], scratch[3]
    unkept = len(rolled) - LANES
    every_row = lost_rows > 1
    ended = np.empty(columns * LANES)
    never[:] = FORBIDDEN
    fill_above(turn, rows, values, bank, bank_kinds, room)
    for row in range(rows - 1, -1, -1):
        base = row * columns * LANES
        lost_row = row if every_row else 0
        if every_row or row == rows - 1:
            for column in range(columns):
                lost_at = (lost_row * lost_kinds + lost_kind[column]) * LANES
                fold_ends(turn, column, lost, lost_at, ruin, sure, ended, column * LANES)
        for column in range(0 if row > 0 else dice - 1, columns if row > 0 else dice):
            kept = keeps and column < dice
            out_at = (row * dice + column) * LANES if kept else unkept
            bank_at = (row * bank_kinds + bank_kind[column]) * LANES
            first_set, last_set = column_start[column], column_start[column + 1]
            begun_at, to = column * LANES, base + column * LANES
            if overshoot:
                lost_at = (lost_row * lost_kinds + lost_kind[column]) * LANES
                for lane in range(LANES):
                    paid[lane] = lost[lost_at + lane]
                    price[lane] = bank[bank_at + lane] if may_bank[column] else FORBIDDEN
                fold_overshoot(
                    values, offset, set_start, probability, ended, price, rolled, paid,
                    begun_at, 0, out_at, base, first_set, last_set, to,
                )  # fmt: skip
            elif may_bank[column]:
                fold(
                    values, offset, set_start, probability, ended, bank, rolled,
                    begun_at, bank_at, out_at, base, first_set, last_set, to,
                )  # fmt: skip
            else:
                fold(
                    values, offset, set_start, probability, ended, never, rolled,
                    begun_at, 0, out_at, base, first_set, last_set, to,
                )  # fmt: skip
        if overshoot and row > 0:
            forbid(turn, row, row + 1, values, room)
    fold_ends(turn, dice - 1, first, 0, ruin, sure, begun, 0)
    start = (dice - 1) * LANES
    fold_column(turn, dice - 1, 0, values, begun, 0, never, rolled, unkept, first, start)


@njit(**options)
def turns(
    turn, rows, values, bank, bank_kinds, lost, lost_rows, lost_kinds, first, ruin, sure, room,
    rolled, keeps, start,
):  # fmt: skip
    """Solve lanes under given prices, block by block.

    All arrays hold whole blocks: bank[blocks, rows + max_rise, kinds, LANES], lost[blocks, rows or
    1, kinds, LANES], first, ruin, sure, room, start[blocks, LANES], rolled[blocks, rows, dice,
    LANES]. The value of the start of each turn goes to `start`.
    """
    scratch = np.empty((6, LANES))
    for block in range(len(start)):
        backward(
            turn, rows, values, bank[block], bank_kinds, lost[block], lost_rows, lost_kinds,
            first[block], ruin[block], sure[block], room[block], rolled[block], keeps,
            scratch,
        )  # fmt: skip
        for lane in range(LANES):
            start[block, lane] = values[(turn.dice - 1) * LANES + lane]
