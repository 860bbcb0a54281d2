"""How turns end: lists of (end, chance), found by following turns forwards.

An end is a code, row * `ENDS` + kind: with which turn score the turn ends, and how (the core's
`basics.hpp`). Banks, which are most of the ends, are kept row by row. The state after an end is the
same as in the solved match. So everything that is linear in the ends (duels, visits, lengths) is
worked out from these lists.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from io import SEEK_END
from itertools import chain
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import (
    LANES,
    Floats,
    Integers,
    PolicyTable,
    Shorts,
    StatePolicy,
    Turn,
    Written,
)
from farklegen.core.binding import core
from farklegen.core.crew import BRIEF, Crew, Watch
from farklegen.core.several import Several

IN_MEMORY = 350_000_000
"""Bytes of the ends of perfect play that are kept in memory."""

PIECE = 1024
"""Turns that are followed in one call."""

ROOM = 1 << 20
"""Numbers of each kind that growing lists first get room for."""

USUAL = 288
"""The number of ends of a turn that first get room."""


class Ends(NamedTuple):
    """How the turns of one player end: lists of chances, for banks row by row. Turns that are
    played alike share a list.

    Attributes:
        place: int32[chances], number of the list that holds in a state; -1 for a state whose value
            is left as it is.
        row: int64[lists], the first row that is banked.
        run: int64[lists + 1], where in `banked` the list begins.
        banked: float64[...], the chances to bank at that row and those above it.
        rest: float64[lanes], what each turn is worth on top of its ends; or nothing.
        start: int64[lists + 1], first entry of each list's other ends.
        code: int64[entries].
        chance: float64[entries].
    """

    place: Shorts
    row: Integers
    run: Integers
    banked: Floats
    rest: Floats
    start: Integers
    code: Integers
    chance: Floats

    @classmethod
    def none(cls, turns: int = 0) -> Ends:
        """No lists, for that many turns."""
        zero, empty, none = np.zeros(1, np.int64), np.empty(0, np.int64), np.empty(0)
        return cls(np.full(turns, -1, np.int32), empty, zero, none, none, zero, empty, none)

    @classmethod
    def joined(cls, parts: Sequence[Ends]) -> Ends:
        """The lists one after the other, and the turns that have them."""
        lists = np.cumsum([0, *(len(part.row) for part in parts)])
        banks = np.cumsum([0, *(part.run[-1] for part in parts)])
        others = np.cumsum([0, *(part.start[-1] for part in parts)])
        counted_on = [
            part._replace(
                place=part.place + np.int32(lists[number]),
                run=part.run[1:] + banks[number],
                start=part.start[1:] + others[number],
            )
            for number, part in enumerate(parts)
        ]
        return cls(*map(np.concatenate, zip(cls.none(), *counted_on, strict=True)))

    def at(self, turn: Integers) -> Ends:
        """With int64[chances], the turn that holds in each state; -1 for none."""
        return self._replace(place=np.append(self.place, np.int32(-1))[turn])


class GrowingLists:
    """Lists to which more are added again and again. Adding costs only as much as the new lists."""

    def __init__(self) -> None:
        none: list[NDArray[Any]] = [*Ends.none()]
        self._sizes = [array.size for array in none]
        self._rooms: list[NDArray[Any]] = [np.empty(ROOM, array.dtype) for array in none]
        for room, array in zip(self._rooms, none, strict=True):
            room[: len(array)] = array

    def add(self, parts: Sequence[Ends]) -> Integers:
        """Add lists after those that are there; returns int64[turns], the numbers that they get."""
        return np.concatenate([self._add(part) for part in parts])

    def _add(self, more: Ends) -> Integers:
        here = self.all
        run, start = more.run[1:] + here.run[-1], more.start[1:] + here.start[-1]
        new: list[NDArray[Any]] = [*more._replace(place=here.place, run=run, start=start)]
        for at, (room, begin) in enumerate(zip(self._rooms, self._sizes, strict=True)):
            self._sizes[at] = end = begin + len(new[at])
            if end > len(room):
                self._rooms[at] = np.empty(2 * end, room.dtype)
                self._rooms[at][:begin] = room[:begin]
            self._rooms[at][begin:end] = new[at]
        return len(here.row) + more.place.astype(np.int64)

    @property
    def all(self) -> Ends:
        """All lists so far, for no turns; they do not change when more are added."""
        return Ends(*(room[:size] for room, size in zip(self._rooms, self._sizes, strict=True)))


class KeptEnds:
    """Ends by number: in memory up to `IN_MEMORY` bytes, the rest in a file that is deleted with
    this object. If the disk is full, ends are dropped, and worked out again when needed."""

    def __init__(self) -> None:
        self._held: dict[int, Ends] = {}
        self._bytes = 0
        self._file: IO[bytes] | None = None
        self._written: dict[int, tuple[int, int]] = {}
        self._lock = Lock()

    def put(self, number: int, ends: Ends) -> None:
        """Keep the ends of a number. Threads may call this at the same time."""
        size = sum(array.nbytes for array in ends)
        with self._lock:
            self._bytes -= sum(array.nbytes for array in self._held.pop(number, ()))
            if self._bytes + size <= IN_MEMORY:
                self._held[number] = ends
                self._bytes += size
                return
        data = pickle.dumps(tuple(ends))
        with self._lock, suppress(OSError):
            if self._file is None:
                # without a buffer nothing is left to write when the disk is full
                self._file = TemporaryFile(buffering=0)  # noqa: SIM115
                finalize(self, self._file.close)
            begin = self._file.seek(0, SEEK_END)
            if self._file.write(data) == len(data):
                self._written[number] = begin, len(data)

    @property
    def in_a_file(self) -> bool:
        """Whether some ends are in a file."""
        return bool(self._written)

    def get(self, number: int) -> Ends | None:
        """The ends that were kept; None for others. Threads may call this at the same time."""
        if number in self._held or number not in self._written:
            return self._held.get(number)
        assert self._file is not None
        begin, size = self._written[number]
        with self._lock:
            self._file.seek(begin)
            data = self._file.read(size)
        return Ends(*pickle.loads(data))


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


def _written(count: int, most: int, write: Callable[[int, Listing], int]) -> list[Ends]:
    """Write that many turns, in as many calls as it takes; the results keep the room of each.

    Args:
        count: how many.
        most: entries of one list at most.
        write: takes the number of turns done and where to write next; returns how many turns it has
            written.
    """
    parts: list[Ends] = []
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
        of = listing.of[: write(done, listing)]
        many = int(of.max(initial=-1)) + 1
        parts.append(
            Ends(
                of.astype(np.int32),
                listing.row[:many],
                listing.run[: many + 1],
                listing.banked[: listing.run[many]],
                np.empty(0),
                listing.start[: many + 1],
                listing.code[: listing.start[many]],
                listing.chance[: listing.start[many]],
            )
        )
        done += len(of)
    return parts


def _in_pieces(
    states: Integers, threads: int, work: Callable[[Integers, Watch], list[Ends]]
) -> list[Ends]:
    """The turns of all states, followed side by side."""
    states = np.ascontiguousarray(states)
    size = max(min(PIECE, -(-len(states) // threads)), BRIEF)
    pieces = [states[low : low + size] for low in range(0, len(states), size)]
    with Crew(threads) as crew:
        calls = [partial(work, piece, crew.watch) for piece in pieces]
        return list(chain.from_iterable(crew.run(calls, brief=0 < len(states) <= BRIEF)))


def ends_by_table(
    turn: Turn,
    table: PolicyTable,
    by_state: StatePolicy,
    states: Integers,
    *,
    by_row: bool,
    negligible: float,
    threads: int,
) -> list[Ends]:
    """How turns end under a policy that plays by tables, in parts.

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

    def work(piece: Integers, watch: Watch) -> list[Ends]:
        def write(done: int, listing: Listing) -> int:
            follow = Follow(piece[done:], int(by_row), negligible)
            return core().call("ends_of", turn, table, by_state, follow, listing, watch)

        return _written(len(piece), max(table.rows, farkled + 3), write)

    return _in_pieces(states, threads, work)


def ends_of_several(turn: Turn, asked: Several, *, threads: int) -> Ends:
    """How turns end in a game of several players, each choosing by the first plane.

    Args:
        turn: the moves, options as they are preferred.
        asked: the lanes, for two players: only the player's own chance is looked at. Lanes near
            each other have lists near each other.
        threads: to work with.
    """

    def work(piece: Integers, watch: Watch) -> list[Ends]:
        high = int(asked.rows[piece].max()) + turn.max_rise

        def write(done: int, listing: Listing) -> int:
            which = Outcomes(piece[done:])
            return core().call("several_outcomes", turn, asked, which, listing, watch)

        return _written(len(piece), 2 * high + 3, write)

    order = np.lexsort((-asked.rows, np.arange(len(asked.rows)) // PIECE))
    found = Ends.joined(_in_pieces(order, threads, work))
    place = np.empty_like(found.place)
    place[order] = found.place
    return found._replace(place=place)
