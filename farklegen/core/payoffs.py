"""The payoffs of turns looked up in Python, for a few turns whose payoffs are to be seen.

`source/ends.hpp` does the same for whole matches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import (
    FORBIDDEN,
    Floats,
    Integers,
    Keep,
    LanePayoffs,
    Payoffs,
    Turn,
)


class Solved(NamedTuple):
    """What payoffs are looked up in: a solved match, or one that is being solved.

    Attributes:
        chances: float64[chances].
        source: float64[...], where payoffs of banking are looked up: the chances, or the arrivals.
        farkled: float64[...], values of taking over after a farkle.
    """

    chances: Floats
    source: Floats
    farkled: Floats


def gather(
    turn: Turn,
    payoffs: Payoffs,
    keep: Keep,
    solved: Solved,
    states: Integers,
    previous: Integers,
    rows: int,
    *,
    distinct_rows: int | None = None,
) -> LanePayoffs:
    """Look up the payoffs of lanes.

    Args:
        turn, payoffs, keep, solved: the match.
        states: int64[lanes].
        previous: int64[lanes], rows to beat.
        rows: rows of the turns.
        distinct_rows: the last row past the goal that has its own payoffs. Rows above it have the
            same payoffs, if there are more rows than in the match. By default each row has its own.
    """
    row = np.arange(rows + turn.max_rise)[:, None]
    past = row >= payoffs.bank_switch[states]
    most = len(row) if distinct_rows is None else distinct_rows
    index = np.where(
        past,
        payoffs.bank_past[states] + payoffs.bank_rise_past * np.minimum(row, most),
        payoffs.bank_base[states] + payoffs.bank_rise * row,
    )
    kinds = np.arange(payoffs.bank_kinds)[None, :, None]
    bank = 1.0 - solved.source[index[:, None, :] + kinds]
    least = np.maximum(payoffs.least[states], previous + 1)
    illegal = (row < rows) & ((row < least) | (turn.legal[: len(row), None] == 0))
    bank = np.where(illegal[:, None, :], FORBIDDEN, bank)

    lost_kinds = turn.dice if keep.takes_farkle else 2
    every_row = bool(keep.takes_farkle) or bool(np.any(payoffs.lost_rise[states] > 0))
    row = np.arange(rows if every_row else 1)[:, None]
    lost = np.empty((len(row), lost_kinds, len(states)))
    for kind in range(lost_kinds):
        award = kind if not keep.takes_farkle else int(kind == turn.dice - 1)
        at = lost_index(payoffs, award, states, np.minimum(row, most))
        worth = 1.0 - solved.chances[at]
        if keep.takes_farkle:
            kept = keep.farkled_rows[at]
            known = row < kept if distinct_rows is None else kept > 0
            place = keep.farkled_base[at] + np.minimum(row, kept - 1) * turn.dice
            entry = np.where(known, place + kind, 0)
            taken = 1.0 - solved.farkled[entry]
            worth = np.where(known, np.minimum(worth, taken), worth)
        lost[:, kind] = worth
    at = payoffs.first[states]
    first = 1.0 - solved.chances[at]
    if keep.takes_farkle:
        known = keep.farkled_rows[at] > 0
        entry = np.where(known, keep.farkled_base[at] + turn.dice - 1, 0)
        taken = 1.0 - solved.farkled[entry]
        first = np.where(known, np.minimum(first, taken), first)
    return LanePayoffs(
        bank=bank,
        lost=lost,
        first=first,
        ruin=1.0 - solved.chances[payoffs.ruin[states]],
        sure=np.full(len(states), 1.0 - solved.chances[payoffs.over]),
        room=payoffs.room[states],
    )


def lost_index(payoffs: Payoffs, kind: int, states: Integers, row: Integers) -> Integers:
    """int64[rows, lanes]: where lanes find their payoff of a farkle of this kind."""
    rise = payoffs.lost_rise[states]
    award = np.where(row > payoffs.award_rows[states], 0, kind) if kind else np.zeros_like(row)
    award = np.where(rise == 0, kind, award)
    award = np.broadcast_to(award, (len(row), len(states)))
    base = payoffs.lost_base[award, states]
    least, most = payoffs.lost_floor[states], payoffs.lost_most[states]
    below = np.clip(base + rise * row, least, most)
    past = payoffs.lost_past[award, states] + rise * row
    moving = np.where(row < payoffs.lost_switch[award, states], below, past)
    index: Integers = np.where(rise == 0, base, moving)
    return index
