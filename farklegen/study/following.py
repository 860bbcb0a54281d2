"""How far perfect play has been followed, where that comes in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.solvers.progress import Progress


class Pieces:
    """A `Progress` that makes one share of those of pieces, one after the other.

    A piece is over when its share is 1. What comes after the last of them is all of it again, and
    is told as the end.

    Args:
        told: who is told.
    """

    def __init__(self, told: Progress) -> None:
        self._told = told
        self._sizes: tuple[float, ...] = (1.0,)
        self._number = 0
        self._share = 0.0

    def expect(self, sizes: Sequence[float]) -> None:
        """Take in how large the pieces are, in their order."""
        self._sizes = tuple(sizes)

    def __call__(self, fraction: float, doing: str) -> None:
        """Take in how far the piece is."""
        if self._share >= 1:
            self._number += 1
        self._share = fraction
        if self._number >= len(self._sizes):
            self._told(1.0, doing)
            return
        done = sum(self._sizes[: self._number]) + fraction * self._sizes[self._number]
        self._told(done / sum(self._sizes), doing)
