"""A game of several players as a match of two: the player to move, and one of the others.

A player by a card or the solved match of two needs one opponent among the others: the one with the
highest score (of equals the one who moves first), or the next player. On a last turn that is always
the one to pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from farklegen.core.arrays import Integers
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.match_state import Tables, places

Against = Literal["leader", "next"]
"""Who the opponent is."""


def tables_at(layout: Layout, group: Group, at: Integers) -> Tables:
    """The tables that stand in some states of a group, int64[axes, lanes]. Scores are given as
    far as they count; of what may be taken over only that there is something."""
    count, players = at.shape[1], layout.players
    unknown, none = players - len(group.boards), np.zeros(count, np.int64)
    score = np.zeros((players, count), np.int64)
    if group.left:
        score += group.shape[0]
        score[: group.left] -= at[: group.left]
    elif layout.lead is not None:
        score[1:] = at[: group.axes] - layout.lead
    else:
        score = at[: group.axes]
    offered = none + (group.hands > 0)
    return Tables(
        score=score,
        on_board=np.array([*group.boards, *[True] * unknown])[:, None] | np.zeros(count, np.bool_),
        left=none + (group.left or 0),
        top=np.zeros((players, count), np.bool_),
        turns=none + group.turns,
        runs=np.array([*group.runs, *[0] * unknown])[:, None] + none,
        previous=at[group.axes] + 1 if group.beats else none,
        offered=offered,
        hands=offered,
    )


def two_of(tables: Tables, two: Layout, against: Against) -> Tables:
    """The player to move and the opponent as a match of two, of which `two` has the states."""
    score, last = tables.score, tables.left > 0
    leader = score[1:].argmax(axis=0)
    other = (1 + leader * (last | (against == "leader")), np.arange(len(last)))
    known = (tables.previous > 0) | (tables.hands > 0)
    farthest = max((group.shape[0] for group in two.groups if group.left), default=1) - 1
    theirs = np.where(last, np.minimum(score[other], score[0] + farthest), score[other])
    rounds, later = np.divmod(np.maximum(tables.turns - 1, 0), len(score))
    first = (later > 0) | (tables.turns == 0)
    return tables._replace(
        score=np.stack([score[0], theirs]),
        # a player who looks at the leader may have to beat another one
        on_board=np.stack([tables.on_board[0], tables.on_board[other] | known]),
        left=last.astype(np.int64),
        top=np.stack([np.zeros_like(last), last]),
        turns=np.where(last, 0, 2 * rounds + 1 + first) * (two.turns > 0),
        runs=np.stack([tables.runs[0], np.where(known, 0, tables.runs[other])]),
    )


def groups_of_two(
    two: Layout, layout: Layout, group: Group, at: Integers, against: Against
) -> Iterator[tuple[Integers, Group, Integers]]:
    """Where turns are in the layout of a match of two: (which turns, their group, int64[axes,
    lanes] their coordinates there, without what is offered)."""
    seen = two_of(tables_at(layout, group, at), two, against)
    for which, place, there in places(two, seen):
        yield which, place, there[: place.lane_axes]


def turns_of_two(
    two: Layout, layout: Layout, group: Group, at: Integers, against: Against = "leader"
) -> Integers:
    """int64[...]: which turn of a match of two stands for each turn, see `Layout.plain`."""
    if layout.players == 2:
        return two.plain(group, at)
    found = np.empty(at.shape[1], np.int64)
    for which, place, there in groups_of_two(two, layout, group, at, against):
        found[which] = two.plain(place, there)
    return found
