"""The ways to go on in a turn, and the order in which equal ones come.

Values that differ by rounding only are equal; of equals, banking comes first, then more
dice, then more points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolls import RollWays

Then: TypeAlias = Literal["bank", "roll", "take over", "start afresh"]

SAFE: tuple[Then, ...] = ("bank", "start afresh")
"""What is preferred among equals."""

ROUNDING_DIGITS = 11
"""Significant digits of a chance, or of points, that rounding does not change."""


@dataclass(frozen=True)
class Option:
    """One choice.

    Attributes:
        keep: the faces to set aside, smallest first; empty unless a roll was asked about.
        points: what they bring, a hot-dice bonus included.
        dice_left: dice to roll next; all of them after hot dice.
        turn_score: with those points.
        hot_dice: whether all the dice are set aside now.
        then: what to do next.
        win_probability: chance to win; None without a match.
        expected_score: points expected of the turn, what follows it included; None where these
            rules have no expected score.
        fewer: whether the same dice could be counted for more points.
    """

    keep: tuple[int, ...]
    points: int
    dice_left: int
    turn_score: int
    hot_dice: bool
    then: Then = "roll"
    win_probability: float | None = None
    expected_score: float | None = None
    fewer: bool = False

    def judged(self, then: Then, win: float | None, score: float | None = None) -> Option:
        """The same with what to do next, the chance to win and the points expected after it."""
        return replace(self, then=then, win_probability=win, expected_score=score)


class Prospect(NamedTuple):
    """The value of a state.

    Attributes:
        bank: value of banking; None where banking is not allowed.
        roll: value of rolling; None where rolling cannot be better.
        banks: whether to bank; if both are equal, bank.
    """

    bank: float | None
    roll: float | None
    banks: bool

    @property
    def best(self) -> float:
        """The value of the better choice."""
        return max(worth for worth in (self.bank, self.roll) if worth is not None)


class TurnState(NamedTuple):
    """A state of a turn that can occur.

    Attributes:
        dice: left to roll.
        turn_score: points set aside so far.
        win_probability: chance to win, or to get the points asked for, by the better choice.
        action: to bank or to roll.
    """

    dice: int
    turn_score: int
    win_probability: float
    action: Then


def probability(value: float) -> float:
    """A chance without what rounding adds to it: where something is certain, or cannot happen, a
    sum of chances may come out a little above 1, or below 0."""
    return min(max(float(value), 0.0), 1.0)


def ways_to_set_aside(
    ruleset: Ruleset, roll: RollWays, hand: int, turn_score: int, hot_dice: int
) -> Iterator[tuple[Option, int]]:
    """(a choice that is yet to be judged, hot dice that paid with it) of every legal way to set
    dice of a roll aside.

    Args:
        ruleset: the rules.
        roll: what it scores.
        hand: the dice that were rolled.
        turn_score: points set aside before.
        hot_dice: hot dice so far that paid a growing bonus.
    """
    hands, bonus = hands_of(ruleset), ruleset.hot_dice_bonus
    rolled = hands.sizes[hand]
    for way in roll.ways:
        complete = len(way.keep) == rolled
        pays = complete and bonus is not None and (bonus.when == "any" or rolled == 1)
        points = way.points
        if pays and bonus is not None:
            points += bonus.points + hot_dice * bonus.step
        left = hands.left[hand][hands.hand_of(way.keep)]
        dice, score = hands.all if complete else left, turn_score + points
        option = Option(way.keep, points, dice, score, complete)
        yield option, hot_dice + pays


def ranked(options: Sequence[Option]) -> tuple[Option, ...]:
    """Best first."""

    def key(option: Option) -> tuple[float, bool, int, int]:
        chance = option.win_probability
        worth = option.expected_score if chance is None else chance
        assert worth is not None
        rounded = float(f"{worth:.{ROUNDING_DIGITS - 1}e}")
        return -rounded, option.then not in SAFE, -option.dice_left, -option.points

    return tuple(sorted(options, key=key))
