"""The rules of a ruleset within a turn: when you may bank, and what a farkle pays or costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.rules.hands import rolled_on
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.process import Situation
from farklegen.solvers.tail import Outcome


def puts_on_board(banked: Integers | Floats | int) -> Any:
    """bool[...]: whether a farkle that banks this much puts its player on the board. Points do, a
    cost does not."""
    return np.asarray(banked) > 0


@dataclass(frozen=True)
class TurnRules:
    """The rules that act within a turn, beside its moves. All scores in points.

    Attributes:
        all_dice_award: banked when a roll of all the dice farkles, not the first of a turn.
        first_award: banked when the first roll of a turn farkles; below zero: what that costs.
        keeps: whether a farkle banks the turn score.
        rolled_on: hands with which a turn may not be banked.
        required: whether all the dice are such a hand.
        multiple_of: turn scores that may be banked are multiples of this.
    """

    all_dice_award: int
    first_award: int
    keeps: bool
    rolled_on: tuple[int, ...]
    required: bool
    multiple_of: int

    @classmethod
    def of(cls, ruleset: Ruleset) -> TurnRules:
        """Work out the rules of a turn from a ruleset."""
        farkle = ruleset.farkle
        return cls(
            all_dice_award=farkle.all_dice_points,
            first_award=farkle.first_roll,
            keeps=farkle.keeps_turn_score,
            rolled_on=rolled_on(ruleset),
            required=ruleset.hot_dice == "required",
            multiple_of=ruleset.bank.multiple_of,
        )

    def bank_anywhere(self, moves: TurnMoves) -> bool:
        """Whether every turn score that is large enough may be banked."""
        return not self.rolled_on and moves.unit % self.multiple_of == 0

    def period(self, moves: TurnMoves) -> int:
        """Rows after which the turn scores that may be banked repeat."""
        return self.multiple_of // gcd(self.multiple_of, moves.unit)

    def stops(self, moves: TurnMoves) -> Booleans:
        """bool[columns]: where the dice left allow banking."""
        every = moves.all_dice  # all dice of these moves, which a search may have changed
        left = np.arange(moves.columns) % moves.dice + 1
        last: Booleans = np.logical_or.reduce([left == n for n in self.rolled_on], axis=0) & ~every
        return ~last & ~(every & self.required)

    def may_bank_column(self, moves: TurnMoves) -> Booleans:
        """bool[columns]: whether every turn score that is large enough may be banked there."""
        return self.stops(moves) & (moves.unit % self.multiple_of == 0)

    def may_bank(self, moves: TurnMoves, minimum: int, rows: int) -> Booleans:
        """bool[rows, columns]: where the rules allow banking."""
        points = np.arange(rows) * moves.unit
        legal = (points >= max(minimum, 1)) & (points % self.multiple_of == 0)
        allowed: Booleans = legal[:, None] & self.stops(moves)
        return allowed

    def farkle_banks(self, moves: TurnMoves, points: Floats) -> Floats:
        """float64[len(points), columns]: what a farkle banks at these turn scores, in points; below
        zero it costs points.

        A turn score of zero with all the dice is the first roll of a turn.
        """
        award = np.where(moves.all_dice, float(self.all_dice_award), 0.0)
        banked = np.repeat(award[None, :], len(points), axis=0)
        if self.keeps:
            banked += points[:, None]
        banked[points == 0, moves.column(moves.dice)] = self.first_award
        return banked

    def ended(
        self,
        moves: TurnMoves,
        state: Situation,
        points: Floats,
        worth: Callable[[int, Floats], Floats],
    ) -> Floats:
        """Chance of a farkle times what follows: float64[len(points), columns, lanes].

        Args:
            points: turn scores, of all rows from the first on.
            worth: what points are worth, from float64[...] to float64[..., lanes], in the situation
                that follows.
        """
        differing = len(points) if self.keeps else 2  # else only the first row is another one
        banked = self.farkle_banks(moves, points[:differing])
        gained = banked - state.penalty
        after = np.where(
            puts_on_board(banked)[:, :, None],
            worth(state.after_paid_farkle, gained),
            worth(state.after_farkle, gained),
        )
        ended = moves.farkle_probability[:, None] * after
        return ended[np.minimum(np.arange(len(points)), differing - 1)]

    def outcome(self, moves: TurnMoves, state: Situation, relative: Floats) -> Outcome:
        """The ends of a turn at large turn scores, for `tail`."""
        award = np.where(moves.all_dice, float(self.all_dice_award), 0.0)
        paid = puts_on_board(award) | self.keeps
        after = np.where(paid, relative[state.after_paid_farkle], relative[state.after_farkle])
        return Outcome(
            risk=moves.disaster_probability + (0.0 if self.keeps else moves.farkle_probability),
            award=moves.farkle_probability * (award - state.penalty + after)
            + moves.disaster_probability * relative[state.after_disaster],
        )
