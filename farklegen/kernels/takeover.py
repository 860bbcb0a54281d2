"""One player against another where a turn may be taken over after a bank, compiled.

What a bank is worth then depends on the dice that it leaves, so that turns are not lists of ends:
each is filled in from the top row down, with the choices of the policy. A farkle leads to a state
of the same level, whose price x is not known yet: every value is carried as a + b x.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import LANES, NO_OPTION
from farklegen.kernels.compiled import options
from farklegen.kernels.ends import banks_here, option_of, reaching
from farklegen.kernels.follow import TIE
from farklegen.kernels.lanes import evaluate


@njit(**options)
def _by_table(turn, table, seat, state, rows, to, banks):
    """The choices of a policy: where each set leads (-1: nowhere), and where one banks."""
    columns, sets = turn.columns, len(turn.probability)
    situation, reach, stop = seat.situation[state], seat.reach[state], seat.stop[state]
    going, least, room = seat.going[state], seat.least[state], seat.room[state]
    choice, highest, offset = table.choice[situation], table.highest, turn.offset
    set_start, legal, may = turn.set_start, turn.legal, turn.may_bank
    rise, to_column = table.rise, table.column
    nearest = min(reach, room + 1)
    for row in range(rows):
        for number in range(sets):
            if row + highest[number] < nearest:
                option = choice[row * sets + number]
            else:
                option = reaching(
                    set_start, rise, to_column, legal, may, number, row, reach, least, room
                )
                if option < 0:
                    option = option_of(turn, table, number, row, situation, reach, least, room)
            to[row * sets + number] = row * columns + offset[option] if option >= 0 else -1
        for column in range(columns):
            banks[row * columns + column] = row > 0 and banks_here(
                turn, table, row, column, situation, reach, stop, going, least
            )


@njit(**options)
def _by_value(turn, values, bank, kinds, lane, rows, to, banks):
    """The choices of perfect play, read off the values of a lane."""
    columns, sets = turn.columns, len(turn.probability)
    for row in range(rows):
        for number in range(sets):
            best, found = -9.0, -1
            for option in range(turn.set_start[number], turn.set_start[number + 1]):
                there = row * columns + turn.offset[option] // LANES
                value = values[there * LANES + lane]
                if value > best:
                    best, found = value, there
            to[row * sets + number] = found if best >= NO_OPTION else -1
        for column in range(columns):
            value = values[(row * columns + column) * LANES + lane]
            at = (row * kinds + turn.bank_kind[column]) * LANES + lane
            may = row > 0 and turn.may_bank[column] != 0
            banks[row * columns + column] = may and bank[at] >= value - TIE * abs(value)


@njit(**options)
def _rows_played(turn, values, bank, prices, lane, state, least):
    """The rows, at least so many, above which perfect play banks everywhere."""
    rows, kinds = prices.rows[state], prices.bank_kinds
    while rows > least:
        for column in range(turn.columns):
            value = values[((rows - 1) * turn.columns + column) * LANES + lane]
            at = ((rows - 1) * kinds + turn.bank_kind[column]) * LANES + lane
            if turn.may_bank[column] == 0 or bank[at] < value - TIE * abs(value):
                return rows
        rows -= 1
    return rows


@njit(**options)
def _fill(turn, rows, to, banks, bank, lost, unknown, a, b, rolled, place):
    """Fill in one turn.

    Args:
        turn: the moves.
        rows, to, banks: the choices; above the rows one banks.
        bank: float64[rows + max_rise, dice], what a bank is worth.
        lost: float64[4], what a farkle, one of all the dice, one of the first roll and a disaster
            are worth, where that is known.
        unknown: bool[4], where it is x.
        a, b: room for the values.
        rolled: float64[2, states, rows * dice], out: what rolling is worth at each turn score with
            so many dice.
        place: of the state, in `rolled`.
    """
    columns, dice, sets = turn.columns, turn.dice, len(turn.probability)
    column_start, probability = turn.column_start, turn.probability
    for row in range(rows, rows + turn.max_rise):
        for column in range(columns):
            a[row * columns + column] = bank[row, turn.bank_kind[column]]
            b[row * columns + column] = 0.0
    for row in range(rows - 1, -1, -1):
        for column in range(columns):
            if row == 0 and column != dice - 1:
                continue
            kind = 2 if row == 0 else (1 if column % dice == dice - 1 else 0)
            farkle, some, x = turn.farkle[column], turn.instant[column], 0.0
            for number in range(column_start[column], column_start[column + 1]):
                there = to[row * sets + number]
                if there < 0:
                    farkle += probability[number]
                else:
                    some += probability[number] * a[there]
                    x += probability[number] * b[there]
            some += farkle * lost[kind] + turn.disaster[column] * lost[3]
            x += (farkle if unknown[kind] else 0.0) + (turn.disaster[column] if unknown[3] else 0.0)
            at = row * columns + column
            if column < dice:
                rolled[0, place, row * dice + column] = some
                rolled[1, place, row * dice + column] = x
            if banks[at]:
                some, x = bank[row, turn.bank_kind[column]], 0.0
            a[at], b[at] = some, x


@njit(**options)
def _prices(prices, turn, state, rows, level, other, arrivals, bank, lost, unknown):
    """Look up what the ends of a turn are worth; the state on the same level that has no price yet,
    -1 if there is none."""
    for row in range(1, rows + turn.max_rise):
        if row < prices.bank_switch[state]:
            at = prices.bank_base[state] + prices.bank_rise * row
        else:
            at = prices.bank_past[state] + prices.bank_rise_past * row
        for kind in range(prices.bank_kinds):
            bank[row, kind] = 1.0 - arrivals[at + kind]
    found = -1
    for end in range(4):
        if end < 2:
            target = prices.lost_base[end, state]
        else:
            target = prices.first[state] if end == 2 else prices.ruin[state]
        unknown[end] = level[target] == level[state] and (found < 0 or found == target)
        lost[end] = 0.0 if unknown[end] else 1.0 - other[target]
        if unknown[end]:
            found = target
    return found


@njit(**options)
def by_table(
    turn, table, seat, prices, arrive, states, low, high, level, other, arrivals, constant, local,
    weight, count, rolled,
):  # fmt: skip
    """Fill in the turns of a policy that plays by tables, from place `low` to `high` of a level.

    Args:
        turn, table, seat: the policy.
        prices: where each state finds what follows.
        arrive: int64[states of the match], rows below which a turn may be taken over.
        states: int64[...] of the level.
        level: int64[chances].
        other: float64[chances] of the other player.
        arrivals: float64[...], what arriving after a bank is worth to the other player.
        constant, local, weight, count: as in `kernels.duel.gather_level`, out.
        rolled: float64[2, states, rows * dice], out.
    """
    most = rolled.shape[2] // turn.dice + turn.max_rise + 1
    to, banks = np.empty(most * len(turn.probability), np.int64), np.empty(most * turn.columns)
    a, b = np.empty(most * turn.columns), np.empty(most * turn.columns)
    bank, lost = np.zeros((most, prices.bank_kinds)), np.empty(4)
    unknown, lies = np.zeros(4, np.bool_), banks > 0
    for place in range(low, high):
        state = states[place]
        rows = min(prices.rows[state], max(arrive[state], seat.stop[state]))
        found = _prices(prices, turn, state, rows, level, other, arrivals, bank, lost, unknown)
        _by_table(turn, table, seat, state, rows, to, lies)
        _fill(turn, rows, to, lies, bank, lost, unknown, a, b, rolled, place)
        _start(turn, place, found, a, b, constant, local, weight, count)


@njit(**options)
def _start(turn, place, found, a, b, constant, local, weight, count):
    """The start of a turn, as in `kernels.duel.gather_level`."""
    constant[place] = a[turn.dice - 1]
    count[place] = 0
    if found >= 0:  # a turn that is taken over may come there even if one's own cannot
        local[place, 0], weight[place, 0] = found, b[turn.dice - 1]
        count[place] = 1


@njit(**options)
def by_value(
    lane_turn, turn, prices, arrive, keep, chances, source, farkled, values, states, low, high,
    level, other, arrivals, constant, local, weight, count, rolled,
):  # fmt: skip
    """The same for perfect play, found from a solved match.

    Args:
        lane_turn, turn: the moves, offsets in numbers and in columns.
        keep, chances, source, farkled, values: see `kernels.lanes.solve`.
    """
    dice = turn.dice
    some = states[low:high]
    lanes = len(some)
    most = rolled.shape[2] // dice + turn.max_rise + 1
    to, lies = np.empty(most * len(turn.probability), np.int64), np.zeros(most * turn.columns) > 0
    a, b = np.empty(most * turn.columns), np.empty(most * turn.columns)
    worths, lost_here = np.zeros((most, prices.bank_kinds)), np.empty(4)
    unknown = np.zeros(4, np.bool_)
    previous = np.zeros(lanes, np.int64)
    scratch = np.empty((6, LANES))
    vectors = (
        np.empty(LANES), np.empty(LANES), np.empty(LANES), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )  # fmt: skip
    cycles = (np.full(LANES, -1), np.zeros(LANES), np.zeros(LANES))
    coordinate, worth = np.zeros(lanes), np.empty(lanes)
    for lane in range(lanes):
        c = chances[some[lane]]
        coordinate[lane] = 1.0 if (-0.5 < c < 0.0) or c > 0.5 else 0.0
    for block in range((lanes + LANES - 1) // LANES):
        begin = block * LANES
        filled = min(LANES, lanes - begin)
        rows = 0
        for lane in range(filled):
            rows = max(rows, prices.rows[some[begin + lane]])
        bank = np.empty((rows + turn.max_rise) * prices.bank_kinds * LANES)
        lost = np.empty(2 * LANES)
        rolling = np.empty((rows * dice + 1) * LANES)
        evaluate(
            block, lanes, 0, 0, rows, lane_turn, prices, keep, some, previous, chances, source,
            farkled, values, coordinate, bank, lost, 1, 2, rolling, False, False, vectors, cycles,
            scratch, worth,
        )  # fmt: skip
        for lane in range(filled):
            place = low + begin + lane
            state = states[place]
            rows_here = _rows_played(turn, values, bank, prices, lane, state, arrive[state])
            found = _prices(
                prices, turn, state, rows_here, level, other, arrivals, worths, lost_here, unknown
            )
            _by_value(lane_turn, values, bank, prices.bank_kinds, lane, rows_here, to, lies)
            _fill(turn, rows_here, to, lies, worths, lost_here, unknown, a, b, rolled, place)
            _start(turn, place, found, a, b, constant, local, weight, count)


@njit(**options)
def arrive(keep, kinds, limit, states, local, count, own, other, rolled, takes, arrivals):
    """Write what arriving after a bank is worth.

    Args:
        keep, kinds: where to write it.
        limit: int64[states of the match], rows up to which a turn can be taken over.
        states: int64[...] of the level.
        local, count: as before.
        own, other: float64[chances].
        rolled: what rolling is worth.
        takes: when to take over. For perfect play (chances, arrivals, -, -) of a solved match:
            where it is worth more than a fresh turn; for a policy that plays by tables (-, empty,
            bool[situations, rows * dice], int64[chances]).
        arrivals: float64[...], out.
    """
    chances, best, table, situation = takes
    for place in range(len(states)):
        state = states[place]
        base = keep.arrival_base[state]
        if base < 0:
            continue
        theirs, step = keep.theirs[state], keep.step
        x = 1.0 - other[local[place, 0]] if count[place] > 0 else 0.0
        for row in range(1, theirs // step + 1):
            entry = base + (keep.arrival_run[theirs - row * step] + row) * kinds
            for kind in range(kinds):
                at = row * kinds + kind
                if len(best) > 0:
                    over = _above(best[entry + kind], chances[state])
                else:
                    over = table[situation[state], at]
                if over and row < limit[state]:
                    arrivals[entry + kind] = rolled[0, place, at] + rolled[1, place, at] * x
                else:
                    arrivals[entry + kind] = own[state]


@njit(**options)
def _above(one, other):
    """Whether a chance is larger than another; those below zero are one less."""
    if (one < 0.0) == (other < 0.0):
        return one > other
    return one + (1.0 if one < 0.0 else 0.0) > other + (1.0 if other < 0.0 else 0.0)


@njit(**options)
def last_by_table(turn, table, seat, begin, ahead, rows, bank, lost, fresh, rolled):
    """The last turns of a policy that plays by tables.

    Args:
        turn, table, seat: the policy.
        begin: index of the first last turn of the class.
        ahead: int64[lanes], how far the target lies ahead.
        rows: rows of a turn.
        bank: float64[rows + max_rise, lanes], what a bank is worth.
        lost: float64[4, lanes], see `_fill`.
        fresh: float64[lanes], out: what the turn is worth from its start.
        rolled: float64[lanes, rows * dice], out: what rolling is worth.
    """
    columns, dice = turn.columns, turn.dice
    to, lies = np.empty(rows * len(turn.probability), np.int64), np.zeros(rows * columns) > 0
    a, b = np.empty((rows + turn.max_rise) * columns), np.empty((rows + turn.max_rise) * columns)
    worths = np.empty((rows + turn.max_rise, dice))
    one, unknown = np.empty((2, 1, rows * dice)), np.zeros(4, np.bool_)
    for lane in range(len(ahead)):
        for row in range(rows + turn.max_rise):
            worths[row, :] = bank[row, lane]
        _by_table(turn, table, seat, begin + ahead[lane], rows, to, lies)
        _fill(turn, rows, to, lies, worths, lost[:, lane].copy(), unknown, a, b, one, 0)
        fresh[lane] = a[dice - 1]
        rolled[lane] = one[0, 0]


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
