"""Follow turns forwards to find how they end, as lists (`solvers.ends`): for policies that play by
tables, and for perfect play in a solved match.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import (
    LANES,
    Floats,
    Integers,
    PolicyTable,
    StatePolicy,
    Turn,
    Written,
)
from farklegen.core.binding import core
from farklegen.core.crew import BRIEF, Crew, Watch
from farklegen.core.several import Several
from farklegen.solvers.ends import Followed, Lists

PIECE = 1024
"""Turns that are followed in one call."""

USUAL = 96
"""The number of ends of a turn that first get room."""


class Listing(NamedTuple):
    """Lists while they are written: the fields of `Ends`, and int64[turns], the list of each
    turn."""

    of: Written[Integers]
    row: Written[Integers]
    run: Written[Integers]
    banked: Written[Floats]
    start: Written[Integers]
    code: Written[Integers]
    chance: Written[Floats]


class Follow(NamedTuple):
    """What is followed under a policy.

    Attributes:
        which: int64[turns], states.
        by_row: 1 if farkles at different turn scores are different ends.
        negligible: chance up to which a way is not followed, but counted as banked.
    """

    which: Integers
    by_row: int
    negligible: float


class Outcomes(NamedTuple):
    """What is followed under perfect play, int64[turns]."""

    states: Integers


def _written(count: int, most: int, write: Callable[[int, Listing], int]) -> Followed:
    """Write that many turns, in as many calls as it takes.

    Args:
        count: how many.
        most: entries of one list at most.
        write: takes the number of turns done and where to write next; returns how many turns it has
            written.
    """
    parts: list[Followed] = []
    done, room = 0, max(USUAL * count, 2 * LANES * most)
    while done < count:
        turns = count - done
        listing = Listing(
            np.empty(turns, np.int64),
            np.empty(turns, np.int64),
            np.empty(turns + 1, np.int64),
            np.empty(room),
            np.empty(turns + 1, np.int64),
            np.empty(room, np.int64),
            np.empty(room),
        )
        of = listing.of[: write(done, listing)].copy()
        many = int(of.max(initial=-1)) + 1
        banks, others = int(listing.run[many]), int(listing.start[many])
        lists = Lists(
            listing.row[:many].copy(),
            listing.run[: many + 1].copy(),
            listing.banked[:banks].copy(),
            listing.start[: many + 1].copy(),
            listing.code[:others].copy(),
            listing.chance[:others].copy(),
        )
        parts.append(Followed(lists, of))
        done += len(of)
    return Followed.joined(parts)


def _in_pieces(
    states: Integers, threads: int, work: Callable[[Integers, Watch], Followed]
) -> Followed:
    """The turns of all states, followed side by side."""
    states = np.ascontiguousarray(states)
    size = max(min(PIECE, -(-len(states) // threads)), BRIEF)
    pieces = [states[low : low + size] for low in range(0, len(states), size)]
    with Crew(threads) as crew:
        calls = [partial(work, piece, crew.watch) for piece in pieces]
        parts = crew.run(calls, brief=0 < len(states) <= BRIEF)
    return Followed.joined(parts)


def ends_by_table(
    turn: Turn,
    table: PolicyTable,
    by_state: StatePolicy,
    states: Integers,
    *,
    by_row: bool,
    negligible: float,
    threads: int,
) -> Followed:
    """How turns end under a policy that plays by tables.

    Turns that play for the goal with the same dice and by the same table should be next to each
    other, with the goal further and further away: except near the goal they are the same.

    Args:
        turn: the moves that the policy chooses from.
        table, by_state: what it plays by.
        states: int64[turns], where the turns begin.
        by_row: whether farkles at different turn scores are different ends.
        negligible: the chance up to which a way through a turn is not followed, but counted as
            banked.
        threads: to work with.
    """
    farkled = 2 * (table.rows if by_row else 1)

    def work(piece: Integers, watch: Watch) -> Followed:
        def write(done: int, listing: Listing) -> int:
            follow = Follow(piece[done:], int(by_row), negligible)
            return core().call("ends_of", turn, table, by_state, follow, listing, watch)

        return _written(len(piece), max(table.rows, farkled + 3), write)

    return _in_pieces(states, threads, work)


def ends_of_several(turn: Turn, asked: Several, *, threads: int) -> Followed:
    """How turns end in a game of several players, each choosing by the first plane.

    Args:
        turn: the moves, options as they are preferred.
        asked: the lanes, for two players: only the player's own chance is looked at. Lanes near
            each other have lists near each other.
        threads: to work with.
    """

    def work(piece: Integers, watch: Watch) -> Followed:
        high = int(asked.rows[piece].max()) + turn.max_rise

        def write(done: int, listing: Listing) -> int:
            which = Outcomes(piece[done:])
            return core().call("several_outcomes", turn, asked, which, listing, watch)

        return _written(len(piece), 2 * high + 3, write)

    order = np.lexsort((-asked.rows, np.arange(len(asked.rows)) // PIECE))
    found = _in_pieces(order, threads, work)
    of = np.empty_like(found.of)
    of[order] = found.of
    return Followed(found.lists, of)
