"""How much of the work of solving a match is done."""

from __future__ import annotations

import numpy as np

from farklegen.solvers.match.order import Order, work_until
from farklegen.solvers.progress import Progress

MANY_SWEEPS = 8
"""Sweeps over which changes are followed: extrapolation makes them shrink unevenly, and what
shrinks slowly is what is left in the end."""

USUAL_SWEEPS = 12.0
"""Sweeps that are expected as long as nothing else is known."""

USUAL_LINEAR_SWEEPS = 4.0
"""The same where sweeps to come are worked out (`solvers.match.linear`): nearly always these."""

USUAL_CHECKS = 2.0
"""Applications of the equation that the certificate takes, in sweeps."""


class SolvingShare:
    """How much of the work is done: sweeps, and the check.

    How many sweeps it takes is a guess until some have shown how fast they converge; where sweeps
    to come are worked out it stays the guess.
    """

    def __init__(self, progress: Progress, order: Order, tolerance: float, *, linear: bool) -> None:
        self.progress = progress
        self.tolerance = tolerance
        self.work = work_until(order.levels)
        self.expected, self.later = 1.0, 0.0
        if linear:
            self.expected, self.later = USUAL_LINEAR_SWEEPS, USUAL_CHECKS
        elif order.sweeps_again:
            self.expected, self.later = USUAL_SWEEPS, USUAL_CHECKS
        self.linear = linear
        self.sweeps, self.part, self.reported = 0, 0.0, 0.0

    def levels(self, done: int) -> None:
        """That many levels of this sweep are solved."""
        if done:
            self.part = float(self.work[done - 1] / self.work[-1])
        self._tell()

    def sweep(self, changes: list[float] | None = None) -> None:
        """A sweep is done; the changes of all of them so far tell how many are to come."""
        self.sweeps, self.part = self.sweeps + 1, 0.0
        if changes is not None and not self.linear and len(changes) > 2 and changes[-1] > 0:
            factor = min(contraction(changes), 0.99)
            left = np.log(self.tolerance * (1 - factor) / (changes[-1] * factor)) / np.log(factor)
            self.expected = self.sweeps + max(float(left), 0.0)

    def checking(self) -> None:
        """The sweeps are over."""
        self.expected = float(self.sweeps)

    def _tell(self) -> None:
        share = (self.sweeps + self.part) / (self.expected + self.later)
        self.reported = max(self.reported, min(share, 0.99))
        self.progress(self.reported, "solving the match")


def contraction(changes: list[float]) -> float:
    """By what factor the changes of the last sweeps shrink: the largest of the last two factors and
    the mean of the last `MANY_SWEEPS`."""
    if len(changes) < 3:
        return 0.9
    ratios = [b / a for a, b in zip(changes[-3:-1], changes[-2:], strict=True) if a > 0]
    several = changes[-1 - MANY_SWEEPS :]
    if several[0] > 0:
        ratios.append(float((several[-1] / several[0]) ** (1 / (len(several) - 1))))
    return min(max([*ratios, 1e-3]), 0.9999999)
