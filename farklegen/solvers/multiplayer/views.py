"""A game of several players as a match of two: the player to move, and one of the others.

A player by a card or the solved match of two needs one opponent among the others: the one with the
highest score (of equals the one who moves first), or the next player. On a last turn that is always
the one to pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.match_state import places

Against = Literal["leader", "next"]
"""Who the opponent is."""


class Seen(NamedTuple):
    """Turns as a match of two has them, an entry of each array for each turn.

    Attributes:
        mine, theirs: int64[...], scores in units above the lowest.
        on_board, their_on_board: bool[...].
        my_farkles, their_farkles: int64[...], in a row.
        first: bool[...], whether somebody moves later in the round.
        rounds_left: int64[...], turns of the player to move, this one included; 0 if not counted.
        last: bool[...], whether these are last turns: the goal has been reached.
        previous: int64[...], rows that were banked on the turn before and must be beaten.
        offered: bool[...], whether what was left on the turn before may be taken over.
    """

    mine: Integers
    theirs: Integers
    on_board: Booleans
    their_on_board: Booleans
    my_farkles: Integers
    their_farkles: Integers
    first: Booleans
    rounds_left: Integers
    last: Booleans
    previous: Integers
    offered: Booleans


def opponent_of(scores: Integers, against: Against) -> Integers:
    """int64[...]: which of the others is the opponent, from 0 for the next player on.

    Args:
        scores: int64[others, ...], or their leads, in the order of moving.
        against: how to choose the opponent.
    """
    if against == "next":
        return np.zeros(scores.shape[1:], np.int64)
    found: Integers = scores.argmax(axis=0)
    return found


def seen_from(layout: Layout, group: Group, at: Integers, against: Against) -> Seen:
    """The states of a group, int64[axes, lanes], as the player to move sees them."""
    count, players = at.shape[1], layout.players
    boards = np.array((*group.boards, *[True] * (players - len(group.boards))))
    no, none = np.zeros(count, np.bool_), np.zeros(count, np.int64)
    if group.left is not None:
        mine, theirs, their_board = none, at[0], np.ones(count, np.bool_)
        their_run = none
    else:
        leads = layout.lead is not None
        others = at - (layout.lead or 0) if leads else at[1 : group.axes]
        which = opponent_of(others, against)
        mine = none if leads else at[0]
        theirs = others[which, np.arange(count)]
        their_board, their_run = boards[1 + which], np.array(group.runs)[1 + which]
    left, later = divmod(max(group.turns - 1, 0), players)
    rounds = left + 1 if layout.rounds else 0
    return Seen(
        mine,
        theirs,
        no | boards[0],
        their_board,
        none + group.runs[0],
        their_run,
        no | (later > 0 or not group.turns),
        none + rounds,
        no | (group.left is not None),
        at[group.axes] + 1 if group.beats else none,
        no | (group.hands > 0),
    )


def groups_of_two(layout: Layout, seen: Seen) -> Iterator[tuple[Integers, Group, Integers]]:
    """Where turns are in the layout of a match of two: (which turns, their group, int64[axes,
    lanes] their coordinates there, without what is offered)."""
    known, last = (seen.previous > 0) | seen.offered, seen.last
    farthest = max((group.shape[0] for group in layout.groups if group.left), default=1) - 1
    theirs = np.where(last, np.minimum(seen.theirs, seen.mine + farthest), seen.theirs)
    turns = 2 * np.maximum(seen.rounds_left - 1, 0) + 1 + seen.first
    found = places(
        layout,
        np.stack([seen.mine, theirs]),
        # a player who looks at the leader may have to beat another one
        np.stack([seen.on_board, seen.their_on_board | known]),
        last.astype(np.int64),
        np.stack([np.zeros_like(last), last]),
        np.where(last, 0, turns) * (layout.turns > 0),
        np.stack([seen.my_farkles, np.where(known, 0, seen.their_farkles)]),
        seen.previous,
        seen.offered.astype(np.int64),
        seen.offered.astype(np.int64),
    )
    for which, group, at in found:
        yield which, group, at[: group.lane_axes]


def turns_of_two(
    two: Layout, layout: Layout, group: Group, at: Integers, against: Against = "leader"
) -> Integers:
    """int64[...]: which turn of a match of two stands for each turn, see `Layout.plain`."""
    if layout.players == 2:
        return two.plain(group, at)
    found = np.empty(at.shape[1], np.int64)
    for which, place, there in groups_of_two(two, seen_from(layout, group, at, against)):
        found[which] = two.plain(place, there)
    return found
