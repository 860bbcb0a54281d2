"""Reach: the best chance of at least N points in this one turn.

    bank:      1 if the turn score is at least N, else 0
    farkle:    1 if what it banks (award and kept turn score) is at least N, else 0
    disaster:  0

An instant-win roll scores as an ordinary roll: the question is for points. On a last die with
several throws it stands, as in a match, where it has won.

Turn scores are followed up to a cap; past it a player who may bank has got there, and any other is
first taken to fail, then to succeed: the chance is between the two answers. They are one and the
same unless a rule can forbid banking at high turn scores (`multiple_of`, `hot_dice: required`).
"""

from __future__ import annotations

from typing import NamedTuple

from farklegen.rulebook import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.sweep import Payoffs, TurnValues
from tests.referee.turn import Turn

FOLLOW_ON = 20
"""Largest rolls past the target for which a turn is followed where banking may be forbidden."""


class Bracket(NamedTuple):
    """A chance known to lie between two numbers."""

    low: float
    high: float


def reach(
    ruleset: Ruleset, points: int, position: Position | None = None, *, on_board: bool = True
) -> Bracket:
    """Best chance to bank at least that many points in this turn.

    - `position`: where the player stands (default: the start of a turn)
    - `on_board`: whether the first bank of the game has been made

    Raises `ImpossibleStateError` for a position that cannot occur.
    """
    turn = Turn(ruleset)
    at = turn.start if position is None else position
    follow = max(points, ruleset.bank.minimum, ruleset.bank.opening_minimum, at.score) + 1
    if ruleset.bank.multiple_of > 1 or "required" in (ruleset.hot_dice, ruleset.last_die):
        follow += FOLLOW_ON * turn.most_points(0)
    low, high = (_turn_values(turn, points, on_board, follow, n).value(at) for n in (0.0, 1.0))
    return Bracket(min(low, 1.0), min(high, 1.0))  # sums of chances may round to above 1


def _turn_values(turn: Turn, points: int, on_board: bool, cap: int, unknown: float) -> TurnValues:
    def bank(position: Position) -> float | None:
        if not turn.may_bank(position, on_board=on_board):
            return None
        return float(position.score >= points)

    def farkle(position: Position, taken_over: bool) -> float:
        return float(turn.farkle_banks(position, taken_over=taken_over) >= points)

    def beyond(position: Position) -> float:
        banked = bank(position)
        return unknown if banked is None else banked

    return TurnValues(turn, Payoffs(bank, farkle, 0.0, beyond), cap)
