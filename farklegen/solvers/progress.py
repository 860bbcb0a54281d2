"""How a solver reports how far it is, and what share of a command that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

Progress: TypeAlias = Callable[[float, str], None]
"""Called with the share of the work that is done, from 0 to 1, and what is being done (`"solving
the game"`); the share is never less than before, as long as the same is being done. May be called
often, and from any thread."""

NEARLY = 0.99
"""The largest share that is shown before the end."""


def silent(fraction: float, doing: str) -> None:
    """A `Progress` that nobody listens to."""


Report: TypeAlias = Callable[[str], None]
"""Takes one line for the person at the keyboard."""


def unheard(_line: str) -> None:
    """A report that nobody takes."""


def labelled(name: str, report: Progress | None) -> Progress:
    """Progress of something about one of several rulesets."""
    if report is None:
        return silent
    return lambda fraction, doing: report(fraction, f"{name}: {doing}")


class WorkPart(NamedTuple):
    """A part of the work of a command.

    Attributes:
        doing: what the solver says that it does.
        seconds: what the part takes, about.
    """

    doing: str
    seconds: float


class WholeShare:
    """The share of a whole command that is done; a `Progress`.

    Parts count by their seconds. The share never falls. Work that is in no part leaves the share as
    it is; without any parts the share is that of the work that was heard of last.

    Attributes:
        doing: what is being done.
        share: how much of the whole is done, from 0 to `NEARLY`.
    """

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.share = 0.0
        self._parts: tuple[WorkPart, ...] = ()
        self._at = 0

    def expect(self, parts: Iterable[WorkPart]) -> None:
        """Add parts to come."""
        self._parts += tuple(parts)

    def __call__(self, fraction: float, doing: str) -> None:
        """Take in how far the solver is."""
        another, self.doing = doing != self.doing, doing
        if not self._parts:
            before = 0.0 if another else self.share
        else:
            before, fraction = self.share, self._of_all(fraction, doing)
        self.share = min(max(before, fraction), NEARLY)

    def _of_all(self, fraction: float, doing: str) -> float:
        """The share of all parts, if this one is so far; nothing for what is none of those left."""
        places = range(self._at, len(self._parts))
        place = next((at for at in places if self._parts[at].doing == doing), None)
        if place is None:
            return 0.0
        self._at = place
        seconds = [part.seconds for part in self._parts]
        done = sum(seconds[:place]) + min(max(fraction, 0.0), 1.0) * seconds[place]
        return done / max(sum(seconds), 1e-9)
