"""Take away what rounding adds to chances."""

from __future__ import annotations


def probability(value: float) -> float:
    """A chance without what rounding adds to it: where something is certain, or cannot happen, a
    sum of chances may come out a little above 1, or below 0."""
    return min(max(float(value), 0.0), 1.0)
