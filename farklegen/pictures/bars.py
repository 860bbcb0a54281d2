"""Bars of a distribution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

STEPS = (1, 2, 5)

FILLED = 0.8
"""Share of its place that a bar takes."""


def bin_width(length: float, unit: int, most: int) -> int:
    """The width of bars, a round multiple of the unit, with which there are at most so many."""
    widths = (int(unit * step * 10**power) for power in range(12) for step in STEPS)
    return next(width for width in widths if length <= width * most)


def quantile(pairs: Iterable[tuple[int, float]], share: float) -> int:
    """The first of some results, given with their chances, by which so large a share has come up;
    the last one where there is none."""
    total, result = 0.0, 0
    for result, chance in pairs:
        total += chance
        if total >= share:
            return result
    return result


def binned(results: Mapping[int, float], width: int, most: int) -> dict[int, float]:
    """The chance of a result from each multiple of the width on to the next, up to `most`."""
    found: dict[int, float] = {}
    for result, chance in results.items():
        if result <= most:
            place = result // width * width
            found[place] = found.get(place, 0.0) + chance
    return found
