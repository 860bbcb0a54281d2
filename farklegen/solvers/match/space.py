"""Which scores are told apart: both of them, or, where nothing looks at one alone, the lead only.

With a goal, a lowest score or a score that may be wiped, a state has both scores. Where a game ends
after a number of rounds and no rule looks at a score by itself, all that counts is how far one
player is ahead: a state then has that alone, and its own score is taken to be nought.

A *place* is the number of such a pair of scores. The place of the opponent's turn rises by one with
every unit that the player to move banks, whichever it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from farklegen.core.arrays import Integers

NO_FLOOR = -(1 << 40)
"""A score that none falls to."""


class ScoreSpace(Protocol):
    """The scores that are told apart; all of them in steps above the lowest one."""

    @property
    def places(self) -> int:
        """How many there are."""
        ...

    @property
    def raised(self) -> int:
        """The lowest score that a penalty leaves."""
        ...

    def place(self, mine: Integers, theirs: Integers) -> Integers:
        """The number of a pair of scores. Broadcasts."""
        ...

    def scores(self, place: Integers) -> tuple[Integers, Integers]:
        """(mine, theirs) of a place."""
        ...

    def lowest(self, theirs: Integers) -> Integers:
        """The least place that the opponent's turn may have, who has a score of `theirs`."""
        ...

    def missing(self, mine: Integers, theirs: Integers) -> Integers:
        """Units from a score to where a bank decides the game, against `theirs`."""
        ...


@dataclass(frozen=True)
class BothScores:
    """Both scores, each below the goal.

    Attributes:
        most: n, scores told apart.
    """

    most: int
    raised: int = 0

    @property
    def places(self) -> int:
        """n * n."""
        return self.most**2

    def place(self, mine: Integers, theirs: Integers) -> Integers:
        """mine * n + theirs."""
        return mine * self.most + theirs

    def scores(self, place: Integers) -> tuple[Integers, Integers]:
        """(mine, theirs)."""
        mine, theirs = np.divmod(place, self.most)
        return mine, theirs

    def lowest(self, theirs: Integers) -> Integers:
        """Against a score of nought."""
        return self.place(theirs, np.zeros_like(theirs))

    def missing(self, mine: Integers, theirs: Integers) -> Integers:
        """To the goal, whatever the other score."""
        del theirs
        return self.most - mine


@dataclass(frozen=True)
class Lead:
    """How far the opponent is ahead.

    Attributes:
        most: a lead of more decides the game, units.
    """

    most: int
    raised: int = NO_FLOOR

    @property
    def places(self) -> int:
        """From `most` behind to `most` ahead."""
        return 2 * self.most + 1

    def place(self, mine: Integers, theirs: Integers) -> Integers:
        """By how far the opponent is ahead; further is as far as is told apart."""
        place: Integers = np.clip(theirs - mine, -self.most, self.most) + self.most
        return place

    def scores(self, place: Integers) -> tuple[Integers, Integers]:
        """(nought, how far the opponent is ahead)."""
        return np.zeros_like(place), place - self.most

    def lowest(self, theirs: Integers) -> Integers:
        """As far behind as is told apart."""
        return np.zeros_like(theirs)

    def missing(self, mine: Integers, theirs: Integers) -> Integers:
        """To a lead that decides the game."""
        return self.most + 1 - mine + theirs
