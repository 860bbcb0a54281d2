"""What the core takes to sweep over the levels of a match (`core/source/sweep.cpp`): the threads
that do so together, what is guessed, and what is known of where to bank."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, Task
from farklegen.core.structures import Written


class Proven(NamedTuple):
    """Where banking is proven best, in a sweep from high scores to low ones.

    States on one line bank for the same payoffs at the same scores. What rolling is worth falls
    with the payoffs of a farkle and a disaster, so what is proven for one of them holds for all
    whose payoffs of these are no higher.

    Attributes:
        line: int64[states], the line of each state; none at all where nothing is to be proven.
        at: int64[states], its own score, in rows.
        keeps: bool[states], whether what is found out in this state is kept for the line.
        start: int64[lines, dice], in and out: the score in rows from which on one banks with 1, 2,
            ... dice or fewer, and more points are worth no less; `UNPROVEN` where that is open.
        after: float64[lines, 3], in and out: the chances after a farkle, one of all dice, and a
            disaster at which that is proven.
    """

    line: Integers
    at: Integers
    keeps: Booleans
    start: Written[Integers]
    after: Written[Floats]


UNPROVEN = 1 << 40
"""A score that is never reached."""


_NONE = np.zeros(0, np.int64)

NOTHING_PROVEN = Proven(_NONE, _NONE, np.zeros(0, np.bool_), _NONE, np.zeros(0))
"""Where it is not asked where banking is proven best."""


class SharedSweep(NamedTuple):
    """Levels that several threads solve together, one level after the other.

    Attributes:
        level: int64[levels], the number of each.
        layer, beats: int64[levels + 1], where each begins among the layers, and among the turns
            that must beat a bank, of the thread's task.
        until: levels to do.
        guessed: levels before this one are not guessed.
        results: float64[levels, 4], out: the `result` of `Solving` for each level.
        before: float64[states], out: what states begin with that are guessed; or nothing.
    """

    level: Integers
    layer: Integers
    beats: Integers
    until: int
    guessed: int
    results: Written[Floats]
    before: Written[Floats]


class Together(NamedTuple):
    """One of several threads that work together, and wait for each other.

    Attributes:
        thread, threads: which one it is, and how many.
        arrived: int64[threads * 8], zeros: how often each has waited for the others, and how far
            it is.
        nap: address of the function that lets other processes have the processor.
    """

    thread: int
    threads: int
    arrived: Written[Integers]
    nap: int

    @classmethod
    def of(cls, threads: int) -> list[Together]:
        """All of them."""
        arrived = np.zeros(LINE * threads, np.int64)
        return [cls(thread, threads, arrived, address_of_nap()) for thread in range(threads)]


class Guesses(NamedTuple):
    """What is guessed, and from what.

    Attributes:
        scores: told apart.
        board: int64[contexts], the same with both players on the board.
        begin: int64[levels + 1], where the targets of each level begin.
        target: int64[...], the states that a level finds payoffs at, of itself and lower ones.
        context, mine, theirs: int64[states], of every state.
        my_place, their_place: int64[contexts * scores], see `MatchPlan.places`.
    """

    scores: int
    board: Integers
    begin: Integers
    target: Integers
    context: Integers
    mine: Integers
    theirs: Integers
    my_place: Integers
    their_place: Integers


LINE = 8
"""int64 of `Together.arrived` for each thread: a cache line."""


def no_guesses(levels: int) -> Guesses:
    """Nothing is guessed at any of so many levels."""
    begin = np.zeros(levels + 1, np.int64)
    return Guesses(1, _NONE, begin, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE)


@dataclass(frozen=True)
class Course:
    """Levels in the order of solving, for threads that do so together.

    Attributes:
        numbers: int64[levels], of the levels.
        tasks: one for each thread.
        layer, beats: for each thread int64[levels + 1], see `SharedSweep`.
    """

    numbers: Integers
    tasks: tuple[Task, ...]
    layer: tuple[Integers, ...]
    beats: tuple[Integers, ...]


@dataclass(frozen=True)
class Start:
    """With what a sweep begins.

    Attributes:
        guesses: what is guessed.
        guessed: levels before this one are not.
        before: float64[states], out: what states begin with that are guessed; or nothing.
    """

    guesses: Guesses
    guessed: int
    before: Floats


@cache
def address_of_nap() -> int:
    """The system's function by which a thread lets others have the processor."""
    if sys.platform == "win32":
        nap = ctypes.WinDLL("kernel32").SwitchToThread
    else:
        nap = ctypes.CDLL(None).usleep
    return ctypes.cast(nap, ctypes.c_void_p).value or 0
