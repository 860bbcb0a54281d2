"""Duels of two where what a turn leads to depends on more than the scores: a table of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import Packed
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_turns import ByTables, TurnSeat, states_of_two
from farklegen.solvers.duel.setting import Setting
from farklegen.solvers.duel.table import Chooser, TableChances
from farklegen.solvers.match.layout import turn_arrays
from farklegen.solvers.multiplayer.lanes import longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Layout
from farklegen.solvers.multiplayer.levels import Part
from farklegen.solvers.progress import silent


class Match(NamedTuple):
    """A match of which only the ends of games are known: float64[1, states]."""

    layout: Layout
    values: Floats


class Perfect(TurnSeat):
    """Perfect play, by the solved match of two."""

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
        for group in layout.groups:
            if group.left == 0 and group.top:
                values[0, group.begin] = (group.top & 1) / group.top.bit_count()
        self.last = Chooser(layout, Match(layout, values))

    def find(self, parts: Sequence[Part]) -> tuple[Integers, dict[str, Packed]]:
        """Look them up in the match; last turns, which it has no payoffs of, are laid out."""
        if parts[0][0].left is None:
            return states_of_two(self.plan, self.layout, parts), self.match
        looks, place = self.last.looks(parts)
        return place, {"choosing": self.turn, "looks": core().pack(looks)}


class ByTurns:
    """An arena in which a turn depends on more than the scores at its start."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.layout = Layout(setting.plan.rules, 2)

    @cached_property
    def perfect(self) -> TurnSeat:
        """Perfect play."""
        return Perfect(self.layout, self.setting)

    def meet(self, one: Policy, other: Policy) -> tuple[float, float, list[float]]:
        """How often the first wins, moving first and moving second; and what sweeps changed."""
        seats = [
            self.perfect if policy.optimal else ByTables(self.layout, self.setting, policy)
            for policy in (one, other)
        ]
        with Crew(self.setting.threads) as crew:
            table = TableChances(self.layout, seats, crew)
            table.solve_all(silent)
        moving_first, moving_second = table.worth[:, 0, self.layout.start].tolist()
        every_other = table.changes[::-2][::-1]  # they shrink with the turns of both
        return moving_first, moving_second, every_other
