"""How a turn ends under a policy, compiled: the choices of a player who plays by a table.

An end is a code, row * ENDS + kind: with which turn score the turn ends, and how. `target_of` says
which chance follows it (see `kernels.arrays`).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import ENDS
from farklegen.kernels.compiled import options
from farklegen.kernels.lookup import lost_index

BANKED, FARKLED, AWARDED, FIRST, RUINED, WON = 0, 1, 2, 3, 4, 5
"""Kinds of ends: banked; farkled; farkled with all the dice; farkled on the first roll; a disaster;
a win at once."""

BANKS = 1 << 40
"""More than any other preference among options of equal worth."""


@njit(**options)
def target_of(prices, state, code):
    """The chance that follows an end of a turn; -1 for a win at once."""
    row, kind = code // ENDS, code % ENDS
    if kind == BANKED:
        if row < prices.bank_switch[state]:
            return prices.bank_base[state] + prices.bank_rise * row
        return prices.bank_past[state] + prices.bank_rise_past * row
    if kind == FIRST:
        return prices.first[state]
    if kind == RUINED:
        return prices.ruin[state]
    if kind == WON:
        return -1
    return lost_index(prices, kind - FARKLED, state, row)


@njit(inline="always", **options)
def may_bank(turn, row, column, least):
    """Whether the rules let the turn be banked here."""
    return row >= least and turn.legal[row] != 0 and turn.may_bank[column] != 0


@njit(inline="always", **options)
def banks_here(turn, table, row, column, situation, reach, stop, going, least):
    """Whether a policy banks, at a turn score above zero."""
    if row >= reach:
        if not may_bank(turn, row, column, least):
            return False
        return row >= stop
    if (going >> (column % turn.dice)) & 1:
        return False
    return table.banks[situation, row * turn.columns + column] != 0


@njit(inline="always", **options)
def reaching(set_start, rise, column, legal, may, number, row, reach, least, room):
    """The highest option of a set that reaches the goal and may be banked; -1 if none does."""
    chosen, reached = -1, -1
    for option in range(set_start[number], set_start[number + 1]):
        to = row + rise[option]
        counts = reach <= to <= room and to > reached and to >= least
        if counts and legal[to] != 0 and may[column[option]] != 0:
            reached, chosen = to, option
    return chosen


@njit(**options)
def option_of(turn, table, number, row, situation, reach, least, room):
    """The option that a policy takes from a set; -1 if all of them overshoot.

    One that reaches the goal and may be banked, the highest of them; else the one of most worth,
    among equals one in which to bank, then more dice, then more points.
    """
    chosen = reaching(
        turn.set_start, table.rise, table.column, turn.legal, turn.may_bank, number, row, reach,
        least, room,
    )  # fmt: skip
    if chosen < 0:
        if row + table.highest[number] <= room:
            chosen = table.choice[situation, row * len(table.highest) + number]
        else:
            chosen = _by_worth(
                turn, number, row, table.worth[situation], table.banks[situation],
                table.tolerance[situation], room,
            )  # fmt: skip
    return chosen


@njit(**options)
def _by_worth(turn, number, row, worth, banks, tolerance, room):
    """The option of most worth that does not overshoot; -1 if there is none."""
    columns = turn.columns
    best, chosen, order = -1.0e300, -1, -1
    first, end = turn.set_start[number], turn.set_start[number + 1]
    for option in range(first, end):
        there = row * columns + turn.offset[option]
        if there // columns <= room:
            best = max(best, worth[there])
    for option in range(first, end):
        there = row * columns + turn.offset[option]
        to, column = there // columns, there % columns
        if to > room or worth[there] < best - tolerance:
            continue
        here = (column % turn.dice) * 1_000_000 + to + (BANKS if banks[there] else 0)
        if here > order:
            order, chosen = here, option
    return chosen


@njit(**options)
def choices(turn, worth, banks, tolerance, rows, choice, highest):
    """Fill in `choice` and `highest` of a table, given the rest of it."""
    sets = len(highest)
    for number in range(sets):
        highest[number] = 0
        for option in range(turn.set_start[number], turn.set_start[number + 1]):
            highest[number] = max(highest[number], turn.offset[option] // turn.columns)
    for situation in range(len(worth)):
        for row in range(rows - turn.max_rise):
            for number in range(sets):
                choice[situation, row * sets + number] = _by_worth(
                    turn, number, row, worth[situation], banks[situation], tolerance[situation],
                    1 << 40,
                )  # fmt: skip


@njit(**options)
def write_ends(banked, farkled, first, ruined, won, by_row, negligible, code, chance, begin):
    """Write down the ends of a turn; the number of entries written, `begin` included.

    `banked` float64[rows], `farkled` float64[2, rows]; unless `by_row` all farkles of a kind are
    one end. Chances up to `negligible` are left out.
    """
    written = begin
    for row in range(len(banked)):
        if banked[row] > negligible:
            code[written], chance[written] = row * ENDS + BANKED, banked[row]
            written += 1
    for kind in range(2):
        for row in range(farkled.shape[1] if by_row else 1):
            some = farkled[kind, row] if by_row else farkled[kind].sum()
            if some > negligible:
                code[written], chance[written] = row * ENDS + FARKLED + kind, some
                written += 1
    for kind, some in ((FIRST, first), (RUINED, ruined), (WON, won)):
        if some > negligible:
            code[written], chance[written] = kind, some
            written += 1
    return written


@njit(inline="always", **options)
def _alike(seat, state, other):
    """Whether turns in two states differ only in where they stop past the goal."""
    return (
        seat.situation[state] == seat.situation[other]
        and seat.reach[state] == seat.reach[other]
        and seat.going[state] == seat.going[other]
        and seat.least[state] == seat.least[other]
        and seat.room[state] == seat.room[other]
    )


@njit(**options)
def ends_of(turn, table, seat, which, by_row, negligible, start, code, chance):
    """How the turns of a policy end; the number of entries written, less than none if there is no
    room for all.

    Turns that differ only in where they stop past the goal are the same up to there: where they
    follow each other in `which`, the later ones begin there.

    Args:
        turn: the moves, offsets in columns.
        table: what the policy plays by.
        seat: what it plays by in each state.
        which: int64[lists], states, each followed through its turn.
        by_row: whether farkles at different turn scores are different ends.
        negligible: chance up to which a way through a turn is not followed, but counted as banked.
        start: int64[lists + 1], out: the first entry of each.
        code, chance: int64[...], float64[...], out.
    """
    columns, dice, high = turn.columns, turn.dice, table.rows
    top = high - turn.max_rise
    column_start, probability, offset = turn.column_start, turn.probability, turn.offset
    set_start, legal, may = turn.set_start, turn.legal, turn.may_bank
    highest, rise, to_column = table.highest, table.rise, table.column
    mass, mass_there = np.zeros(high * columns), np.zeros(high * columns)
    banked, banked_there = np.zeros(high), np.zeros(high)
    farkled, farkled_there = np.zeros((2, high)), np.zeros((2, high))
    first, ruined, won = 0.0, 0.0, 0.0
    first_there, ruined_there, won_there = 0.0, 0.0, 0.0
    written = 0
    start[0] = 0
    for place in range(len(which)):
        state = which[place]
        situation, reach, stop = seat.situation[state], seat.reach[state], seat.stop[state]
        going, least, room = seat.going[state], seat.least[state], seat.room[state]
        choice, nearest = table.choice[situation], min(reach, room + 1)
        if place > 0 and _alike(seat, state, which[place - 1]):
            begin = reach
            mass[:], banked[:], farkled[:] = mass_there, banked_there, farkled_there
            first, ruined, won = first_there, ruined_there, won_there
        else:
            begin = 0
            mass[:], banked[:], farkled[:] = 0.0, 0.0, 0.0
            mass[dice - 1] = 1.0
            first, ruined, won = 0.0, 0.0, 0.0
        for row in range(begin, high):
            if row == reach:
                mass_there[:], banked_there[:], farkled_there[:] = mass, banked, farkled
                first_there, ruined_there, won_there = first, ruined, won
            for column in range(columns):
                here = mass[row * columns + column]
                if here <= 0.0:
                    continue
                if row > 0 and (
                    here <= negligible
                    or row >= top
                    or banks_here(turn, table, row, column, situation, reach, stop, going, least)
                ):
                    banked[row] += here
                    continue
                farkle = turn.farkle[column]
                for number in range(column_start[column], column_start[column + 1]):
                    if row + highest[number] < nearest:
                        option = choice[row * len(highest) + number]
                    else:
                        option = reaching(
                            set_start, rise, to_column, legal, may, number, row, reach, least, room
                        )
                        if option < 0:
                            option = option_of(
                                turn, table, number, row, situation, reach, least, room
                            )
                    if option < 0:
                        farkle += probability[number]
                    else:
                        mass[row * columns + offset[option]] += here * probability[number]
                if row == 0:
                    first += here * farkle
                else:
                    farkled[1 if column % dice == dice - 1 else 0, row] += here * farkle
                ruined += here * turn.disaster[column]
                won += here * turn.instant[column]
        if written + 3 * high + 3 > len(code):
            return -1
        written = write_ends(
            banked, farkled, first, ruined, won, by_row, 0.0, code, chance, written
        )
        start[place + 1] = written
    return written
