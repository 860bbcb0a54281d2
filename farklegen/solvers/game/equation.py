"""The equation of a match of two, W = F(W), applied once to all turns before the goal is
reached."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.crew import Crew
from farklegen.core.several import ONCE, Several, solve_levels
from farklegen.solvers.game.lanes import longest_turn
from farklegen.solvers.game.levels import Band, lanes_of
from farklegen.solvers.game.solver import SeveralSolver
from farklegen.solvers.occurring import occurring

ROUNDING = 4e-15
"""How much rounding may move a value in one application of the equation."""

ROOM = 4e-6
"""By how much values are drawn in, so that they can be lowered a little everywhere."""


class Equation:
    """The equation of a match that was solved.

    Use it as a context manager: its threads end when the context does.

    Attributes:
        solver: the solved match of two.
        values: float64[states], what was found.
        crew: the threads.
        missed: by how much one application of the equation may miss a value: by rounding, and
            because turns may run on above their last row.
    """

    def __init__(self, solver: SeveralSolver) -> None:
        self.solver = solver
        self.values = solver.values[0]
        self.missed = ROUNDING + max(layout.rules.run_lost for layout in solver.layouts)

    def __enter__(self) -> Equation:
        self.crew = Crew(self.solver.threads)
        return self

    def __exit__(self, *_: object) -> None:
        self.crew.close()

    def apply(self, values: Floats) -> Floats:
        """F(values), and the same values where the equation gives none."""
        sets = np.concatenate([values, values])
        for band in self.solver.passes.through(self.solver.bands):
            self._solve(band.task, band, sets)
        return np.where(self.live > 0, sets[len(values) :], values)

    def _solve(self, task: Several, band: Band, sets: Floats) -> None:
        """Solve turns of a band by the values in several sets, and write to the last of them."""
        to, count = len(sets) - len(self.values), len(task.rows)
        task = task._replace(
            values=sets[None],
            tie=0.0,
            own=np.where(task.own < 0, -1, task.own + to),
            offers=np.where(task.offers < 0, -1, task.offers + to),
        )
        second = band.levels.second if len(self.solver.layouts) > 1 else len(sets)
        levels = band.levels._replace(
            begin=np.array([0, count]),
            order=np.arange(count),
            mode=np.array([ONCE]),
            second=second,
        )
        solve_levels(self.solver.turns, task, levels, self.crew)

    def slopes(self, some: Integers, by: float) -> Floats:
        """float64[...]: how much the chances of some states move if those after farkles that bank
        nothing are lowered by `by` (below zero: raised), as a share of `by`."""
        size, drawn = len(self.values), drawn_in(self.values, ROOM)
        keeps = self.solver.layout.rules.turn.keeps
        asked = np.zeros(size, np.bool_)
        asked[some] = True
        moved = np.zeros(size)
        for band in self.solver.bands:
            task = lanes_of(band.task, np.flatnonzero(asked[band.task.state]))
            if not len(task.state):
                continue
            task = task._replace(own=task.state, offers=np.full_like(task.state, -1))
            found = []
            for each in (task, after_farkles(task, size, keeps=keeps)):
                sets = np.concatenate([drawn, drawn - by, drawn])
                self._solve(each, band, sets)
                found.append(sets[2 * size + task.state])
            moved[task.state] = np.clip((found[1] - found[0]) / by, 0.0, 1.0)
        there: Floats = moved[some]
        return there

    @cached_property
    def live(self) -> Floats:
        """1 for every state that the equation gives, 0 for the others, such as games that are
        over, and turns to take over that no turn leaves: they may be handed to and fro for ever."""
        live: Floats = np.zeros(len(self.values))
        layout = self.solver.layout
        left = occurring(layout.rules.every_move, longest_turn(layout), taken_over=True)
        for band in self.solver.bands:
            task = band.task
            live[task.own[task.own >= 0]] = 1.0
            row = task.taken_from[:, None] + np.arange(task.taken.max(initial=0))
            there = task.offers[:, None] + task.offers_rise[:, None] * (row - row[:, :1])
            taken = (task.offers[:, None] >= 0) & (row < (task.taken_from + task.taken)[:, None])
            dice = np.arange(layout.hands)
            there = there[taken][:, None] + dice
            live[there[left[row[taken][:, None], dice]]] = 1.0
        return live


def after_farkles(task: Several, by: int, *, keeps: bool) -> Several:
    """The same turns, but farkles that bank nothing lead to states so much further on.

    Args:
        task, by: the turns, and how much.
        keeps: whether only farkles of the first roll bank nothing.
    """
    task = task._replace(first=task.first + by * (task.first == task.after))
    if keeps:
        return task
    lost = task.lost_base.copy()
    lost[:-1] += by
    lost[-1] += by * (lost[-1] == task.after)
    return task._replace(lost_base=lost)


def drawn_in(values: Floats, by: float) -> Floats:
    """All probabilities W as by / 2 + (1 - by) W: a little nearer to one half.

    The equation maps such values to such values, since all chances of a turn add up to one: the
    equation holds for them just the same, and there is room to move them both ways.
    """
    return by / 2 + (1 - by) * values
