"""Solve a match: the win probability from the start of every turn, between perfect players.

With x a state, seen by the player to move, and V the value of a turn at (number of dice n, turn
score t):

    W(x) = V(all dice, 0)
    V(n, t) = max( 1 - W(opponent's state after banking t),
                   f_n (1 - W(after a farkle)) + d_n (1 - W(after a disaster)) + i_n
                   + sum over option sets of p * max over options of V(n', t') )

W = F(W), the limit of value iteration from one half. Levels of scores are solved from the highest
down (`solvers.match.order`); cycles within a level by secant steps (`core/source/cycles.hpp`);
sweeps over all levels are repeated until nothing changes where penalties or disasters lead back
down. Matches in which dice that farkled may be taken over are solved as tables of two
(`solvers.multiplayer.handed_on`).

Stopping rule and error. After each sweep the solver works out what the sweeps to come will change,
and adds it (`solvers.match.linear`). Sweeps end when the possible error of this correction is small
enough. Where turns are taken over or have something to beat, they end when the largest change of a
sweep, times c / (1 - c) with c the contraction seen, is below `tolerance`. This rule stops the
sweeps, but bounds no error. `solvers.match.error` bounds the error of the result, from what one
more application of the equation to every state changes (the residual) and from the number of turns
that a game can have left. Where the bound is more than `MOST_ERROR`, or there is none, the equation
is applied plainly from one half on (`solvers.match.iteration`). Source for the ordering and the
cycles: T. Neller and M. Busche's papers on Farkle iterate plainly; solving each cycle by secants is
standard for piecewise linear equations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.solvers.match.equation import Equation, Values
from farklegen.solvers.match.error import levels_error, turns_left
from farklegen.solvers.match.iteration import iterate, largest_difference
from farklegen.solvers.match.linear import Linear, usable
from farklegen.solvers.match.order import work_until
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.share import SolvingShare, contraction
from farklegen.solvers.progress import Progress

MOST_ERROR = 1e-8
"""Error of a result at most: a unit of the last digit of a percentage that is printed."""

MOST_SWEEPS = 200
"""Sweeps after which the fast method gives up."""

HIGHEST = 0.05
"""The highest levels are swept twice. This is their share of the work."""

MOST_ATTEMPTS, CLOSER = 3, 0.3
"""How often sweeps are taken up again where the error is too large, and the extra factor by which
their tolerance is then tightened."""

MOST_POLISHING = 200
"""Applications of the equation by which turns that are taken over are made as exact as others."""

MOST_TURNS_LEFT = 1e4
"""Games that may last longer gain nothing by a few more sweeps."""

SMALLEST = 1e-3
"""Every turn counts at least this share of the largest residual: rounding would blur a smaller
one."""

ELSEWHERE = 10.0
"""Tolerances by which the last sweep may still change states below zero."""

HandedOn: TypeAlias = Callable[[Equation, Progress], tuple[int, float]]
"""Fills in all values but those of last turns: (sweeps, the most that one more application of the
equation changes a chance)."""


@dataclass(frozen=True)
class SolvedValues:
    """The values of all states, and how they were found.

    Attributes:
        values: what every state is worth.
        sweeps: over all levels, or applications of the equation in value iteration.
        residual: largest change of a probability under one more application of the equation, at
            most.
        error: bound of the error of every probability; infinite if there is none.
        bounded_by: `levels`: the residuals, summed over the levels with what cycles of farkles make
            of them; `residuals`: a bound of what the residuals of all the turns come to that a
            game can be left with; `turns left`: the residual times a bound of those turns; `value
            iteration`: what all applications may have missed.
        turns_left: that bound, as a multiple of the residual; 0 where it was not needed.
    """

    values: Values
    sweeps: int
    residual: float
    error: float
    bounded_by: str
    turns_left: float = 0.0


class MatchSolver:
    """One match, ready to be solved."""

    def __init__(self, plan: MatchPlan, threads: int) -> None:
        self.equation = Equation(plan, threads)
        self.linear = Linear(self.equation) if usable(self.equation) else None
        work = work_until(self.equation.order.levels)
        self._highest = int(np.sum(work <= HIGHEST * work[-1:].sum()))
        self._guessed = 0
        self._bound: Floats | None = None

    def solve(
        self, tolerance: float, progress: Progress, handed_on: HandedOn | None = None
    ) -> SolvedValues:
        """Solve it.

        Args:
            tolerance: error wanted; more than `MOST_ERROR` is never enough.
            progress: takes the share done and what is being done.
            handed_on: what solves matches in which dice that farkled may be taken over.
        """
        tolerance = min(tolerance, MOST_ERROR)
        with self.equation as equation:
            equation.solve_last_turns()
            if equation.kept.farkled:
                assert handed_on is not None
                sweeps, residual = handed_on(equation, progress)
                found = self._certified(sweeps, [residual] * len(equation.order.levels), None)
                again = equation.order.sweeps_again and tolerance < found.error
                if again and found.turns_left < MOST_TURNS_LEFT:
                    found = self._polished(found, tolerance)
            else:
                linear = self.linear is not None
                share = SolvingShare(progress, equation.order, linear=linear)
                found = self._swept(tolerance, share)
            if not found.error <= MOST_ERROR:
                whole, applications, change, error = iterate(equation)
                if error < found.error:
                    values = equation.parts(whole)
                    found = SolvedValues(values, applications, change, error, "value iteration")
        return found

    def _swept(self, tolerance: float, share: SolvingShare) -> SolvedValues:
        """The result of the fewest sweeps that will do, with a bound of its error."""
        enough, done = tolerance, 0
        for _ in range(MOST_ATTEMPTS):
            sweeps, residuals = self._sweep(enough, share)
            done += sweeps
            found = self._certified(done, residuals, share)
            if found.error <= tolerance or not self.equation.order.sweeps_again:
                break
            if not found.turns_left < MOST_TURNS_LEFT:
                break
            if self.equation.kept.arrivals or self.equation.kept.farkled:
                return self._polished(found, tolerance)
            enough *= CLOSER * tolerance / found.error
        return found

    def _polished(self, found: SolvedValues, tolerance: float) -> SolvedValues:
        """The same values after applying the equation to all states until the error is small
        enough.

        Sweeps end when the starts of turns stay as they are; turns that are taken over with more
        points than anybody leaves may need longer. The turns left in a game are bounded, so this
        comes to an end.
        """
        equation = self.equation
        values = equation.whole
        for _ in range(MOST_POLISHING):
            before, values = values, equation.apply(values)
            residual = largest_difference(values, before)
            if (residual + equation.missed) * found.turns_left <= tolerance:
                break
        equation.whole[:] = values
        return self._certified(found.sweeps, [], None)

    def _sweep(self, tolerance: float, share: SolvingShare) -> tuple[int, list[float]]:
        """Solve level by level, again and again where that is needed: (sweeps, residuals of the
        levels in the last of them)."""
        equation, order = self.equation, self.equation.order
        changes: list[float] = []
        while True:
            before = self._begin()
            results = equation.settle(guessed=self._guessed, before=before, tell=share.levels)
            self._guessed = len(order.levels)
            change, residual, _, moved = results.T
            changes.append(float(change.max(initial=0.0)))
            anywhere = float(moved.max(initial=0.0))
            share.sweep()
            if not order.sweeps_again or len(changes) >= MOST_SWEEPS:
                break
            if self.linear is not None and before is not None:
                if self.linear.correct(before, tolerance):
                    break
            elif anywhere <= ELSEWHERE * tolerance and _settled(changes, tolerance):
                break
        share.checking()
        return len(changes), residual.tolist()

    def _begin(self) -> Floats | None:
        """If several sweeps are needed, solve the highest levels alone first: they are little work,
        and hard to guess. Returns the chances after that."""
        if self.linear is None:
            return None
        self.equation.settle(until=self._highest, guessed=self._guessed)
        self._guessed = max(self._guessed, self._highest)
        return self.equation.values.chances[: self.equation.plan.states].copy()

    def _certified(
        self, sweeps: int, residuals: list[float], share: SolvingShare | None
    ) -> SolvedValues:
        """The result of the sweeps, with a bound of its error."""
        equation = self.equation
        if not equation.order.sweeps_again:
            arrivals = bool(equation.kept.arrivals)
            error = levels_error(
                equation.order, residuals, equation.values.chances, missed=equation.missed,
                arrivals=arrivals, slopes=equation.slopes,
            )  # fmt: skip
            if error is not None and error <= MOST_ERROR:
                residual = max(residuals, default=0.0)
                return SolvedValues(equation.values, sweeps, residual, error, "levels")

        def apply(values: Floats) -> Floats:
            if share is None:
                return equation.apply(values)
            found = equation.apply(values, tell=share.levels)
            share.sweep()
            return found

        applied, missed = apply(equation.whole), equation.missed
        residual = largest_difference(applied, equation.whole)
        if self.linear is None:
            live, bounded_by = equation.live, "turns left"
            guessed = equation.guessed_turns() if self._bound is None else self._bound
        else:
            # residuals as shares of the largest
            shares = (np.abs(applied - equation.whole) + missed) / (residual + missed)
            live, bounded_by = np.maximum(shares, SMALLEST) * equation.live, "residuals"
            guessed = self.linear.left_over(live)
        left = turns_left(apply, equation.whole, applied, live, guessed)
        most = np.inf if left is None else float(left.max())
        if self.linear is None:
            self._bound = left  # also holds, or nearly so, for values near these
        error = (residual + missed) * most
        return SolvedValues(equation.values, sweeps, residual, error, bounded_by, most)


def _settled(changes: list[float], tolerance: float) -> bool:
    if len(changes) < 2:
        return changes[-1] == 0.0
    if changes[-1] == 0.0:
        return True
    factor = contraction(changes)
    return changes[-1] * factor / (1 - factor) <= tolerance
