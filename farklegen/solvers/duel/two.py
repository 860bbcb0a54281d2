"""Duels in which a turn depends on more than the scores, worked out as a table of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.crew import Crew
from farklegen.core.structures import Packed
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_turns import ByTables, ByValues
from farklegen.solvers.duel.setting import Setting
from farklegen.solvers.duel.table import Chooser, TableChances
from farklegen.solvers.multiplayer.lanes import longest_turn, several_turn
from farklegen.solvers.multiplayer.levels import Part
from farklegen.solvers.progress import silent

MOST_KEPT = 1 << 23
"""The most states from last turns on that are kept from duel to duel. With more states one duel
takes all memory, and only a few duels are played."""


class Perfect(ByValues):
    """Perfect play, by the solved match of two.

    Attributes:
        last: the states from last turns on whose chances are known, and these chances, which are
            the same in every duel.
    """

    last: tuple[Booleans, Floats] | None = None

    def __init__(self, setting: Setting) -> None:
        layout = self.layout = setting.layout
        turn = several_turn(layout.rules, layout.rules.moves, longest_turn(layout), best=None)
        super().__init__(turn, Chooser(layout, setting.solution).looks)

    def find(self, parts: Sequence[Part]) -> tuple[Integers, dict[str, Packed]]:
        """Look the turns up in the match; last turns are laid out once."""
        if parts[0][0].left is not None and self.last is not None:
            return np.zeros(0, np.int64), {"choosing": self.turn}
        return super().find(parts)

    def put(self, last: Floats) -> None:
        """Put the chances of last turns where they belong, if they are known."""
        if self.last is not None:
            last[self.last[0]] = self.last[1]

    def keep(self, last: Floats) -> None:
        """Keep them for other duels; where dice that farkled are taken over both play together."""
        if self.last is None and not self.layout.hands_back and last.size <= MOST_KEPT:
            some = last != 0.0
            self.last = some, last[some]


class ByTurns:
    """An arena in which a turn depends on more than the scores at its start."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.layout = setting.layout

    @cached_property
    def perfect(self) -> tuple[Perfect, Perfect]:
        """Perfect play, in the first seat and in the second."""
        return Perfect(self.setting), Perfect(self.setting)

    def meet(self, one: Policy, other: Policy) -> tuple[float, float, list[float]]:
        """How often the first policy wins, moving first and moving second; and what sweeps
        changed."""
        seats = [
            perfect if policy.optimal else ByTables(self.layout, self.setting, policy)
            for policy, perfect in zip((one, other), self.perfect, strict=True)
        ]
        with Crew(self.setting.threads) as crew:
            table = TableChances(self.layout, seats, crew)
            last = table.worth[:, 0, self.layout.begin_last :]
            perfect = [at for at, seat in enumerate(seats) if isinstance(seat, Perfect)]
            for at in perfect:
                self.perfect[at].put(last[at])
            table.solve_all(silent)
            for at in perfect:
                self.perfect[at].keep(last[at])
        moving_first, moving_second = table.worth[:, 0, self.layout.start].tolist()
        every_other = table.changes[::-2][::-1]  # changes shrink from one turn of both to the next
        return moving_first, moving_second, every_other
