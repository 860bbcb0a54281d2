"""Chances of given players at a table where a turn depends on more than the scores.

If turns are taken over, or must beat what was banked before, no single list of ends describes a
turn: it may begin anywhere. So each turn is filled in from the top row down, with the player's
choices (the core's `given_turns.cpp`). Their values are settled level by level, as in `duel`.

A player with a solved match takes a turn over if that is better than a turn of their own. A player
with tables goes by the policy's thresholds. Without thresholds, the player compares points:
those of the turn taken over, played on by the tables with no goal in mind, and those of a turn of
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, Room, Turn
from farklegen.core.binding import core
from farklegen.core.crew import BRIEF, Crew
from farklegen.core.several import MOST_SEATS, ONCE, Several
from farklegen.core.structures import Packed, Written, aligned
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.setting import Setting
from farklegen.solvers.duel.state_policy import state_policy_of, table_of, takes_over
from farklegen.solvers.multiplayer.lanes import longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Layout
from farklegen.solvers.multiplayer.levels import Band, Part
from farklegen.solvers.multiplayer.views import Against, turns_of_two

MOST_ROUNDS = 2000
"""The most rounds on a level whose turns depend on each other."""

STILL = 1e-15
"""A round that changes no more than this is the last one."""


class GivenSeat(NamedTuple):
    """How a player at the table plays.

    Attributes:
        turn, choosing: addresses of `Turn`s, the moves; `choosing` for a player with a match.
        looks: address of a `Several`, the turns in the solved match that the player looks at; or
        table, by_state: of a `PolicyTable` and a `StatePolicy`.
        place: int64[lanes], where to find each turn: a lane of `looks`, or a state. Empty if the
            value of these turns is known already, so that nobody plays them.
        over: bool[situations, rows * dice], where tables take a turn over.
    """

    turn: int
    choosing: int
    looks: int
    table: int
    by_state: int
    place: Integers
    over: Booleans


class GivenTeams(NamedTuple):
    """Turns of a level, in teams of one turn of each seat.

    Attributes:
        lanes: int64[teams, P], one of each seat.
        joined: bool[teams], whether farkles lead from each to the next one.
        coupled: 1 where they may be taken over.
        moved: float64[1], in and out: the most that anything has changed.
    """

    lanes: Integers
    joined: Booleans
    coupled: int
    moved: Written[Floats]


class TurnSeat:
    """A player at the table whose turns are played out."""

    turn: Packed
    over: Booleans = np.zeros(0, np.bool_)

    def find(self, parts: Sequence[Part]) -> tuple[Integers, dict[str, Packed]]:
        """Where the turns that begin in these states are, and in which arrays: see `GivenSeat`."""
        raise NotImplementedError


class ByValues(TurnSeat):
    """Looks at the chances of a solved match.

    Args:
        turn: the moves.
        looks: turns as lanes of that match, see `Chooser.looks`.
    """

    def __init__(
        self, turn: Turn, looks: Callable[[Sequence[Part]], tuple[Several, Integers]]
    ) -> None:
        self.turn, self.looks = core().pack(turn), looks

    def find(self, parts: Sequence[Part]) -> tuple[Integers, dict[str, Packed]]:
        """Where these turns are in that match, and what the core needs to choose there."""
        looks, place = self.looks(parts)
        return place, {"choosing": self.turn, "looks": core().pack(looks)}


class ByTables(TurnSeat):
    """Plays by tables, as against one opponent; see `Lister`."""

    def __init__(
        self, layout: Layout, setting: Setting, policy: Policy, against: Against = "leader"
    ) -> None:
        self.layout, self.two, self.against = layout, setting.layout, against
        rows = max(longest_turn(layout), setting.rows)
        turn = several_turn(layout.rules, setting.moves, rows, best=None)
        table = table_of(turn, policy.every_table)
        self.turn = core().pack(turn)
        self.over = takes_over(self.two.rules.turn, setting.moves, turn, table, policy)
        by_state = core().pack(state_policy_of(self.two, policy))
        self.tables = {"table": core().pack(table), "by_state": by_state}

    def find(self, parts: Sequence[Part]) -> tuple[Integers, dict[str, Packed]]:
        """Look them up."""
        found = [turns_of_two(self.two, self.layout, *part, self.against) for part in parts]
        return np.concatenate(found), self.tables


def _without_impossible(layout: Layout, band: Band) -> Several:
    """The turns, without offers that no player who came to the goal from below can leave."""
    task, step, begin = band.task, layout.rules.step, 0
    first, end = task.taken_from.copy(), task.taken_from + task.taken
    for group, at in band.parts:
        here = slice(begin, begin := begin + at.shape[1])
        if group.left == layout.players - 1 and group.hands and group.first and not group.beats:
            end[here] = np.minimum(end[here], (at[0] + layout.scores - 1) // step + 1)
            first[here] = np.clip((at[0] - layout.scores) // step + 1, first[here], end[here])
    offers = task.offers + (first - task.taken_from) * task.offers_rise
    return task._replace(taken_from=first, taken=end - first, offers=offers)


class Turns:
    """The turns of all players at a table, laid out for the core.

    Args:
        layout: the states.
        band: the turns.
        seats: who plays.
        crew: threads to work with.
    """

    def __init__(self, layout: Layout, band: Band, seats: Sequence[TurnSeat], crew: Crew) -> None:
        self.task, self.levels, self.crew = _without_impossible(layout, band), band.levels, crew
        self.players, self.coupled = len(seats), int(layout.hands_back)
        self.found = {id(seat): seat.find(band.parts) for seat in seats}  # keeps hold of them
        self.packed = [core().pack(self.task), *map(self._packed, seats)]
        self.packed += self.packed[-1:] * (MOST_SEATS + 1 - len(self.packed))
        none = self._teams(np.zeros((0, self.players), np.int64), np.zeros(0, np.bool_))
        size = core().call("given_teams_room", self.packed[0], none, *self.packed[1:])
        self.rooms = [Room(aligned(size)) for _ in range(crew.threads)]

    def _packed(self, seat: TurnSeat) -> Packed:
        place, parts = self.found[id(seat)]
        nothing = dict.fromkeys(GivenSeat._fields, 0)
        given = {"turn": seat.turn, **parts}
        fields: dict[str, Any] = nothing | {name: part.address for name, part in given.items()}
        return core().pack(GivenSeat(**fields | {"place": place, "over": seat.over}))

    def _teams(self, lanes: Integers, joined: Booleans) -> GivenTeams:
        return GivenTeams(lanes, joined, self.coupled, np.zeros(1))

    def solve(self) -> float:
        """Fill in the values of turns; returns the most that the first round on a level changed."""
        largest = 0.0
        begin = self.levels.begin.tolist()
        for low, high, mode in zip(begin, begin[1:], self.levels.mode.tolist(), strict=False):
            lanes, joined = self._in_teams(self.levels.order[low:high], mode)
            for round_ in range(1 if joined.all() or mode == ONCE else MOST_ROUNDS):
                moved = self._play(lanes, joined)
                largest = max(largest, moved) if round_ == 0 else largest
                if moved <= STILL:
                    break
        return largest

    def _in_teams(self, which: Integers, mode: int) -> tuple[Integers, Booleans]:
        """(int64[teams, P] a turn of each seat, together with the turns that its farkles lead to,
        the longest first; bool[teams] whether farkles lead from the last turn to the first)."""
        which = which[np.argsort(-self.task.rows[which], kind="stable")]
        state, after = self.task.state[which], self.task.after[which]
        order = np.argsort(state, kind="stable")
        place = order[np.searchsorted(state, after, sorter=order).clip(max=len(which) - 1)]
        here = np.arange(len(which))
        place = np.where((state[place] == after) & (mode != ONCE), place, here)
        teams = [here]
        for _ in range(self.players):
            teams.append(place[teams[-1]])
        joined = (teams[-1] == here) & (mode != ONCE) & (state[place] == after)
        lanes = np.stack(teams[:-1], axis=1)
        lanes[~joined] = here[~joined, None]
        return np.ascontiguousarray(which[lanes]), joined

    def _play(self, lanes: Integers, joined: Booleans) -> float:
        """Play the turns of teams once; returns the largest change of any value."""
        many = 1 if len(lanes) <= BRIEF else self.crew.threads
        some = [
            self._teams(*each)
            for each in zip(np.array_split(lanes, many), np.array_split(joined, many), strict=True)
        ]
        asked, *seats = self.packed
        calls = [
            partial(core().call, "given_teams", asked, teams, *seats, room, self.crew.watch)
            for teams, room in zip(some, self.rooms, strict=False)
        ]
        self.crew.run(calls, brief=many == 1)
        return max(float(teams.moved[0]) for teams in some)
