"""What it does that scores are cut off at a floor, where the rules set no lowest score."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Booleans, Floats
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.linear import Linear
from farklegen.solvers.match.order import part_of, work_until
from farklegen.solvers.match.share import SolvingShare
from farklegen.solvers.match.values import moved, relative_difference

FLOOR_SWEEPS = 24
"""Sweeps at most until the effect of a raised floor has arrived where it is looked at."""


def floor_effect(
    equation: Equation, linear: Linear | None, share: SolvingShare
) -> tuple[float, float]:
    """(relative effect of the floor on scores of zero and above, by what factor it dies out
    with each penalty); both estimated.

    The floor is raised to three penalties below zero (or half as many as there are, or one
    fewer than there are), and what that does is seen at zero and one penalty lower. From there
    on down the effect is taken to die out by the same factor. A floor of zero is raised by one
    penalty, and what that does is taken to be the same.
    """
    plan = equation.plan
    penalty, zero = plan.rules.fall, plan.rules.zero
    distance = min(max(3, zero // penalty // 2), max(zero // penalty - 1, 0))
    _, mine, theirs = plan.grid
    lower = np.minimum(mine, theirs)
    end = zero or penalty
    deeper = end - penalty if distance else end
    where = [plan.exists & (lower >= score) for score in (deeper, deeper + penalty)]
    if not where[0].any():
        return 1.0, 1.0
    felt = _felt(equation, linear, share, end - distance * penalty, distance, where)
    near, far = felt
    factor = float(min(far / near, 1.0)) if near > 0 and where[1].any() else 1.0
    here = far if distance else near
    return min(here * factor ** (zero / penalty - distance), 1.0), factor


def _felt(
    equation: Equation, linear: Linear | None, share: SolvingShare, raised: int, distance: int,
    where: list[Booleans],
) -> list[float]:  # fmt: skip
    """The largest relative change in each part of the states, if the floor is raised to so
    many steps."""
    plan, payoffs, values = equation.plan, equation.payoffs, equation.values
    changed: tuple[NDArray[Any], ...] = (
        *values, payoffs.lost_base, payoffs.first, payoffs.lost_floor, payoffs.place,
    )  # fmt: skip
    kept = [array.copy() for array in changed]
    plan.raised = raised
    payoffs.lost_base[:], payoffs.first[:] = plan.lost, plan.first
    payoffs.lost_floor[:] += raised
    if linear is not None:
        lower = (kept[3] != payoffs.lost_base).any(axis=0) | (kept[4] != payoffs.first)
        lower |= (payoffs.lost_rise > 0) & (payoffs.lost_base < payoffs.lost_floor).any(axis=0)
        felt = _worked_out(equation, linear, lower, distance, where)
    else:
        felt = _swept(equation, share, distance, where)
    plan.raised = 0
    for array, as_it_was in zip(changed, kept, strict=True):
        array[:] = as_it_was
    return [float(effect) for effect in felt]


def _worked_out(
    equation: Equation, linear: Linear, lower: Booleans, distance: int, where: list[Booleans]
) -> Floats:
    """The same by the linear equation: `lower` are the states that find other payoffs."""
    states, chances = equation.plan.states, equation.values.chances
    levels = part_of(equation.order, equation.keep, lower)
    found = equation.apply(equation.values, equation.course_of(levels))
    lifted = (found.chances - chances)[:states]
    change = linear.solved(lifted, -1.0, where, distance + 2)
    felt = relative_difference(moved(chances[:states], change), chances[:states])
    return np.array([felt[part].max(initial=0.0) for part in where])


def _swept(equation: Equation, share: SolvingShare, distance: int, where: list[Booleans]) -> Floats:
    """The same by sweeps. Each carries the news one penalty up, of which the last part is
    `distance` away. States in which both scores are more than a penalty above it feel almost
    nothing of it, and stay as they are."""
    plan, values = equation.plan, equation.values
    _, mine, theirs = plan.grid
    low = np.minimum(mine, theirs) <= (plan.rules.zero or plan.rules.fall) + plan.rules.fall
    solved = values.chances[: plan.states].copy()
    levels = part_of(equation.order, equation.keep, low)
    course = equation.course_of(levels)
    work = work_until(levels)
    felt, gained, left = np.zeros(len(where)), np.full(len(where), np.inf), np.inf
    for sweep in range(FLOOR_SWEEPS + distance):
        equation.settle(course, tell=lambda done: share.levels(done, work))
        share.sweep()
        change = relative_difference(values.chances[: plan.states], solved)
        before, gain = felt, gained
        felt = np.array([change[part].max(initial=0.0) for part in where])
        gained = np.maximum(felt - before, 0.0)
        # what is to come, as the sum of a geometric series
        rate = np.clip(gained / np.maximum(gain, 1e-300), 0.0, 0.97)
        left = gained * rate / (1 - rate)
        if sweep > distance + 1 and np.all(left <= 0.1 * felt):
            break
    return felt + left
