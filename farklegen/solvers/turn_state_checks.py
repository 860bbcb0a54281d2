"""Where a turn is, and whether it can be there: the dice to roll, the turn score, the faces thrown.

Every problem names the argument that it is about (`errors.named`) and says what to give instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from farklegen.errors import ImpossibleStateError, named
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.moves import TurnMoves, occurring, reachable_states, turn_moves

MOST_ROWS = 20_000
"""Turn scores that are looked at where no goal ends a turn, in steps."""


MOST_HOT_DICE = 60
"""Counts of hot dice that are kept apart where no goal ends a turn."""


class Now(NamedTuple):
    """Where a turn is, and what is asked about it.

    Attributes:
        turn_score: points set aside before the roll.
        roll: the faces thrown; empty if the dice still lie there.
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


def hot_dice_problems(hot_dice: int, possible: bool) -> Iterator[str]:
    """Why no turn ever has that many hot dice."""
    if not possible:
        yield (
            f"{named('hot_dice')}: after {hot_dice} hot dice this turn is over, or past the goal. "
            "Give a smaller number"
        )


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
