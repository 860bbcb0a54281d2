"""Duels of two where what a turn leads to depends on more than the scores: a table of two."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.core.crew import Crew
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.setting import Setting
from farklegen.solvers.match.layout import storage
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.multiplayer.by_turns import ByTables, ByValues, TurnSeat
from farklegen.solvers.multiplayer.duel import Chooser, TableChances
from farklegen.solvers.multiplayer.lanes import longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Layout
from farklegen.solvers.multiplayer.views import plan_states, seen_from
from farklegen.solvers.progress import silent


class Match(NamedTuple):
    """A solved match: its states, and float64[1, states] chances."""

    layout: Layout
    values: Floats


class ByTurns:
    """An arena in which a turn depends on more than the scores at its start."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.layout = Layout(setting.plan.rules, 2)

    @cached_property
    def perfect(self) -> TurnSeat:
        """Perfect play."""
        layout = self.layout
        match = Match(layout, values_of_two(layout, self.setting.solution))
        turn = several_turn(layout.rules, layout.rules.moves, longest_turn(layout), best=None)
        return ByValues(turn, Chooser(layout, match).looks)

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


def values_of_two(layout: Layout, solution: MatchSolution) -> Floats:
    """float64[1, states]: a solved match of two, in the states of a table of two."""
    values = np.zeros((1, layout.size))
    for group in layout.groups:
        there = values[0, group.begin : group.begin + group.size]
        if group.left == 0:
            there[:] = (group.top & 1) / max(group.top.bit_count(), 1)
            continue
        at = np.indices(group.shape[: group.axes]).reshape(group.axes, -1)
        plain = layout.group(group.left, group.boards, group.top, group.turns, runs=group.runs)
        states = plan_states(solution.plan, seen_from(layout, plain, at, "leader"))
        if not group.row_units:
            there[:] = solution.chances[states]
            continue
        cells = there.reshape(len(states), group.shape[group.axes], -1)
        find = _after_farkles if group.first == 0 else _after_banks
        for cell, state, score in zip(cells, states.tolist(), at[-1].tolist(), strict=True):
            find(solution, state, score, cell)
    return values


def _after_farkles(solution: MatchSolution, state: int, _score: int, cells: Floats) -> None:
    """What a turn is worth after a farkle, by the rows and the dice that it left."""
    keep, dice = solution.lookup[1], cells.shape[1]
    begin, rows = keep.farkled_base[state], keep.farkled_rows[state]
    cells[:] = solution.chances[state]
    known = solution.farkled[begin : begin + rows * dice].reshape(rows, dice)[: len(cells)]
    np.maximum(cells[: len(known)], known, out=cells[: len(known)])


def _after_banks(solution: MatchSolution, state: int, score: int, cells: Floats) -> None:
    """The same after a bank, which has brought the other player to that score."""
    plan, keep, kept = solution.plan, solution.lookup[1], storage(solution.plan)
    if state >= plan.begin_last:
        row = np.arange(1, min(len(cells) + 1, kept.arrival_rows))
        begin = kept.begin_last + (state - plan.begin_last) * kept.arrival_rows * kept.kinds
    else:
        row = np.arange(1, min(score // keep.step, len(cells)) + 1)
        begin = keep.arrival_base[state] + keep.arrival_run[score - row * keep.step] * kept.kinds
    entry = begin + row * kept.kinds
    cells[: len(row)] = solution.arrivals[entry[:, None] + np.arange(kept.kinds)]
