"""Turns that must beat what was banked before, compiled.

Above the points to beat nothing differs from the turn without any, which is known. At or below them
the turn is rolled on. Turns with different points to beat from the same start lie side by side.
"""

from __future__ import annotations

from numba import njit

from farklegen.kernels.arrays import LANES, NO_OPTION
from farklegen.kernels.compiled import uncounted
from farklegen.kernels.deciding import ANYWHERE
from farklegen.kernels.ends import option_of, reaching
from farklegen.kernels.vectors_carried import fold_best


@njit(**uncounted)
def _spread(values, own, low, high, columns):
    """Write the same values into all lanes, from one row to another."""
    for cell in range(low * columns, high * columns):
        for lane in range(LANES):
            values[cell * LANES + lane] = own[cell]


@njit(**uncounted)
def _column_by_value(
    first, last, base, offset, set_start, probability, values, worths, room, acc_value, acc, risk,
):  # fmt: skip
    """Add up the sets of a column under perfect play, where some may lead nowhere: what they are
    worth to it against another perfect player, and what they bring."""
    best, carried = room
    for number in range(first, last):
        chance = probability[number]
        for lane in range(LANES):
            best[lane], carried[lane] = -9.0, 0.0
        for option in range(set_start[number], set_start[number + 1]):
            at = (base + offset[option]) * LANES
            for lane in range(LANES):
                value, worth = values[at + lane], worths[at + lane]
                better = value > best[lane]
                best[lane] = value if better else best[lane]
                carried[lane] = worth if better else carried[lane]
        for lane in range(LANES):
            if best[lane] < NO_OPTION:
                best[lane], carried[lane] = 0.0, 0.0
                risk[lane] += chance
        for lane in range(LANES):
            acc_value[lane] += chance * best[lane]
            acc[lane] += chance * carried[lane]


@njit(**uncounted)
def _column_by_table(turn, table, aim, row, column, beaten, worths, acc, risk):
    """The same for a policy that plays by tables; `aim` is (situation, reach, least, room)."""
    situation, reach, least, room = aim
    sets, columns = len(turn.probability), turn.columns
    set_start, rise, column_of = turn.set_start, table.rise, table.column
    legal, may, offset = turn.legal, turn.may_bank, turn.offset
    highest, choice, probability = table.highest, table.choice, turn.probability
    for number in range(turn.column_start[column], turn.column_start[column + 1]):
        chance = probability[number]
        high = row + highest[number]
        option, top = choice[situation, row * sets + number], -1
        if high > room:
            option = option_of(turn, table, number, row, situation, ANYWHERE, 0, room)
        usual = (row * columns + offset[option]) * LANES if option >= 0 else -1
        if high >= reach:
            # the highest option that may be banked if minimums are met
            top = reaching(set_start, rise, column_of, legal, may, number, row, reach, least, room)
        if top < 0 and usual >= 0:
            for lane in range(LANES):
                acc[lane] += chance * worths[usual + lane]
            continue
        to = row + rise[top] if top >= 0 else -1
        there = (row * columns + offset[top]) * LANES if top >= 0 else -1
        for lane in range(LANES):
            if top >= 0 and to > beaten[lane]:
                acc[lane] += chance * worths[there + lane]
            elif usual >= 0:
                acc[lane] += chance * worths[usual + lane]
            else:
                risk[lane] += chance


@njit(**uncounted)
def beaten_turns(
    by_value, turn, offset, table, aim, ends, own, stars, low, high, worths, values, lanes, beaten,
    start, star_start,
):  # fmt: skip
    """What turns are worth that must beat some points.

    Args:
        by_value, turn, table: the player; offset: the moves' offsets in numbers.
        aim: (situation, reach, least, room), of a policy that plays by tables.
        ends: (lost, first, ruin), what a farkle at float64[rows, dice], one of the first roll and
            a disaster are worth.
        own: float64[cells], values of the turn that has nothing to beat.
        stars: the same ends and values under perfect play on both sides, and what a win is worth.
        low, high: the least and the most points to beat, in rows; the second is not included.
        worths: float64[3 * cells * LANES], room; values: the second part of it, as an array.
        lanes, beaten: float64[6 * LANES] and int64[LANES], room.
        start, star_start: float64[high], out: what each turn is worth, and is under perfect play on
            both sides.
    """
    columns, dice = turn.columns, turn.dice
    lost, first, ruin = ends
    star_lost, star_first, star_ruin, star_own, star_sure = stars
    acc, acc_value = lanes[:LANES], lanes[LANES : 2 * LANES]
    risk, best, carried = lanes[3 * LANES : 4 * LANES], lanes[4 * LANES : 5 * LANES], lanes[-LANES:]
    for begin in range(low, high, LANES):
        for lane in range(LANES):
            beaten[lane] = min(begin + lane, high - 1)
        top = beaten[LANES - 1]
        _spread(worths, own, top + 1, top + 1 + turn.max_rise, columns)
        if by_value:
            _spread(values, star_own, top + 1, top + 1 + turn.max_rise, columns)
        for row in range(top, -1, -1):
            for column in range(0 if row > 0 else dice - 1, columns if row > 0 else dice):
                kind = column % dice
                for lane in range(LANES):
                    acc[lane] = turn.instant[column] + turn.disaster[column] * ruin
                    acc_value[lane] = turn.instant[column] * star_sure
                    acc_value[lane] += turn.disaster[column] * star_ruin
                    risk[lane] = turn.farkle[column]
                if by_value and not turn.overshoot:
                    fold_best(
                        values, worths, offset, turn.set_start, turn.probability, lanes,
                        row * columns * LANES, len(values), turn.column_start[column],
                        turn.column_start[column + 1],
                    )  # fmt: skip
                elif by_value:
                    _column_by_value(
                        turn.column_start[column], turn.column_start[column + 1], row * columns,
                        turn.offset, turn.set_start, turn.probability, values, worths,
                        (best, carried), acc_value, acc, risk,
                    )  # fmt: skip
                else:
                    _column_by_table(turn, table, aim, row, column, beaten, worths, acc, risk)
                paid = lost[row * dice + kind] if row > 0 else first
                star_paid = star_lost[row * dice + kind] if row > 0 else star_first
                cell = row * columns + column
                for lane in range(LANES):
                    free = row > beaten[lane]
                    worth = acc[lane] + risk[lane] * paid
                    worths[cell * LANES + lane] = own[cell] if free else worth
                if by_value:
                    for lane in range(LANES):
                        free = row > beaten[lane]
                        value = acc_value[lane] + risk[lane] * star_paid
                        values[cell * LANES + lane] = star_own[cell] if free else value
        for lane in range(LANES):
            start[beaten[lane]] = worths[(dice - 1) * LANES + lane]
            star_start[beaten[lane]] = values[(dice - 1) * LANES + lane]
