"""What it does that scores are cut off at a floor, where the rules set no lowest score."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.order import part_of
from farklegen.solvers.match.share import Share
from farklegen.solvers.match.values import relative_difference

Booleans = NDArray[np.bool_]

FLOOR_SWEEPS = 24
"""Sweeps at most until the effect of a raised floor has arrived where it is looked at."""


def floor_effect(equation: Equation, share: Share) -> tuple[float, float]:
    """(relative effect of the floor on scores of zero and above, by what factor it dies out
    with each penalty); both estimated.

    The floor is raised to three penalties below zero (or half as many as there are, or one
    fewer than there are), and what that does is seen at zero and one penalty lower. From there
    on down the effect is taken to die out by the same factor. A floor of zero is raised by one
    penalty, and what that does is taken to be the same.
    """
    plan = equation.plan
    penalty, zero = plan.rules.penalty, plan.rules.zero
    distance = min(max(3, zero // penalty // 2), max(zero // penalty - 1, 0))
    _, mine, theirs = plan.grid
    lower = np.minimum(mine, theirs)
    end = zero or penalty
    deeper = end - penalty if distance else end
    where = [plan.exists & (lower >= score) for score in (deeper, deeper + penalty)]
    if not where[0].any():
        return 1.0, 1.0
    near, far = _felt(equation, share, end - distance * penalty, distance, where)
    factor = float(min(far / near, 1.0)) if near > 0 and where[1].any() else 1.0
    here = far if distance else near
    return min(here * factor ** (zero / penalty - distance), 1.0), factor


def _felt(
    equation: Equation, share: Share, raised: int, distance: int, where: list[Booleans]
) -> list[float]:
    """The largest relative change in each part of the states, if the floor is raised to so
    many steps. Each sweep carries the news one penalty up, of which the last part lies
    `distance` away. States in which both scores are more than a penalty above it hardly hear of
    it, and stay as they are."""
    plan, prices, values = equation.plan, equation.prices, equation.values
    _, mine, theirs = plan.grid
    low = np.minimum(mine, theirs) <= (plan.rules.zero or plan.rules.penalty) + plan.rules.penalty
    changed: tuple[NDArray[Any], ...] = (
        *values, prices.lost_base, prices.first, prices.lost_floor, prices.place,
    )  # fmt: skip
    kept = [array.copy() for array in changed]
    solved = values.chances[: plan.states].copy()
    plan.raised = raised
    prices.lost_base[:], prices.first[:] = plan.lost, plan.first
    prices.lost_floor[:] += raised
    levels = part_of(equation.order, prices, equation.keep, low)
    felt, gained, left = np.zeros(len(where)), np.full(len(where), np.inf), np.inf
    for sweep in range(FLOOR_SWEEPS + distance):
        for level in levels:
            equation.settle(level)
            share.level(level)
        share.sweep()
        moved = relative_difference(values.chances[: plan.states], solved)
        before, gain = felt, gained
        felt = np.array([moved[part].max(initial=0.0) for part in where])
        gained = np.maximum(felt - before, 0.0)
        # what is to come, as the sum of a geometric series
        rate = np.clip(gained / np.maximum(gain, 1e-300), 0.0, 0.97)
        left = gained * rate / (1 - rate)
        if sweep > distance + 1 and np.all(left <= 0.1 * felt):
            break
    plan.raised = 0
    for array, as_it_was in zip(changed, kept, strict=True):
        array[:] = as_it_was
    return [float(effect) for effect in felt + left]
