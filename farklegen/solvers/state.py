"""Whether a state of a turn, so many dice to roll with such a turn score, can occur."""

from __future__ import annotations

import numpy as np

from farklegen.errors import named
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.solvers.expected import reachable_states
from farklegen.solvers.moves import TurnMoves


def state_problems(
    ruleset: Ruleset,
    moves: TurnMoves,
    dice: int,
    turn_score: int,
    hot_dice: int = 0,
    *,
    dice_from: str = "dice",
) -> list[str]:
    """Why nobody rolls so many dice with this turn score, and what to give instead; empty if
    somebody does, in a turn taken over as well.

    Args:
        ruleset: the rules.
        moves: all the moves of a turn.
        dice: dice to roll.
        turn_score: points set aside so far.
        hot_dice: hot dice so far that paid, where their bonus grows.
        dice_from: the argument that gave the dice.
    """
    problems = []
    unit = moves.unit
    if not 1 <= dice <= ruleset.dice:
        problems.append(
            f"there are no {dice} dice to roll: this game has {ruleset.dice}. Give "
            f"{named(dice_from)} {_dice_wanted(ruleset, dice_from)}"
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
    if not reachable_states(ruleset, moves, row + 1)[row, moves.column(dice, hot)]:
        with_bonus = f" after {hot_dice} hot dice" if moves.hot_counts > 1 else ""
        problems.append(
            f"{dice_words(dice)} to roll with a turn score of {turn_score:,}{with_bonus} cannot "
            "occur in this game: no way of setting dice aside leads there. "
            + _nearest(ruleset, moves, dice, turn_score, hot_dice, dice_from)
        )
    return problems


def _nearest(
    ruleset: Ruleset, moves: TurnMoves, dice: int, turn_score: int, hot_dice: int, dice_from: str
) -> str:
    """What to give in place of a turn score that cannot occur."""
    found = nearest_scores(ruleset, moves, dice, turn_score, hot_dice)
    if not found:
        return f"Give other {named(dice_from)}"
    scores = " or ".join(f"{score:,}" for score in found)
    return f"Give {named('turn_score')} {scores}, the nearest with so many dice"


def _dice_wanted(ruleset: Ruleset, dice_from: str) -> str:
    return (
        f"a number from 1 to {ruleset.dice}"
        if dice_from == "dice"
        else f"1 to {ruleset.dice} faces"
    )


def nearest_scores(
    ruleset: Ruleset, moves: TurnMoves, dice: int, turn_score: int, hot_dice: int = 0
) -> tuple[int, ...]:
    """The turn scores that can occur with so many dice to roll and are nearest to one that cannot:
    one below and one above, as far as there are any; the score itself if it can.

    Args:
        ruleset, moves, dice, turn_score, hot_dice: as for `state_problems`.
    """
    if not 1 <= dice <= ruleset.dice or turn_score < 0:
        return ()
    column = moves.column(dice, min(hot_dice, moves.hot_counts - 1))
    row, beyond = divmod(turn_score, moves.unit)
    further = row + 1 + ruleset.dice * moves.max_rise
    there = reachable_states(ruleset, moves, further + 1)[:, column]
    if not beyond and there[row]:
        return (turn_score,)
    below, above = (np.flatnonzero(part) for part in (there[: row + 1], there[row + 1 :]))
    found = [int(below[-1])] if len(below) else []
    found += [row + 1 + int(above[0])] if len(above) else []
    return tuple(each * moves.unit for each in found)
