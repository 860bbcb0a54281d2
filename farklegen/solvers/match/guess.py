"""What states are worth, about, before they are solved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farklegen.solvers.match.contexts import Contexts
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.order import Level
from farklegen.solvers.match.values import chances_of, log_odds

Integers = NDArray[np.int64]


def guess(equation: Equation, level: Level) -> None:
    """Start what the level looks up, and is not solved yet, from solved states.

    On the level itself log odds are taken to be a sum of what each score brings: the states
    with one score raised, less the one with both. On lower levels both scores are raised alike
    as far as that goes, then the lower one; from two states on that way the log odds go on
    along a straight line.
    """
    plan, chances = equation.plan, equation.values.chances
    n = plan.scores
    targets = level.targets
    if level.number >= 2 * n - 2 or not len(targets):
        return
    context, rest = np.divmod(targets, n * n)
    mine, theirs = np.divmod(rest, n)
    missing = level.number + 2 - mine - theirs
    both = np.minimum(missing // 2, n - 1 - np.maximum(mine, theirs))
    single = np.minimum(missing - 2 * both, n - 1 - np.minimum(mine, theirs) - both)
    single = np.where(both == missing // 2, 0, single)
    # off the board there is nothing above zero: on the board will do
    number = context
    if plan.contexts.boards > 1:
        number = _on_board(plan.contexts)[context]
    lower = mine <= theirs

    def raised(both: Integers, single: Integers) -> Integers:
        return plan.index(
            number,
            np.minimum(mine + both + np.where(lower, single, 0), n - 1),
            np.minimum(theirs + both + np.where(lower, 0, single), n - 1),
        )

    near = raised(both, single)
    further = np.where(single > 0, 0, 1)
    far = raised(both + further, single + (1 - further))
    known = (both + single > 0) & plan.exists[near]
    near, far, targets = near[known], far[known], targets[known]
    steps = np.where(single > 0, single, both)[known]
    odds = log_odds(chances[near])
    found = odds + np.clip(steps * (odds - log_odds(chances[far])), -1.0, 1.0)
    far_enough = missing - 1
    beside = np.maximum(mine, theirs) + far_enough < n
    first = plan.index(number, mine + far_enough, theirs)
    second = plan.index(number, mine, theirs + far_enough)
    corner = plan.index(number, mine + far_enough, theirs + far_enough)
    beside[beside] = plan.exists[corner[beside]]
    sides = beside[known]
    first, second, corner = (some[known][sides] for some in (first, second, corner))
    found[sides] = log_odds(chances[first]) + log_odds(chances[second]) - log_odds(chances[corner])
    chances[targets] = chances_of(found)
    slope = equation.prices.slope
    likely = slope[near]
    likely[sides] = np.clip(slope[first] + slope[second] - slope[corner], 0.0, 1.0)
    slope[targets] = likely


def _on_board(contexts: Contexts) -> Integers:
    return np.array(
        [contexts.number(c._replace(on_board=True, their_on_board=True)) for c in contexts.all],
        np.int64,
    )
