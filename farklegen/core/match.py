"""The states of a match, solved by the core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import (
    APPLY,
    ROUGH,
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
from farklegen.core.structures import Packed, aligned

Values = tuple[Floats, Floats, Floats]
"""(chances, arrivals, farkled)."""

BRIEF = 96
"""Lanes, or states, that are done in a few milliseconds: too short a time to answer Ctrl-C in."""


class MatchSolving:
    """The equation of one match in the hands of the core; to be closed."""

    def __init__(
        self, turn: Turn, payoffs: Payoffs, keep: Keep, values: Values, whole: Sequence[Task],
        threads: int,
    ) -> None:  # fmt: skip
        """Make room.

        Args:
            turn, payoffs, keep: the match.
            values: some, for their sizes.
            whole: all lanes that are ever handed over, in layers that are as large as any.
            threads: to work with; so many tasks at a time at most.
        """
        self._core = core()
        self._crew = Crew(threads)
        pack = self._core.pack
        self._match = (pack(turn), pack(payoffs), pack(keep))
        self._has_arrivals = keep.takes_bank or keep.previous
        self._settled: tuple[tuple[Floats, ...], list[tuple[Floats, Packed]]] = ((), [])
        self._packed: dict[int, tuple[Task, Packed]] = {}
        needed = 0
        checks = (SETTLE, APPLY) if keep.takes_farkle else (SETTLE, APPLY, ROUGH)
        for check in checks:
            solving = self._solving(values, values, check)
            for task in whole:
                needed = max(needed, self._core.call("solve_room", *self._match, task, solving))
        self._rooms = [pack(Room(aligned(needed))) for _ in range(threads)]

    def solve(
        self, tasks: Sequence[Task], given: Values, found: Values, check: int
    ) -> list[Floats]:
        """Solve tasks side by side, so that none may need another; the `result` of each.

        Args:
            tasks: at most one for each thread.
            given: where payoffs are looked up.
            found: where values are written.
            check: see `Solving`.
        """
        watch = self._core.pack(self._crew.watch)
        slots = list(zip(tasks, self._rooms, self._slots(given, found, check), strict=False))
        calls = []
        for task, room, (result, solving) in slots:
            result[:] = 0.0
            calls.append(
                partial(
                    self._core.call, "solve", *self._match, self._pack(task), solving, room, watch
                )
            )
        if calls:
            self._crew.run(calls, brief=all(len(task.order) <= BRIEF for task in tasks))
        return [result.copy() for _, _, (result, _) in slots]

    def carry(
        self, ends: NamedTuple, order: Integers, layers: Integers, change: Floats,
        constant: Floats, sign: float,
    ) -> None:  # fmt: skip
        """What a sweep would change, given in `change` what the last one has; written there.

        Args:
            ends: how turns end, the core's `Ends`.
            order, layers: of the sweep.
            change: float64[states], in and out.
            constant: float64[states], added to it.
            sign: what the rest is multiplied by.
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

    def _slots(self, given: Values, found: Values, check: int) -> list[tuple[Floats, Packed]]:
        """For each task that is solved at a time its `result`, and all of `Solving`; kept for
        levels, as one comes after the other."""
        arrays = (*given, *found)
        known, slots = self._settled
        if check == SETTLE and known and all(a is b for a, b in zip(arrays, known, strict=True)):
            return slots
        solvings = [self._solving(given, found, check) for _ in self._rooms]
        slots = [(solving.result, self._core.pack(solving)) for solving in solvings]
        if check == SETTLE:
            self._settled = (arrays, slots)
        return slots

    def _pack(self, task: Task) -> Packed:
        """A task as the core takes it: most are handed over in every sweep."""
        known = self._packed.get(id(task))
        if known is None:
            known = self._packed[id(task)] = (task, self._core.pack(task))
        return known[1]
