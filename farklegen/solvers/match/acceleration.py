"""Fewer sweeps: Anderson's extrapolation of what the sweeps feed back.

A sweep turns a guess x of the values that lie on lower levels into new ones, g(x). Repeating it
converges like a geometric series. The next guess here is the combination of the last few g that
makes the same combination of f = g(x) - x smallest; the values are log odds, in which every number
is allowed. What is solved stays the same: sweeps end when a plain sweep changes nothing.

Source: D. G. Anderson, "Iterative Procedures for Nonlinear Integral Equations", J. ACM 12 (1965).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

DEPTH = 3
"""Earlier sweeps that are combined."""

FARTHEST = 1.0
"""Log odds that the extrapolation may lie away from the plain sweep's result."""


def log_odds(chances: Floats) -> Floats:
    """log(W / (1 - W)) of chances, without loss where W is near zero or one."""
    small = np.maximum(np.where(chances >= 0, chances, 1.0 + chances), 1e-280)
    rest = np.maximum(np.where(chances >= 0, 1.0 - chances, -chances), 1e-280)
    odds: Floats = np.log(small) - np.log(rest)
    return odds


def chances_of(odds: Floats) -> Floats:
    """The chances that have these log odds."""
    tail = 1.0 / (1.0 + np.exp(np.minimum(np.abs(odds), 600.0)))
    return np.where(odds < 0, tail, -tail)


class Acceleration:
    """Keeps the last sweeps and proposes the next guess."""

    def __init__(self) -> None:
        self._guesses: list[Floats] = []
        self._results: list[Floats] = []

    def next_guess(self, guess: Floats, result: Floats) -> Floats:
        """The guess for the next sweep, after one that turned `guess` into `result`."""
        self._guesses = [*self._guesses[-DEPTH:], guess]
        self._results = [*self._results[-DEPTH:], result]
        if len(self._results) < 2 or not len(result):
            return result
        changes = np.array(self._results) - np.array(self._guesses)
        steps, results = np.diff(changes, axis=0), np.diff(np.array(self._results), axis=0)
        scale = float(np.abs(steps).max())
        if scale == 0.0:
            return result
        weights, *_ = np.linalg.lstsq(
            steps @ steps.T / scale**2, steps @ changes[-1] / scale**2, rcond=1e-12
        )
        moved = np.clip(weights @ results, -FARTHEST, FARTHEST)
        proposal: Floats = result - moved
        return proposal
