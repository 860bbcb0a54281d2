"""What states are worth, about, before they are solved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.solvers.match.acceleration import chances_of, log_odds
from farklegen.solvers.match.contexts import Contexts
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.order import Level
from farklegen.solvers.match.plan import MatchPlan

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

AHEAD = 20_000
"""States for which it is worked out together where to look: a few levels, or all of them."""


class _Places(NamedTuple):
    """From which states others are guessed.

    Attributes:
        targets: int64[n], the states to guess.
        seen: int64[2 n + 2 m], solved states: for each the near one, then for each the far one,
            then both neighbours of those in `between`.
        steps: int64[n], how many times the way from the far one the near one is away.
        between: int64[m], which of the targets lie between two solved neighbours.
    """

    targets: Integers
    seen: Integers
    steps: Integers
    between: Integers


class Guess:
    """Guesses of all levels, from the highest down.

    On the level itself log odds are taken to be a sum of what each score brings: the states
    with one score raised, less the one with both. On lower levels both scores are raised alike
    as far as that goes, then the lower one; from two states on that way the log odds go on
    along a straight line.
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
        targets, seen, steps, between = self._ahead.pop(position)
        n, m = len(targets), len(between)
        if not n:
            return
        chances, slope = self._equation.values.chances, self._equation.prices.slope
        odds = log_odds(chances[seen])
        near = odds[:n]
        found = near + np.clip(steps * (near - odds[n : 2 * n]), -1.0, 1.0)
        found[between] = odds[2 * n : 2 * n + m] + odds[2 * n + m :] - near[between]
        chances[targets] = chances_of(found)
        likely = slope[seen]
        sides = likely[2 * n : 2 * n + m] + likely[2 * n + m :]
        likely[between] = np.clip(sides - likely[between], 0.0, 1.0)
        slope[targets] = likely[:n]


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
    first, second = plan.index(number, mine + 1, theirs), plan.index(number, mine, theirs + 1)
    beside = known & (missing == 2) & (np.maximum(mine, theirs) < n - 1)
    beside[beside] = plan.exists[first[beside]] & plan.exists[second[beside]]
    found = []
    ends = np.cumsum(sizes)
    for begin, end in zip(ends - sizes, ends, strict=True):
        one = begin + np.flatnonzero(known[begin:end])
        between = np.flatnonzero(beside[one])
        two = one[between]
        seen = np.concatenate([near[one], far[one], first[two], second[two]])
        found.append(_Places(targets[one], seen, steps[one], between))
    return found


def _on_board(contexts: Contexts) -> Integers:
    return np.array(
        [contexts.number(c._replace(on_board=True, their_on_board=True)) for c in contexts.all],
        np.int64,
    )
