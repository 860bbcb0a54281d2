"""Reach: the best chance of at least N points in this one turn.

The same recursion with other payoffs: banking N or more is worth one, everything else nothing; a
farkle is worth one if what it banks reaches N. Below N the table is complete, and at N or more one
banks; where banking may still be forbidden there (hot dice that must be rolled, multiples only) a
lower bound (what is not banked is lost) and an upper bound (it is won) are solved on a growing
table until they agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.reach_play import ReachPlay, play_from
from farklegen.solvers.rounding import probability
from farklegen.solvers.tail import hot_dice_to_count
from farklegen.solvers.turn_rules import TurnRules
from farklegen.solvers.turn_solver import most_rows, solve_turn
from farklegen.solvers.turn_state_checks import state_problems

TOLERANCE = 1e-13
"""Gap between the bounds of every probability that is shown at which the table is high enough."""

MOST_HOT_DICE = 400
"""Counts of hot dice told apart at most when their bonus grows; the rest is in the error."""


@dataclass(frozen=True)
class Reach:
    """The best chance to reach a number of points.

    Attributes:
        points: the points asked for.
        dice: dice to roll next.
        turn_score: points set aside so far in the turn.
        hot_dice: hot dice so far that paid a bonus.
        on_board: whether the player has banked before.
        probability: of banking at least `points` in this turn; at most `error` too small.
        error: gap between the bounds.
        play: how to play for it.
    """

    points: int
    dice: int
    turn_score: int
    hot_dice: int
    on_board: bool
    probability: float
    error: float
    play: ReachPlay = field(default=ReachPlay((), ()), repr=False)


def reach(
    ruleset: Ruleset,
    tables: ScoringTables,
    points: int,
    *,
    dice: int | None = None,
    turn_score: int = 0,
    hot_dice: int = 0,
    on_board: bool = True,
) -> Reach:
    """The best chance of banking at least `points` in this turn.

    Args:
        dice: dice to roll next (of different dice, the hand); all of them by default.
        hot_dice: hot dice so far in the turn, where their bonus grows.
    """
    dice = tables.dice if dice is None else dice
    more_is_better = tables.unit % ruleset.bank.multiple_of == 0
    rules = TurnRules.of(ruleset)
    counts, uncounted = _hot_counts(ruleset, tables, rules, points, hot_dice)
    every_move = turn_moves(ruleset, tables, best_only=False, hot_counts=counts)
    minimum = ruleset.bank.minimum if on_board else ruleset.bank.opening_minimum
    limit = most_rows(every_move, 2)
    steps = -(-max(points, minimum, turn_score + 1) // every_move.unit)
    if steps > limit:
        raise UnsolvableError(
            f"{steps * every_move.unit:,} points are {steps:,} steps of {every_move.unit}; at most "
            f"{limit:,} are solved. Ask for fewer points"
        )
    problems = state_problems(ruleset, every_move, dice, turn_score, hot_dice)
    if problems:
        raise ImpossibleStateError("\n".join(problems))
    row = turn_score // every_move.unit
    moves = (
        turn_moves(ruleset, tables, best_only=True, hot_counts=counts)
        if more_is_better
        else every_move
    )
    rows = max(steps, row + 1)
    # a roll may lead to higher rows than those of the points, where one may have to roll on
    shown = max(steps, row + every_move.max_rise + 1)
    column = moves.column(dice, hot_dice if counts > 1 else 0)
    while True:
        bounds, success = _bounds(moves, rules, minimum, points, rows)
        lower, upper = bounds[row, column]
        gaps = bounds[:shown, :, 1] - bounds[:shown, :, 0]
        if gaps.max() <= TOLERANCE or 2 * rows > limit:
            break
        rows *= 2
    chance = probability(lower)
    return Reach(
        points=points,
        dice=dice,
        turn_score=turn_score,
        hot_dice=hot_dice,
        on_board=on_board,
        probability=chance,
        error=min(max(float(upper - lower), 0.0) + uncounted, 1.0 - chance),
        play=play_from(
            ruleset,
            every_move,
            bounds[:, :, 0],
            success,
            (dice, turn_score, hot_dice),
            steps * every_move.unit,
        ),
    )


def _bounds(
    moves: TurnMoves, rules: TurnRules, minimum: int, points: int, rows: int
) -> tuple[Floats, Booleans]:
    """(lower and upper bound of the chance in every state, where banking is enough):
    float64[rows + max_rise, columns, 2], bool[rows + max_rise, columns]."""
    scores = np.arange(rows + moves.max_rise, dtype=np.float64) * moves.unit
    allowed = rules.may_bank(moves, minimum, len(scores))
    success = (allowed & (scores >= points)[:, None]).astype(np.float64)
    farkle = moves.farkle_probability * (rules.farkle_banks(moves, scores[:rows]) >= points)
    above = np.stack([success[rows:], np.ones_like(success[rows:])], axis=2)
    table = solve_turn(
        moves,
        np.repeat(success[:rows, :, None], 2, axis=2),
        np.repeat(farkle[:, :, None], 2, axis=2),
        above,
    )
    return table.values, success > 0


def _hot_counts(
    ruleset: Ruleset, tables: ScoringTables, rules: TurnRules, points: int, hot_dice: int
) -> tuple[int, float]:
    """Counts of hot dice to tell apart, and the error of telling no more.

    Where one may bank anywhere, counts matter until their bonuses alone reach the points; elsewhere
    until so many hot dice hardly ever happen.
    """
    bonus = ruleset.hot_dice_bonus
    if bonus is None or not bonus.step:
        return 1, 0.0
    single = turn_moves(ruleset, tables, best_only=False)
    if not rules.bank_anywhere(single):
        count, error = hot_dice_to_count(single, 1, TOLERANCE, MOST_HOT_DICE)
        return max(count, hot_dice) + 1, error
    count, total = 0, 0
    while total < points and count < MOST_HOT_DICE:
        total += bonus.points + count * bonus.step
        count += 1
    return max(count, hot_dice) + 1, 0.0 if total >= points else 1.0
