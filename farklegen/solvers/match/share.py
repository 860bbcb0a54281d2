"""How much of the work of solving a match is done."""

from __future__ import annotations

from farklegen.solvers.match.order import Order, work_until
from farklegen.solvers.progress import Progress

MANY_SWEEPS = 8
"""Sweeps over which changes are followed: extrapolation makes them shrink unevenly, and in the end
only the changes that shrink slowly are left."""

USUAL_SWEEPS, USUAL_LINEAR_SWEEPS = 12.0, 4.0
"""The number of sweeps that is expected, and the number where sweeps to come are worked out
(`solvers.match.linear`)."""

USUAL_CHECKS = 2.0
"""Applications of the equation that the certificate takes, in sweeps."""


class SolvingShare:
    """How much of the work is done: the usual number of sweeps, and the check."""

    def __init__(self, progress: Progress, order: Order, *, linear: bool) -> None:
        self.progress = progress
        self.work = work_until(order.levels)
        self.expected, self.later = 1.0, 0.0
        if linear:
            self.expected, self.later = USUAL_LINEAR_SWEEPS, USUAL_CHECKS
        elif order.sweeps_again:
            self.expected, self.later = USUAL_SWEEPS, USUAL_CHECKS
        self.sweeps, self.part, self.reported = 0, 0.0, 0.0

    def levels(self, done: int) -> None:
        """Note that `done` levels of this sweep are solved."""
        if done:
            self.part = float(self.work[done - 1] / self.work[-1])
        self._tell()

    def sweep(self) -> None:
        """Note that a sweep is done."""
        self.sweeps, self.part = self.sweeps + 1, 0.0

    def checking(self) -> None:
        """Note that the sweeps are over."""
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
