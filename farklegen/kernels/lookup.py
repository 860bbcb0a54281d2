"""The prices of a turn, looked up: they are chances of other states (see `kernels.arrays`)."""

from __future__ import annotations

from numba import njit

from farklegen.kernels.arrays import FORBIDDEN, LANES, SURE
from farklegen.kernels.compiled import options


@njit(**options)
def price_of(chance, coordinate):
    """What a state of this chance is worth to the other player, in the coordinate of a lane."""
    if chance >= 0.0:
        return (1.0 - coordinate) - chance
    return -coordinate - chance


@njit(**options)
def value_of(chance, coordinate):
    """The chance of a state in the coordinate of a lane."""
    if chance >= 0.0:
        return chance if coordinate == 0.0 else chance - 1.0
    return chance if coordinate == 1.0 else chance + 1.0


@njit(**options)
def chance_of(value, coordinate):
    """A value as the chance of a state."""
    if coordinate == 0.0:
        return max(value, 0.0)
    return min(value, SURE)


@njit(**options)
def lost_index(prices, kind, state, row):
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
def gather_bank(bank, lane, state, least, coordinate, rows, turn, prices, source):
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
def worse(one, other, check):
    """The worse of two prices, since the opponent chooses; the better one where it is asked whether
    there is a choice that keeps a game going (see `kernels.lanes.solve`)."""
    return max(one, other) if check == 2 else min(one, other)


@njit(**options)
def gather_lost(
    lost, lane, state, coordinate, lost_rows, kinds, dice, prices, keep, chances, farkled, check
):
    """Prices of a farkle of one lane: lost[row, kind, lane]."""
    for row in range(lost_rows):
        for kind in range(kinds):
            award = (1 if kind == dice - 1 else 0) if keep.takes_farkle else kind
            index = lost_index(prices, award, state, row)
            price = price_of(chances[index], coordinate)
            if keep.takes_farkle and row < keep.farkled_rows[index]:
                entry = keep.farkled_base[index] + row * dice + kind
                price = worse(price, price_of(farkled[entry], coordinate), check)
            lost[(row * kinds + kind) * LANES + lane] = price
