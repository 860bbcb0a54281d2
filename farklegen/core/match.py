"""The states of a match, solved by the core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import (
    APPLY,
    SETTLE,
    Carry,
    Floats,
    Integers,
    Keep,
    Payoffs,
    Room,
    Solving,
    Task,
    Turn,
)
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import aligned
from farklegen.core.sweeps import (
    Course,
    SharedSweep,
    Start,
    Together,
    no_guesses,
)

Values = tuple[Floats, Floats, Floats]
"""(chances, arrivals, farkled)."""

BRIEF = 96
"""Lanes, or states, that take a few milliseconds: so short that Ctrl-C may wait for them."""


def _unheard(_levels: int) -> None:
    """Reports nothing."""


class MatchSolving:
    """The equation of one match in the hands of the core; to be closed."""

    def __init__(
        self, turn: Turn, payoffs: Payoffs, keep: Keep, values: Values, whole: Sequence[Task],
        threads: int,
    ) -> None:  # fmt: skip
        """Make room.

        Args:
            turn, payoffs, keep: the match.
            values: any values, for their sizes.
            whole: all lanes that are ever handed over, in layers at least as large as any other.
            threads: to work with; at most that many tasks at a time.
        """
        self._core = core()
        self._crew = Crew(threads)
        pack = self._core.pack
        self._match = (pack(turn), pack(payoffs), pack(keep))
        self._has_arrivals = keep.takes_bank or keep.previous
        needed = 0
        checks = SETTLE, APPLY
        for check in checks:
            solving = self._solving(values, values, check)
            for task in whole:
                size = self._core.call("solve_room", *self._match, task, solving)
                needed = max(needed, size)
        self._rooms = [pack(Room(aligned(needed))) for _ in range(threads)]

    def solve(
        self, tasks: Sequence[Task], given: Values, found: Values, check: int
    ) -> list[Floats]:
        """Solve tasks side by side; returns the `result` of each. No task may need another one.

        Args:
            tasks: at most one for each thread.
            given: where payoffs are looked up.
            found: where values are written.
            check: see `Solving`.
        """
        watch, solvings = self._crew.watch, [self._solving(given, found, check) for _ in tasks]
        calls = [
            partial(self._core.call, "solve", *self._match, task, solving, room, watch)
            for task, solving, room in zip(tasks, solvings, self._rooms, strict=False)
        ]
        if calls:
            self._crew.run(calls, brief=all(len(task.order) <= BRIEF for task in tasks))
        return [solving.result for solving in solvings]

    def sweep(
        self, course: Course, given: Values, found: Values, check: int, *,
        until: int | None = None, start: Start | None = None,
        tell: Callable[[int], object] = _unheard,
    ) -> Floats:  # fmt: skip
        """Solve levels one after the other, all threads together; float64[levels, 4], the largest
        `result` of any thread.

        Args:
            course: the levels.
            given: where payoffs are looked up.
            found: where values are written.
            check: see `Solving`.
            until: levels to do; all by default.
            start: what is guessed before it is solved; nothing by default.
            tell: called now and then with the number of levels that are done.
        """
        number, threads = len(course.numbers), len(course.tasks)
        until = number if until is None else until
        results, together = np.zeros((threads, until, 4)), Together.of(threads)
        if not until or not threads:
            return np.zeros((until, 4))
        start = start or Start(no_guesses(number), number, np.zeros(0))
        calls = []
        for thread, task in enumerate(course.tasks):
            sweep = SharedSweep(
                course.numbers, course.layer[thread], course.beats[thread], until, start.guessed,
                results[thread], start.before,
            )  # fmt: skip
            solving = self._solving(given, found, check)
            calls.append(
                partial(
                    self._core.call, "sweep_levels", *self._match, task, sweep,
                    start.guesses, solving, self._rooms[thread], together[thread],
                    self._crew.watch,
                )
            )  # fmt: skip
        brief = threads == 1 and len(course.tasks[0].order) <= BRIEF
        self._crew.run(calls, brief=brief, tell=lambda: tell(int(together[0].arrived[1])))
        tell(until)
        largest: Floats = results.max(axis=0)
        return largest

    def carry(
        self, ends: NamedTuple, order: Integers, layers: Integers, change: Floats,
        constant: Floats, sign: float,
    ) -> None:  # fmt: skip
        """Put into `change` what a sweep would change; it comes with what the last one has changed.

        Args:
            ends: how turns end, the core's `Ends`.
            order, layers: of the sweep.
            change: float64[states], in and out.
            constant: float64[states], added to the new `change`.
            sign: factor of the part of the new `change` that follows from other changes.
        """
        others, slope = np.empty_like(change), np.empty_like(change)
        asked = Carry(order, layers, change, constant, sign, others, slope)
        payoffs, watch = self._match[1], self._crew.watch
        call = partial(self._core.call, "carry", payoffs, ends, asked, watch)
        self._crew.run([call], brief=len(order) <= BRIEF)

    def close(self) -> None:
        """End the threads."""
        self._crew.close()

    def _solving(self, given: Values, found: Values, check: int) -> Solving:
        chances, arrivals, farkled = given
        source = arrivals if self._has_arrivals else chances
        return Solving(chances, source, farkled, *found, np.zeros(4), check)
