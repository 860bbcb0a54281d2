"""The results of simulated games, and how far to trust that many of them.

A share p of n games has the 95 % interval of Wilson,

    (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n),   z = 1.96,

where a game that counts half for each is half a win (this makes the interval a little too wide).
Means come with their standard error.

Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
*Journal of the American Statistical Association* 22, 1927.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Integers

Z = 1.959963984540054
"""Standard errors on either side of a 95 % interval."""


class Interval(NamedTuple):
    """A 95 % confidence interval.

    Attributes:
        low, high: its ends.
    """

    low: float
    high: float


@dataclass(frozen=True)
class Share:
    """How often a player won.

    Attributes:
        games: that were played.
        wins: games won, those that count half as half a game.
    """

    KEYS = ("games", "wins", "share", "interval")

    games: int
    wins: float

    @property
    def share(self) -> float | None:
        """Of all games; None if there are none."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval | None:
        """The interval of Wilson."""
        return wilson(self.wins, self.games) if self.games else None


@dataclass(frozen=True)
class Distribution:
    """How often each whole number came up.

    Attributes:
        unit: what a step is worth.
        lowest: the number, in steps, that the first entry stands for.
        counts: int64[...].
    """

    KEYS = ("mean", "standard_error", "distribution")

    unit: int
    lowest: int
    counts: Integers

    @property
    def values(self) -> Integers:
        """int64[...]: the number of each entry."""
        return (self.lowest + np.arange(len(self.counts))) * self.unit

    @property
    def total(self) -> int:
        """How many there were."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float | None:
        """Their mean; None if there are none."""
        return float(self.values @ self.counts) / self.total if self.total else None

    @property
    def standard_deviation(self) -> float | None:
        """Of the numbers."""
        if self.mean is None:
            return None
        return sqrt(float((self.values - self.mean) ** 2 @ self.counts) / self.total)

    @property
    def standard_error(self) -> float | None:
        """Of the mean."""
        spread = self.standard_deviation
        return None if spread is None else spread / sqrt(self.total)

    @property
    def distribution(self) -> list[tuple[int, int]]:
        """(number, how often) of those that came up."""
        came = self.counts > 0
        return list(zip(self.values[came].tolist(), self.counts[came].tolist(), strict=True))


@dataclass(frozen=True)
class PlayerCounts:
    """What one player's turns came to.

    Attributes:
        name: of the policy.
        share: games won.
        moving: the same of the games moved `first`, `second` and so on
        turns: played.
        rolls: thrown.
        farkles: turns that farkled.
        disasters: turns that a disaster ended.
        instant_wins: games won by a roll.
        points: what a turn added to the score, penalties aside, in points.
        scores: final scores, in points.
        longest_farkles: the longest run of farkles of each game.
    """

    name: str
    share: Share
    moving: dict[str, Share]
    turns: int
    rolls: int
    farkles: int
    disasters: int
    instant_wins: int
    points: Distribution
    scores: Distribution
    longest_farkles: Distribution


@dataclass(frozen=True)
class SimulationResult:
    """Games of two and more players.

    Attributes:
        games: how many; everybody moves first in turn.
        seed: of the random numbers.
        players: in the order of moving, `me` first.
        turns: turns of a game, all players' together.
        margins: final score of the first player minus that of the second.
        level: games that several players shared.
        unfinished: games without an end; of two players each wins half of one.
        floor: points at which scores were cut off; None where the rules set the lowest score.
        seconds: the games took, without solving.
        threads: that played them.
    """

    KEYS = ("games", "seed", "players", "turns", "margins", "level", "unfinished", "floor")

    games: int
    seed: int
    players: tuple[PlayerCounts, ...]
    turns: Distribution
    margins: Distribution
    level: int
    unfinished: int
    floor: int | None
    seconds: float
    threads: int


def wilson(wins: float, games: int) -> Interval:
    """The interval that holds the true share of wins with 95 % confidence."""
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Interval(max(middle - half, 0.0), min(middle + half, 1.0))
