"""The rules of a turn: when you may bank, what ends of a turn pay or cost, and what follows them.

Turns are linked by situations: (on the board?, farkles in a row) at the start of a turn. Being on
the board is kept apart only where an opening minimum makes it matter. The count of farkles is kept
apart only where a streak costs something. In situation x a turn collects points and leads to the
next one; g is the long-run average and h the relative value of a situation, with h(on the board, no
farkles) = 0:

    g + h(x) = best over strategies of the turn: expected points + expected h(next situation)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Booleans, Floats, Integers
from farklegen.errors import ImpossibleStateError, UnsolvableError, named
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.moves import TurnMoves


@dataclass(frozen=True)
class Situation:
    """What a player brings into a turn.

    Attributes:
        on_board: whether the player has banked before.
        streak: farkles in a row so far.
        minimum: fewest points that may be banked in this turn.
        after_farkle: index of the next situation when a farkle banks nothing.
        after_paid_farkle: the same when the farkle banks an award or the kept turn score.
        after_disaster: the same after a disaster.
        penalty: points lost by a farkle in this turn.
    """

    KEYS = ("on_board", "streak")

    on_board: bool
    streak: int
    minimum: int
    after_farkle: int
    after_paid_farkle: int
    after_disaster: int
    penalty: int


def situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    """The states of the process, on the board without farkles first.

    Raises:
        UnsolvableError: for `penalty: all`, whose cost is not a number of points.
    """
    penalty = ruleset.farkle.penalty
    if penalty == "all":
        raise UnsolvableError(
            "farkle.penalty: all has no expected score: what it costs depends on the banked score. "
            "Ask about a match, or give the penalty as a number of points"
        )
    streaks = ruleset.farkle.streak if penalty and ruleset.farkle.streak else 1
    opening = ruleset.bank.opening_minimum
    boards = [True, False] if ruleset.bank.has_opening else [True]

    def index(board: bool, streak: int) -> int:
        return boards.index(board) * streaks + streak % streaks

    return tuple(
        Situation(
            on_board=board,
            streak=streak,
            minimum=ruleset.bank.minimum if board else opening,
            after_farkle=index(board, streak + 1),
            after_paid_farkle=index(True, streak + 1),
            after_disaster=index(board, 0),
            penalty=penalty if penalty and streak + 1 == streaks else 0,
        )
        for board in boards
        for streak in range(streaks)
    )


def situation_number(
    states: Sequence[Situation], *, on_board: bool = False, farkles: int = 0
) -> int:
    """The number of the situation of a player, as far as these are kept apart; by default at the
    start of a game.

    Raises:
        ImpossibleStateError: for more farkles in a row than there can be.
    """
    boards, streaks = zip(*((state.on_board, state.streak) for state in states), strict=True)
    here = on_board or all(boards), farkles if any(streaks) else 0
    for number, each in enumerate(zip(boards, streaks, strict=True)):
        if each == here:
            return number
    raise ImpossibleStateError(
        f"{named('my_farkles')}: {farkles} farkles in a row cannot occur. Give 0 to {max(streaks)}"
    )


def refuse_never_on_board(states: tuple[Situation, ...], chances: Floats) -> None:
    """Refuse an opening minimum that keeps everybody off the board.

    Args:
        states: the situations.
        chances: float64[situations, situations], `[i, j]` is the chance that situation i leads to
            situation j.

    Raises:
        UnsolvableError: if situations off the board lead only to each other, except for rounding.
    """
    off = [i for i, state in enumerate(states) if not state.on_board]
    if off and np.all(chances[np.ix_(off, off)].sum(axis=1) > 1 - 1e-9):
        raise UnsolvableError(
            "almost no turn can bank the opening minimum of "
            f"{states[off[0]].minimum:,} points: nobody gets on the board. Lower bank.opening"
        )


def puts_on_board(banked: Integers | Floats | int) -> Any:
    """bool[...]: whether a farkle that banks this much puts its player on the board. Points do, a
    cost does not."""
    return np.asarray(banked) > 0


@dataclass(frozen=True)
class TurnRules:
    """The rules that act within a turn, beside its moves. All scores in points."""

    ruleset: Ruleset

    @property
    def keeps(self) -> bool:
        """Whether a farkle banks the turn score."""
        return self.ruleset.farkle.keeps_turn_score

    @property
    def multiple_of(self) -> int:
        """Turn scores that may be banked are multiples of this."""
        return self.ruleset.bank.multiple_of

    def bank_anywhere(self, moves: TurnMoves) -> bool:
        """Whether every turn score that is large enough may be banked."""
        return bool(self.stops(moves).all()) and moves.unit % self.multiple_of == 0

    def period(self, moves: TurnMoves) -> int:
        """Rows after which the turn scores that may be banked repeat."""
        return self.multiple_of // gcd(self.multiple_of, moves.unit)

    def stops(self, moves: TurnMoves) -> Booleans:
        """bool[columns]: where the dice left allow banking."""
        last = (moves.sizes > 1) | (self.ruleset.last_die != "required")
        return np.where(moves.all_dice, self.ruleset.hot_dice != "required", last)

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
        award = np.where(moves.all_dice, float(self.ruleset.farkle.all_dice_points), 0.0)
        banked = np.repeat(award[None, :], len(points), axis=0)
        if self.keeps:
            banked += points[:, None]
        banked[points == 0, moves.column(moves.dice)] = self.ruleset.farkle.first_roll
        return banked

    def payoffs(
        self,
        moves: TurnMoves,
        state: Situation,
        rows: int,
        worth: Callable[[int, Floats], Floats],
    ) -> tuple[Floats, Floats]:
        """What ends of a turn are worth, for a table of that many rows and those above it.

        Args:
            worth: what points are worth in the situation that follows, from float64[...] to
                float64[..., lanes].

        Returns:
            float64[rows + max_rise, columns, lanes], the value of banking, `FORBIDDEN` where that
            is not allowed; float64[rows, columns, lanes], the chance of each other end times what
            follows, added up.
        """
        points = np.arange(rows + moves.max_rise, dtype=np.float64) * moves.unit
        allowed = self.may_bank(moves, state.minimum, len(points))[:, :, None]
        bank = np.where(allowed, worth(0, points[:, None]), FORBIDDEN)
        differing = rows if self.keeps else 2  # else only the first row is another one
        banked = self.farkle_banks(moves, points[:differing])
        gained = banked - state.penalty
        after = np.where(
            puts_on_board(banked)[:, :, None],
            worth(state.after_paid_farkle, gained),
            worth(state.after_farkle, gained),
        )
        ended = moves.farkle_probability[:, None] * after
        ended += moves.disaster_probability[:, None] * worth(state.after_disaster, np.zeros(1))
        return bank, ended[np.minimum(np.arange(rows), differing - 1)]

    def at_large_scores(
        self, moves: TurnMoves, state: Situation, relative: Floats
    ) -> tuple[Floats, Floats]:
        """How a turn that is not banked ends once the turn score is large, float64[columns] each:
        the chance that one roll loses the turn score; and what one roll pays on average without the
        turn score being banked, the chance of a farkle or disaster times what follows it, in
        points."""
        award = np.where(moves.all_dice, float(self.ruleset.farkle.all_dice_points), 0.0)
        paid = puts_on_board(award) | self.keeps
        after = np.where(paid, relative[state.after_paid_farkle], relative[state.after_farkle])
        return (
            moves.disaster_probability + (0.0 if self.keeps else moves.farkle_probability),
            moves.farkle_probability * (award - state.penalty + after)
            + moves.disaster_probability * relative[state.after_disaster],
        )


def refuse(rules: Iterable[tuple[str, bool]], why: str) -> None:
    """Refuse rules that are there.

    Args:
        rules: name, and whether it is in force, of each rule that is not covered.
        why: the message, with `{rule}` for the name.

    Raises:
        UnsolvableError: with that message.
    """
    for rule, there in rules:
        if there:
            raise UnsolvableError(why.format(rule=rule))


def refuse_beyond_scores(ruleset: Ruleset, why: str) -> None:
    """Refuse rules under which a turn depends on more than the scores at its start.

    Args:
        ruleset: the rules.
        why: as for `refuse`.

    Raises:
        UnsolvableError: with that message.
    """
    rules = (
        (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
        ("bank.beat_previous", ruleset.bank.beat_previous),
    )
    refuse(rules, why)
