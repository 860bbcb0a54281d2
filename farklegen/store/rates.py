"""How fast this machine is: a probe of a few milliseconds, and what stages of work really took.

What a stage took, as part of what was expected, is remembered under a name of its own and corrects
what is expected the next time. Nothing depends on it but what people are told beforehand.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import median
from time import thread_time

from farklegen.store import folders
from farklegen.store.drafts import draft

PROBE_STEPS, PROBE_SECONDS = 10_000, 0.0006
"""Steps of a loop, and what they take on the machine on which everything else was measured."""

FASTEST, SLOWEST = 0.1, 20.0
"""Bounds of every factor."""

NEW = 0.5
"""How much the last time counts, against all those before."""

LEAST = 1.0
"""Seconds that a stage must take to say anything."""

LEAST_EXPECTED = 0.1
"""Seconds that it must have been expected to take: what takes a moment is mostly other things."""


@cache
def speed() -> float:
    """Seconds that work takes here, as it stands now, for one where it was measured: a core may be
    slower, and others may be at work on it."""
    return _bounded(median(_probe() for _ in range(5)) / PROBE_SECONDS * _crowd())


def _crowd() -> float:
    """How many share a core, in the last minute."""
    with suppress(OSError, AttributeError):  # Windows does not say
        return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    return 1.0


def _probe() -> float:
    """Seconds of a core: that others are at work is looked at by itself."""
    began, total = thread_time(), 0
    for step in range(PROBE_STEPS):
        total += step * step % 7
    return thread_time() - began


def known() -> dict[str, float]:
    """By name what stages took, as part of what was expected; empty if nothing is kept."""
    place = _file()
    with suppress(OSError, ValueError, AttributeError):
        if place is not None:
            found = json.loads(place.read_text(encoding="utf-8"))
            return {str(name): _bounded(float(rate)) for name, rate in found.items()}
    return {}


def learn(measured: Mapping[str, tuple[float, float]]) -> None:
    """Remember what stages took.

    Args:
        measured: by name, seconds that were expected and that were taken.
    """
    place, before = _file(), known()
    news = {
        name: _bounded(before.get(name, 1.0) * (taken / expected) ** NEW)
        for name, (expected, taken) in measured.items()
        if expected >= LEAST_EXPECTED and max(expected, taken) >= LEAST
    }
    if place is None or not news:
        return
    with suppress(OSError):  # where nothing can be written nothing is learnt
        place.parent.mkdir(parents=True, exist_ok=True)
        with draft(place.resolve()) as file:
            file.write(json.dumps({**before, **news}, indent=0).encode())


def _bounded(factor: float) -> float:
    return min(max(factor, FASTEST), SLOWEST)


def _file() -> Path | None:
    place = folders.root()
    return None if place is None else place / "rates.json"
