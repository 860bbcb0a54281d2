"""A compiled ruleset: which points every roll of every number of dice can be set aside for.

The 55,986 rolls of one to six dice fall into a few hundred *option sets*: rolls that allow the same
(dice set aside, points) pairs are one set with the sum of their weights. Everything is an integer;
probabilities are made by one division at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.hands import Hands

Weights = NDArray[Any]
"""Roll counts: int64, or Python integers (dtype object) where die weights make them too large."""


@dataclass(frozen=True)
class ScoringTables:
    """Option sets of a ruleset as flat arrays (compressed sparse rows).

    Attributes:
        dice: the hand at the start of a turn, N. Where dice are of one kind, here and below a hand
            is a number of dice.
        hands: which dice each hand is.
        unit: points per unit; every points figure below is in units.
        set_dice: int64[sets], the hand rolled.
        set_start: int64[sets + 1]; the options of set i are `set_start[i]:set_start[i + 1]`.
        set_weight: integer[sets], rolls that win nothing at once and are no disaster.
        set_instant_weight: integer[sets], rolls with this option set that win the game at once.
        option_used: int64[options], the hand set aside.
        option_points: int64[options], what they are worth, in units.
        farkle_weight: integer[N + 1] by hand rolled: no scoring, no instant win, no disaster.
        instant_farkle_weight: integer[N + 1]: no scoring, but the roll wins the game at once.
        disaster_weight: integer[N + 1]: the roll is a disaster (and does not win at once).
        total_weight: integer[N + 1]: all rolls; 6**n for fair dice.
    """

    dice: int
    hands: Hands
    unit: int
    set_dice: NDArray[np.int64]
    set_start: NDArray[np.int64]
    set_weight: Weights
    set_instant_weight: Weights
    option_used: NDArray[np.int64]
    option_points: NDArray[np.int64]
    farkle_weight: Weights
    instant_farkle_weight: Weights
    disaster_weight: Weights
    total_weight: Weights

    @property
    def sets(self) -> int:
        return len(self.set_dice)

    def set_probability(self, *, instant_wins: bool) -> NDArray[np.float64]:
        """float64[sets]: chance of the set when its dice are rolled. It includes rolls that win at
        once, unless instant wins are kept apart."""
        weight = self.set_weight if instant_wins else self.set_weight + self.set_instant_weight
        return ratio(weight, self.total_weight[self.set_dice])

    def farkle_probability(self, *, instant_wins: bool) -> NDArray[np.float64]:
        """float64[N + 1]: chance of a farkle by dice rolled; `instant_wins` as for sets."""
        distinct = self.farkle_weight
        weight = distinct if instant_wins else distinct + self.instant_farkle_weight
        return ratio(weight, self.total_weight)

    def instant_probability(self) -> NDArray[np.float64]:
        """float64[N + 1]: chance of a roll that wins at once, by dice rolled."""
        weight = self.instant_farkle_weight.copy()
        np.add.at(weight, self.set_dice, self.set_instant_weight)
        return ratio(weight, self.total_weight)

    def disaster_probability(self) -> NDArray[np.float64]:
        """float64[N + 1]: chance of a disaster by dice rolled."""
        return ratio(self.disaster_weight, self.total_weight)


def ratio(part: Weights, whole: Weights) -> NDArray[np.float64]:
    """part / whole, correctly rounded also where the integers do not fit a float64."""
    if part.dtype == object:
        return np.array([int(a) / int(b) for a, b in zip(part, whole, strict=True)], np.float64)
    return np.asarray(part / whole, np.float64)
