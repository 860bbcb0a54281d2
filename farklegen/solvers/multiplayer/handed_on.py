"""A match in which dice that farkled may be taken over: solved on the states of a table of two
(`solvers.multiplayer`), where every offer is a state, and put where other matches keep their
values."""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.multiplayer.layout import Group
from farklegen.solvers.multiplayer.solver import SeveralSolver, Tally
from farklegen.solvers.multiplayer.views import plan_states, seen_from
from farklegen.solvers.progress import Progress


def solve_handed_on(equation: Equation, progress: Progress) -> tuple[int, float]:
    """Fill in the values of an equation whose last turns are solved: (sweeps, the most that one
    more application changes a chance)."""
    tally = _solve(equation, progress)
    before = equation.values.chances.copy()
    equation.whole[:] = equation.apply(equation.whole)
    moved = float(np.abs(equation.values.chances - before).max())
    return tally.sweeps, max(moved, tally.residual, tally.moving)


def _solve(equation: Equation, progress: Progress) -> Tally:
    plan, off_board = equation.plan, equation.plan.rules.off_board
    solver = SeveralSolver([plan.rules], 2, equation.threads)
    tally, values = solver.solve(progress), solver.values[0]
    alive = plan.exists.copy()
    alive[equation.order.dead] = False
    for group in solver.layout.groups:
        if group.left is not None:
            continue
        at = solver.layout.coordinates(group)
        for axis, on_board in enumerate(group.boards):
            if not on_board:
                at = at[:, np.isin(at[axis], off_board)]
        states = plan_states(plan, seen_from(solver.layout, group, at, "next"))
        at, states = at[:, alive[states]], states[alive[states]]
        if group.row_units:
            _put_offers(equation, group, at, states, values)
        else:
            equation.values.chances[states] = values[group.index(at)]
    return tally


def _put_offers(
    equation: Equation, group: Group, at: Integers, states: Integers, values: Floats
) -> None:
    """Put down what turns with an offer, or with something to beat, are worth.

    Args:
        equation: its arrivals and what may be taken over are filled in.
        group: of the turns.
        at: int64[axes, turns], where they are in the group.
        states: int64[turns], their states in the plan.
        values: float64[...], all values of the layout.
    """
    plan, keep = equation.plan, equation.keep
    kinds = max(group.hands, 1)
    farkled = group.first == 0
    banked = not farkled or (bool(keep.takes_bank) and not keep.previous)
    rows = np.where(farkled, plan.rows[states], 0)
    if banked:
        rows = np.maximum(rows, keep.theirs[states] // keep.step + 1)
    for row in range(group.first, int(rows.max(initial=0))):
        some = rows > row
        if group.beats:
            some &= at[group.axes] + group.first == row
        offer = np.full(int(some.sum()), min(row, group.shape[group.axes] + group.first - 1))
        place = [*at[: group.axes, some], offer - group.first]
        if group.hands:
            place.append(np.zeros_like(offer))
        found = values[group.index(np.stack(place))[:, None] + np.arange(kinds)]
        if farkled:
            here = keep.farkled_rows[states[some]] > row
            entry = keep.farkled_base[states[some]][here] + row * kinds
            equation.values.farkled[entry[:, None] + np.arange(kinds)] = found[here]
        if banked:
            their_rows = keep.theirs[states[some]] - row * keep.step
            here = (their_rows >= 0) & (keep.arrival_base[states[some]] >= 0)
            run = keep.arrival_run[np.maximum(their_rows, 0)] + row
            entry = (keep.arrival_base[states[some]] + run * kinds)[here]
            equation.values.arrivals[entry[:, None] + np.arange(kinds)] = found[here]
