"""How a solver tells how far it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float, str], None]
"""Called with the share of the whole work that is done, from 0 to 1 and never less than before,
and what is being done (`"solving the game"`). May be called often, and from any thread."""


def silent(fraction: float, doing: str) -> None:
    """A `Progress` that nobody listens to."""
