"""The values of a match: what is worked out for every state, and how two sets of them differ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats

SMALL = 1e-12
"""Chances below this need no digits of their own."""


class Values(NamedTuple):
    """Chances to win.

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


def drawn_in(values: Values, by: float) -> Values:
    """All probabilities W as by / 2 + (1 - by) W: a little nearer to one half.

    The equation maps such values to such values, since all chances of a turn add up to one: it says
    the same of them, and there is room to move them both ways.
    """
    return Values(*(by / 2 + (1 - by) * array for array in values))


def lowered(values: Values, by: Values) -> Values:
    """All probabilities smaller by so much, of values that leave room for it."""
    return Values(*(array - less for array, less in zip(values, by, strict=True)))


def moved(chances: Floats, by: Floats) -> Floats:
    """Chances with so much added to their probabilities, nowhere more than half of what is left to
    win or to lose."""
    most = 0.5 * np.minimum(chances, 1.0 - chances)
    changed: Floats = chances + np.clip(by, -most, most)
    return changed
