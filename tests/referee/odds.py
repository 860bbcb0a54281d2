"""The odds of a roll: farkles, and every combination, by number of dice.

Two questions about a combination. *Contains*: does the roll contain it, whatever else it contains?
*Best*: is it the most valuable single combination of the roll? There every roll counts once, and
the chances add up to 1. Of combinations of equal points the one of more dice counts, then the one
that the file names first. Rolls that win at once or are disasters count as such and as nothing else
in `best` and are no farkles; `contains` counts them like all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from farklegen.rules.ruleset import Ruleset
from tests.referee.rolls import Roll, Rolls

INSTANT_WIN = "instant win"
DISASTER = "disaster"
NOTHING = "nothing"
FARKLE = "farkle"


@dataclass(frozen=True)
class DiceOdds:
    """The odds for one number of dice.

    - `contains`: for every pattern, the chance that a roll contains it
    - `best`: for every pattern and `instant win`, `disaster`, `nothing` and `farkle`, the chance
      that a roll counts as this; names that no roll counts as are left out
    """

    dice: int
    contains: dict[str, Fraction]
    best: dict[str, Fraction]

    @property
    def farkle(self) -> Fraction:
        """Chance of a farkle."""
        return self.best.get(FARKLE, Fraction(0))


def odds(ruleset: Ruleset) -> dict[int, DiceOdds]:
    """The odds for every number of dice from 1 to all of them; of different dice, by hand."""
    rolls = Rolls(ruleset)
    return {dice: _dice_odds(rolls, dice) for dice in range(1, rolls.hands.all + 1)}


def farkle_probabilities(ruleset: Ruleset) -> dict[int, Fraction]:
    """Chance of a farkle for every number of dice."""
    return {dice: found.farkle for dice, found in odds(ruleset).items()}


def counts_as(rolls: Rolls, roll: Roll) -> str:
    """The one name under which a roll counts in `best`."""
    kind = rolls.kind(roll)
    if kind in (INSTANT_WIN, DISASTER, FARKLE):
        return kind
    patterns = list(rolls.ruleset.combinations)
    contained = [
        c
        for c in rolls.combinations
        if rolls.contains(roll, c.pattern) and rolls.spelt(roll, c.faces)
    ]
    if not contained:
        return NOTHING
    best = min(contained, key=lambda c: (-c.points, -len(c.faces), patterns.index(c.pattern)))
    return best.pattern


def _dice_odds(rolls: Rolls, dice: int) -> DiceOdds:
    contains = dict.fromkeys(rolls.ruleset.combinations, Fraction(0))
    best: dict[str, Fraction] = {}
    for roll, probability in rolls.of(dice):
        for pattern in contains:
            if rolls.contains(roll, pattern):
                contains[pattern] += probability
        name = counts_as(rolls, roll)
        best[name] = best.get(name, Fraction(0)) + probability
    return DiceOdds(dice, contains, best)
