"""What turns lose at a table where everybody else plays the solved match, to first order.

As in `solvers.duel.go_for_it_gains`: a player who departs from the best play against given others
loses exactly the sum over all states of how often a turn begins there, times what that turn loses
if everything after it is played as it was solved. How often turns begin where is taken from a table
at which everybody plays by one card; it is almost the same for ways of playing that are much alike.
Nobody who plays by a card sees more of a table than a match of two, so that the sums are those of
the states of a match of two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import Several
from farklegen.core.structures import Written
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.go_for_it_gains import COMING, MOST_PASSES, SELDOM, line_places
from farklegen.solvers.ends import Ends
from farklegen.solvers.multiplayer.duel import Lister
from farklegen.solvers.multiplayer.game import SeveralSolution
from farklegen.solvers.multiplayer.lanes import lanes
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.levels import MOST_LANES, Part, joined, on_level
from farklegen.solvers.multiplayer.views import plan_states, seen_from

ENDLESS = 1e-12
"""A cycle that is left with no more than this chance has no end."""


class Spread(NamedTuple):
    """Turns and those that follow: how often they are begun, or what they are worth.

    Attributes:
        mass: float64[lanes], each of these.
        following: float64[states], those that follow.
    """

    mass: Written[Floats]
    following: Written[Floats]


class TableLosses:
    """A table at which one player departs from the solved match.

    Args:
        usual: how often turns begin where is taken from this way of playing.
        solution: the solved match of that many players.
        threads: to work with.
    """

    def __init__(self, usual: Lister, solution: SeveralSolution, threads: int) -> None:
        self.solution, self.usual, self.threads = solution, usual, threads
        self.layout: Layout = solution.layout
        self.often = self._often()

    def of_lines(self, way: ByLists, policy: Policy, cell: Integers, cells: int) -> Floats:
        """What turns lose that are played by each line of a policy, whatever it asks.

        Args:
            way: the match of two.
            policy: whose lines are tried.
            cell, cells: int64[states of the match of two], what each is counted with, and how many
                of those there are.

        Returns:
            float64[lines, cells]: how often times what is lost there.
        """
        every = np.arange(way.arena.plan.states)
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
        seen = seen_from(self.layout, group, at, self.usual.against)
        return plan_states(self.usual.plan, seen)

    def _often(self) -> Floats:
        """float64[states]: how often one player begins a turn there where all play alike."""
        layout = self.layout
        coming, often = np.zeros(layout.size), np.zeros(layout.size)
        coming[layout.start] = 1.0 / layout.players
        for _ in range(MOST_PASSES):
            for parts in self._stages():
                self._spread(parts, coming, often)
            if sum(coming[g.begin : g.begin + g.size].sum() for g in self.before) < COMING:
                break
        return often

    def _stages(self) -> Iterator[list[Part]]:
        """The states in the order of a game; those of a level together."""
        if self.layout.rounds:
            for group in self.before:
                yield [(group, self.layout.coordinates(group))]
            return
        for level in range(self.layout.players * (self.layout.scores - 1) + 1):
            parts = [(group, on_level(group, level)) for group in self.before]
            yield [(group, at) for group, at in parts if at.shape[1]]

    def _spread(self, parts: list[Part], coming: Floats, often: Floats) -> None:
        """Follow turns of a level; those that farkles bring back to it at once, where they do."""
        if not parts:
            return
        task = joined([lanes(self.layout, group, at, often[None]) for group, at in parts])
        ends, states = self.usual.ends(parts), task.own
        mass, order = coming[states], np.argsort(states)
        found = np.searchsorted(states, task.after, sorter=order)
        place = order[np.minimum(found, len(states) - 1)]
        cycles = self.layout.streak == 1 and bool((states[place] == task.after).all())
        if cycles:
            mass = self._around(ends, task, place, mass)
        often[states] += mass
        coming[states] = 0.0
        core().call("several_spread", ends, task, Spread(mass, coming))
        if cycles:
            coming[states] = 0.0

    def _around(self, ends: Ends, task: Several, place: Integers, mass: Floats) -> Floats:
        """float64[lanes]: how often turns of a level are begun, given how often it is come to: a
        farkle leads to the lane `place`, and as many as there are players back."""
        here = np.zeros((1, self.layout.size))
        here[0, task.own] = 1.0
        stays = _brought(ends, task._replace(values=here))
        total, factor, moved, at = np.zeros(len(mass)), np.ones(len(mass)), mass, place
        for _ in range(self.layout.players):
            total += moved
            moved, before = np.empty(len(mass)), moved
            moved[place] = before * stays
            factor *= stays[at]
            at = place[at]
        found: Floats = total / np.where(factor > 1.0 - ENDLESS, 1.0, 1.0 - factor)
        return found


def _brought(ends: Ends, task: Several) -> Floats:
    """float64[lanes]: what turns bring that end so, `values` being of one plane."""
    found = np.empty(len(task.rows))
    core().call("several_ended", ends, task, Spread(found, task.values[0]))
    return found
