"""Where the states of a table are among those that a layout numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.solvers.multiplayer.layout import AFTER, Group, Layout


def places(
    layout: Layout,
    score: Integers,
    on_board: Booleans,
    left: Integers,
    top: Booleans,
    turns: Integers,
    runs: Integers,
    previous: Integers,
    offered: Integers,
    hands: Integers,
) -> Iterator[tuple[Integers, Group, Integers]]:
    """The states of tables, one group at a time: (which tables, the group, int64[axes, ...]
    their coordinates).

    Args:
        layout: the states.
        score: int64[P, tables], units above the lowest, the player to move first, then the next
            one, ...
        on_board: bool[P, tables].
        left: int64[tables], players who still have a last turn; 0 before the goal is reached.
        top: bool[P, tables], who has the highest score, once it is.
        turns: int64[tables], the turns left, if turns are counted; else 0.
        runs: int64[P, tables], farkles in a row.
        previous: int64[tables], rows that were banked on the turn before, to be beaten.
        offered: int64[tables], rows that were banked or lost, to be taken over.
        hands: int64[tables], the dice to take over with these; 0 if nothing may be taken over.
    """
    bits = 1 << np.arange(layout.players)[:, None]
    boards = on_board | (not layout.tells_boards)
    after = np.where(
        layout.beats & (previous > 0), 1, np.where(hands > 0, 1 + layout.hands_back, 0)
    )
    sums = ((boards * bits).sum(axis=0), (top * bits).sum(axis=0))
    key = np.stack([left, turns, after, *sums, *runs])
    kinds, number = np.unique(key, axis=1, return_inverse=True)
    for kind, (lasts, counted, before, board_bits, top_bits, *run) in enumerate(kinds.T.tolist()):
        which = np.flatnonzero(number.ravel() == kind)
        on = tuple(bool(board_bits >> place & 1) for place in range(layout.players))
        at = score[:, which]
        if lasts:
            best = np.where(top[:, which], at, -1).max(axis=0)
            left_runs = tuple(run[:lasts])
            group = layout.group(lasts, on[:lasts], top_bits, runs=left_runs, after=AFTER[before])
            at = best - at[:lasts]
        else:
            group = layout.before_goal(on, counted, tuple(run), after=AFTER[before])
            if layout.lead is not None:
                at = np.clip(at[1:] - at[0], -layout.lead, layout.lead) + layout.lead
        if before:
            more = [previous - 1 if group.beats else offered - group.first]
            more += [hands - 1] if group.hands else []
            at = np.concatenate([at, np.stack(more)[:, which]])
        yield which, group, at
