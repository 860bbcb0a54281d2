"""The turn recursion for many lanes, compiled: blocks of `LANES` turns side by side.

The recursion is that of `kernels.turn`. Here the prices are not given but looked up, since they are
chances of other states (see `kernels.arrays`), and turns that need each other are solved together:

* A farkle leads to a state of the same level of scores, often to one that leads back. `solve`
  takes the value of a turn as a function of the price of its farkle, w = g(L): convex, piecewise
  linear, and of slope below one. A step solves the linearised equations round each cycle, with
  slopes from the step before (secants), until every equation holds to `TIGHT`.
* Where the dice that farkled may be taken over, the states of a cycle need each other's values at
  every turn score and number of dice: `_close_cycle` solves those few equations inside the
  recursion.

Every function that calls another one here is compiled with it, into the folder that
`solvers.match.build` chooses; it is named after the text of these files, because a change in
another file would not be noticed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, njit

from farklegen.kernels.arrays import FORBIDDEN, LANES, SURE
from farklegen.kernels.vectors import fold, fold_overshoot

TIGHT = 1e-14
"""Relative change at which the equations of a cycle hold."""

LOOSE = 1e-12
"""Relative change that will do after `PATIENCE` steps."""

PATIENCE = 30

PAIR_STEPS = 16
"""Steps after which pairs are tried no more by Broyden's method: it may go round in a circle."""

SECANT_STEPS = 100
"""Steps after which slopes are used no more: then the equations contract, if slowly."""

MOST_STEPS = 400
"""Steps on one cycle; some four are usual."""

options: dict[str, Any] = {"nogil": True, "cache": bool(config.CACHE_DIR), "error_model": "numpy"}
"""Kept on disk only where a folder has been chosen."""


@njit(**options)
def _price(chance, coordinate):
    """What a state of this chance is worth to the other player, in the coordinate of a lane."""
    if chance >= 0.0:
        return (1.0 - coordinate) - chance
    return -coordinate - chance


@njit(**options)
def _value(chance, coordinate):
    """The chance of a state in the coordinate of a lane."""
    if chance >= 0.0:
        return chance if coordinate == 0.0 else chance - 1.0
    return chance if coordinate == 1.0 else chance + 1.0


@njit(**options)
def _chance(value, coordinate):
    """A value as the chance of a state."""
    if coordinate == 0.0:
        return max(value, 0.0)
    return min(value, SURE)


@njit(**options)
def _lost_index(prices, kind, state, row):
    """Where a state finds its price of a farkle of this kind, at a turn score."""
    rise = prices.lost_rise[state]
    if rise == 0:
        return prices.lost_base[kind, state]
    if row > prices.award_rows[state]:
        kind = 0
    if row < prices.lost_switch[kind, state]:
        return max(prices.lost_base[kind, state] + rise * row, prices.lost_floor[state])
    return prices.lost_past[kind, state] + rise * row


@njit(**options)
def _prices_of(bank, at, source, index, rise, kinds, low, high, coordinate):
    """Prices of banking at rows from `low` to `high`, for one lane."""
    if kinds == 1:
        for row in range(low, high):
            chance = source[index + row * rise]
            won = (1.0 if chance >= 0.0 else 0.0) - coordinate
            bank[at + row * LANES] = won - chance
        return
    for row in range(low, high):
        for kind in range(kinds):
            chance = source[index + row * rise + kind]
            won = (1.0 if chance >= 0.0 else 0.0) - coordinate
            bank[at + (row * kinds + kind) * LANES] = won - chance


