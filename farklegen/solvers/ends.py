"""How turns end: lists of (end, chance), found by following turns forwards.

An end is a code, row * `ENDS` + kind: with which turn score the turn ends, and how (the core's
`lookup.hpp`). Banks, most of what there is, are kept row by row. What follows an end is the same as
in the solved match, so that whatever is linear in the ends (duels, visits, lengths) is worked out
from these lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import (
    LANES,
    VECTOR,
    Floats,
    Integers,
    Keep,
    Payoffs,
    Room,
    Shorts,
    Small,
    StatePolicy,
    Table,
    Turn,
)
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.core.match import BRIEF
from farklegen.core.structures import Written, aligned

BANKED, FARKLED, AWARDED, FIRST, RUINED, WON = 0, 1, 2, 3, 4, 5
"""Kinds of ends: banked; farkled; farkled with all the dice; farkled on the first roll; a disaster;
a win at once."""

NEGLIGIBLE = 1e-16
"""Chance up to which a way through a turn of a policy is not followed, but counted as banked."""

PIECE = 1024
"""Turns that are followed in one call."""

USUAL = 96
"""Ends of a turn that there is room for at first."""


class Ends(NamedTuple):
    """How the turns of one player end: lists of chances, for banks row by row. Turns that are
    played alike share a list.

    Attributes:
        place: int32[chances], number of the list that holds in a state; -1 for a state that is left
            as it is.
        row: int64[lists], the first row that is banked.
        run: int64[lists + 1], where in `banked` the list begins.
        banked: float64[...], the chances to bank at that row and those above it.
        brief, tail_run, tail, unit, rest: in place of `banked`, for duels, see
            `solvers.duel.brief`.
        start: int64[lists + 1], first entry of each list's other ends.
        code: int64[entries].
        chance: float64[entries].
    """

    place: Shorts
    row: Integers
    run: Integers
    banked: Floats
    brief: Shorts
    tail_run: Integers
    tail: Small
    unit: Floats
    rest: Floats
    start: Integers
    code: Integers
    chance: Floats


class Listing(NamedTuple):
    """Lists as they are written: the fields of `Ends`, and int64[turns], the list of each turn."""

    of: Written[Integers]
    row: Written[Integers]
    run: Written[Integers]
    banked: Written[Floats]
    start: Written[Integers]
    code: Written[Integers]
    chance: Written[Floats]


class Follow(NamedTuple):
    """What is followed under a policy, and room for it.

    Attributes:
        which: int64[turns], states.
        by_row: 1 if farkles at different turn scores are different ends.
        negligible: chance up to which a way is not followed, but counted as banked.
        mass, banked, farkled: float64[...], room.
    """

    which: Integers
    by_row: int
    negligible: float
    mass: Written[Floats]
    banked: Written[Floats]
    farkled: Written[Floats]


class Solved(NamedTuple):
    """A solved match.

    Attributes:
        chances: float64[chances].
        source: float64[...], where payoffs of banking are looked up: the chances, or the arrivals.
        farkled: float64[...], values of taking over after a farkle.
    """

    chances: Floats
    source: Floats
    farkled: Floats


class Outcomes(NamedTuple):
    """What is followed under perfect play, int64[turns]."""

    states: Integers


class Advance(NamedTuple):
    """One turn of a game.

    Attributes:
        states: int64[...], in which a turn may begin.
        mass: float64[chances], the chance to be there.
        following: float64[chances], in and out: what follows is added.
        won: float64[1], out: the chance that the turn wins at once.
    """

    states: Integers
    mass: Floats
    following: Written[Floats]
    won: Written[Floats]


@dataclass(frozen=True)
class Lists:
    """Lists of ends; see `Ends`."""

    row: Integers
    run: Integers
    banked: Floats
    start: Integers
    code: Integers
    chance: Floats

    @classmethod
    def none(cls) -> Lists:
        """No lists."""
        zero, empty = np.zeros(1, np.int64), np.empty(0, np.int64)
        return cls(empty, zero, np.empty(0), zero, empty, np.empty(0))

    @classmethod
    def joined(cls, parts: Sequence[Lists]) -> Lists:
        """One after the other."""
        zero = [np.zeros(1, np.int64)]
        run, start = [part.run for part in parts], [part.start for part in parts]
        return cls(
            np.concatenate([part.row for part in parts]),
            np.concatenate(zero + _shifted([each[1:] for each in run], [each[-1] for each in run])),
            np.concatenate([part.banked for part in parts]),
            np.concatenate(
                zero + _shifted([each[1:] for each in start], [each[-1] for each in start])
            ),
            np.concatenate([part.code for part in parts]),
            np.concatenate([part.chance for part in parts]),
        )

    def at(self, place: Shorts) -> Ends:
        """With int32[chances], the number of the list that holds in each state."""
        none = np.empty(0)
        return Ends(
            place, self.row, self.run, self.banked, np.empty(0, np.int32), np.empty(0, np.int64),
            np.empty(0, np.uint16), none, none, self.start, self.code, self.chance,
        )  # fmt: skip


def _shifted(parts: Sequence[Integers], sizes: Sequence[int]) -> list[Integers]:
    """Numbers that count on from one part to the next, given how many each part counts."""
    bases = np.cumsum([0, *sizes])[:-1]
    return [part + base for part, base in zip(parts, bases, strict=True)]


@dataclass(frozen=True)
class Followed:
    """Turns that were followed.

    Attributes:
        lists: how they end.
        of: int64[turns], the number of the list of each.
    """

    lists: Lists
    of: Integers

    @classmethod
    def joined(cls, parts: Sequence[Followed]) -> Followed:
        """One after the other."""
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return cls(Lists.none(), np.empty(0, np.int64))
        of = _shifted([part.of for part in parts], [len(part.lists.row) for part in parts])
        return cls(Lists.joined([part.lists for part in parts]), np.concatenate(of))

    def at(self, turn: Integers) -> Ends:
        """With int64[chances], the turn that holds in each state; -1 for none."""
        return self.lists.at(np.append(self.of, -1).astype(np.int32)[turn])


class GrowingLists:
    """Lists to which more are added again and again, each time at the cost of those alone."""

    def __init__(self) -> None:
        none = Lists.none()
        self._runs = [_Growing(none.row), _Growing(none.banked), _Growing(none.code)]
        self._runs.append(_Growing(none.chance))
        self._starts = [_Growing(none.run), _Growing(none.start)]

    def add(self, more: Lists) -> None:
        """Add lists after those that are there."""
        for run, array in zip(
            self._runs, (more.row, more.banked, more.code, more.chance), strict=True
        ):
            run.add(array)
        for starts, array in zip(self._starts, (more.run, more.start), strict=True):
            starts.add(array[1:] + starts.all[-1])

    @property
    def all(self) -> Lists:
        """What is there; it stays as it is when more are added."""
        row, banked, code, chance = (run.all for run in self._runs)
        run, start = (starts.all for starts in self._starts)
        return Lists(row, run, banked, start, code, chance)


class _Growing:
    """An array that grows at its end."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._room, self._size = array, len(array)

    @property
    def all(self) -> NDArray[Any]:
        return self._room[: self._size]

    def add(self, more: NDArray[Any]) -> None:
        size = self._size + len(more)
        if size > len(self._room):
            room = np.empty(size + size // 2, self._room.dtype)
            room[: self._size] = self.all
            self._room = room
        self._room[self._size : size] = more
        self._size = size


def _written(count: int, most: int, write: Callable[[int, Listing], int]) -> Followed:
    """So many turns, written in as many calls as it takes.

    Args:
        count: how many.
        most: entries of one list at most.
        write: given how many are done, and where to write on: how many turns it has written.
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
    states: Integers,
    threads: int,
    work: Callable[[Integers, Watch], Followed],
    progress: Callable[[float], None],
) -> Followed:
    """The turns of all states, followed side by side."""
    done = 0
    size = max(min(PIECE, -(-len(states) // threads)), BRIEF)
    pieces = [states[low : low + size] for low in range(0, len(states), size)]
    telling = Lock()
    with Crew(threads) as crew:

        def one(piece: Integers) -> Followed:
            nonlocal done
            found = work(piece, crew.watch)
            with telling:
                done += len(piece)
                progress(done / len(states))
            return found

        calls = [partial(one, piece) for piece in pieces]
        parts = crew.run(calls, brief=0 < len(states) <= BRIEF)
    return Followed.joined(parts)


def _nothing(_share: float) -> None:
    pass


def ends_by_table(
    turn: Turn, table: Table, by_state: StatePolicy, states: Integers, *, by_row: bool, threads: int
) -> Followed:
    """How turns end under a policy that plays by tables.

    Turns that go for it with the same dice and play by the same table should follow each other, as
    the goal is further away: up to near the goal they are the same.

    Args:
        turn: the moves that the policy chooses from.
        table, by_state: what it plays by.
        states: int64[turns], where the turns begin.
        by_row: whether farkles at different turn scores are different ends.
        threads: to work with.
    """
    high, columns = table.rows, turn.columns
    farkled = 2 * (high if by_row else 1)

    def work(piece: Integers, watch: Watch) -> Followed:
        room = (
            aligned(2 * high * columns * VECTOR),
            aligned(2 * high * VECTOR),
            aligned(2 * farkled * VECTOR),
        )

        def write(done: int, listing: Listing) -> int:
            follow = Follow(piece[done:], int(by_row), NEGLIGIBLE, *room)
            return core().call("ends_of", turn, table, by_state, follow, listing, watch)

        return _written(len(piece), max(high, farkled + 3), write)

    return _in_pieces(np.ascontiguousarray(states), threads, work, _nothing)


def ends_of_best(
    turn: Turn,
    payoffs: Payoffs,
    keep: Keep,
    solved: Solved,
    states: Integers,
    *,
    threads: int,
    progress: Callable[[float], None] = _nothing,
) -> Followed:
    """How turns end under perfect play, in a match without take-overs and with nothing to beat.

    Args:
        turn, payoffs, keep, solved: the match.
        states: int64[turns], where the turns begin; best those of about as many rows together.
        threads: to work with.
        progress: takes the share that is done.
    """

    def work(piece: Integers, watch: Watch) -> Followed:
        high = int(payoffs.rows[piece].max()) + turn.max_rise
        room = Room(aligned(core().call("outcomes_room", turn, payoffs, Outcomes(piece))))

        def write(done: int, listing: Listing) -> int:
            asked = Outcomes(piece[done:])
            return core().call("outcomes", turn, payoffs, keep, solved, asked, listing, room, watch)

        return _written(len(piece), 2 * high + 3, write)

    return _in_pieces(np.ascontiguousarray(states), threads, work, progress)


def advance(
    payoffs: Payoffs, ends: Ends, states: Integers, mass: Floats, following: Floats
) -> float:
    """Play one turn: add to float64[chances] what follows, given the chance to begin a turn in each
    of the states; the chance that it wins at once."""
    won = np.zeros(1)
    core().call("advance", payoffs, ends, Advance(states, mass, following, won))
    return float(won[0])
