"""What a player does at one row of many turns side by side, compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import LANES, NO_OPTION
from farklegen.kernels.compiled import options, uncounted
from farklegen.kernels.ends import option_of, reaching

ANYWHERE = 1 << 40
"""More rows than any turn has."""


@njit(**uncounted)
def choose_by_value(turn, values, row, to, best):
    """Where perfect play goes from each set: the cell of most value, -1 if it may go nowhere.

    Args:
        turn: the moves, offsets in columns.
        values: float64[cells * LANES].
        row: the row.
        to: int64[sets * LANES], out.
        best: float64[LANES], room.
    """
    for number in range(len(turn.probability)):
        begin = number * LANES
        for lane in range(LANES):
            best[lane] = -9.0
        for option in range(turn.set_start[number], turn.set_start[number + 1]):
            there = row * turn.columns + turn.offset[option]
            at = there * LANES
            for lane in range(LANES):
                value = values[at + lane]
                better = value > best[lane]
                best[lane] = value if better else best[lane]
                to[begin + lane] = there if better else to[begin + lane]
        if turn.overshoot:
            for lane in range(LANES):
                if best[lane] < NO_OPTION:
                    to[begin + lane] = -1


@njit(**uncounted)
def choose_by_table(turn, table, aim, row, to, same):
    """Where a policy goes from each set; `same` where that is one cell for all lanes, which then
    stands in the first one. `aim`: int64[6, LANES], see `kernels.takeover`."""
    sets, columns, overshoot = len(turn.probability), turn.columns, turn.overshoot != 0
    set_start, rise, column_of = turn.set_start, table.rise, table.column
    legal, may, offset = turn.legal, turn.may_bank, turn.offset
    highest, choice = table.highest, table.choice
    nearest, farthest, alike, situation = ANYWHERE, 0, True, aim[0, 0]
    for lane in range(LANES):
        nearest = min(nearest, aim[1, lane], aim[5, lane] + 1)
        farthest = max(farthest, aim[1, lane], aim[4, lane])
        alike = alike and aim[0, lane] == situation
    for number in range(sets):
        begin = number * LANES
        top, near = -1, row + highest[number] >= nearest
        if near and not overshoot:
            # the highest option that may be banked if minimums are met
            top = reaching(set_start, rise, column_of, legal, may, number, row, 0, 0, ANYWHERE)
            near = top >= 0 and row + rise[top] >= nearest
        reaches = near and not overshoot and row + rise[top] >= farthest
        same[number] = reaches or (alike and not near)
        if same[number]:
            option = top if reaches else choice[situation, row * sets + number]
            to[begin] = row * columns + offset[option]
            continue
        for lane in range(LANES):
            reach, least, room = aim[1, lane], aim[4, lane], aim[5, lane]
            option = choice[aim[0, lane], row * sets + number]
            if overshoot and row + highest[number] >= min(reach, room + 1):
                option = reaching(
                    set_start, rise, column_of, legal, may, number, row, reach, least, room
                )
                if option < 0:
                    option = option_of(turn, table, number, row, aim[0, lane], reach, least, room)
            elif near and not overshoot and row + rise[top] >= max(reach, least):
                option = top
            to[begin + lane] = row * columns + offset[option] if option >= 0 else -1


@njit(**uncounted)
def banks_by_table(turn, table, aim, row, banks):
    """bool[columns * LANES]: where a policy banks."""
    dice, columns, legal, may_bank = turn.dice, turn.columns, turn.legal, turn.may_bank
    tables = table.banks
    for column in range(columns):
        may = row > 0 and legal[row] != 0 and may_bank[column] != 0
        for lane in range(LANES):
            banked = may and row >= aim[4, lane]
            if banked and row >= aim[1, lane]:
                banked = row >= aim[2, lane]
            elif banked:
                going = (aim[3, lane] >> (column % dice)) & 1
                banked = going == 0 and tables[aim[0, lane], row * columns + column] != 0
            banks[column * LANES + lane] = banked


@njit(**options)
def points(turn, table, situation, paid, unit):
    """Points that a turn brings which is rolled on from each state, by a table and with no goal.

    `paid`: float64[rows, columns], points of a farkle. Above the rows that are looked at it is the
    turn score. Returns float64[rows * columns].
    """
    columns, sets = turn.columns, len(turn.probability)
    top = table.rows - turn.max_rise
    worth, rolling = np.empty(table.rows * columns), np.zeros(table.rows * columns)
    for row in range(table.rows - 1, -1, -1):
        for column in range(columns):
            at = row * columns + column
            rolling[at] = row * unit
            if row < top:
                rolling[at] = turn.farkle[column] * paid[row, column]
                for number in range(turn.column_start[column], turn.column_start[column + 1]):
                    option = table.choice[situation, row * sets + number]
                    there = row * columns + turn.offset[option]
                    rolling[at] += turn.probability[number] * worth[there]
            worth[at] = row * unit if table.banks[situation, at] or row >= top else rolling[at]
    return rolling
