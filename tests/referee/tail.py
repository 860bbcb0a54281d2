"""How much a turn can still be worth from a high turn score on: bounds for where the sweep is cut.

Turn scores have no limit, so the sweep stops at a cap. From there on

- at least: the player banks at once; where that is not allowed, the worst end there is.
- at most: the turn score plus an *excess* e(n). Any number of points at all is bounded by a player
  who loses nothing by farkles: in every m rolls the turn ends with a chance of at least ε, whatever
  the player does, so the points to come are at most Σ (1 − ε)^j times those of m rolls. Putting
  a bound on the right of

      e(n) = max(0, farkle(n)·z(n) + disaster(n)·z' + Σ p · max over scorings (points + e(n')))

  gives a bound again, and a better one; z is what an end of the turn changes against banking the
  cap. Where the hot-dice bonus grows from one to the next the first bound is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from farklegen.errors import UnsolvableError
from farklegen.rulebook.turn_rules import Position
from tests.referee.turn import Turn

REFINEMENTS = 60


def least_chance_of_ending(turn: Turn, rolls: int) -> Fraction:
    """Least chance that a turn ends within so many rolls, from the dice where it is least.

    The player keeps rolling and chooses the scorings that put the end off.
    """
    least = dict.fromkeys(turn.reachable_dice, Fraction(0))
    for _ in range(rolls):
        least = {
            dice: turn.chances(dice).farkle
            + turn.chances(dice).disaster
            + sum(
                (
                    probability * min(least[turn.after(Position(dice, 0), s).dice] for s in options)
                    for probability, options in turn.chances(dice).scorings
                ),
                Fraction(0),
            )
            for dice in turn.reachable_dice
        }
    return min(least.values())


def check_that_turns_end(turn: Turn) -> float:
    """The least chance of ending within as many rolls as there are numbers of dice.

    Raises `UnsolvableError` when a player can roll for ever without the risk of a farkle.
    """
    chance = float(least_chance_of_ending(turn, len(turn.reachable_dice)))
    if chance == 0:
        raise UnsolvableError(
            "combinations: these dice need never farkle, so a turn has no finite expected score; "
            "let some faces score nothing, or ask for the win probability instead"
        )
    return chance


def gains_without_loss(turn: Turn, hot: int, chance: float) -> float:
    """Upper bound for the points to come in a turn after so many hot dice."""
    bonus = turn.ruleset.hot_dice_bonus
    step = 0 if bonus is None else bonus.step
    rolls = len(turn.reachable_dice)
    block = rolls * turn.most_points(hot + rolls)
    return block / chance + rolls * rolls * step * (1 - chance) / chance**2


def excess_bound(
    turn: Turn, farkle: Callable[[int], float], disaster: float
) -> Callable[[Position], float]:
    """Upper bound e for how far a turn's value lies above its turn score, from the cap on.

    `farkle(dice)` and `disaster`: the payoffs of these ends less the cap (or less the turn score,
    where a farkle keeps it); they may only fall as the turn score rises.
    """
    chance = check_that_turns_end(turn)
    worst = max(0.0, disaster, *(farkle(dice) for dice in turn.reachable_dice))
    bonus = turn.ruleset.hot_dice_bonus
    if bonus is not None and bonus.step > 0:
        return lambda position: worst + gains_without_loss(turn, position.hot, chance)
    leads = {
        dice: [
            (float(p), [turn.after(Position(dice, 0), scoring) for scoring in options])
            for p, options in turn.chances(dice).scorings
        ]
        for dice in turn.reachable_dice
    }
    excess = dict.fromkeys(turn.reachable_dice, worst + gains_without_loss(turn, 0, chance))
    for _ in range(REFINEMENTS):
        refined = {}
        for dice in turn.reachable_dice:
            ends = turn.chances(dice)
            roll = float(ends.farkle) * farkle(dice) + float(ends.disaster) * disaster
            for p, positions in leads[dice]:
                roll += p * max(position.score + excess[position.dice] for position in positions)
            refined[dice] = max(0.0, roll)
        excess = refined
    return lambda position: excess[position.dice]
