"""Whole matches and changes carried through them in plain array code, on `twin_match`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from farklegen.core.arrays import ENDS, Floats, Integers, Payoffs, Task
from farklegen.core.match import Values
from farklegen.core.payoffs import lost_index
from farklegen.core.sweeps import Course, Start
from farklegen.solvers.ends import AWARDED, FARKLED, FIRST, RUINED, Ends
from farklegen.solvers.match.equation import Equation
from tests.core.twin_match import solve

ROUNDS = 60
"""Rounds in which a change is carried round a cycle."""


class TwinSolving:
    """Stands in for `core.match.MatchSolving`."""

    def __init__(self, equation: Equation) -> None:
        self.equation = equation

    def solve(
        self,
        tasks: Sequence[Task],
        given: tuple[Floats, Floats, Floats],
        found: tuple[Floats, Floats, Floats],
        check: int,
    ) -> list[Floats]:
        """As `MatchSolving.solve`, one task after the other."""
        equation = self.equation
        chances, arrivals, farkled = given
        source = arrivals if equation.kept.arrivals else chances
        return [
            solve(
                equation.turn, equation.payoffs, equation.keep, *self._lanes(task),
                chances, source, farkled, found, check,
            )
            for task in tasks
        ]  # fmt: skip

    def sweep(
        self,
        course: Course,
        given: Values,
        found: Values,
        check: int,
        *,
        until: int | None = None,
        start: Start | None = None,
        tell: Callable[[int], object] = lambda _: None,
    ) -> Floats:
        """As `MatchSolving.sweep`, one level after the other, one thread after the other, and with
        no guesses."""
        results = []
        for level in range(len(course.numbers) if until is None else until):
            parts = [_part(course, thread, level) for thread in range(len(course.tasks))]
            for task in parts:
                self.equation.payoffs.place[task.order[task.order >= 0]] = np.flatnonzero(
                    task.order >= 0
                )
            if start is not None and level >= start.guessed and len(start.before):
                states = np.concatenate([task.order[task.order >= 0] for task in parts])
                start.before[states] = given[0][states]
            done = self.solve([task for task in parts if len(task.order)], given, found, check)
            results.append(np.max(done, axis=0))
            tell(level + 1)
        return np.array(results).reshape(-1, 4)

    def _lanes(self, task: Task) -> tuple[Integers, Integers, Integers]:
        """(states, layers, rows to beat) of a task, every turn that must beat a bank a lane."""
        payoffs, keep = self.equation.payoffs, self.equation.keep
        again = [
            (state, rows)
            for state in task.beating.tolist()
            for rows in range(max(payoffs.least[state], 1), keep.theirs[state] // keep.step + 1)
        ]
        if not again:
            return task.order, task.layers, np.zeros_like(task.order)
        states, beaten = np.array(again).T
        order = np.append(task.order, states)
        previous = np.append(np.zeros_like(task.order), beaten)
        return order, np.append(task.layers, len(order)), previous

    def carry(
        self,
        ends: Ends,
        order: Integers,
        layers: Integers,
        change: Floats,
        constant: Floats,
        sign: float,
    ) -> None:
        """As `MatchSolving.carry`, end by end."""
        payoffs, states = self.equation.payoffs, self.equation.plan.states
        for low, high in pairwise(layers):
            here = [state for state in order[low:high] if state >= 0 and ends.place[state] >= 0]
            slopes = dict.fromkeys(here, 0.0)
            others = dict.fromkeys(here, 0.0)
            for state in here:
                for target, chance in _followed(ends, payoffs, int(state)):
                    if target == payoffs.partner[state]:
                        slopes[state] += sign * chance
                    elif 0 <= target < states:
                        others[state] += sign * chance * change[target]
                others[state] += constant[state]
                change[state] = others[state]
            for _ in range(ROUNDS):
                for state in here:
                    if payoffs.partner[state] >= 0:
                        partner = change[payoffs.partner[state]]
                        change[state] = others[state] + slopes[state] * partner

    def close(self) -> None:
        """Nothing is open."""


def _part(course: Course, thread: int, level: int) -> Task:
    """What a thread does of a level."""
    task, (begin, end) = course.tasks[thread], course.layer[thread][level : level + 2]
    low, high = task.layers[begin], task.layers[end]
    beats = slice(*course.beats[thread][level : level + 2])
    return Task(task.order[low:high], task.layers[begin : end + 1] - low, task.beating[beats])


def _followed(ends: Ends, payoffs: Payoffs, state: int) -> Iterator[tuple[int, float]]:
    """What follows the ends of a state's turn, and their chances; what lies past the goal left
    out, and wins at once."""
    number, here = ends.place[state], np.array([state])
    for step, chance in enumerate(ends.banked[ends.run[number] : ends.run[number + 1]]):
        row = int(ends.row[number]) + step
        if row < payoffs.bank_switch[state]:
            yield int(payoffs.bank_base[state] + payoffs.bank_rise * row), float(chance)
    for entry in range(ends.start[number], ends.start[number + 1]):
        row, kind = divmod(int(ends.code[entry]), ENDS)
        chance = float(ends.chance[entry])
        if kind == FIRST:
            yield int(payoffs.first[state]), chance
        elif kind == RUINED:
            yield int(payoffs.ruin[state]), chance
        elif kind in (FARKLED, AWARDED):
            index = lost_index(payoffs, int(kind == AWARDED), here, np.array([[row]]))
            yield int(index[0, 0]), chance