@njit(**options)
def _gather_bank(bank, lane, state, least, coordinate, rows, turn, prices, source):
    """Prices of banking of one lane: bank[row, kind, lane] for rows + max_rise rows."""
    kinds = prices.bank_kinds
    end = rows + turn.max_rise
    switch = min(prices.bank_switch[state], end)
    least = min(least, rows)
    for row in range(least):
        for kind in range(kinds):
            bank[(row * kinds + kind) * LANES + lane] = FORBIDDEN
    _prices_of(
        bank, lane, source, prices.bank_base[state], prices.bank_rise, kinds, least, switch,
        coordinate,
    )  # fmt: skip
    _prices_of(
        bank, lane, source, prices.bank_past[state], prices.bank_rise_past, kinds,
        max(least, switch), end, coordinate,
    )  # fmt: skip
    if turn.some_illegal:
        for row in range(least, rows):
            if not turn.legal[row]:
                for kind in range(kinds):
                    bank[(row * kinds + kind) * LANES + lane] = FORBIDDEN


@njit(**options)
def _gather_lost(
    lost, lane, state, coordinate, lost_rows, kinds, dice, prices, keep, chances, farkled
):
    """Prices of a farkle of one lane: lost[row, kind, lane]."""
    for row in range(lost_rows):
        for kind in range(kinds):
            award = (1 if kind == dice - 1 else 0) if keep.takes_farkle else kind
            index = _lost_index(prices, award, state, row)
            price = _price(chances[index], coordinate)
            if keep.takes_farkle and row < keep.farkled_rows[index]:
                entry = keep.farkled_base[index] + row * dice + kind
                price = min(price, _price(farkled[entry], coordinate))
            lost[(row * kinds + kind) * LANES + lane] = price


@njit(**options)
def _close_cycle(first, risk, partner, coordinate, guess, own, rolled):
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
def _fold_column(turn, column, base, values, begun, begun_at, bank, rolled, rolled_at, paid, to):
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
def _above(turn, rows, values, bank, bank_kinds, room):
    """The rows above a block's turn: one banks there."""
    for row in range(rows, rows + turn.max_rise):
        for column in range(turn.columns):
            to = (row * turn.columns + column) * LANES
            at = (row * bank_kinds + turn.bank_kind[column]) * LANES
            for lane in range(LANES):
                values[to + lane] = bank[at + lane]
    if turn.overshoot:
        _forbid(turn, rows, rows + turn.max_rise, values, room)


@njit(**options)
def _forbid(turn, low, high, values, room):
    """Forbid turn scores past an exact goal."""
    for row in range(low, high):
        for column in range(turn.columns):
            to = (row * turn.columns + column) * LANES
            for lane in range(LANES):
                if row > room[lane]:
                    values[to + lane] = FORBIDDEN


@njit(**options)
def _ended(turn, column, paid, paid_at, ruin, sure, begun, begun_at):
    """What a farkle, a disaster and a win at once come to, times their chances."""
    farkle, disaster, instant = turn.farkle[column], turn.disaster[column], turn.instant[column]
    for lane in range(LANES):
        begun[begun_at + lane] = (
            farkle * paid[paid_at + lane] + disaster * ruin[lane] + instant * sure[lane]
        )


