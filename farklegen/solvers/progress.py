"""How a solver tells how far it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float, str], None]
"""Called with the share of the work that is done, from 0 to 1, and what is being done (`"solving
the game"`); the share is never less than before, as long as the same is being done. May be called
often, and from any thread."""


def silent(fraction: float, doing: str) -> None:
    """A `Progress` that nobody listens to."""


def unheard(_line: str) -> None:
    """A report that nobody takes."""


def labelled(name: str, told: Progress | None) -> Progress:
    """Progress of something about one of several rulesets."""
    if told is None:
        return silent
    return lambda fraction, doing: told(fraction, f"{name}: {doing}")
