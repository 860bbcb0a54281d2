"""From V(n, t) to the few break points that a person memorises.

V(n, t) is what rolling n dice at turn score t is expected to add to it, zero where one banks.
Rounded up to the next step it changes at a few turn scores only. States that cannot occur shape
nothing; in a gap between two states that can, the break point lies where V itself crosses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Booleans, Floats

ROUNDING = 1e-9
"""Part of a step by which V may exceed a multiple of it and still count as that multiple."""


class BreakPoint(NamedTuple):
    """From this turn score on the state is worth `value` points more than the turn score."""

    value: int
    turn_score: int


class Row(NamedTuple):
    """The break points of one number of dice, smallest turn score first; the first is from zero."""

    dice: int
    points: tuple[BreakPoint, ...]

    def values(self, scores: NDArray[np.int64]) -> Floats:
        """float64[len(scores)]: the value shown at each turn score."""
        starts = np.array([point.turn_score for point in self.points])
        shown = np.array([point.value for point in self.points], np.float64)
        return shown[np.searchsorted(starts, scores, side="right") - 1]

    def starting_at(self, score: int) -> Row:
        """The row from a turn score on: without what comes before it."""
        before = [point for point in self.points if point.turn_score <= score]
        after = [point for point in self.points if point.turn_score > score]
        return Row(self.dice, (BreakPoint(before[-1].value, score), *after))


def round_up(value: Floats, step: int) -> NDArray[np.int64]:
    """V in points, rounded up to a multiple of `step`."""
    return (np.ceil(value / step - ROUNDING) * step).astype(np.int64)


def break_points(
    value: Floats, reachable: Booleans, dice: int, unit: int, step: int, stride: int = 1
) -> Row:
    """The row of one number of dice.

    Args:
        value: float64[rows], V by turn score in units.
        reachable: bool[rows], turn scores that can occur with this many dice.
        dice: the number of dice.
        unit: points per row.
        step: multiple to round up to, points.
        stride: rows between those that may occur, for a row that holds for these only.
    """
    shown = round_up(value, step)
    occurring = np.flatnonzero(reachable)
    if not len(occurring):
        return Row(dice, (BreakPoint(int(shown[0]), 0),))
    found = [BreakPoint(int(shown[occurring[0]]), 0)]
    changes = np.flatnonzero(np.diff(shown[occurring])) + 1
    for before, here in zip(occurring[changes - 1], occurring[changes], strict=True):
        start = int(here)
        while start - stride > before and shown[start - stride] == shown[here]:
            start -= stride
        found.append(BreakPoint(int(shown[here]), start * unit))
    return Row(dice, tuple(found))
