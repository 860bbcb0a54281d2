"""What the best play of a turn leads to: which state follows with what chance, compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import LANES, NO_OPTION
from farklegen.kernels.compiled import options
from farklegen.kernels.ends import target_of, write_ends
from farklegen.kernels.lanes import evaluate

NEGLIGIBLE = 1e-13
"""Chance up to which a way through a turn is not followed, but counted as banked."""

TIE = 1e-12
"""Relative difference below which banking and rolling are equal: one banks."""


@njit(**options)
def outcomes(turn, prices, keep, states, chances, source, farkled, values, start, code, chance):
    """Follow the best play of one turn from each state; the number of entries written.

    Args:
        turn, prices, keep: the match, without take-overs and with nothing to beat.
        states: int64[lanes].
        chances, source, farkled: as in `kernels.lanes.solve`, solved.
        values: room for one block's turn.
        start: int64[lanes + 1], out: the first entry of each state.
        code: int64[...], out: how the turn ends (see `kernels.ends`).
        chance: float64[...], out: how likely it is.
    """
    dice, columns = turn.dice, turn.columns
    lanes = len(states)
    column_start, set_start, probability = turn.column_start, turn.set_start, turn.probability
    offset = turn.offset // LANES
    previous = np.zeros(lanes, np.int64)
    scratch = np.empty((6, LANES))
    vectors = (
        np.empty(LANES), np.empty(LANES), np.empty(LANES), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )  # fmt: skip
    cycles = (np.full(LANES, -1), np.zeros(LANES), np.zeros(LANES))
    coordinate = np.zeros(lanes)
    worth = np.empty(lanes)
    written = 0
    start[0] = 0
    for block in range((lanes + LANES - 1) // LANES):
        low = block * LANES
        filled = min(LANES, lanes - low)
        rows, kept = 0, False
        for lane in range(filled):
            state = states[low + lane]
            rows = max(rows, prices.rows[state])
            kept = kept or prices.lost_rise[state] > 0
            c = chances[state]
            coordinate[low + lane] = 1.0 if (-0.5 < c < 0.0) or c > 0.5 else 0.0
        high = rows + turn.max_rise
        bank = np.empty(high * prices.bank_kinds * LANES)
        lost_rows = rows if kept else 1
        lost = np.empty(lost_rows * 2 * LANES)
        rolled = np.empty((rows * dice + 1) * LANES)
        own = np.empty(high * columns)
        evaluate(
            block, lanes, 0, 0, rows, turn, prices, keep, states, previous, chances, source,
            farkled, values, coordinate, bank, lost, lost_rows, 2, rolled, False, False, vectors,
            cycles, scratch, worth, 1,
        )  # fmt: skip
        for lane in range(filled):
            state = states[low + lane]
            mass = np.zeros(high * columns)
            mass[dice - 1] = 1.0
            for at in range(high * columns):
                own[at] = values[at * LANES + lane]
            banked = np.zeros(high)
            farkled_at = np.zeros((2, rows))
            first, ruined, won = 0.0, 0.0, 0.0
            for row in range(rows):
                for column in range(columns):
                    here = mass[row * columns + column]
                    if here <= 0.0:
                        continue
                    if row > 0 and here <= NEGLIGIBLE:
                        banked[row] += here
                        continue
                    value = own[row * columns + column]
                    if row > 0 and turn.may_bank[column]:
                        at = (row * prices.bank_kinds + turn.bank_kind[column]) * LANES + lane
                        if bank[at] >= value - TIE * abs(value):
                            banked[row] += here
                            continue
                    farkle = turn.farkle[column]
                    for number in range(column_start[column], column_start[column + 1]):
                        best, to = -9.0, 0
                        for option in range(set_start[number], set_start[number + 1]):
                            found = own[row * columns + offset[option]]
                            if found > best:
                                best, to = found, offset[option]
                        if best < NO_OPTION:
                            farkle += probability[number]
                        else:
                            mass[row * columns + to] += here * probability[number]
                    if row == 0:
                        first += here * farkle
                    else:
                        kind = 1 if column % dice == dice - 1 else 0
                        farkled_at[kind, row] += here * farkle
                    ruined += here * turn.disaster[column]
                    won += here * turn.instant[column]
            for row in range(rows, high):
                for column in range(columns):
                    banked[row] += mass[row * columns + column]
            written = write_ends(
                banked, farkled_at, first, ruined, won, prices.lost_rise[state] > 0, 0.0,
                code, chance, written,
            )  # fmt: skip
            start[low + lane + 1] = written
    return written


@njit(**options)
def advance(prices, mass, states, start, code, chance, following):
    """One turn: move the mass of all states to what follows them; the mass that won at once."""
    won = 0.0
    for place in range(len(states)):
        here = mass[states[place]]
        if here <= 0.0:
            continue
        for entry in range(start[place], start[place + 1]):
            target = target_of(prices, states[place], code[entry])
            if target < 0:
                won += here * chance[entry]
            else:
                following[target] += here * chance[entry]
    return won
