"""Given ways of playing at a table of several players: how often each wins, exactly.

Choices are given, so that chances are linear. Let W_p(x) be the chances of all seats if
seat p moves in the state x, f_p(x) the chance that its turn farkles and banks nothing, y the state
after such a farkle, and A_p(x) the sum over all other ends of the turn. Then

    W_p(x) = A_p(x) + f_p(x) W_{p+1}(y)

After P farkles x is back. That makes P equations, solved level by level as in `solver`. If farkles
in a row cost points, the levels are swept until nothing changes, also as in `solver`. Each chance
belongs to a seat, not to the player to move, so nothing is turned round.

How turns end is given as lists. A player who looks at a solved match (of all players, or of two)
chooses by its chances, and turns are followed forwards (`solvers.follow`). One who plays by tables
has lists from duels of two (`solvers.duel.by_lists`), in the state of a match of two that `views`
says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol, cast

import numpy as np
from pydantic import PlainValidator

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import Several, solve_given
from farklegen.core.structures import Packed
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_lists import ByLists, TableLists
from farklegen.solvers.duel.by_turns import Turns, TurnSeat
from farklegen.solvers.duel.state_policy import state_policy_of
from farklegen.solvers.ends import Ends
from farklegen.solvers.follow import ends_of_several
from farklegen.solvers.multiplayer.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Layout, games_over
from farklegen.solvers.multiplayer.levels import Band, Part, Stage, ahead, bands, joined, levels
from farklegen.solvers.multiplayer.solution import MatchSolution
from farklegen.solvers.multiplayer.solvable import SWEEPS
from farklegen.solvers.multiplayer.solver import SETTLED
from farklegen.solvers.multiplayer.views import Against, groups_of_two, turns_of_two
from farklegen.solvers.progress import Passes, Progress, silent

PLAYING = "playing at a table"
"""What progress shows."""

MOST_SWEEPS = 2000
"""Sweeps where streaks cost points."""

MOST_READY = 200_000
"""Turns whose ends are kept from one sweep to the next."""


class TableSeat(Protocol):
    """A player at the table."""

    def ends(self, parts: Sequence[Part]) -> Ends:
        """How the turns that begin in these states end, one turn after the other."""
        ...


class Chooser:
    """A player who looks at the chances of a solved match: of all players, or of two.

    Args:
        layout: of the table.
        solution: the solved match.
        against: who the opponent is, if the match is one of two.
        threads: to follow turns with.
    """

    def __init__(
        self,
        layout: Layout,
        solution: MatchSolution,
        against: Against = "leader",
        *,
        threads: int = 1,
    ) -> None:
        self.layout, self.own, self.against = layout, solution.layout, against
        self.threads = threads
        rules = layout.rules
        longest = max(longest_turn(layout), longest_turn(solution.layout))
        self.turn = several_turn(rules, rules.every_move, longest, best="last")
        # the player to move is the last one in the state that follows
        own = solution.values
        self.others = own if len(own) == 1 else own.sum(axis=0, keepdims=True)

    def looks(self, parts: Sequence[Part]) -> tuple[Several, Integers]:
        """The turns as lanes of the solved match, and int64[turns], the lane of each turn."""
        which, tasks, begin = [], [], 0
        for group, at in parts:
            if self.own.players == self.layout.players:
                turns = iter([(np.arange(at.shape[1]), group, at)])
            else:
                turns = groups_of_two(self.own, self.layout, group, at, self.against)
            for some, place, there in turns:
                which.append(begin + some)
                tasks.append(lanes(self.own, place, there, self.others))
            begin += at.shape[1]
        found = np.empty(begin, np.int64)
        found[np.concatenate(which)] = np.arange(begin)
        return joined(tasks)._replace(players=2), found

    def ends(self, parts: Sequence[Part]) -> Ends:
        """Choose by the solution."""
        asked, place = self.looks(parts)
        found = ends_of_several(self.turn, asked, threads=self.threads)
        return found.at(place)


class Lister:
    """A player by tables, who plays as if against one opponent.

    Args:
        layout: of the table.
        way: the match of two in which the ends of turns are found.
        policy: not perfect play.
        against: who the opponent is.
    """

    def __init__(
        self, layout: Layout, way: ByLists, policy: Policy, against: Against = "leader"
    ) -> None:
        lists = TableLists(way.arena)
        self.layout, self.two, self.against = layout, way.arena.layout, against
        self.place = lists.places(policy, state_policy_of(self.two, policy))
        self.lists = lists.lists

    def ends(self, parts: Sequence[Part]) -> Ends:
        """Look them up."""
        found = [turns_of_two(self.two, self.layout, *part, self.against) for part in parts]
        return self.lists.at(self.place[np.concatenate(found)])


@dataclass(frozen=True)
class MetAtTable:
    """How often each seat wins.

    Attributes:
        moving: float64[P, P], [k, p]: the chance of seat p if seat k moves first.
    """

    moving: Annotated[Floats, PlainValidator(np.array)]

    @property
    def average(self) -> tuple[float, ...]:
        """The chance of each seat if all seats move first equally often."""
        return tuple(self.moving.mean(axis=0).tolist())


def meet(
    layout: Layout,
    seats: Sequence[TableSeat | TurnSeat],
    *,
    threads: int,
    progress: Progress = silent,
) -> MetAtTable:
    """How often each of these ways of playing wins at a table.

    Args:
        layout: of that many players.
        seats: the players in the order of moving. If a turn depends on more than the scores, all
            are `TurnSeat`.
        threads: to work with.
        progress: how far it is.
    """
    with Crew(threads) as crew:
        table = TableChances(layout, seats, crew)
        table.solve_all(progress)
    moving = table.worth[:, :, layout.start]
    chances = np.concatenate([moving, 1.0 - moving.sum(axis=1, keepdims=True)], axis=1)
    return MetAtTable(np.clip(chances, 0.0, 1.0))  # without what rounding adds to them


class TableChances:
    """The chances of all seats, in every state and for every seat to move.

    Attributes:
        worth: float64[P, P - 1, states]: for each seat to move the chances of all seats but the
            last. They begin equal, and stay so in games without an end.
        changes: the largest change of each sweep, if levels are swept.
    """

    def __init__(self, layout: Layout, seats: Sequence[TableSeat | TurnSeat], crew: Crew) -> None:
        self.layout, self.seats, self.crew = layout, seats, crew
        self.changes: list[float] = []
        self.by_turns = isinstance(seats[0], TurnSeat)
        players = layout.players
        self.worth = np.zeros((players, players - 1, layout.size))
        for group in layout.groups:
            if layout.sweeps or not group.row_units or not group.first:
                # other states are solved before they are looked up, and take memory as they are
                self.worth[:, :, group.begin : group.begin + group.size] = 1.0 / players
        for state, won in games_over([layout]):
            for moves, worth in enumerate(self.worth):
                worth[:, state] = np.roll(won, moves)[:-1]

    def solve_all(self, progress: Progress) -> None:
        """Fill in the chances."""
        layout = self.layout
        for left in range(1, layout.players):
            self._solve(ahead([layout], left))
        if layout.rounds:
            self._solve(ahead([layout], None), progress)
        elif layout.sweeps:
            self._sweep(progress)
        else:
            self._solve(levels([layout]), progress)

    def _solve(self, stages: Iterable[Stage], progress: Progress = silent) -> None:
        done = 0.0
        for band in self._bands(stages):
            self._laid_out(band)()
            done += float(band.shares[-1])
            progress(min(done, 1.0), PLAYING)

    def _sweep(self, progress: Progress) -> None:
        """Sweep the levels until nothing changes."""
        turns = list(self._bands(levels([self.layout])))
        keeps = sum(len(band.task.rows) for band in turns) <= MOST_READY
        ready = [self._laid_out(band) for band in turns] if keeps else None
        passes = Passes(progress, PLAYING, SWEEPS)
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for number, band in enumerate(passes.through(turns)):
                solve = ready[number] if ready else self._laid_out(band)
                change = max(change, solve())
            self.changes.append(change)
            if change <= SETTLED:
                break

    def _bands(self, stages: Iterable[Stage]) -> Iterable[Band]:
        return bands([self.layout], stages, self.worth, np.zeros(0))

    def _laid_out(self, band: Band) -> Callable[[], float]:
        """The turns, ready to be solved: each call solves them and returns the largest change."""
        if self.by_turns:
            seats = cast("Sequence[TurnSeat]", self.seats)
            return Turns(self.layout, band, seats, self.crew).solve
        ends = self._ends(band)
        return lambda: solve_given(band.task, band.levels, ends, self.crew).residual

    def _ends(self, band: Band) -> list[Packed]:
        """The ends of turns of each seat; found once for seats with the same player."""
        made = {id(seat): cast("TableSeat", seat) for seat in self.seats}
        ends = {key: core().pack(seat.ends(band.parts)) for key, seat in made.items()}
        return [ends[id(seat)] for seat in self.seats]
