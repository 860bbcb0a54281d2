"""Duels by lists: how turns end, found once and used in every state where it holds.

How a turn ends under a policy is a list of (end, chance). For a policy that plays by tables it
depends only on the table, how far the goal is ahead and where one goes for it, so that some
thousand lists serve all states. Perfect play has a list of its own in each state, found from the
solved match. What follows an end is the same as in the solved match; given all lists, the chances
of both players are linear in each other, and are settled level by level (the core's `duel.cpp`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from farklegen.core.arrays import (
    LOCAL,
    Booleans,
    Floats,
    Integers,
    PolicyTable,
    Shorts,
    StatePolicy,
)
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.core.payoffs import Solved
from farklegen.core.structures import Written
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.brief import ERROR, in_brief
from farklegen.solvers.duel.state_policy import state_policy_of, table_of
from farklegen.solvers.ends import Ends, GrowingLists, KeptEnds, Lists
from farklegen.solvers.follow import PIECE, ends_by_table, ends_of_best
from farklegen.solvers.match.last_turn import last_turn_payoffs
from farklegen.solvers.progress import Progress

if TYPE_CHECKING:
    from farklegen.solvers.duel.setting import Setting


BRIEF_SWEEP = 4096
"""States of a match whose sweeps are done sooner than a crew is there."""


class Meeting(NamedTuple):
    """The chances of two players, and room to settle them.

    Attributes:
        a, b: float64[chances], in and out.
        constant, begin, local, weight, before: for both players, [2, widest level], and as many
            times `LOCAL` for `local` and `weight`.
        place: int32[2, chances], -1; room that is left so.
        result: float64[2], out: the largest change, and the largest that the states of a level
            still made when they were left.
    """

    a: Written[Floats]
    b: Written[Floats]
    constant: Written[Floats]
    begin: Written[Integers]
    local: Written[Integers]
    weight: Written[Floats]
    place: Written[Shorts]
    before: Written[Floats]
    result: Written[Floats]


class LastTurns(NamedTuple):
    """Last turns whose ends are known.

    Attributes:
        place: int32[lanes], number of the list of each.
        bank: float64[rows, lanes], what a bank is worth.
        lost: float64[rows or 1, 2, lanes], what a farkle is worth, and one with all the dice.
        first, ruin: float64[lanes], one of the first roll, and a disaster.
        worth: float64[lanes], out.
    """

    place: Shorts
    bank: Floats
    lost: Floats
    first: Floats
    ruin: Floats
    worth: Written[Floats]


def call_stopped_by(watch: Watch | None, function: str, *arguments: object) -> None:
    """Call a function of the core whose last argument is a watch: this one, or without one that of
    a crew of its own, so that Ctrl-C is heard meanwhile."""
    if watch is not None:
        core().call(function, *arguments, watch)
        return
    with Crew(1) as crew:
        crew.run([partial(core().call, function, *arguments, crew.watch)])


@dataclass
class Listed:
    """Somebody who meets another: the ends of the turns, and chances that are yet to be settled."""

    source: _BestPlay | _ByTable
    chances: Floats


class ByLists:
    """Duels by lists of ends: wherever a bank leads to nothing but the start of another turn.

    Attributes:
        opponent: the same for the opponents, where they have other dice.
    """

    opponent: ByLists | None = None

    def __init__(self, arena: Setting, progress: Progress) -> None:
        self.arena = arena
        self.progress = progress
        self.perfect = _BestPlay(arena, arena.solution.against, progress)
        self._lists: dict[tuple[Any, ...], TableLists] = {}

    @property
    def others(self) -> ByLists:
        """The same for the opponents."""
        return self.opponent or self

    @property
    def rounding(self) -> float:
        """Error of a chance to win by what is kept in fewer bytes."""
        return ERROR if self.arena.brief else 0.0

    def player(self, policy: Policy) -> Listed:
        """A player who meets others here."""
        if policy.optimal:
            return Listed(self.perfect, self.arena.solution.chances.copy())
        source = _ByTable(self.arena, self._lists_of(policy), policy)
        return Listed(source, source.chances)

    def responding(self, against: Floats, chances: Floats) -> Listed:
        """The best play against these chances of the opponent; `chances` to start from."""
        return Listed(_BestPlay(self.arena, against, self.progress), chances.copy())

    def sweep(self, a: Listed, b: Listed, watch: Watch | None = None) -> tuple[float, float]:
        """Settle every level once, from the highest down; the largest change, and the largest one
        that a level still made when it was left.

        Args:
            a, b: the players.
            watch: of the crew at whose call this is done; without one it has a crew of its own.
        """
        arena = self.arena
        changes = [(0.0, 0.0)]
        levels, widest = arena.levels, arena.levels.widest
        if arena.plan.states <= BRIEF_SWEEP:
            watch = watch or Watch.new()  # no need for a crew
        room = (
            np.empty(2 * widest),
            np.empty(2 * widest + 2, np.int64),
            np.empty(2 * widest * LOCAL, np.int64),
            np.empty(2 * widest * LOCAL),
            np.full(2 * arena.plan.size, -1, np.int32),
            np.empty(2 * widest),
            np.empty(2),
        )
        meeting = Meeting(a.chances, b.chances, *room)
        for number in range(len(levels.chunks)):
            ends = a.source.ends(number), b.source.ends(number)
            call_stopped_by(watch, "sweep", arena.payoffs, *ends, levels.chunk(number), meeting)
            changes.append((float(meeting.result[0]), float(meeting.result[1])))
        return max(change for change, _ in changes), max(left for _, left in changes)

    def _lists_of(self, policy: Policy) -> TableLists:
        """The lists of a policy; those of an earlier one with the same tables are used again."""
        tables = _tables_of(policy)
        if tables not in self._lists:
            self._lists[tables] = self.lists_like(policy)
        return self._lists[tables]

    def lists_like(self, policy: Policy) -> TableLists:
        """Lists for the tables of a policy, kept apart from those of duels."""
        known = self._lists.get(_tables_of(policy))
        table = table_of(self.arena.policy_turn, policy) if known is None else known.table
        return TableLists(self.arena, table)

    def forget_lists(self, keep: int) -> None:
        """Make room: all but the last `keep` lists of policies are found again if needed."""
        for tables in list(self._lists)[: max(len(self._lists) - keep, 0)]:
            del self._lists[tables]


def _tables_of(policy: Policy) -> tuple[Any, ...]:
    """What its lists are known by."""
    return tuple(
        (table.tolerance, table.worth.tobytes(), table.banks.tobytes())
        for table in policy.every_table
    )


class _BestPlay:
    """The best play against an opponent of given chances, followed in every state.

    Attributes:
        against: float64[chances] of the opponent, as in `core.arrays`.
    """

    def __init__(self, arena: Setting, against: Floats, progress: Progress) -> None:
        self.arena = arena
        self.against = against
        self.progress = progress
        self.kept = KeptEnds()
        self.orders = [self._order(states) for states, _ in arena.levels.chunks]
        """The states of each chunk as they are followed: those of a piece together, best with about
        as many rows; pieces as levels are."""
        self.place = np.full(arena.plan.size, -1, np.int32)
        """int32[chances], the number of the list of each state in its chunk."""
        self.rest = np.zeros(arena.plan.size)
        """float64[chances], what keeping ends in brief takes from the worth of the turn."""

    def _order(self, states: Integers) -> Integers:
        order = np.lexsort((-self.arena.plan.rows[states], np.arange(len(states)) // PIECE))
        ordered: Integers = states[order]
        return ordered

    def forget(self) -> None:
        """Make room: what was kept is found again when it is needed."""
        self.kept = KeptEnds()

    def follow(self) -> None:
        """Find the ends of all turns, where they are kept."""
        for number in range(len(self.arena.levels.chunks)):
            self.ends(number)

    def ends(self, number: int) -> Ends:
        """The ends of the turns in one chunk of levels."""
        kept = self.kept.get(number)
        if kept is not None:
            rest = self.rest if self.arena.brief else kept.rest
            return kept._replace(place=self.place, rest=rest)
        arena = self.arena
        order = self.orders[number]
        followed = ends_of_best(
            arena.turn,
            arena.payoffs,
            arena.keep,
            Solved(self.against, self.against, arena.solution.farkled),
            order,
            threads=arena.threads,
            progress=lambda share: self.progress(
                (number + share) / len(self.orders), "following perfect play"
            ),
        )
        self.place[order] = followed.of
        ends = followed.lists.at(self.place)
        if arena.brief:
            levels = arena.levels.chunk(number)
            ends = in_brief(arena.payoffs, ends, levels, order, self.against, self.rest)
        none = np.empty(0)
        self.kept.put(number, ends._replace(place=none.astype(np.int32), rest=none))
        return ends


class TableLists:
    """The ends of turns under the tables of a policy, each list found once."""

    def __init__(self, arena: Setting, table: PolicyTable) -> None:
        self.arena = arena
        self.table = table
        self._lists = GrowingLists()
        self.last_turns: dict[bytes, Floats] = {}
        """float64[last turns], the chances there, by the numbers of the lists."""
        self._keys: Integers = np.empty(0, np.int64)
        """What turns are played by, but for the dice with which they go for it, ascending; ..."""
        self._kinds: Integers = np.empty(0, np.int64)
        """... and the number of each."""
        self._number: Shorts = np.empty(0, np.int32)
        """int32[kinds << dice], the number of the list of a kind and these dice; -1 for none."""
        self._last: Shorts = np.empty(0, np.int32)
        """The last kinds of `_kinds_of`: policies often differ in nothing but `goes_for_it`."""

    @property
    def lists(self) -> Lists:
        """All that are known by now."""
        return self._lists.all

    def places(self, by_state: StatePolicy) -> Shorts:
        """int32[chances], the number of the list that holds in each state."""
        code, key = self._kinds_of(by_state)
        code <<= self.arena.moves.most_dice
        code += by_state.goes_for_it
        found: Shorts = self._number[code]
        missing = np.flatnonzero(found < 0)
        if len(missing):
            wanted, first = np.unique(code[missing], return_index=True)
            states = missing[first]
            nearest = np.minimum(by_state.reach, by_state.room + 1)
            keys = key, nearest, by_state.situation, by_state.goes_for_it  # see `ends_by_table`
            order = np.lexsort([each[states] for each in keys])
            self._number[wanted[order]] = self._follow(by_state, states[order])
            found = self._number[code]
        return found

    def _kinds_of(self, by_state: StatePolicy) -> tuple[Integers, Integers]:
        """int64[chances], what the turns are played by: as numbers of `_kinds`, and as keys of it,
        where they stop last."""
        rows = self.table.rows
        key = by_state.situation.astype(np.int64)
        fields = by_state.reach, by_state.least, by_state.room, by_state.past, by_state.stop
        for field in fields:
            key *= rows + 1
            key += np.minimum(field, rows)
        of_kind = np.empty_like(self._keys)
        of_kind[self._kinds] = self._keys
        if np.array_equal(of_kind[self._last], key):
            return self._last.astype(np.int64), key
        wanted = np.unique(key)
        new = wanted[~_among(self._keys, wanted)]
        kinds = np.concatenate([self._kinds, len(self._kinds) + np.arange(len(new))])
        keys = np.concatenate([self._keys, new])
        order = np.argsort(keys)
        self._keys, self._kinds = keys[order], kinds[order]
        more = (len(kinds) << self.arena.moves.most_dice) - len(self._number)
        self._number = np.concatenate([self._number, np.full(more, -1, np.int32)])
        found = self._kinds[np.searchsorted(self._keys, key)]
        self._last = found.astype(np.int32)
        return found, key

    def _follow(self, by_state: StatePolicy, states: Integers) -> Integers:
        """int64[states], the numbers of the lists of turns that begin there."""
        arena, known = self.arena, len(self.lists.row)
        found = ends_by_table(
            arena.policy_turn,
            self.table,
            by_state,
            states,
            by_row=bool((arena.payoffs.lost_rise > 0).any()),
            threads=arena.threads,
        )
        self._lists.add(found.lists)
        return known + found.of


def _among(ascending: Integers, values: Integers) -> Booleans:
    """Which values are among others."""
    at = np.searchsorted(ascending, values)
    found: Booleans = np.append(ascending, -1)[at] == values
    return found


class _ByTable:
    """A policy that plays by tables."""

    def __init__(self, arena: Setting, lists: TableLists, policy: Policy) -> None:
        plan = arena.plan
        place = lists.places(state_policy_of(plan, policy))
        self.chances: Floats = arena.solution.chances.copy()
        lasts = place[plan.begin_last :]
        known = lasts.tobytes()
        if known not in lists.last_turns:
            lists.last_turns[known] = _last_turns(arena, lasts, lists.lists)
        self.chances[plan.begin_last :] = lists.last_turns[known]
        ended, won = plan.over
        self.chances[ended] = won
        place[plan.begin_last :] = place[: plan.states][~plan.exists] = -1
        self._ends = lists.lists.at(place)

    def ends(self, _number: int) -> Ends:
        """The ends of the turns, in any chunk of levels."""
        return self._ends


def _last_turns(arena: Setting, place: Shorts, lists: Lists) -> Floats:
    """float64[last turns]: the chances of a player there, given the number of each list."""
    plan, rows = arena.plan, arena.rows
    chances = np.zeros(len(place))
    ahead = np.arange(1, plan.last.distances)
    for number, kind in enumerate(plan.last.classes, start=1):
        payoffs = last_turn_payoffs(
            plan, arena.policy_turn, kind, ahead, np.zeros(len(ahead), np.int64),
            rows - arena.policy_turn.max_rise,
        )  # fmt: skip
        begin = number * plan.last.distances
        worth = np.empty(len(ahead))
        last = LastTurns(
            place[begin + ahead],
            np.maximum(payoffs.bank[:, 0], 0.0),
            np.ascontiguousarray(payoffs.lost),
            np.array(np.broadcast_to(payoffs.first, len(ahead))),
            np.array(np.broadcast_to(payoffs.ruin, len(ahead))),
            worth,
        )
        core().call("last_turn_worths", lists.at(place), last)
        chances[begin + ahead] = worth
    return chances
