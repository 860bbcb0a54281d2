"""Duels in which a turn depends on more than the scores, worked out as a table of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import Packed
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_turns import ByTables, TurnSeat, states_of_two
from farklegen.solvers.duel.setting import Setting
from farklegen.solvers.duel.table import Chooser, TableChances
from farklegen.solvers.match.layout import turn_arrays
from farklegen.solvers.multiplayer.lanes import longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Layout, games_over
from farklegen.solvers.multiplayer.levels import Part
from farklegen.solvers.progress import silent

MOST_KEPT = 1 << 23
"""The most states from last turns on that are kept from duel to duel. With more states one duel
takes all memory, and only a few duels are played."""


class Match(NamedTuple):
    """A match of which only the ends of games are known: float64[1, states]."""

    layout: Layout
    values: Floats


class Perfect(TurnSeat):
    """Perfect play, by the solved match of two.

    Attributes:
        last: the states from last turns on whose chances are known, and these chances, which are
            the same in every duel.
    """

    last: tuple[Booleans, Floats] | None = None

    def __init__(self, layout: Layout, setting: Setting) -> None:
        self.layout, self.plan = layout, setting.plan
        turn = several_turn(layout.rules, layout.rules.moves, longest_turn(layout), best=None)
        self.turn = core().pack(turn)
        payoffs, keep = setting.solution.lookup
        self.match = {
            "choosing": core().pack(turn_arrays(self.plan.rules, self.plan.most_rows)),
            "payoffs": core().pack(payoffs),
            "keep": core().pack(keep),
            "known": core().pack(setting.solution.solved),
        }
        values = np.zeros((1, layout.size))
        for state, won in games_over([layout]):
            values[0, state] = won[0]
        self.chooser = Chooser(layout, Match(layout, values))

    def find(self, parts: Sequence[Part]) -> tuple[Integers, dict[str, Packed]]:
        """Look the turns up in the match; last turns, which have no payoffs there, are laid out
        once."""
        if parts[0][0].left is None:
            return states_of_two(self.plan, self.layout, parts), self.match
        if self.last is not None:
            return np.zeros(0, np.int64), self.match
        looks, place = self.chooser.looks(parts)
        return place, {"choosing": self.turn, "looks": core().pack(looks)}

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
        self.layout = Layout(setting.plan.rules, 2)

    @cached_property
    def perfect(self) -> tuple[Perfect, Perfect]:
        """Perfect play, in the first seat and in the second."""
        return Perfect(self.layout, self.setting), Perfect(self.layout, self.setting)

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
