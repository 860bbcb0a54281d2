"""Guesses of what states are worth (`core/source/guess.hpp`), in plain array code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.solvers.match.contexts import Contexts
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.order import Level
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.values import chances_of, log_odds

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

AHEAD = 20_000
"""States for which it is worked out together where to look: a few levels, or all of them."""


class _Places(NamedTuple):
    """From which states others are guessed.

    Attributes:
        targets: int64[n], the states to guess.
        seen: int64[2 n + 3 m + 4 k], solved states: for each the near one, then for each the far
            one; then for those in `beside` that with one score raised, that with the other one
            raised, and that with both; then for those in `curved` that with both, with one of them
            raised twice, with the other one, and with both raised twice.
        steps: int64[n], how many times the way from the far one the near one is away.
        beside: int64[m], which of the targets have all three.
        curved: int64[k], which of them have all four besides.
    """

    targets: Integers
    seen: Integers
    steps: Integers
    beside: Integers
    curved: Integers


class Guess:
    """Guesses of all levels, from the highest down.

    Log odds are taken to be a sum of what each score brings: the states with one score raised, less
    the one with both, raised by as little as makes all three known; by how much that fails from
    there on, where it is known, it fails here. Where that leads past the goal,
    both scores are raised alike as far as that goes, then the lower one; from two states on that
    way the log odds go on along a straight line.
    """

    def __init__(self, equation: Equation) -> None:
        self._equation = equation
        self._ahead: dict[int, _Places] = {}

    def start(self, position: int) -> None:
        """Start what the level at this position looks up, and is not solved yet, from solved
        states."""
        levels = self._equation.order.levels
        if position not in self._ahead:
            ends = accumulate(len(level.targets) for level in levels[position:])
            some = levels[position : position + 1 + sum(end <= AHEAD for end in ends)]
            self._ahead = dict(enumerate(_places(self._equation.plan, some), position))
        targets, seen, steps, beside, curved = self._ahead.pop(position)
        n, m = len(targets), len(beside)
        if not n:
            return
        chances, slope = self._equation.values.chances, self._equation.payoffs.slope
        odds = log_odds(chances[seen])
        near = odds[:n]
        found = near + np.clip(steps * (near - odds[n : 2 * n]), -1.0, 1.0)
        found[beside] = _summed(odds[2 * n :], m)
        found[curved] += _missed(odds[2 * n + 3 * m :])
        chances[targets] = chances_of(found)
        likely = slope[seen]
        likely[beside] = _summed(likely[2 * n :], m)
        likely[curved] += _missed(likely[2 * n + 3 * m :])
        slope[targets] = np.clip(likely[:n], 0.0, 1.0)


def _summed(values: Floats, m: int) -> Floats:
    """Those with one score raised and the other one, less those with both."""
    found: Floats = values[:m] + values[m : 2 * m] - values[2 * m : 3 * m]
    return found


def _missed(values: Floats) -> Floats:
    """By how much the first of four lies above what the other three make of it."""
    here, one, other, both = values.reshape(4, -1)
    found: Floats = here - one - other + both
    return found


def _places(plan: MatchPlan, levels: Sequence[Level]) -> list[_Places]:
    """Where to look for each of these levels."""
    n = plan.scores
    targets = np.concatenate([level.targets for level in levels])
    sizes = [len(level.targets) for level in levels]
    here = np.repeat([level.number for level in levels], sizes)
    context, rest = np.divmod(targets, n * n)
    mine, theirs = np.divmod(rest, n)
    missing = here + 2 - mine - theirs
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
    known = (both + single > 0) & plan.exists[near] & (here < 2 * n - 2)
    steps = np.where(single > 0, single, both)
    least = missing - 1
    first = plan.index(number, mine + least, theirs)
    second = plan.index(number, mine, theirs + least)
    corner = plan.index(number, mine + least, theirs + least)
    summed = known & (np.maximum(mine, theirs) + least < n)
    summed[summed] = plan.exists[corner[summed]]
    further_on = summed & (np.maximum(mine, theirs) + 2 * least < n)
    four = (
        corner,
        plan.index(number, mine + 2 * least, theirs + least),
        plan.index(number, mine + least, theirs + 2 * least),
        plan.index(number, mine + 2 * least, theirs + 2 * least),
    )
    found = []
    ends = np.cumsum(sizes)
    for begin, end in zip(ends - sizes, ends, strict=True):
        one = begin + np.flatnonzero(known[begin:end])
        beside = np.flatnonzero(summed[one])
        two = one[beside]
        curved = np.flatnonzero(further_on[one])
        seen = np.concatenate(
            [near[one], far[one], first[two], second[two], corner[two]]
            + [states[one[curved]] for states in four]
        )
        found.append(_Places(targets[one], seen, steps[one], beside, curved))
    return found


def _on_board(contexts: Contexts) -> Integers:
    return np.array(
        [contexts.number(c._replace(on_board=True, their_on_board=True)) for c in contexts.all],
        np.int64,
    )
