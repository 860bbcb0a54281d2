"""How far a whole command is: the stages of its work together, one share and one time left.

Each stage is expected to take so many seconds before it begins. While it runs, its own share says
more and more about it; how it compares with what was expected says something about those to come.
The time left is calm: it falls as the clock goes, and comes nearer to what is known better by and
by. The share of the whole is the time that has gone, of that time and what is expected to be left:
it never falls, and stages that were not foreseen make it slow down, not begin again. While a stage
takes longer than was thought, no time left is worth telling (`late`), and the share comes nearer to
where the stage ends, slower and slower.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

UNFORESEEN = 3.0
"""Seconds that a stage is taken to last of which nothing is known."""

TRUSTED = 0.3
"""Share of a stage from which only what it says itself counts, not what was expected of it."""

LINGERING = 0.2
"""Part of what was expected, or has gone, that is still taken to be left when all of it is over."""

STALLED = 0.5
"""Part of the time since the last stage moved that is still taken to be left of it."""

SLOWEST, FASTEST = 5.0, 0.2
"""How much slower or faster than expected later stages are taken to be at most."""

FORESEEN = 0.1
"""Part of all that was expected that counts as having taken as long as expected, so that a short
stage says little about the others."""

RISING, FALLING = (6.0, 0.2), (2.0, 0.1)
"""How calm the time left is: seconds in which it comes nearer to a longer or a shorter one, at
least, and as part of itself."""

NEARLY = 0.99
"""The largest share before the end."""

SAME = (1.05, 1.0)
"""A time left that is more than another by this factor and so many seconds is a longer one."""

OVER = 2.0
"""Seconds after which a stage is late that should have been over."""

CREEP = 0.5
"""How the share comes nearer to where a stage ends that is late: the way that is left falls with
this power of the time that has gone."""


class WorkStage(NamedTuple):
    """A part of the work.

    Attributes:
        doing: as the solver says it.
        seconds: what it is expected to take.
        once: seconds of these that pass before it says how far it is: worker processes start.
        rate: under what name how fast it really was is remembered; empty for not at all.
    """

    doing: str
    seconds: float
    once: float = 0.0
    rate: str = ""


@dataclass(frozen=True)
class Forecast:
    """What a command is expected to take.

    Attributes:
        stages: in their order; none where all is there already.
        kept_bytes: what it adds to what is kept on disk.
    """

    stages: tuple[WorkStage, ...] = ()
    kept_bytes: float = 0.0

    @property
    def seconds(self) -> float:
        """All stages together."""
        return sum(stage.seconds for stage in self.stages)

    def __add__(self, other: Forecast) -> Forecast:
        return Forecast(self.stages + other.stages, self.kept_bytes + other.kept_bytes)

    def labelled(self, label: str) -> Forecast:
        """The same with a name before each stage."""
        stages = (stage._replace(doing=f"{label}: {stage.doing}") for stage in self.stages)
        return Forecast(tuple(stages), self.kept_bytes)


class WorkCourse:
    """The way through the stages.

    Attributes:
        doing: the stage that it is in; what was given at the beginning as long as none has begun.
        late: whether what is left has turned out to be more than was told, and is not settled yet;
            as of the last time that was asked for.
    """

    def __init__(self, doing: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.doing = doing
        self.late = False
        self._clock = clock
        self._began = self._stage_began = self._heard = self._moved = clock()
        self._stages: list[WorkStage] = []
        self._at = 0
        self._fraction = 0.0
        self._from: tuple[float, float] | None = None  # when a stage began to move, and its share
        self._begun = self._foreseen = False
        self._gone: set[str] = set()
        self._over = 0.0  # seconds since the stage was thought to be over
        self._skipped = 0  # stages before this one that were passed over
        self._expected = self._taken = 0.0
        self._share, self._shared = 0.0, 0.0  # the last one, and when, since the beginning
        self._least: float | None = None  # time left that was told, since it was late
        self._told: tuple[float, float] | None = None  # when a time left was told, and which
        self._measured: dict[str, tuple[float, float]] = {}

    def expect(self, stages: Iterable[WorkStage]) -> None:
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
            changed = self._back_to(doing)
            if not changed and doing in self._gone and self._next(doing) is None:
                return False  # a piece of an earlier stage, as a part of this one
            if not changed:
                self._enter(doing)
            changed = True
        elif not self._begun:
            changed = self._begun = True
        now = self._clock()
        compiled = bool(self._stages) and self._stages[self._at].once > 0
        if self._from is None and (compiled or not fraction):
            self._from = now, fraction
        if changed or fraction > self._fraction:
            self._fraction, self._moved = max(self._fraction, fraction), now
        self._heard = now
        return changed

    def _next(self, doing: str) -> int | None:
        """The place of the next stage of that name."""
        later = range(self._at + 1, len(self._stages))
        return next((place for place in later if self._stages[place].doing == doing), None)

    def _back_to(self, doing: str) -> bool:
        """Go to a stage that was passed over, before the one that has only been named; whether
        there is such a one."""
        passed = range(self._at - self._skipped, self._at)
        place = next((p for p in passed if self._stages[p].doing == doing), None)
        if place is None or self._fraction > 0:
            return False
        self._at, self._skipped = place, place - passed.start
        self.doing, self._from = doing, None
        return True

    def _enter(self, doing: str) -> None:
        began = self._heard  # of the stage before, for the last time
        if self._begun:
            self._leave(began)
        place = self._next(doing)
        if place is None:
            place = self._at + 1 if self._begun else self._at
            self._stages.insert(place, WorkStage(doing, UNFORESEEN))
        self._skipped = place - self._at - self._begun
        self._begun = True
        self._at, self._fraction, self._stage_began, self.doing = place, 0.0, began, doing
        self._from = None

    def _leave(self, now: float) -> None:
        """Take in how long the stage has taken that is over."""
        done, taken = self._stages[self._at], now - self._stage_began
        self._gone.add(done.doing)
        if self._fraction > 0:
            self._expected += done.seconds
            self._taken += taken
            if done.rate and not done.once:
                before = self._measured.get(done.rate, (0.0, 0.0))
                self._measured[done.rate] = before[0] + done.seconds, before[1] + taken

    @property
    def finished(self) -> tuple[str, ...]:
        """The stages that are over."""
        return tuple(dict.fromkeys(s.doing for s in self._stages if s.doing in self._gone))

    def measured(self) -> dict[str, tuple[float, float]]:
        """What stages were expected to take and took, by the name of their rate; to be asked for
        once all of them are over."""
        if self._begun:
            self._leave(self._clock())
        return self._measured

    def left(self) -> float | None:
        """Seconds that are left, about; None as long as nothing is known.

        It falls with the clock as long as nothing speaks against it, and is drawn to what the
        stages say now: never at once.
        """
        found = self._estimate()
        if found is None:
            return None
        now, told = self._clock(), found
        if self._told is not None:
            before, told = self._told
            told = max(told - (now - before), 0.0)
            least, part = RISING if found > told else FALLING
            weight = exp(-(now - before) / max(least, part * told))
            told = found + weight * (told - found)
        self._told = now, told
        return self._judged(found, told)

    def _judged(self, found: float, told: float) -> float:
        """What may be told as the time left: what was told before and is not late does not grow.

        Args:
            found: what the stages say.
            told: what is drawn to it.
        """
        over = self._over > OVER
        if self._least is None or (self.late and not over and not _longer(found, told)):
            self.late, self._least = False, told
        elif not self.late:
            self.late = over or _longer(told, self._least)
            self._least = min(told, self._least)
        return told if self.late else self._least

    def _estimate(self) -> float | None:
        """What the stages say now."""
        if not self._stages or (self._fraction == 0 and not self._foreseen):
            return None
        now, pace, self._over = self._clock(), self._pace(), 0.0
        here = self._stages[self._at]
        later = [pace * stage.seconds for stage in self._stages[self._at + 1 :]]
        if self._fraction == 0:
            gone, expected = now - self._stage_began, here.seconds * pace
            self._over = gone - expected
            least = max((here.seconds - here.once) * pace if here.once else 0.0,
                        LINGERING * max(expected, gone))  # fmt: skip
            return max(expected - gone, least) + sum(later)
        idle = now - self._moved
        left = max(self._left_here(pace) - idle, 0.0)
        if later:  # which may have begun without a word
            over = max(idle - self._left_here(pace), 0.0)
            later[0] = max(later[0] - over, LINGERING * max(later[0], over))
        else:
            self._over = idle - self._left_here(pace)
            left = max(left, STALLED * idle)
        return left + sum(later)

    def _left_here(self, pace: float) -> float:
        """Seconds that were left of a stage that moves, when it moved for the last time."""
        here = self._stages[self._at]
        began, share = self._from or (self._stage_began, 0.0)
        by_forecast = (here.seconds - here.once) * pace * (1 - self._fraction)
        moved = self._fraction - share
        if moved <= 0:
            return by_forecast
        by_share = (self._moved - began) * (1 - self._fraction) / moved
        weight = min(moved / TRUSTED, 1.0)
        return weight * by_share + (1 - weight) * by_forecast

    def _pace(self) -> float:
        """How much slower than expected it was so far."""
        foreseen = FORESEEN * sum(stage.seconds for stage in self._stages)
        expected, taken = self._expected + foreseen, self._taken + foreseen
        here = self._stages[self._at]
        began, share = self._from or (self._stage_began, 0.0)
        moved = self._fraction - share
        if moved >= TRUSTED:
            expected += moved * (here.seconds - here.once)
            taken += self._moved - began
        return min(max(taken / expected, FASTEST), SLOWEST) if expected > 0 else 1.0

    def share(self) -> float:
        """How much of the whole is done, from 0 to 1; never less than before."""
        left, gone = self.left(), self.elapsed
        if left is not None and gone + left > 0:
            share = gone / (gone + left)
            if self.late and self._shared > 0:
                later = self._pace() * sum(stage.seconds for stage in self._stages[self._at + 1 :])
                end = min(gone / (gone + later), NEARLY)
                share = max(share, end - (end - self._share) * (self._shared / gone) ** CREEP)
            self._share = max(self._share, min(share, NEARLY))
        self._shared = gone
        return self._share


def _longer(left: float, told: float) -> bool:
    """Whether a time left is longer than another, so that somebody would see it."""
    factor, seconds = SAME
    return left > factor * told + seconds


def duration_words(seconds: float) -> str:
    """A time that is foreseen, as people say it: `5 s`, `40 s`, `3 min`, `1 h 20 min`; never
    nothing."""
    if seconds < 90:
        step = 1 if seconds < 10 else 5
        return f"{max(round(seconds / step) * step, 1)} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
