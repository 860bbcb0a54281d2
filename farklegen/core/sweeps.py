"""The arguments of sweeps over the levels of a match (`core/source/sweep.cpp`): the threads that
sweep together, and the values that are guessed."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import LINE, Floats, Integers, Task
from farklegen.core.structures import Written


class SharedSweep(NamedTuple):
    """Levels that several threads solve together, one level after the other.

    Attributes:
        level: int64[levels], the number of each.
        layer, beats: int64[levels + 1], where each level begins in the thread's task: among the
            layers, and among the turns that must beat a bank.
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
        arrived: int64[threads * 8], zeros: how often each thread has waited for the others, how far
            it is, and where it asks the others to stop.
        nap: address of the function that lets other processes have the processor.
    """

    thread: int
    threads: int
    arrived: Written[Integers]
    nap: int

    @classmethod
    def of(cls, threads: int) -> list[Together]:
        """One for each of that many threads."""
        arrived = np.zeros(LINE * threads, np.int64)
        return [cls(thread, threads, arrived, address_of_nap()) for thread in range(threads)]


class Guesses(NamedTuple):
    """What is guessed, and from what.

    Attributes:
        scores: how many are kept apart.
        board: int64[contexts], the same context with both players on the board.
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


def no_guesses(levels: int) -> Guesses:
    """Nothing is guessed at any of that many levels."""
    begin = np.zeros(levels + 1, np.int64)
    none = np.zeros(0, np.int64)
    return Guesses(1, none, begin, none, none, none, none, none, none)


@dataclass(frozen=True)
class Course:
    """Levels in the order of solving, for threads that solve them together.

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
    """The guesses that a sweep begins with.

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
