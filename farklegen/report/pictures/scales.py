"""Axes with round numbers at their ticks, and classes of points with round limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor, log10

from farklegen.report.numbers import percent, points, span
from farklegen.report.pictures.picture import Axis, Tick

STEPS = (1, 2, 2.5, 5, 10)
"""Distances between ticks, times a power of ten."""

LIMITS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
"""Where classes may begin, times a power of ten."""

Words = Callable[[float], str]


def points_axis(label: str, low: float, high: float, ticks: int = 6) -> Axis:
    """An axis of points (or of anything else counted) with round numbers."""
    return Axis(label, low, high, _ticks(low, high, ticks, _amount, whole=True))


def amount_axis(label: str, low: float, high: float, ticks: int = 6) -> Axis:
    """An axis of amounts that need not be whole."""
    return Axis(label, low, high, _ticks(low, high, ticks, _amount))


def percent_axis(label: str, high: float, ticks: int = 6, low: float = 0.0) -> Axis:
    """An axis of probabilities, labelled in per cent."""
    return Axis(label, low, high, _ticks(low, high, ticks, _share))


def round_up(value: float, ticks: int = 6) -> float:
    """The next round number from a value on, for the end of an axis that starts at zero."""
    step = _step(value, ticks)
    return step * -(-value // step)


def _ticks(
    low: float, high: float, count: int, words: Words, *, whole: bool = False
) -> tuple[Tick, ...]:
    step = _step(high - low, count)
    if whole:
        step = max(1.0, step if step != 2.5 else 5.0)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    places = [step * number for number in range(first, last + 1)]
    return tuple(Tick(place, words(place)) for place in places)


def _step(length: float, count: int) -> float:
    """The smallest round distance that gives no more ticks than `count`, and one."""
    power = 10.0 ** floor(log10(length / count))
    return next(power * step for step in STEPS if power * step * count >= length * (1 - 1e-9))


def _amount(value: float) -> str:
    nearest = round(value)
    if abs(value - nearest) < 1e-9 * max(1.0, abs(value)):
        return points(nearest)
    return points(value, _decimals(value))


def _share(value: float) -> str:
    return percent(min(value, 1.0), _decimals(100 * value))


def _decimals(value: float) -> int:
    """Decimals that a round number needs, up to eight."""
    return next((digits for digits in range(8) if abs(round(value, digits) - value) < 1e-9), 8)


def class_limits(values: Iterable[int], unit: int, most: int) -> tuple[tuple[int, str], ...]:
    """Classes of points with round limits, about as many values in each: (lowest, text).

    Args:
        values: what is to be put into classes; not empty.
        unit: points come in multiples of this.
        most: classes at most.
    """
    counted = Counter(values)
    low, high = min(counted), max(counted)
    limits = sorted(counted)
    if len(limits) > most:
        limits = [low, *(limit for limit in _limits(unit) if low < limit <= high)]
    sizes = [
        sum(number for value, number in counted.items() if first <= value < end)
        for first, end in zip(limits, [*limits[1:], high + 1], strict=True)
    ]
    while len(limits) > most or (len(limits) > 1 and min(sizes) == 0):
        # the limit whose loss makes the smallest class
        place = min(range(1, len(limits)), key=lambda at: (sizes[at - 1] + sizes[at], at))
        del limits[place]
        sizes[place - 1 : place + 1] = [sizes[place - 1] + sizes[place]]
    ends: list[int | None] = [limit - unit for limit in limits[1:]]
    ends.append(high if len(limits) == 1 or high - limits[-1] <= unit else None)
    return tuple((first, span(first, end)) for first, end in zip(limits, ends, strict=True))


def _limits(unit: int) -> Iterator[int]:
    """Round multiples of the unit, ascending, up to what no score reaches."""
    found = {
        -(-int(unit * factor * 10**power) // unit) * unit for power in range(9) for factor in LIMITS
    }
    yield from sorted(found)
