"""What a card is worth in a match: its go-for-it thresholds, and how often it wins."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.policies.policy import GoForIt
from farklegen.results import Shown
from farklegen.solvers.duel.duel import Duel
from farklegen.solvers.match.planes import BankByLead


@dataclass(frozen=True)
class Chances:
    """How often a player wins against perfect play.

    Attributes:
        moving_first, moving_second: by who moves first.
    """

    moving_first: float
    moving_second: float

    @classmethod
    def of(cls, duel: Duel) -> Chances:
        """Those of the first player of a duel."""
        return cls(duel.moving_first, duel.moving_second)

    @property
    def average(self) -> float:
        """Moving first or second by the toss of a coin."""
        return (self.moving_first + self.moving_second) / 2


@dataclass(frozen=True, repr=False)
class MatchPrice(Shown):
    """The card in a match against perfect play.

    Attributes:
        go_for_it: the thresholds, points.
        step: points between two numbers that were tried.
        alone: the card without thresholds.
        with_go_for_it: the card with them.
        perfect: perfect play.
        error: of these chances, about.
        duels: policies that were measured on the way.
        by_lead: where perfect play banks by lead and rounds left, in a game of rounds alone.
    """

    go_for_it: GoForIt
    step: int
    alone: Chances
    with_go_for_it: Chances
    perfect: Chances
    error: float
    duels: int
    by_lead: BankByLead | None = None
