"""Solve a match; of two, with a bound of the error of every chance.

`solver.SeveralSolver` finds the chances. In a match of two `error` bounds their error, from what
one more application of the equation to every state changes (the residual) and from the number of
turns that a game can have left. Where the bound is more than `MOST_ERROR`, or there is none, the
equation is applied plainly from one half on (`iteration`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.multiplayer.equation import Equation
from farklegen.solvers.multiplayer.error import levels_error, turns_left
from farklegen.solvers.multiplayer.iteration import iterate, largest_difference
from farklegen.solvers.multiplayer.layout import Layout
from farklegen.solvers.multiplayer.solver import SeveralSolver, Tally
from farklegen.solvers.progress import Progress, silent

MOST_ERROR = 1e-8
"""Error of a result at most: a unit of the last digit of a percentage that is printed."""

MOST_ATTEMPTS, CLOSER = 3, 0.3
"""How often sweeps are taken up again where the error is too large, and the extra factor by which
their tolerance is then tightened."""

MOST_TURNS_LEFT = 1e4
"""Games that may last longer gain nothing by a few more sweeps."""

SMALLEST = 0.03
"""Every turn counts at least this share of the largest residual. What `linear` knows of the turns
that are left is too coarse for smaller ones: the bound would take more applications."""


@dataclass(frozen=True)
class SolvedValues:
    """The values of all states, and how they were found.

    Attributes:
        layouts: the states, see `layout.layouts_of`.
        values: float64[P - 1, states], the chance of the player to move, the next one, ...
        sweeps: over all levels, or applications of the equation in value iteration.
        residual: largest change of a probability under one more application of the equation, at
            most; with more than two players, in cycles of farkles that came to rest.
        error: bound of the error of every probability; of two, infinite if there is none; of more,
            1: none is worked out.
        bounded_by: `levels`: the residuals, summed over the levels with what cycles of farkles make
            of them; `residuals`: a bound of what the residuals of all the turns come to that a
            game can be left with; `turns left`: the residual times a bound of those turns; `value
            iteration`: what all applications may have missed.
        turns_left: a bound of the turns left, as a multiple of the residual; 0 where it was not
            needed.
        unsettled: with more than two players, cycles that did not come to rest.
        unrest: the most that a chance still changed in these cycles.
    """

    layouts: tuple[Layout, ...]
    values: Floats
    sweeps: int
    residual: float
    error: float
    bounded_by: str
    turns_left: float = 0.0
    unsettled: int = 0
    unrest: float = 0.0


def solve_several(
    rules: MatchRules, players: int, threads: int, progress: Progress = silent
) -> SolvedValues:
    """Solve a match of more than two players."""
    solver = SeveralSolver([rules], players, threads, progress=progress)
    tally = solver.solve()
    values = np.clip(solver.values, 0.0, 1.0, out=solver.values)
    residual = tally.residual + rules.run_lost
    return SolvedValues(
        solver.layouts, values, tally.sweeps, residual, 1.0, "",
        unsettled=tally.unsettled, unrest=tally.moving,
    )  # fmt: skip


def solve_two(
    seats: Sequence[MatchRules], threads: int, tolerance: float, progress: Progress = silent
) -> SolvedValues:
    """Solve a match of two.

    Args:
        seats: the rules; two of them if the players have different dice.
        threads: to work with.
        tolerance: error wanted; more than `MOST_ERROR` is never enough.
        progress: takes the share done and what is being done.
    """
    tolerance = min(tolerance, MOST_ERROR)
    solver = SeveralSolver(seats, 2, threads, tolerance=tolerance, progress=progress)
    with Equation(solver) as equation:
        found, sweeps = None, 0
        for _ in range(MOST_ATTEMPTS):
            tally = solver.solve()
            np.clip(solver.values, 0.0, 1.0, out=solver.values)
            sweeps += tally.sweeps
            found = _certified(equation, tally, sweeps)
            if found.error <= tolerance or solver.linear is None:
                break
            if not found.turns_left < MOST_TURNS_LEFT:
                break
            solver.tolerance *= CLOSER * tolerance / found.error
        assert found is not None
        if not found.error <= MOST_ERROR:
            values, applications, change, error = iterate(equation)
            if error < found.error:
                found = SolvedValues(
                    solver.layouts, values, applications, change, error, "value iteration"
                )
    beyond = max(rules.beyond for rules in seats)
    return replace(found, values=found.values[None], error=found.error + beyond)


def _certified(equation: Equation, tally: Tally, sweeps: int) -> SolvedValues:
    """The values of a solved match, with a bound of their error."""
    solver, values, missed = equation.solver, equation.values, equation.missed
    if not solver.layout.sweeps:
        residual = max(tally.residual, tally.moving)
        error = levels_error(equation, residual)
        if error is not None and error <= MOST_ERROR:
            return SolvedValues(solver.layouts, values, sweeps, residual, error, "levels")
    applied, live, bounded_by = equation.apply(values), equation.live, "turns left"
    residual = largest_difference(applied, values)
    begin = live
    if solver.linear is not None:
        # residuals as shares of the largest
        shares = (np.abs(applied - values) + missed) / (residual + missed)
        live, bounded_by = np.maximum(shares, SMALLEST) * live, "residuals"
        begin = solver.linear.left_over(live, equation.crew)
    left = turns_left(equation.apply, values, applied, live, begin)
    most = np.inf if left is None else float(left.max())
    error = (residual + missed) * most
    return SolvedValues(solver.layouts, values, sweeps, residual, error, bounded_by, most)
