"""Turns that are solved together, compiled: the dice that farkled may be taken over.

The states of a cycle of farkles then need each other's values at every turn score and number of
dice. `close_cycle` solves those few equations inside the recursion; `close_pairs` does the same for
all the cycles of a block at once, where none is longer than two states.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import FORBIDDEN, LANES
from farklegen.kernels.backward import fill_above, fold_column, fold_ends, forbid
from farklegen.kernels.compiled import options
from farklegen.kernels.vectors import fold


@njit(**options)
def close_cycle(first, risk, partner, coordinate, guess, own, rolled):
    """Solve r_i = a_i + risk_i * price of max(g_next, r_next) round the cycle of a lane.

    On entry rolled[i] is a_i. Which states are taken over is found by policy iteration, from
    nobody's being taken over.
    """
    i = first
    while True:
        own[i] = rolled[i]
        rolled[i] = FORBIDDEN
        i = partner[i]
        if i == first:
            break
    for _ in range(64):
        # r_first as constant + factor * r_first, under the choices of the round before
        constant, factor = 0.0, 1.0
        i = first
        while True:
            j = partner[i]
            constant += factor * (own[i] + risk[i] * (1.0 - coordinate[i] - coordinate[j]))
            factor *= -risk[i]
            if rolled[j] <= guess[j]:
                constant += factor * guess[j]
                factor = 0.0
            i = j
            if i == first or factor == 0.0:
                break
        if factor > 1.0 - 1e-12:  # dice that can only farkle, handed on for ever: half each
            found = 0.5 - coordinate[first]
        else:
            found = constant / (1.0 - factor)
        changed = abs(found - rolled[first])
        rolled[first] = found
        # the others, from the one before the first back to the one after it
        after = first
        while True:
            i = after
            while partner[i] != after:
                i = partner[i]
            if i == first:
                break
            best = max(guess[after], rolled[after])
            found = own[i] + risk[i] * (1.0 - coordinate[i] - coordinate[after] - best)
            changed = max(changed, abs(found - rolled[i]))
            rolled[i] = found
            after = i
        if changed <= 1e-17:
            break


@njit(**options)
def close_pairs(risk, partner, coordinate, guess, own, alone, rolled):
    """`close_cycle` for all cycles of a block, if none is longer than two states.

    With a_i what a farkle does not lead to, and all that a farkle is worth but for the choice of
    the other player, r_i = a_i - risk_i max(g_j, r_j). Let x_i be that without taking over. If x_j
    is not above g_j, the turn of j is never taken over. If both are above, either both are taken
    over (two linear equations) or the one whose value against x_j is too small is not. Dice that
    can only farkle, handed on for ever, count half each.
    """
    for i in range(LANES):
        j = partner[i] if partner[i] >= 0 else i
        own[i] = rolled[i] + risk[i] * (1.0 - coordinate[i] - coordinate[j])
        alone[i] = own[i] - risk[i] * guess[j]
    for i in range(LANES):
        j = partner[i] if partner[i] >= 0 else i
        left = 1.0 - risk[i] * risk[j]
        both_i = (own[i] - risk[i] * own[j]) / left
        both_j = (own[j] - risk[j] * own[i]) / left
        against = own[i] - risk[i] * alone[j]
        found = alone[i]
        if left < 1e-12 and alone[i] > guess[i] and alone[j] > guess[j]:
            found = min(max(0.5 - coordinate[i], guess[i]), alone[i])
        elif alone[j] > guess[j]:
            if both_i > guess[i] and both_j > guess[j]:
                found = both_i
            elif alone[i] <= guess[i] or against <= guess[i]:
                found = against
        rolled[i] = found


@njit(**options)
def _close_column(turn, column, base, values, acc, joined, cycles, spare, to, pairs):
    """Solve the cycles of a block in one column, where `acc` lacks what their farkles lead to."""
    partner, coordinate, guess = cycles
    risk, one, none = spare
    for lane in range(LANES):
        risk[lane] = turn.farkle[column] if joined[lane] else 0.0
    if turn.overshoot:
        # a set that can only overshoot is a farkle, too: how likely are those?
        for lane in range(LANES):
            one[lane] = 1.0
            none[lane] = 0.0
        fold_column(turn, column, base, values, none, 0, none, none, 0, one, to)
        for lane in range(LANES):
            if joined[lane]:
                risk[lane] += none[lane]
            one[lane] = 0.0
            none[lane] = 0.0
        fold_column(turn, column, base, values, none, 0, none, none, 0, one, to)
        for lane in range(LANES):
            if joined[lane]:
                risk[lane] -= none[lane]
    if pairs:
        close_pairs(risk, partner, coordinate, guess, one, none, acc)
        return
    for lane in range(LANES):
        if partner[lane] < 0:
            continue
        other = partner[lane]
        while other > lane:
            other = partner[other]
        if other == lane:
            close_cycle(lane, risk, partner, coordinate, guess, one, acc)


@njit(**options)
def backward_pairs(
    turn, rows, values, bank, bank_kinds, ruin, sure, room, rolled, coordinate, guess, scratch
):  # fmt: skip
    """`backward_coupled` for a block of pairs: lane i and lane i + LANES / 2 are partners, and no
    rule tells one farkle from another. See `close_pairs`.
    """
    columns, dice = turn.columns, turn.dice
    offset, set_start, probability = turn.offset, turn.set_start, turn.probability
    column_start, may_bank, bank_kind = turn.column_start, turn.may_bank, turn.bank_kind
    half = LANES // 2
    never, alone, none = scratch[0], scratch[1], scratch[2]
    never[:] = FORBIDDEN
    none[:] = 0.0
    ended = np.empty(columns * LANES)
    for column in range(columns):
        fold_ends(turn, column, none, 0, ruin, sure, ended, column * LANES)
        for i in range(half):
            # what a farkle is worth but for the choice of the other player
            common = turn.farkle[column] * (1.0 - coordinate[i] - coordinate[i + half])
            ended[column * LANES + i] += common
            ended[column * LANES + i + half] += common
    fill_above(turn, rows, values, bank, bank_kinds, room)
    for row in range(rows - 1, -1, -1):
        base = row * columns * LANES
        for column in range(0 if row > 0 else dice - 1, dice):
            here = (row * dice + column) * LANES
            to = base + column * LANES
            fold(
                values, offset, set_start, probability, ended, never, rolled, column * LANES, 0,
                here, base, column_start[column], column_start[column + 1], to,
            )  # fmt: skip
            risk = turn.farkle[column]
            certain = risk > 1.0 - 1e-12
            share = 0.0 if certain else 1.0 / (1.0 - risk * risk)
            for i in range(half):
                alone[i] = rolled[here + i] - risk * guess[i + half]
                alone[i + half] = rolled[here + half + i] - risk * guess[i]
            if certain:
                for i in range(LANES):
                    j = i + half if i < half else i - half
                    if alone[j] <= guess[j]:
                        rolled[here + i] = alone[i]
                    elif alone[i] <= guess[i]:
                        rolled[here + i] -= alone[j]
                    else:
                        rolled[here + i] = min(max(0.5 - coordinate[i], guess[i]), alone[i])
            for i in range(0 if certain else half):
                j = i + half
                own_i, own_j = rolled[here + i], rolled[here + j]
                both_i, both_j = (own_i - risk * own_j) * share, (own_j - risk * own_i) * share
                over_i, over_j = alone[i] > guess[i], alone[j] > guess[j]
                both = over_i and over_j and both_i > guess[i] and both_j > guess[j]
                both = both or row == 0  # all dice and no points: that is a turn of one's own
                against_i, against_j = own_i - risk * alone[j], own_j - risk * alone[i]
                lower_i = over_j and (not over_i or against_i <= guess[i])
                lower_j = over_i and (not over_j or against_j <= guess[j])
                rolled[here + i] = both_i if both else (against_i if lower_i else alone[i])
                rolled[here + j] = both_j if both else (against_j if lower_j else alone[j])
            if may_bank[column]:
                at = (row * bank_kinds + bank_kind[column]) * LANES
                for lane in range(LANES):
                    values[to + lane] = max(rolled[here + lane], bank[at + lane])
            else:
                for lane in range(LANES):
                    values[to + lane] = rolled[here + lane]


@njit(**options)
def all_pairs(turn, partner, apart, first):
    """Whether `backward_pairs` will do for a block."""
    if turn.overshoot or turn.columns != turn.dice:
        return False
    half = LANES // 2
    for lane in range(LANES):
        other = lane + half if lane < half else lane - half
        if partner[lane] < 0:
            if partner[other] >= 0:
                return False
        elif partner[lane] != other or apart[lane] or first[lane] != FORBIDDEN:
            return False
    return partner[0] >= 0


@njit(**options)
def backward_coupled(
    turn, rows, values, bank, bank_kinds, lost, lost_kinds, first, ruin, sure, room, rolled, apart,
    cycles, scratch,
):  # fmt: skip
    """As `backward`, where lanes with a partner find the price of a farkle there.

    `lost` is given at every row and for every number of dice. Where a farkle of all the dice has an
    award the lane is `apart` in that column: it finds its price in `lost`. `first` is `FORBIDDEN`
    where a farkle of the first roll leads to the partner, too.
    """
    columns, dice = turn.columns, turn.dice
    partner, coordinate, guess = cycles
    acc, paid, joined = scratch[0], scratch[1], scratch[2]
    spare = (scratch[3], scratch[4], scratch[5])
    pairs = True
    for lane in range(LANES):
        if partner[lane] >= 0 and partner[partner[lane]] != lane:
            pairs = False
    fill_above(turn, rows, values, bank, bank_kinds, room)
    for row in range(rows - 1, -1, -1):
        base = row * columns * LANES
        for column in range(columns):
            if row == 0 and column != dice - 1:
                continue
            at = (row * lost_kinds + turn.lost_kind[column]) * LANES
            here = (row * dice + column % dice) * LANES
            to = base + column * LANES
            for lane in range(LANES):
                paid[lane] = lost[at + lane]
                awarded = apart[lane] and column % dice == dice - 1
                joined[lane] = 1.0 if partner[lane] >= 0 and not awarded else 0.0
                if joined[lane] and column >= dice:
                    # hot dice are counted afresh by who takes over
                    j = partner[lane]
                    best = max(guess[j], rolled[here + j])
                    paid[lane] = 1.0 - coordinate[lane] - coordinate[j] - best
                elif joined[lane]:
                    paid[lane] = 0.0
            fold_ends(turn, column, paid, 0, ruin, sure, acc, 0)
            fold_column(turn, column, base, values, acc, 0, acc, acc, 0, paid, to)
            if column < dice:
                for lane in range(LANES):
                    if turn.overshoot and row > room[lane]:  # nobody takes that over
                        acc[lane], joined[lane] = FORBIDDEN, 0.0
                _close_column(turn, column, base, values, acc, joined, cycles, spare, to, pairs)
                for lane in range(LANES):
                    rolled[here + lane] = acc[lane]
            at = (row * bank_kinds + turn.bank_kind[column]) * LANES
            for lane in range(LANES):
                banked = bank[at + lane] if turn.may_bank[column] else FORBIDDEN
                values[to + lane] = max(acc[lane], banked)
        if turn.overshoot and row > 0:
            forbid(turn, row, row + 1, values, room)
    # the first roll of a turn, which may have an award of its own
    to = (dice - 1) * LANES
    for lane in range(LANES):
        paid[lane] = first[lane]
        if first[lane] == FORBIDDEN:
            j = partner[lane]
            paid[lane] = 1.0 - coordinate[lane] - coordinate[j] - max(guess[j], rolled[to + j])
    fold_ends(turn, dice - 1, paid, 0, ruin, sure, acc, 0)
    fold_column(turn, dice - 1, 0, values, acc, 0, acc, acc, 0, paid, to)
    for lane in range(LANES):
        values[to + lane] = acc[lane]
