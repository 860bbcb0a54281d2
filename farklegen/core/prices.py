"""The prices of turns looked up in Python: for a few turns, whose prices somebody wants to see.

`source/ends.hpp` does the same for whole matches.
"""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import (
    FORBIDDEN,
    STAY,
    Floats,
    Integers,
    Keep,
    LanePrices,
    Prices,
    Turn,
)
from farklegen.core.chances import price_of


def gather(
    turn: Turn,
    prices: Prices,
    keep: Keep,
    states: Integers,
    previous: Integers,
    coordinate: Floats,
    rows: int,
    chances: Floats,
    source: Floats,
    farkled: Floats,
    check: int = 0,
    *,
    told_apart: int | None = None,
) -> LanePrices:
    """Look up the prices of lanes.

    Args:
        turn, prices, keep: the match.
        states: int64[lanes].
        previous: int64[lanes], rows to beat.
        coordinate: float64[lanes].
        rows: rows of the turns.
        chances, source, farkled, check: see `Solving`.
        told_apart: the last row past the goal that has prices of its own; those above it have the
            same, where there are more rows than in the match. All of them by default.
    """
    worse = np.maximum if check == STAY else np.minimum
    row = np.arange(rows + turn.max_rise)[:, None]
    past = row >= prices.bank_switch[states]
    most = len(row) if told_apart is None else told_apart
    index = np.where(
        past,
        prices.bank_past[states] + prices.bank_rise_past * np.minimum(row, most),
        prices.bank_base[states] + prices.bank_rise * row,
    )
    kinds = np.arange(prices.bank_kinds)[None, :, None]
    bank = price_of(source[index[:, None, :] + kinds], coordinate)
    least = np.maximum(prices.least[states], previous + 1)
    illegal = (row < rows) & ((row < least) | (turn.legal[: len(row), None] == 0))
    bank = np.where(illegal[:, None, :], FORBIDDEN, bank)

    lost_kinds = turn.dice if keep.takes_farkle else 2
    every_row = bool(keep.takes_farkle) or bool(np.any(prices.lost_rise[states] > 0))
    row = np.arange(rows if every_row else 1)[:, None]
    lost = np.empty((len(row), lost_kinds, len(states)))
    for kind in range(lost_kinds):
        award = kind if not keep.takes_farkle else int(kind == turn.dice - 1)
        at = lost_index(prices, award, states, np.minimum(row, most))
        worth = price_of(chances[at], coordinate)
        if keep.takes_farkle:
            kept = keep.farkled_rows[at]
            known = row < kept if told_apart is None else kept > 0
            place = keep.farkled_base[at] + np.minimum(row, kept - 1) * turn.dice
            entry = np.where(known, place + kind, 0)
            taken = price_of(farkled[entry], coordinate)
            worth = np.where(known, worse(worth, taken), worth)
        lost[:, kind] = worth
    at = prices.first[states]
    first = price_of(chances[at], coordinate)
    if keep.takes_farkle:
        known = keep.farkled_rows[at] > 0
        entry = np.where(known, keep.farkled_base[at] + turn.dice - 1, 0)
        taken = price_of(farkled[entry], coordinate)
        first = np.where(known, worse(first, taken), first)
    return LanePrices(
        bank=bank,
        lost=lost,
        first=first,
        ruin=price_of(chances[prices.ruin[states]], coordinate),
        sure=price_of(chances[prices.over], coordinate),
        room=prices.room[states],
    )


def lost_index(prices: Prices, kind: int, states: Integers, row: Integers) -> Integers:
    """int64[rows, lanes]: where lanes find their price of a farkle of this kind."""
    rise = prices.lost_rise[states]
    award = np.where(row > prices.award_rows[states], 0, kind) if kind else np.zeros_like(row)
    award = np.where(rise == 0, kind, award)
    award = np.broadcast_to(award, (len(row), len(states)))
    base = prices.lost_base[award, states]
    below = np.maximum(base + rise * row, prices.lost_floor[states])
    past = prices.lost_past[award, states] + rise * row
    moving = np.where(row < prices.lost_switch[award, states], below, past)
    index: Integers = np.where(rise == 0, base, moving)
    return index
