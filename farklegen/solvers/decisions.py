"""Where a turn is, whether it can be there, and the ways to go on from there.

A turn is at a point by the dice to roll, the turn score and the faces thrown. Every problem with
them names the argument that it is about (`errors.named`) and says what to give instead.

Values that differ by rounding only are equal; of equals, banking comes first, then more dice, then
more points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from farklegen.errors import ImpossibleStateError, named
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.scoring.compile import ScoringTables
from farklegen.scoring.rolls import RollWays
from farklegen.solvers.moves import TurnMoves, occurring, reachable_states, turn_moves

Then: TypeAlias = Literal["bank", "roll", "take over", "start afresh"]

SAFE: tuple[Then, ...] = ("bank", "start afresh")
"""What is preferred among equals."""

ROUNDING_DIGITS = 11
"""Significant digits of a chance, or of points, that rounding does not change."""

MOST_ROWS = 20_000
"""Turn scores that are looked at where no goal ends a turn, in steps."""

MOST_HOT_DICE = 60
"""Counts of hot dice that are kept apart where no goal ends a turn."""


class Now(NamedTuple):
    """Where a turn is, and what is asked about it.

    Attributes:
        turn_score: points set aside before the roll.
        roll: the faces thrown; empty before the roll.
        thrown: dice of the roll, or about to be rolled; 0 before the turn begins.
        hot_dice: hot dice so far that paid a growing bonus.
    """

    turn_score: int
    roll: tuple[int, ...]
    thrown: int
    hot_dice: int


def check(problems: Iterable[str]) -> None:
    """Refuse a question with all its problems.

    Raises:
        ImpossibleStateError: if there are any.
    """
    found = list(dict.fromkeys(problems))
    if found:
        raise ImpossibleStateError("\n".join(found))


def state_problems(
    ruleset: Ruleset,
    moves: TurnMoves,
    dice: int,
    turn_score: int,
    hot_dice: int = 0,
    *,
    dice_from: str = "dice",
) -> list[str]:
    """Why no turn rolls that many dice with this turn score, and what to give instead; empty if
    some turn does. A turn that was taken over counts, too.

    Args:
        hot_dice: hot dice so far that paid a growing bonus.
    """
    problems, unit = [], moves.unit
    wanted = f"a number from 1 to {ruleset.dice}"
    if dice_from != "dice":
        wanted = f"1 to {ruleset.dice} faces"
    if not 1 <= dice <= moves.dice:
        problems.append(
            f"there are no {dice} dice to roll: this game has {ruleset.dice}. Give {wanted} as "
            f"{named(dice_from)}"
        )
    if turn_score < 0 or turn_score % moves.unit:
        give = f"Give {named('turn_score')} such a number"
        if not problems and turn_score >= 0:
            give = _nearest(ruleset, moves, dice, turn_score, hot_dice, dice_from)
        problems.append(
            f"a turn score of {turn_score:,} cannot occur: scores within a turn are multiples of "
            f"{unit}. {give}"
        )
    if problems:
        return problems
    row, hot = turn_score // moves.unit, min(hot_dice, moves.hot_counts - 1)
    there = reachable_states(ruleset, moves, row + 1)
    if not there[row, moves.column(dice, hot)]:
        with_bonus = f" after {hot_dice} hot dice" if moves.hot_counts > 1 else ""
        which = hands_of(ruleset).words(dice)
        problems.append(
            f"{which} to roll with a turn score of {turn_score:,}{with_bonus} cannot occur in "
            "this game: no way of setting dice aside leads there. "
            + _nearest(ruleset, moves, dice, turn_score, hot_dice, dice_from)
        )
    return problems


def _nearest(
    ruleset: Ruleset, moves: TurnMoves, dice: int, turn_score: int, hot_dice: int, dice_from: str
) -> str:
    """What to give in place of a turn score that cannot occur with these dice to roll: the nearest
    ones below and above, as far as there are any."""
    row = turn_score // moves.unit
    further = row + 1 + ruleset.dice * moves.max_rise
    there = reachable_states(ruleset, moves, further + 1)[:, moves.column(dice, hot_dice)]
    found = np.flatnonzero(there)
    below = np.searchsorted(found, row, side="right")
    scores = [f"{each * moves.unit:,}" for each in found[max(below - 1, 0) : below + 1].tolist()]
    if not scores:
        return f"Give other {named(dice_from)}"
    return f"Give {named('turn_score')} {' or '.join(scores)}, the nearest with that many dice"


def past_problems(now: Now, unit: int, rows: int, above: int) -> Iterator[str]:
    """Why a turn is beyond the questions that can be asked: the match is solved for `rows` rows,
    and `above` more in which you bank."""
    row = now.turn_score // unit
    if now.roll and row >= rows:
        yield (
            f"{named('turn_score')}: with {now.turn_score:,} points set aside before this roll it "
            "was time to bank: nobody gains by rolling on. Give a smaller turn score"
        )
    elif row >= rows + above:
        yield _far_past(now.turn_score)


def roll_problems(ruleset: Ruleset, roll: Sequence[int], dice: int | str | None) -> Iterator[str]:
    """Why these faces cannot have been thrown with that many dice."""
    never = hands_of(ruleset).never_shown(roll)
    if never:
        faces = " or ".join(map(str, never))
        yield (
            f"{named('roll')}: no die shows a {faces} in these rules (die_weights). Give other "
            "faces"
        )
    if roll and isinstance(dice, int) and dice != len(roll):
        wanted = "a face" if dice == 1 else f"{dice} faces"
        yield (
            f"{named('roll')} has {dice_words(len(roll))}, {named('dice')} says {dice}. "
            f"Leave {named('dice')} out, or give {wanted}"
        )


def now_problems(
    ruleset: Ruleset, moves: TurnMoves, now: Now, most: int = 0, room: int | None = None
) -> Iterator[str]:
    """Why the turn cannot be at this point.

    Args:
        most: the turn score from which on there is nothing to decide; 0 without a match.
        room: points to an exact goal.
    """
    if not now.thrown:
        return
    if room is not None and now.turn_score > room:
        yield (
            f"{named('turn_score')}: {now.turn_score:,} points would pass the goal, which must be "
            f"hit exactly. Give at most {room:,}"
        )
    elif now.turn_score > (most or MOST_ROWS * moves.unit):
        yield _far_past(now.turn_score)
    else:
        dice_from = "roll" if now.roll else "dice"
        yield from state_problems(
            ruleset, moves, now.thrown, now.turn_score, now.hot_dice, dice_from=dice_from
        )


def moves_by_points(ruleset: Ruleset, tables: ScoringTables, hot_dice: int) -> TurnMoves:
    """All moves of a turn without a goal, after that many hot dice."""
    grows = ruleset.hot_dice_bonus is not None and ruleset.hot_dice_bonus.step
    counts = min(hot_dice, MOST_HOT_DICE) + 2 if grows else 1
    return turn_moves(ruleset, tables, best_only=False, hot_counts=counts)


def only_taken_over(moves: TurnMoves, taken: tuple[int, int] | None) -> bool:
    """Whether only taking over leads to the state in which a turn taken over begins. Then you never
    bank in that state."""
    if taken is None:
        return False
    row, column = taken[0] // moves.unit, moves.column(taken[1])
    return not occurring(moves, row + 1, taken_over=False)[row, column]


def _far_past(turn_score: int) -> str:
    return (
        f"{named('turn_score')}: with {turn_score:,} points there is nothing left to decide: bank "
        "them. Give a smaller turn score"
    )


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
