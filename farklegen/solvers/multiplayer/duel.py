"""Given ways of playing at a table of several players: how often each wins, exactly.

Choices are given, so that chances are linear. With W_p(x) the chances of all seats where seat p
moves in the state x, A_p(x) what its turn brings elsewhere, f_p(x) the chance that it farkles and
banks nothing, and y the state that leads to,

    W_p(x) = A_p(x) + f_p(x) W_{p+1}(y)

and after P farkles x is back: P equations, solved level by level as in `solver`. Where farkles in a
row cost points levels are swept until nothing changes, as there. Chances are those
of a seat, whoever moves, so nothing is turned. A and f come from one look at each turn: a plane
that is 1 on the level and 0 elsewhere adds up to f.

How turns end is known in two ways. A player who looks at a solved match, of so many players or of
two, chooses by its chances; what is worth knowing is followed as planes beside them
(`core.several.paying_chosen`). One who plays by tables has lists of ends, those of duels of two
(`solvers.duel.by_lists`), in the state of a match of two that `views` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import FEW, Several, paying_chosen
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.duel.state_policy import state_policy_of
from farklegen.solvers.ends import Ends
from farklegen.solvers.multiplayer.game import GRAIN, SeveralSolution
from farklegen.solvers.multiplayer.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.levels import (
    Part,
    SeveralLevel,
    in_parts,
    level_of,
    on_levels,
    outcome,
    some,
)
from farklegen.solvers.multiplayer.solver import SETTLED, settled_share
from farklegen.solvers.multiplayer.views import Against, groups_of_two, plan_states, seen_from
from farklegen.solvers.progress import Progress, silent

KEPT_TIE = 4 * GRAIN
"""Chances that differ by no more are equal: those of a solution are rounded for keeping."""

MOST_SWEEPS = 2000
"""Sweeps where streaks cost points."""

ENDLESS = 1e-12
"""A cycle that is left with no more than this chance has no end: it counts alike for all."""


BLOCK = 24
"""Lanes that the core works on at a time."""

MOST_READY = 200_000
"""Turns that are kept as they are laid out, from one sweep to the next."""

Payer: TypeAlias = Callable[[], None]
"""Fills in what turns come to, by what the states are worth then that follow."""


class TableSeat(Protocol):
    """Somebody at the table."""

    def payer(self, group: Group, at: Integers, paying: Several, crew: Crew) -> Payer:
        """What fills in what turns come to: `paying.start`, float64[P, lanes], and what is offered
        to take over, `paying.offered`, float64[P, taken, dice, lanes].

        Args:
            group, at: the states, int64[axes, lanes].
            paying: their lanes, with what states are worth that follow.
            crew: threads to work with.
        """
        ...


class Chooser:
    """Looks at the chances of a solved match: of so many players, or of two.

    Args:
        layout: of the table.
        solution: the solved match.
        against: who the opponent is, where it is one of two.
    """

    def __init__(
        self, layout: Layout, solution: SeveralSolution, against: Against = "leader"
    ) -> None:
        self.layout, self.solution, self.against = layout, solution, against
        rules = layout.rules
        longest = max(longest_turn(layout), longest_turn(solution.layout))
        self.turn = several_turn(rules, rules.every_move, longest)

    def payer(self, group: Group, at: Integers, paying: Several, crew: Crew) -> Payer:
        """Choose by the solution."""
        own = self.solution.layout
        parts = [(np.arange(at.shape[1]), group, at)]
        if own.players != self.layout.players:
            parts = groups_of_two(own, seen_from(self.layout, group, at, self.against))
        tasks: list[tuple[Integers, Several, Several]] = []
        for which, place, there in parts:
            asked, _ = lanes(own, place, there, self.solution.values)
            offered = np.empty((*paying.offered.shape[:-1], len(which)))
            asked = asked._replace(
                tie=KEPT_TIE, start=np.empty(0), taken=paying.taken, offered=offered
            )
            order = np.argsort(-asked.rows, kind="stable")
            turns = np.arange(len(order)) // BLOCK % crew.threads
            for thread in range(min(crew.threads, int(turns.max()) + 1)):
                one = order[turns == thread]
                tasks.append((which[one], some(asked, one), picked(paying, which[one])))
        pairs = [(asked, paid) for _, asked, paid in tasks]
        runs = [
            paying_chosen(self.turn, pairs[begin : begin + crew.threads], crew)
            for begin in range(0, len(pairs), crew.threads)
        ]

        def pay() -> None:
            for run in runs:
                run()
            for lanes_of, asked, paid in tasks:
                paying.start[:, lanes_of], paying.offered[..., lanes_of] = paid.start, asked.offered

        return pay


class Lister:
    """Plays by tables, as against one opponent.

    Args:
        layout: of the table.
        arena: the match of two in which the ends of turns are found.
        policy: not perfect play.
        against: who the opponent is.
    """

    def __init__(
        self, layout: Layout, arena: Arena, policy: Policy, against: Against = "leader"
    ) -> None:
        if not isinstance(arena.way, ByLists):
            raise UnsolvableError(
                "policies are not evaluated at a table of several players where a turn depends on "
                "more than the scores. Ask about two players"
            )
        lists = arena.way.lists_like(policy)
        self.layout, self.plan, self.against = layout, arena.plan, against
        self.place = lists.places(state_policy_of(arena.plan, policy))
        self.lists = lists.lists

    def payer(self, group: Group, at: Integers, paying: Several, crew: Crew) -> Payer:
        """Add up the ends."""
        seen = seen_from(self.layout, group, at, self.against)
        place = self.place[plan_states(self.plan, seen)]
        parts = [part for part in np.array_split(np.arange(len(place)), crew.threads) if len(part)]
        tasks: list[tuple[Ends, Several]] = [
            (self.lists.at(place[part]), picked(paying, part)) for part in parts
        ]
        compiled = core()
        calls = [
            partial(compiled.call, "several_ended", *map(compiled.pack, task)) for task in tasks
        ]

        def pay() -> None:
            crew.run(calls, brief=len(place) <= FEW)
            for part, (_, task) in zip(parts, tasks, strict=True):
                paying.start[:, part] = task.start

        return pay


def picked(paying: Several, which: Integers) -> Several:
    """Some of the lanes that are paid."""
    return some(paying, which)._replace(start=np.empty((paying.players, len(which))))


@dataclass(frozen=True)
class MetAtTable:
    """How often each wins.

    Attributes:
        moving: float64[P, P], [k, p]: the chance of seat p where seat k moves first.
    """

    moving: Floats

    @property
    def average(self) -> tuple[float, ...]:
        """Of each seat, everybody moving first equally often."""
        return tuple(self.moving.mean(axis=0).tolist())


def meet(
    layout: Layout, seats: Sequence[TableSeat], *, threads: int, progress: Progress = silent
) -> MetAtTable:
    """Ways of playing at a table.

    Args:
        layout: of so many players.
        seats: who sits there, in the order of moving.
        threads: to work with.
        progress: how far it is.
    """
    table = _TableChances(layout, seats)
    with Crew(threads) as crew:
        table.solve(crew, progress)
    moving = np.stack([worth[:-1, layout.start] for worth in table.worth])
    chances = np.concatenate([moving, 1.0 - moving.sum(axis=1, keepdims=True)], axis=1)
    return MetAtTable(np.clip(chances, 0.0, 1.0))  # without what rounding adds to them


class _TableChances:
    """The chances of everybody, wherever anybody moves.

    Attributes:
        worth: of each seat that moves float64[P, states]: the chances of all seats but the last,
            and what adds up to the chance of a farkle.
    """

    def __init__(self, layout: Layout, seats: Sequence[TableSeat]) -> None:
        self.layout, self.seats = layout, seats
        players = layout.players
        self.worth = [np.zeros((players, layout.size)) for _ in range(players)]
        for group in layout.groups:
            if group.left == 0 and group.top:
                for moves, worth in enumerate(self.worth):
                    for place in range(players):
                        seat = (moves + place) % players
                        if group.top >> place & 1 and seat < players - 1:
                            worth[seat, group.begin] = 1.0 / group.top.bit_count()

    def solve(self, crew: Crew, progress: Progress) -> None:
        """Fill in the chances."""
        layout = self.layout
        before = [group for group in layout.groups if group.left is None]
        total, done = sum(group.size for group in before), 0
        for left in range(1, layout.players):
            for group in layout.groups:
                if group.left == left:
                    self._ahead(group, layout.coordinates(group), crew)
        if layout.rounds:
            for group in before:
                self._ahead(group, layout.coordinates(group), crew)
                done += group.size
                progress(done / total, "playing at a table")
            return
        if layout.falls:
            self._sweep(before, crew, progress)
            return
        for level in range(layout.players * (layout.scores - 1), -1, -1):
            parts, told = on_levels(before, level)
            if layout.hands_back:  # they find what is told of nothing as well
                self._rounds(by_phase(self._lanes(told), told), crew, silent)
            else:
                self._level(parts, crew)
                for group, at in told:
                    self._ahead(group, at, crew)
            done += sum(at.shape[1] for _, at in parts + told)
            progress(done / total, "playing at a table")

    def _pay(self, moves: int, group: Group, at: Integers, crew: Crew) -> tuple[Several, Integers]:
        """(what turns of a seat come to, where a farkle leads)."""
        players = self.layout.players
        following = self.worth[(moves + 1) % players]
        task, unpaid = lanes(self.layout, group, at, following)
        paying, pay = self._payer(moves, group, at, task, crew)
        pay()
        return paying, unpaid

    def _payer(
        self, moves: int, group: Group, at: Integers, task: Several, crew: Crew
    ) -> tuple[Several, Payer]:
        """(what turns of a seat come to, what fills that in)."""
        players = self.layout.players
        winner = moves + 1 if moves < players - 1 else 0
        following = self.worth[(moves + 1) % players]
        start, offered = (np.empty((players, *a.shape[1:])) for a in (task.start, task.offered))
        paying = task._replace(winner=winner, values=following, start=start, offered=offered)
        return paying, self.seats[moves].payer(group, at, paying, crew)

    def _ahead(self, group: Group, at: Integers, crew: Crew) -> None:
        """Turns whose farkles lead on."""
        for part in in_parts(group, at):
            for moves, worth in enumerate(self.worth):
                paid, _ = self._pay(moves, group, part, crew)
                states, found = outcome(group, part, paid)
                worth[:-1, states] = found[:-1]

    def _sweep(self, before: list[Group], crew: Crew, progress: Progress) -> None:
        """Sweep the levels."""
        turns = []
        for level in range(self.layout.players * (self.layout.scores - 1), -1, -1):
            for parts in on_levels(before, level)[int(self.layout.hands_back) :]:
                if parts:
                    turns += by_phase(self._lanes(parts), parts)
        self._rounds(turns, crew, progress)

    def _lanes(self, parts: list[Part]) -> SeveralLevel:
        return level_of(self.layout, parts, self.worth[0])

    def _rounds(self, turns: list[Phase], crew: Crew, progress: Progress) -> None:
        """Play turns until nothing changes; games without an end count alike for all."""
        for worth in self.worth:
            for phase in turns:
                for states in (phase.own, phase.offers):
                    worth[:-1, states] = 1.0 / self.layout.players
        ready: dict[tuple[int, int], tuple[Several, Payer]] = {}
        keeps = sum(phase.at.shape[1] for phase in turns) <= MOST_READY
        change = np.inf
        for sweep in range(MOST_SWEEPS):
            last, change = change, 0.0
            for number, (group, at, own, offers, task) in enumerate(turns):
                for moves, worth in enumerate(self.worth):
                    known = ready.get((number, moves))
                    paid, pay = known or self._payer(moves, group, at, task, crew)
                    if keeps:
                        ready[number, moves] = paid, pay
                    pay()
                    for states, found in ((own, paid.start[:-1]), (offers, paid.offered[:-1])):
                        moved = np.abs(worth[:-1, states] - found)
                        change = max(change, float(moved.max(initial=0.0)))
                        worth[:-1, states] = found
            progress(settled_share(last, change, sweep), "playing at a table")
            if change <= SETTLED:
                break

    def _level(self, parts: list[tuple[Group, Integers]], crew: Crew) -> None:
        """A level and its cycles."""
        players = self.layout.players
        states = np.concatenate([group.index(at) for group, at in parts])
        for worth in self.worth:
            worth[-1, states] = 1.0
        found, after = [], states
        for moves in range(players):
            paid = [self._pay(moves, group, at, crew) for group, at in parts]
            found.append(np.concatenate([turns.start for turns, _ in paid], axis=1))
            after = np.concatenate([unpaid for _, unpaid in paid])
        order = np.argsort(states)
        place = order[np.searchsorted(states, after, sorter=order)]
        for moves, worth in enumerate(self.worth):
            total, factor, here = found[moves][:-1].copy(), found[moves][-1].copy(), place
            for turn in range(1, players):
                following = found[(moves + turn) % players]
                total += factor * following[:-1, here]
                factor = factor * following[-1, here]
                here = place[here]
            endless = factor > 1.0 - ENDLESS
            factor[endless] = 0.0
            total[:, endless] = 1.0 / players
            worth[:-1, states] = total / (1.0 - factor)
            worth[-1, states] = 0.0


class Phase(NamedTuple):
    """Turns that are solved side by side.

    Attributes:
        group, at: the states, int64[axes, lanes].
        own, offers: where they are kept, as in `SeveralLevel`.
        task: their lanes.
    """

    group: Group
    at: Integers
    own: Integers
    offers: Integers
    task: Several


def by_phase(level: SeveralLevel, parts: list[Part]) -> list[Phase]:
    """The turns of a level in the order in which they are solved."""
    found = []
    begin = np.cumsum([0, *[at.shape[1] for _, at in parts]])
    for phase in range(level.longest - 1, -1, -1):
        for (group, at), low, high in zip(parts, begin[:-1], begin[1:], strict=True):
            which = np.flatnonzero(level.phase[low:high] == phase)
            if len(which):
                lane = low + which
                own, offers = level.own[lane], level.offers[..., lane]
                found.append(Phase(group, at[:, which], own, offers, some(level.task, lane)))
    return found
