"""What a player brings into a turn beside the two scores.

A context is (the stage of the game, farkles in a row of both, who is on the board), each kept apart
only where the rules make it matter. The ending defines which stages exist (`rules.endings`).
Contexts are numbered; number 0 is the context of a game's usual turn: the player who moved first,
in the first of the rounds if they are counted, no farkles, both on the board. Where a game may end
without a turn that reaches a goal, the last contexts are those of games that are over.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Integers
from farklegen.rules.endings import Ending, Stage, ending_of
from farklegen.rules.ruleset import Ruleset


class Context(NamedTuple):
    """A context, seen by the player to move."""

    stage: Stage = Stage()
    my_farkles: int = 0
    their_farkles: int = 0
    on_board: bool = True
    their_on_board: bool = True


@dataclass(frozen=True)
class Contexts:
    """The contexts of a ruleset.

    Attributes:
        ending: how games end.
        streaks: farkles in a row that are kept apart.
        boards: 2 where the first bank of a game has a minimum of its own, else 1.
    """

    ending: Ending
    streaks: int
    boards: int

    @classmethod
    def of(cls, ruleset: Ruleset) -> Contexts:
        """Work out the contexts of a ruleset."""
        farkle = ruleset.farkle
        return cls(
            ending=ending_of(ruleset),
            streaks=farkle.streak if farkle.streak and farkle.penalty else 1,
            boards=2 if ruleset.bank.has_opening else 1,
        )

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that are kept apart. The stages of games that are over come last."""
        found = list(self.ending.stages)
        for stage in self.ending.stages:
            after = self.ending.after(stage)
            if self.ending.is_over(after) and after not in found:
                found.append(after)
        return tuple(found)

    @cached_property
    def all(self) -> tuple[Context, ...]:
        """Every context, in the order of its number."""
        return tuple(
            Context(stage, mine, theirs, board == 0, their_board == 0)
            for stage in self.stages
            for mine in range(self.streaks)
            for theirs in range(self.streaks)
            for board in range(self.boards)
            for their_board in range(self.boards)
        )

    def number(self, context: Context) -> int:
        """The number of a context. Fields that the rules do not keep apart are ignored."""
        number = self.stages.index(context.stage) if len(self.stages) > 1 else 0
        for farkles in (context.my_farkles, context.their_farkles):
            number = number * self.streaks + (farkles if self.streaks > 1 else 0)
        for on_board in (context.on_board, context.their_on_board):
            number = number * self.boards + (0 if on_board or self.boards == 1 else 1)
        return number

    def _next(self, stage: Stage) -> Stage:
        """The stage after a turn; after the end of a game nothing changes any more."""
        return stage if self.ending.is_over(stage) else self.ending.after(stage)

    def _after(self, farkles: int | None, *, paid: bool) -> Integers:
        """The opponent's context after each context. From now on the mover has `farkles` farkles in
        a row (None: one more), and is on the board if `paid`."""
        return np.array(
            [
                self.number(
                    Context(
                        self._next(context.stage),
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

    @cached_property
    def over(self) -> NDArray[np.bool_]:
        """bool[contexts]: whether the game is over, the higher score having won."""
        return np.array([self.ending.is_over(context.stage) for context in self.all])

    @cached_property
    def completes(self) -> NDArray[np.bool_]:
        """bool[contexts]: whether a farkle completes the streak (where there is a penalty)."""
        return np.array([context.my_farkles + 1 == self.streaks for context in self.all])
