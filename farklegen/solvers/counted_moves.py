"""The moves of a turn for points, with as many counts of hot dice as the bonus for them needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.process import Situation
from farklegen.solvers.tail import always_bank_from, hot_dice_to_count, never_ends
from farklegen.solvers.turn_rules import TurnRules

MOST_HOT_DICE = 96
"""The most hot dice of a turn that count if their bonus grows; `error` bounds what this loses."""

COUNTS_TRIED = (2, 4, 6, 8, 12, 16, 24, 32, 48, 64, MOST_HOT_DICE)
"""Numbers of hot dice to try, until their bonuses alone reach the turn score from which every state
banks."""


@dataclass(frozen=True)
class CountedMoves:
    """Moves that tell as many counts of hot dice apart as the ruleset needs.

    Attributes:
        every: all the moves.
        play: those a good player chooses from.
        hot_dice: counts of hot dice up to this one are solved exactly.
        error: what is lost by not counting any further, points at the start of a turn.
    """

    every: TurnMoves
    play: TurnMoves
    hot_dice: int
    error: float

    @property
    def columns(self) -> int:
        """The columns that are solved exactly, the first ones."""
        return (self.hot_dice + 1) * self.play.dice


def counted_moves(
    ruleset: Ruleset, tables: ScoringTables, states: tuple[Situation, ...]
) -> CountedMoves:
    """The moves of a ruleset.

    A growing hot-dice bonus needs the count of hot dice. Where banking is always best from some
    turn score on, only counts whose bonuses alone do not reach this score are needed. Elsewhere
    enough counts are kept that higher ones almost never happen.

    Raises:
        UnsolvableError: if a player can roll on for ever without a risk.
    """
    # where more points are never worse, an option with fewer for as many dice is never needed
    best_only = tables.unit % ruleset.bank.multiple_of == 0

    def moves(counts: int, *, best: bool) -> TurnMoves:
        return turn_moves(ruleset, tables, best_only=best, hot_counts=counts)

    single = moves(1, best=best_only)
    if never_ends(single):
        raise UnsolvableError(
            "with these combinations a player can roll on for ever and never farkle, so the "
            "expected score has no finite value. Take a combination away, or ask for `reach`"
        )
    bonus = ruleset.hot_dice_bonus
    if bonus is None or not bonus.step:
        every = moves(1, best=False) if best_only else single
        return CountedMoves(every, single, every.hot_counts - 1, 0.0)
    rules = TurnRules.of(ruleset)
    relative = np.zeros(len(states))
    for counts in COUNTS_TRIED if rules.bank_anywhere(single) else ():
        play = moves(counts + 1, best=best_only)
        outcome = rules.outcome(play, states[0], relative)
        # no situation is better than the first, whose relative value is zero, so this T is largest
        top = max(always_bank_from(play, outcome), ruleset.bank.opening_minimum)
        if (outcome.risk > 0).all() and play.bonus_before[-1] >= top:
            return CountedMoves(moves(counts + 1, best=False), play, counts, 0.0)
    count, error = hot_dice_to_count(single, bonus.step, 1e-10, MOST_HOT_DICE)
    kept = min(2 * count, MOST_HOT_DICE) + 1
    return CountedMoves(moves(kept, best=False), moves(kept, best=best_only), count, error)
