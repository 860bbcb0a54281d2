"""How a solver reports how far it is, and what share of a command that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias, TypeVar

Progress: TypeAlias = Callable[[float, str], None]
"""Called with the share of the work that is done, from 0 to 1, and what is being done (`"solving
the game"`); the share never falls while the text stays the same. A solver may call it often, and
from any thread."""

Part = TypeVar("Part")

NEARLY = 0.99
"""The largest share that is shown before the end."""


def silent(fraction: float, doing: str) -> None:
    """A `Progress` that nobody listens to."""


Report: TypeAlias = Callable[[str], None]
"""Takes one line for the person at the keyboard."""


def unheard(_line: str) -> None:
    """A report that nobody takes."""


class WorkPart(NamedTuple):
    """A part of the work of a command.

    Attributes:
        doing: the text with which the solver reports this part.
        seconds: about how long the part takes.
    """

    doing: str
    seconds: float


@dataclass(frozen=True)
class Estimate:
    """The time that a command takes.

    Attributes:
        parts: the work in its order; empty if all results are there already.
        advice: a sentence that says how to make the command faster; may be empty.
    """

    parts: tuple[WorkPart, ...] = ()
    advice: str = ""

    @property
    def seconds(self) -> float:
        """The seconds of all parts together."""
        return sum(part.seconds for part in self.parts)

    @property
    def words(self) -> str:
        """The time in words."""
        return duration_words(self.seconds)

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.parts + other.parts, self.advice or other.advice)

    def labelled(self, label: str) -> Estimate:
        """The same estimate with a name before each part."""
        parts = (part._replace(doing=f"{label}: {part.doing}") for part in self.parts)
        return replace(self, parts=tuple(parts))


def duration_words(seconds: float) -> str:
    """A time in round numbers: `5 s`, `40 s`, `3 min`, `1 h 20 min`; never zero."""
    if seconds < 90:
        step = 1 if seconds < 10 else 5
        return f"{max(round(seconds / step) * step, 1)} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


class Passes:
    """Progress of work that goes through the same parts again and again.

    Args:
        progress: where the share is reported.
        doing: what is being done.
        expected: about how often; if there are more passes, the share still grows a little.
    """

    def __init__(self, progress: Progress, doing: str, expected: float) -> None:
        self._progress, self._doing, self._expected = progress, doing, expected
        self._done = 0.0

    def through(self, parts: Sequence[Part]) -> Iterator[Part]:
        """The parts of a pass, in order."""
        for part in parts:
            yield part
            self._done += 1 / len(parts)
            self._progress(self._done / max(self._expected, self._done + 1), self._doing)


class Labelled:
    """Progress of work on one of several rulesets."""

    def __init__(self, name: str, report: Progress | None) -> None:
        self._name, self._report = name, report or silent

    def __call__(self, fraction: float, doing: str) -> None:
        """Pass the progress on with the name before it."""
        self._report(fraction, f"{self._name}: {doing}")

    def expect(self, ahead: Estimate) -> None:
        """Pass the estimate on with the name before each part."""
        expect(self._report, ahead.labelled(self._name))


def expect(progress: Progress, ahead: Estimate) -> None:
    """Pass the estimate to a listener that wants to know what is to come."""
    hear = getattr(progress, "expect", None)
    if hear is not None:
        hear(ahead)


class WholeShare:
    """The share of a whole command that is done; a `Progress`.

    Parts count by their seconds. The share never falls. Work that is in no part leaves the share as
    it is. Without any parts the share is the one of the work reported last.

    Attributes:
        doing: what is being done.
        share: how much of the whole is done, from 0 to `NEARLY`.
    """

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.share = 0.0
        self._parts: tuple[WorkPart, ...] = ()
        self._at = 0

    def expect(self, ahead: Estimate) -> None:
        """Add parts to come."""
        self._parts += ahead.parts

    def __call__(self, fraction: float, doing: str) -> None:
        """Note how far the solver is."""
        another, self.doing = doing != self.doing, doing
        if not self._parts:
            before = 0.0 if another else self.share
        else:
            before, fraction = self.share, self._of_all(fraction, doing)
        self.share = min(max(before, fraction), NEARLY)

    def _of_all(self, fraction: float, doing: str) -> float:
        """The share of all parts that is done when this part is that far; 0 if it is not among the
        parts left."""
        places = range(self._at, len(self._parts))
        place = next((at for at in places if self._parts[at].doing == doing), None)
        if place is None:
            return 0.0
        self._at = place
        seconds = [part.seconds for part in self._parts]
        done = sum(seconds[:place]) + min(max(fraction, 0.0), 1.0) * seconds[place]
        return done / max(sum(seconds), 1e-9)
