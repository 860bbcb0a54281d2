"""What turns lose at a table where everybody else plays the solved match, to first order.

As in `solvers.duel.go_for_it_gains`: a player who departs from the best play against given others
loses exactly the sum over all states of how often a turn begins there, times what that turn loses
if everything after it is played as it was solved. How often turns begin in each state is taken
from a table at which all play by one card; it is almost the same for similar ways of playing. A
player by a card sees the table as a match of two, so the sums are kept by the states of a match of
two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.core.several import ONCE, SETTLE, Several, follow_given
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_lists import COMING, MOST_PASSES, ByLists, Visits
from farklegen.solvers.duel.go_for_it_gains import SELDOM, Brought, line_places
from farklegen.solvers.duel.table import Lister
from farklegen.solvers.ends import Ends
from farklegen.solvers.multiplayer.lanes import lanes
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.levels import MOST_LANES, Stage, bands, on_level
from farklegen.solvers.multiplayer.solution import MatchSolution
from farklegen.solvers.multiplayer.views import turns_of_two


class TableLosses:
    """A table at which one player departs from the solved match.

    Args:
        usual: the way of playing that says how often turns begin in each state.
        solution: the solved match of that many players.
        threads: to work with.
    """

    def __init__(self, usual: Lister, solution: MatchSolution, threads: int) -> None:
        self.solution, self.usual, self.threads = solution, usual, threads
        self.layout: Layout = solution.layout
        self.often = self._often()

    def of_lines(self, way: ByLists, policy: Policy, cell: Integers, cells: int) -> Floats:
        """What each line of a policy loses in the turns that it plays, whatever it asks.

        Args:
            way: the match of two.
            policy: whose lines are tried.
            cell, cells: int64[states of the match of two], the cell in which each state is counted;
                the number of cells.

        Returns:
            float64[lines, cells]: the sum over a cell's states of how often times what is lost
                there.
        """
        every = np.arange(way.arena.layout.begin_last)
        lists, places = line_places(way, every, policy)
        lost = np.zeros((len(places), cells))
        last = 1.0 - self.solution.values.sum(axis=0, keepdims=True)
        for group in self.before:
            often = self.often[group.begin : group.begin + group.size]
            which = np.flatnonzero(often > SELDOM)
            for begin in range(0, len(which), MOST_LANES):
                part = which[begin : begin + MOST_LANES]
                at = np.stack(np.unravel_index(part, group.shape))
                seen = self._seen(group, at)
                best = self.solution.values[0, group.begin + part]
                task = lanes(self.layout, group, at, last)
                with Crew(self.threads) as crew:
                    found = crew.run(
                        [partial(_brought, lists.lists.at(place[seen]), task) for place in places]
                    )
                for sums, brought in zip(lost, found, strict=True):
                    loss = often[part] * (best - brought)
                    sums += np.bincount(cell[seen], loss, minlength=cells)
        return lost

    @property
    def before(self) -> list[Group]:
        """States before the goal is reached, in the order of a game where rounds are counted."""
        found = [group for group in self.layout.groups if group.left is None]
        return found[::-1] if self.layout.rounds else found

    def _seen(self, group: Group, at: Integers) -> Integers:
        return turns_of_two(self.usual.two, self.layout, group, at, self.usual.against)

    def _often(self) -> Floats:
        """float64[states]: how often a player begins a turn there if all play the same way."""
        layout = self.layout
        coming, often = np.zeros((2, 1, layout.size))
        coming[0, layout.start] = 1.0 / layout.players
        for _ in range(MOST_PASSES):
            for stage in self._stages():
                for band in bands([layout], [stage], often, np.zeros(0)):
                    task, seat = band.task._replace(players=1), self.usual.ends(band.parts)
                    visits = Visits(coming, often)
                    follow_given("several_visits", task, band.levels, [seat], Watch.new(), visits)
            if sum(coming[0, g.begin : g.begin + g.size].sum() for g in self.before) < COMING:
                break
        found: Floats = often[0]
        return found

    def _stages(self) -> Iterator[Stage]:
        """The states in the order of a game; the states of a level together."""
        if self.layout.rounds:
            for group in self.before:
                yield Stage(ONCE, [(group, self.layout.coordinates(group))])
            return
        for level in range(self.layout.players * (self.layout.scores - 1) + 1):
            parts = [(group, on_level(group, level)) for group in self.before]
            if found := [(group, at) for group, at in parts if at.shape[1]]:
                yield Stage(SETTLE, found)


def _brought(ends: Ends, task: Several) -> Floats:
    """float64[lanes]: the values of turns that end so; `values` has one plane."""
    found = np.empty(len(task.rows))
    core().call("several_ended", ends, task, Brought(found, task.values[0]))
    return found
