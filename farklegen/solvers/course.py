"""How far a whole command is: the stages of its work together, one share and one time left.

Each stage is expected to take so many seconds before it begins. While it runs, its own share says
more and more about it; how it compares with what was expected says something about those to come.
The share of the whole is the time that has gone, of that time and what is expected to be left: it
never falls, and stages that were not foreseen make it slow down, not begin again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

UNFORESEEN = 3.0
"""Seconds that a stage is taken to last of which nothing is known."""

TRUSTED = 0.3
"""Share of a stage from which only what it says itself counts, not what was expected of it."""

LINGERING = 0.1
"""Part of what was expected that is still taken to be left when all of it has gone."""

SLOWEST, FASTEST = 4.0, 0.2
"""How much slower or faster than expected later stages are taken to be at most."""

NEARLY = 0.99
"""The largest share before the end."""


class Stage(NamedTuple):
    """A part of the work.

    Attributes:
        doing: as the solver says it.
        seconds: what it is expected to take.
    """

    doing: str
    seconds: float


@dataclass(frozen=True)
class Forecast:
    """What a command is expected to take.

    Attributes:
        stages: in their order; none where all is there already.
        kept_bytes: what it adds to what is kept on disk.
    """

    stages: tuple[Stage, ...] = ()
    kept_bytes: float = 0.0

    @property
    def seconds(self) -> float:
        """All stages together."""
        return sum(stage.seconds for stage in self.stages)

    def __add__(self, other: Forecast) -> Forecast:
        return Forecast(self.stages + other.stages, self.kept_bytes + other.kept_bytes)

    def labelled(self, label: str) -> Forecast:
        """The same with a name before each stage."""
        stages = (Stage(f"{label}: {stage.doing}", stage.seconds) for stage in self.stages)
        return Forecast(tuple(stages), self.kept_bytes)


class Course:
    """The way through the stages.

    Attributes:
        doing: the stage that it is in; what was given at the beginning as long as none has begun.
    """

    def __init__(self, doing: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.doing = doing
        self._clock = clock
        self._began = self._stage_began = self._heard = clock()
        self._stages: list[Stage] = []
        self._at = 0
        self._fraction = 0.0
        self._begun = self._foreseen = False
        self._gone: set[str] = set()
        self._expected = self._taken = 0.0
        self._share = 0.0

    def expect(self, stages: Iterable[Stage]) -> None:
        """Add stages to come."""
        fresh = not self._stages
        self._stages += stages
        self._foreseen = bool(self._stages)
        if fresh and self._stages:
            self.doing = self._stages[0].doing

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._began

    def hear(self, fraction: float, doing: str) -> bool:
        """Take in how far a stage is; returns whether another one has begun."""
        fraction = min(max(fraction, 0.0), 1.0)
        here = self._stages[self._at].doing if self._stages else None
        changed = False
        again = doing == here and fraction < self._fraction - 0.5
        if doing != here or (again and self._next(doing) is not None):
            if doing in self._gone and self._next(doing) is None:
                return False  # a piece of an earlier stage, as a part of this one
            self._enter(doing)
            changed = True
        elif not self._begun:
            changed = self._begun = True
        self._fraction, self._heard = max(self._fraction, fraction), self._clock()
        return changed

    def _next(self, doing: str) -> int | None:
        """The place of the next stage of that name."""
        later = range(self._at + 1, len(self._stages))
        return next((place for place in later if self._stages[place].doing == doing), None)

    def _enter(self, doing: str) -> None:
        began = self._heard  # of the stage before, for the last time
        if self._begun:
            done = self._stages[self._at]
            self._gone.add(done.doing)
            if self._fraction > 0:
                self._expected += done.seconds
                self._taken += began - self._stage_began
        place = self._next(doing)
        if place is None:
            place = self._at + 1 if self._begun else self._at
            self._stages.insert(place, Stage(doing, UNFORESEEN))
        self._begun = True
        self._at, self._fraction, self._stage_began, self.doing = place, 0.0, began, doing

    def left(self) -> float | None:
        """Seconds that are left, about; None as long as nothing is known."""
        if not self._stages or (self._fraction == 0 and not self._foreseen):
            return None
        here, gone = self._stages[self._at], self._clock() - self._stage_began
        pace = self._pace()
        expected = here.seconds * pace
        by_forecast = max(expected - gone, LINGERING * max(expected, gone))
        left = by_forecast
        if self._fraction > 0:
            by_share = gone * (1 - self._fraction) / self._fraction
            weight = min(self._fraction / TRUSTED, 1.0)
            left = weight * by_share + (1 - weight) * by_forecast
        return left + pace * sum(stage.seconds for stage in self._stages[self._at + 1 :])

    def _pace(self) -> float:
        """How much slower than expected it was so far."""
        if self._expected < 0.1:
            return 1.0
        return min(max(self._taken / self._expected, FASTEST), SLOWEST)

    def share(self) -> float:
        """How much of the whole is done, from 0 to 1; never less than before."""
        left, gone = self.left(), self.elapsed
        if left is not None and gone + left > 0:
            self._share = max(self._share, min(gone / (gone + left), NEARLY))
        return self._share
