"""The values of a match: what is worked out for every state, and how two sets of them differ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats


class Values(NamedTuple):
    """Chances to win in the form of `core.arrays`: W, or W - 1 where that is nearer to zero.

    Attributes:
        chances: float64[...], from the start of every turn, last turns included.
        arrivals: float64[...], on arriving after a bank, where a turn depends on what was banked.
        farkled: float64[...], of taking over after a farkle.
    """

    chances: Floats
    arrivals: Floats
    farkled: Floats

    def copy(self) -> Values:
        """The same numbers in arrays of their own."""
        return Values(*(array.copy() for array in self))


def difference(one: Floats, other: Floats) -> Floats:
    """How much larger one probability to win is than the other."""
    apart = one - other
    apart -= (one >= 0).astype(np.float64) - (other >= 0)  # W on one side, W - 1 on the other
    return apart


def relative_difference(one: Floats, other: Floats) -> Floats:
    """Relative differences of chances, of the smaller of winning and losing."""
    larger = np.maximum(np.maximum(np.abs(one), np.abs(other)), 1e-250)
    relative: Floats = np.abs(difference(one, other)) / larger
    return relative


def drawn_in(values: Values, by: float) -> Values:
    """All probabilities W as by / 2 + (1 - by) W: a little nearer to one half.

    The equation maps such values to such values, since all chances of a turn add up to one: it says
    the same of them, and there is room to move them both ways.
    """

    def draw(chances: Floats) -> Floats:
        low, high = winning(chances), losing(chances)
        return np.where(low <= high, by / 2 + (1 - by) * low, -(by / 2 + (1 - by) * high))

    return Values(*(draw(array) for array in values))


def lowered(values: Values, by: Values) -> Values:
    """All probabilities smaller by so much, of values that leave room for it."""
    return Values(*(array - less for array, less in zip(values, by, strict=True)))


def winning(chances: Floats) -> Floats:
    """Probabilities to win."""
    return np.where(chances >= 0, chances, 1.0 + chances)


def losing(chances: Floats) -> Floats:
    """Probabilities not to win."""
    return np.where(chances >= 0, 1.0 - chances, -chances)


def moved(chances: Floats, by: Floats) -> Floats:
    """Chances with so much added to their probabilities, nowhere more than half of what is left to
    win or to lose."""
    most = 0.5 * np.abs(chances)
    changed: Floats = chances + np.clip(by, -most, most)
    return changed
