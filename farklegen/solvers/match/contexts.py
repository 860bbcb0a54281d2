"""What a player brings into a turn beside the two scores.

A context is (who moved first, farkles in a row of both, who is on the board), each told apart only
where the rules make it matter. Contexts are numbered; number 0 is that of a game's usual turn: the
player who moved first, no farkles, both on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.ruleset import Ruleset

Integers = NDArray[np.int64]


class Context(NamedTuple):
    """A context, seen by the player to move."""

    first: bool = True
    my_farkles: int = 0
    their_farkles: int = 0
    on_board: bool = True
    their_on_board: bool = True


@dataclass(frozen=True)
class Contexts:
    """The contexts of a ruleset.

    Attributes:
        seats: 2 where it matters who moved first, else 1.
        streaks: farkles in a row that are told apart.
        boards: 2 where the first bank of a game has a minimum of its own, else 1.
    """

    seats: int
    streaks: int
    boards: int

    @classmethod
    def of(cls, ruleset: Ruleset) -> Contexts:
        """Read them off a ruleset."""
        farkle = ruleset.farkle
        return cls(
            seats=2 if ruleset.end_game == "equal_turns" else 1,
            streaks=farkle.streak if farkle.streak and farkle.penalty else 1,
            boards=2 if ruleset.bank.opening_minimum > ruleset.bank.minimum else 1,
        )

    @cached_property
    def all(self) -> tuple[Context, ...]:
        """Every context, in the order of its number."""
        return tuple(
            Context(seat == 0, mine, theirs, board == 0, their_board == 0)
            for seat in range(self.seats)
            for mine in range(self.streaks)
            for theirs in range(self.streaks)
            for board in range(self.boards)
            for their_board in range(self.boards)
        )

    def number(self, context: Context) -> int:
        """The number of a context; what the rules do not tell apart is ignored."""
        number = 0 if context.first or self.seats == 1 else 1
        for farkles in (context.my_farkles, context.their_farkles):
            number = number * self.streaks + (farkles if self.streaks > 1 else 0)
        for on_board in (context.on_board, context.their_on_board):
            number = number * self.boards + (0 if on_board or self.boards == 1 else 1)
        return number

    def _after(self, farkles: int | None, *, paid: bool) -> Integers:
        """The opponent's context after each: `farkles` of the mover from now on (None: one more),
        on the board if `paid`."""
        return np.array(
            [
                self.number(
                    Context(
                        not context.first,
                        context.their_farkles,
                        (context.my_farkles + 1) % self.streaks if farkles is None else farkles,
                        context.their_on_board,
                        context.on_board or paid,
                    )
                )
                for context in self.all
            ],
            np.int64,
        )

    @cached_property
    def after_bank(self) -> Integers:
        """int64[contexts]: the opponent's context after a bank."""
        return self._after(0, paid=True)

    @cached_property
    def after_farkle(self) -> Integers:
        """int64[contexts]: after a farkle that banks nothing."""
        return self._after(None, paid=False)

    @cached_property
    def after_paid_farkle(self) -> Integers:
        """int64[contexts]: after a farkle that banks an award or the turn score."""
        return self._after(None, paid=True)

    @cached_property
    def after_disaster(self) -> Integers:
        """int64[contexts]: after a disaster."""
        return self._after(0, paid=False)

    def flags(self, name: str) -> NDArray[np.bool_]:
        """bool[contexts]: a field of the contexts."""
        return np.array([bool(getattr(context, name)) for context in self.all])

    @cached_property
    def completes(self) -> NDArray[np.bool_]:
        """bool[contexts]: whether a farkle completes the streak (where there is a penalty)."""
        return np.array([context.my_farkles + 1 == self.streaks for context in self.all])