@njit(**options)
def _backward(
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
    _above(turn, rows, values, bank, bank_kinds, room)
    for row in range(rows - 1, -1, -1):
        base = row * columns * LANES
        lost_row = row if every_row else 0
        if every_row or row == rows - 1:
            for column in range(columns):
                lost_at = (lost_row * lost_kinds + lost_kind[column]) * LANES
                _ended(turn, column, lost, lost_at, ruin, sure, ended, column * LANES)
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
            _forbid(turn, row, row + 1, values, room)
    _ended(turn, dice - 1, first, 0, ruin, sure, begun, 0)
    start = (dice - 1) * LANES
    _fold_column(turn, dice - 1, 0, values, begun, 0, never, rolled, unkept, first, start)


@njit(**options)
def _close_pairs(risk, partner, coordinate, guess, own, alone, rolled):
    """`_close_cycle` for all cycles of a block, if none is longer than two states.

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
        _fold_column(turn, column, base, values, none, 0, none, none, 0, one, to)
        for lane in range(LANES):
            if joined[lane]:
                risk[lane] += none[lane]
            one[lane] = 0.0
            none[lane] = 0.0
        _fold_column(turn, column, base, values, none, 0, none, none, 0, one, to)
        for lane in range(LANES):
            if joined[lane]:
                risk[lane] -= none[lane]
    if pairs:
        _close_pairs(risk, partner, coordinate, guess, one, none, acc)
        return
    for lane in range(LANES):
        if partner[lane] < 0:
            continue
        other = partner[lane]
        while other > lane:
            other = partner[other]
        if other == lane:
            _close_cycle(lane, risk, partner, coordinate, guess, one, acc)


@njit(**options)
def _backward_pairs(
    turn, rows, values, bank, bank_kinds, ruin, sure, room, rolled, coordinate, guess, scratch
):  # fmt: skip
    """`_backward_coupled` for a block of pairs: lane i and lane i + LANES / 2 are partners, and no
    rule tells one farkle from another. See `_close_pairs`.
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
        _ended(turn, column, none, 0, ruin, sure, ended, column * LANES)
        for i in range(half):
            # what a farkle is worth but for the choice of the other player
            common = turn.farkle[column] * (1.0 - coordinate[i] - coordinate[i + half])
            ended[column * LANES + i] += common
            ended[column * LANES + i + half] += common
    _above(turn, rows, values, bank, bank_kinds, room)
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
def _backward_coupled(
    turn, rows, values, bank, bank_kinds, lost, lost_kinds, first, ruin, sure, room, rolled, apart,
    cycles, scratch,
):  # fmt: skip
    """As `_backward`, where lanes with a partner find the price of a farkle there.

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
    _above(turn, rows, values, bank, bank_kinds, room)
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
            _ended(turn, column, paid, 0, ruin, sure, acc, 0)
            _fold_column(turn, column, base, values, acc, 0, acc, acc, 0, paid, to)
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
            _forbid(turn, row, row + 1, values, room)
    # the first roll of a turn, which may have an award of its own
    to = (dice - 1) * LANES
    for lane in range(LANES):
        paid[lane] = first[lane]
        if first[lane] == FORBIDDEN:
            j = partner[lane]
            paid[lane] = 1.0 - coordinate[lane] - coordinate[j] - max(guess[j], rolled[to + j])
    _ended(turn, dice - 1, paid, 0, ruin, sure, acc, 0)
    _fold_column(turn, dice - 1, 0, values, acc, 0, acc, acc, 0, paid, to)
    for lane in range(LANES):
        values[to + lane] = acc[lane]


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
        _backward(
            turn, rows, values, bank[block], bank_kinds, lost[block], lost_rows, lost_kinds,
            first[block], ruin[block], sure[block], room[block], rolled[block], keeps,
            scratch,
        )  # fmt: skip
        for lane in range(LANES):
            start[block, lane] = values[(turn.dice - 1) * LANES + lane]


@njit(**options)
def _rows_needed(state, beaten, share, prices, source, chances):
    """Rows of a turn: up to where banking past the goal is proved best.

    Banking there loses only if the opponent's last turn goes past it, which gets rarer with every
    row; rolling loses at least the chance of a farkle times the chance to lose after it. The rows
    are enough if they are for a `share` of 1 in the end; a smaller one allows for guesses.
    """
    rows = prices.rows[state]
    if prices.stop_risk <= 0.0:
        return rows
    after = chances[prices.lost_base[0, state]]
    risk = share * prices.stop_risk * (after if after >= 0.0 else 1.0 + after)
    row = max(prices.bank_switch[state], prices.least[state], beaten + 1)
    while row < rows:
        loss = source[prices.bank_past[state] + prices.bank_rise_past * row]
        if 0.0 <= loss <= risk:
            break
        row += 1
    return min(row, rows)


@njit(**options)
def _gap(worth, now):
    """Relative difference of two values."""
    scale = max(abs(worth), abs(now))
    return abs(worth - now) / scale if scale > 1e-250 else 0.0


@njit(**options)
def _is_pair(prices, state):
    """Whether a state and another one are each other's partners."""
    other = prices.partner[state]
    return other >= 0 and other != state and prices.partner[other] == state


@njit(**options)
def _step_pairs(
    low, lanes, order, previous, step, prices, chances, coordinate, worth, last, gaps, target
):  # fmt: skip
    """A step on pairs that are coupled at every turn score: both residuals depend on both values.

    Broyden's method: the derivatives of r_i = w_i - W_i by W_i and W_j, begun as (-1, -slope), take
    up what the last step has shown. `last`: float64[5, lanes], value, residual, both
    derivatives, the other's value. Returns how much larger than the residuals the errors may be.
    """
    amplification = 1.0
    for at in range(lanes):
        state = order[low + at]
        if state < 0 or not _is_pair(prices, state) or previous[low + at] > 0:
            continue
        other = prices.place[prices.partner[state]] - low
        value = _value(chances[state], coordinate[at])
        residual = worth[at] - value
        if step == 0:
            last[2, at] = -1.0
            last[3, at] = -prices.slope[state]
        else:
            moved = value - last[0, at]
            moved_other = _value(chances[order[low + other]], coordinate[other]) - last[4, at]
            length = moved * moved + moved_other * moved_other
            if length > 0.0:
                missed = residual - last[1, at] - last[2, at] * moved - last[3, at] * moved_other
                last[2, at] += missed * moved / length
                last[3, at] += missed * moved_other / length
                prices.slope[state] = min(max(-last[3, at], 0.0), 1.0)
    for at in range(lanes):
        state = order[low + at]
        if state < 0 or not _is_pair(prices, state) or previous[low + at] > 0:
            continue
        other = prices.place[prices.partner[state]] - low
        value = _value(chances[state], coordinate[at])
        value_other = _value(chances[order[low + other]], coordinate[other])
        residual, residual_other = worth[at] - value, worth[other] - value_other
        last[0, at], last[1, at], last[4, at] = value, residual, value_other
        if max(gaps[at], gaps[other]) <= TIGHT:
            continue
        a, b = last[2, at], last[3, at]
        c, d = last[3, other], last[2, other]
        determinant = a * d - b * c
        if abs(determinant) > 1e-9:
            move = (b * residual_other - d * residual) / determinant
            amplification = max(amplification, (abs(b) + abs(d)) / abs(determinant))
        else:
            move = 0.5 * residual
        target[at] = value + move
    return amplification


@njit(**options)
def _step(
    low, lanes, order, previous, step, prices, chances, coordinate, worth, last, gaps, target,
    coupled,
):  # fmt: skip
    """One step on the cycles of a layer: slopes, then the linearised equations.

    With r the changes that the equations ask for and s the slopes, a state moves by r_i - s_i times
    the move of the next one. `last`: float64[2, lanes], price and worth of the step before. Pairs
    that are coupled at every turn score are left to `_step_pairs` at first. Returns the largest
    1 / (1 - slope round a cycle).
    """
    pairs = coupled and step < PAIR_STEPS
    for at in range(lanes):
        target[at] = FORBIDDEN
        state = order[low + at]
        if state < 0 or prices.partner[state] < 0 or previous[low + at] > 0:
            continue
        if pairs and _is_pair(prices, state):
            continue
        price = _price(chances[prices.partner[state]], coordinate[at])
        moved = price - last[0, at]
        known = step > 0 and not (coupled and step == PAIR_STEPS)
        if known and abs(moved) > 1e-13 * abs(price):
            slope = (worth[at] - last[1, at]) / moved
            prices.slope[state] = min(max(slope, 0.0), 1.0)
        last[0, at] = price
        last[1, at] = worth[at]
    amplification = 1.0
    for at in range(lanes):
        state = order[low + at]
        if state < 0 or prices.partner[state] < 0 or previous[low + at] > 0:
            continue
        if pairs and _is_pair(prices, state):
            continue
        now = at
        move, factor, worst = 0.0, 1.0, 0.0
        while True:
            here = order[low + now]
            move += factor * (worth[now] - _value(chances[here], coordinate[now]))
            factor *= -prices.slope[here] if step < SECANT_STEPS else 0.0
            worst = max(worst, gaps[now])
            now = prices.place[prices.partner[here]] - low
            if now == at:
                break
        if worst <= TIGHT:
            continue
        if 1.0 - factor > 1e-12:
            move /= 1.0 - factor
            amplification = max(amplification, 1.0 / (1.0 - factor))
        else:
            move *= 0.5  # equations that leave the value open: the cycle is never left
        target[at] = _value(chances[state], coordinate[at]) + move
    if pairs:
        gain = _step_pairs(
            low, lanes, order, previous, step, prices, chances, coordinate, worth, last, gaps,
            target,
        )  # fmt: skip
        amplification = max(amplification, gain)
    for at in range(lanes):
        if target[at] == FORBIDDEN:
            continue
        if coordinate[at] == 0.0:
            chances[order[low + at]] = min(max(target[at], 0.0), 1.0)
        else:
            chances[order[low + at]] = min(max(target[at], -1.0), SURE)
    return amplification


@njit(**options)
def _all_pairs(turn, partner, apart, first):
    """Whether `_backward_pairs` will do for a block."""
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
def _evaluate(
    block, lanes, low, step, rows, turn, prices, keep, order, previous, chances, source, farkled,
    values, coordinate, bank, lost, lost_rows, lost_kinds, rolled, keeps, coupled, vectors,
    cycles, scratch, worth,
):  # fmt: skip
    """Look up the prices of one block and solve it; a block that is not full repeats a lane."""
    first, ruin, sure, room, apart = vectors
    partner, block_coordinate, guess = cycles
    dice = turn.dice
    begin = block * LANES
    filled = min(LANES, lanes - begin)
    for lane in range(LANES):
        at = begin + lane if lane < filled and order[low + begin + lane] >= 0 else begin
        state = order[low + at]
        c = coordinate[at]
        if step == 0:
            least = max(prices.least[state], previous[low + at] + 1)
            _gather_bank(bank, lane, state, least, c, rows, turn, prices, source)
        other = prices.partner[state]
        joined = coupled and other >= 0 and at == begin + lane and previous[low + at] == 0
        awarded = prices.lost_base[1, state] != prices.lost_base[0, state]
        if not joined or awarded:
            _gather_lost(
                lost, lane, state, c, lost_rows, lost_kinds, dice, prices, keep, chances, farkled
            )
        first[lane] = _price(chances[prices.first[state]], c)
        ruin[lane] = _price(chances[prices.ruin[state]], c)
        sure[lane] = 1.0 - c
        room[lane] = prices.room[state]
        partner[lane] = -1
        if keep.takes_farkle:
            index = prices.first[state]
            if keep.farkled_rows[index] > 0:
                entry = keep.farkled_base[index] + dice - 1
                first[lane] = min(first[lane], _price(farkled[entry], c))
        if joined:
            partner[lane] = prices.place[other] - low - begin
            block_coordinate[lane] = c
            guess[lane] = _value(chances[state], c)
            apart[lane] = 1 if awarded else 0
            if prices.first[state] == other:
                first[lane] = FORBIDDEN
    if coupled and _all_pairs(turn, partner, apart, first):
        _backward_pairs(
            turn, rows, values, bank, prices.bank_kinds, ruin, sure, room, rolled,
            block_coordinate, guess, scratch,
        )  # fmt: skip
    elif coupled:
        _backward_coupled(
            turn, rows, values, bank, prices.bank_kinds, lost, lost_kinds, first, ruin, sure, room,
            rolled, apart, cycles, scratch,
        )  # fmt: skip
    else:
        _backward(
            turn, rows, values, bank, prices.bank_kinds, lost, lost_rows, lost_kinds, first, ruin,
            sure, room, rolled, keeps, scratch,
        )  # fmt: skip
    for lane in range(filled):
        worth[begin + lane] = values[(dice - 1) * LANES + lane]


@njit(**options)
def solve(
    turn, prices, keep, order, layers, previous, chances, source, arrivals, farkled, values, check,
):  # fmt: skip
    """Solve states layer by layer; float64[5]: change, residual, evaluations, amplification,
    change of any state.

    Args:
        turn, prices, keep: the match.
        order: int64[lanes], states.
        layers: int64[layers + 1], parts of `order` that need only earlier ones; states of a cycle
            lie in one layer (and in one block where they are coupled; -1 fills up a block).
        previous: int64[lanes], rows that the turn must beat; 0 for the state itself.
        chances: float64[...] of all states, in and out.
        source: the chances that prices of banking are looked up in: `chances` or `arrivals`.
        arrivals: float64[...], values on arriving after a bank; where `keep` says so.
        farkled: float64[...], values of taking over after a farkle; where `keep` says so.
        values: float64[...], room for one block's turn; all that matters lies in it.
        check: 1 to apply the equation once and write nothing.

    Changes and the residual are relative, the first two over states that count; the amplification
    is the largest 1 / (1 - slope round a cycle). Evaluations are counted in turns.
    """
    dice = turn.dice
    result = np.zeros(5)
    result[3] = 1.0
    scratch = np.empty((6, LANES))
    vectors = (
        np.empty(LANES), np.empty(LANES), np.empty(LANES), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )  # fmt: skip
    cycles = (np.full(LANES, -1), np.zeros(LANES), np.zeros(LANES))
    keeps = keep.takes_bank or keep.takes_farkle
    coupled = keep.takes_farkle and not check
    lost_kinds = dice if keep.takes_farkle else 2
    for layer in range(len(layers) - 1):
        low = layers[layer]
        lanes = layers[layer + 1] - low
        blocks = (lanes + LANES - 1) // LANES
        if blocks == 0:
            continue
        coordinate = np.zeros(blocks * LANES)
        before = np.empty(blocks * LANES)
        rows = np.zeros(blocks, np.int64)
        rows_kept = False
        for lane in range(lanes):
            state = order[low + lane]
            if state < 0:
                continue
            chance = chances[state]
            coordinate[lane] = 1.0 if (-0.5 < chance < 0.0) or chance > 0.5 else 0.0
            before[lane] = _value(chance, coordinate[lane])
            rows_kept = rows_kept or prices.lost_rise[state] > 0
            needed = _rows_needed(state, previous[low + lane], 0.5, prices, source, chances)
            rows[lane // LANES] = max(rows[lane // LANES], needed)
        rows_kept = rows_kept or keep.takes_farkle
        enough = False
        while not enough:
            bank_at = np.zeros(blocks + 1, np.int64)
            rolled_at = np.zeros(blocks + 1, np.int64)
            for block in range(blocks):
                size = (rows[block] + turn.max_rise) * prices.bank_kinds * LANES
                bank_at[block + 1] = bank_at[block] + size
                rolled_at[block + 1] = rolled_at[block] + rows[block] * dice * LANES
            bank = np.empty(bank_at[blocks])
            rolled = np.empty((rolled_at[blocks] if keeps else 0) + LANES)
            lost = np.empty((rows.max() if rows_kept else 1) * lost_kinds * LANES)
            worth, target = np.empty(blocks * LANES), np.empty(blocks * LANES)
            gaps = np.zeros(blocks * LANES)
            last = np.zeros((5, blocks * LANES))
            busy = np.ones(blocks, np.int64)
            for step in range(MOST_STEPS):
                for block in range(blocks):
                    if not busy[block]:
                        continue
                    _evaluate(
                        block, lanes, low, step, rows[block], turn, prices, keep, order, previous,
                        chances, source, farkled, values, coordinate, bank[bank_at[block] :], lost,
                        rows[block] if rows_kept else 1, lost_kinds,
                        rolled[rolled_at[block] if keeps else 0 :], keeps, coupled, vectors, cycles,
                        scratch, worth,
                    )  # fmt: skip
                    result[2] += LANES
                worst = 0.0
                for at in range(lanes):
                    state = order[low + at]
                    if state < 0 or previous[low + at] > 0 or not busy[at // LANES]:
                        continue
                    gaps[at] = _gap(worth[at], _value(chances[state], coordinate[at]))
                    if check:
                        if prices.counts[state]:
                            result[1] = max(result[1], gaps[at])
                    elif prices.partner[state] < 0:
                        chances[state] = _chance(worth[at], coordinate[at])
                        gaps[at] = 0.0
                    worst = max(worst, gaps[at])
                if check or worst <= TIGHT or (step >= PATIENCE and worst <= LOOSE):
                    break
                amplification = _step(
                    low, lanes, order, previous, step, prices, chances, coordinate, worth, last,
                    gaps, target, coupled,
                )  # fmt: skip
                result[3] = max(result[3], amplification)
                for block in range(blocks):
                    busy[block] = 0
                for at in range(lanes):
                    if target[at] != FORBIDDEN:
                        busy[at // LANES] = 1
            enough = True
            for lane in range(lanes if prices.stop_risk > 0.0 and not check else 0):
                state = order[low + lane]
                needed = _rows_needed(state, previous[low + lane], 1.0, prices, source, chances)
                if needed > rows[lane // LANES]:
                    rows[lane // LANES] = needed
                    enough = False
        if check:
            continue
        result[1] = max(result[1], worst)
        for at in range(lanes):
            state = order[low + at]
            if state < 0:
                continue
            if previous[low + at] == 0:
                moved = _gap(_value(chances[state], coordinate[at]), before[at])
                result[4] = max(result[4], moved)
                if prices.counts[state]:
                    result[0] = max(result[0], moved)
            block, lane = at // LANES, at % LANES
            _keep(
                turn, keep, state, previous[low + at], worth[at], coordinate[at], rows[block],
                rolled[rolled_at[block] if keeps else 0 :], lane, prices, chances, arrivals,
                farkled,
            )  # fmt: skip
    return result


@njit(**options)
def _keep(
    turn, keep, state, beaten, worth, coordinate, rows, rolled, lane, prices, chances, arrivals,
    farkled,
):  # fmt: skip
    """Write the values of arriving at a state after a bank, and of taking over after a farkle."""
    dice = turn.dice
    base = keep.arrival_base[state]
    if base >= 0:
        theirs, step = keep.theirs[state], keep.step
        value = worth if beaten > 0 else _value(chances[state], coordinate)
        last = beaten if beaten > 0 else theirs // step
        row = beaten if keep.previous else 1
        while row <= last:
            entry = base + (keep.arrival_run[theirs - row * step] + row) * prices.bank_kinds
            for kind in range(prices.bank_kinds):
                best = value
                too_far = turn.overshoot and row > prices.room[state]
                if keep.takes_bank and row < rows and not too_far:
                    best = max(best, rolled[(row * dice + kind) * LANES + lane])
                arrivals[entry + kind] = _chance(best, coordinate)
            row += 1
    if keep.takes_farkle and beaten == 0 and keep.farkled_base[state] >= 0:
        for row in range(min(rows, keep.farkled_rows[state])):
            if turn.overshoot and row > prices.room[state]:
                break
            for kind in range(dice):
                entry = keep.farkled_base[state] + row * dice + kind
                farkled[entry] = _chance(rolled[(row * dice + kind) * LANES + lane], coordinate)
