"""How turns end: lists of (end, chance).

An end is a code, row * `ENDS` + kind: with which turn score the turn ends, and how (the core's
`basics.hpp`). Banks, which are most of the ends, are kept row by row. The state after an end is the
same as in the solved match. So everything that is linear in the ends (duels, visits, lengths) is
worked out from these lists.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Floats, Integers, Shorts

IN_MEMORY = 350_000_000
"""Bytes of the ends of perfect play that are kept in memory."""

BANKED, FARKLED, AWARDED, FIRST, RUINED, WON = 0, 1, 2, 3, 4, 5
"""Kinds of ends: banked; farkled; farkled with all the dice; farkled on the first roll; a disaster;
a win at once."""


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
    def of(cls, ends: Ends) -> Lists:
        """The lists of some ends."""
        return cls(ends.row, ends.run, ends.banked, ends.start, ends.code, ends.chance)

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
            place, self.row, self.run, self.banked, none, self.start, self.code, self.chance
        )


def _shifted(parts: Sequence[Integers], sizes: Sequence[int]) -> list[Integers]:
    """Make numbers that start from zero in each part count on from one part to the next. `sizes` is
    how many each part counts."""
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
    """Lists to which more are added again and again. Adding costs only as much as the new lists."""

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
        """All lists so far; the result does not change when more are added."""
        row, banked, code, chance = (run.all for run in self._runs)
        run, start = (starts.all for starts in self._starts)
        return Lists(row, run, banked, start, code, chance)


class KeptEnds:
    """Ends by number: in memory up to `IN_MEMORY` bytes, the rest in a file that is deleted with
    this object. If the disk is full, ends are dropped, and worked out again when needed."""

    def __init__(self) -> None:
        self._held: dict[int, Ends] = {}
        self._bytes = 0
        self._file: IO[bytes] | None = None
        self._end = 0
        self._written: dict[int, tuple[int, list[int]]] = {}
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
        arrays: list[pickle.PickleBuffer] = []
        head = pickle.dumps(tuple(ends), protocol=5, buffer_callback=arrays.append)
        data = b"".join([head, *(each.raw() for each in arrays)])
        sizes = [len(head), *(each.raw().nbytes for each in arrays)]
        with self._lock, suppress(OSError):
            if self._file is None:
                # without a buffer nothing is left to write when the disk is full
                self._file = TemporaryFile(buffering=0)  # noqa: SIM115
                finalize(self, self._file.close)
            self._file.seek(self._end)
            if self._file.write(data) == len(data):
                self._written[number] = self._end, sizes
                self._end += len(data)

    @property
    def in_a_file(self) -> bool:
        """Whether some ends are in a file."""
        return bool(self._written)

    def get(self, number: int) -> Ends | None:
        """The ends that were kept; None for others. Threads may call this at the same time."""
        if number in self._held or number not in self._written:
            return self._held.get(number)
        assert self._file is not None
        begin, sizes = self._written[number]
        with self._lock:
            self._file.seek(begin)
            data = memoryview(self._file.read(sum(sizes)))
        head, *arrays = (
            data[end - size : end] for end, size in zip(accumulate(sizes), sizes, strict=True)
        )
        return Ends(*pickle.loads(head, buffers=arrays))


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
