"""What a player brings into a turn beside the two scores, numbered for a page.

A context is (the stage of the game, farkles in a row of both, who is on the board), each kept apart
only where the rules make it matter. Where a game may end without a turn that reaches a goal, the
last contexts are those of games that are over.
"""

from __future__ import annotations

from typing import NamedTuple

from farklegen.rules.endings import Stage, ending_of
from farklegen.rules.ruleset import Ruleset


class Context(NamedTuple):
    """A context, seen by the player to move."""

    stage: Stage = Stage()
    my_farkles: int = 0
    their_farkles: int = 0
    on_board: bool = True
    their_on_board: bool = True


class Contexts:
    """The contexts of a ruleset, and where the ends of turns lead.

    Attributes:
        all: every context, in the order of its number.
        over: whether the game is over, the higher score having won; of each context.
        completes: whether a farkle completes the streak (where there is a penalty).
        after_bank, after_farkle, after_paid_farkle, after_disaster: the opponent's context. A paid
            farkle banks an award or the turn score.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ending = ending = ending_of(ruleset)
        self._streaks = ruleset.farkle.streaks
        boards = (True, False) if ruleset.bank.has_opening else (True,)
        stages = [*ending.stages, Stage()] if ending.rounds else ending.stages
        self._tells_stages = len(stages) > 1
        self.all = [
            Context(stage, mine, theirs, on_board, their_on_board)
            for stage in stages
            for mine in range(self._streaks)
            for theirs in range(self._streaks)
            for on_board in boards
            for their_on_board in boards
        ]
        self._numbers = {context: number for number, context in enumerate(self.all)}
        self.over = [ending.is_over(context.stage) for context in self.all]
        self.completes = [context.my_farkles + 1 == self._streaks for context in self.all]
        self.after_bank = self._after(0, paid=True)
        self.after_farkle = self._after(None, paid=False)
        self.after_paid_farkle = self._after(None, paid=True)
        self.after_disaster = self._after(0, paid=False)

    def number(self, context: Context) -> int:
        """The number of a context. Seats that the rules do not keep apart are ignored."""
        if not self._tells_stages:
            context = context._replace(stage=Stage())
        return self._numbers[context]

    def _after(self, farkles: int | None, *, paid: bool) -> list[int]:
        """The opponent's context after each context. From now on the mover has `farkles` farkles in
        a row (None: one more), and is on the board if `paid`."""
        found = []
        for context in self.all:
            stage, mine = context.stage, farkles
            if not self._ending.is_over(stage):
                stage = self._ending.after(stage)
            if mine is None:
                mine = (context.my_farkles + 1) % self._streaks
            boards = context.their_on_board, context.on_board or paid
            found.append(self.number(Context(stage, context.their_farkles, mine, *boards)))
        return found
