"""Duels by lists of ends: each list is found once and used in every state where it holds.

How a turn ends under a policy is a list of (end, chance). For a policy that plays by tables the
list depends only on the table, on how far the goal is ahead and on where the policy goes for it.
So some thousand lists serve all states. Perfect play has a list of its own in each state, found
from the solved match. Given all lists, the chances are the solution of linear equations, and are
settled level by level in the states of a table of two (`solvers.duel.table`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, PolicyTable, Shorts, StatePolicy
from farklegen.core.crew import Watch
from farklegen.core.several import follow_given
from farklegen.core.structures import Written
from farklegen.policies.policy import Policy, TurnPolicy
from farklegen.solvers.duel.setting import Setting, Turns
from farklegen.solvers.duel.state_policy import state_policy_of, table_of, with_more
from farklegen.solvers.ends import Ends, GrowingLists, KeptEnds, Lists
from farklegen.solvers.follow import ends_by_table, ends_of_several
from farklegen.solvers.multiplayer.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.multiplayer.levels import joined, lanes_of
from farklegen.solvers.progress import Progress

MOST_PASSES = 100

NEGLIGIBLE = 1e-13
"""Chance up to which a way through a turn of a policy is not followed."""

COMING = 1e-6
"""How often turns may be left that are not followed, if turns lead back to lower levels."""


class Visits(NamedTuple):
    """How often turns are begun.

    Attributes:
        coming: float64[P, states], in and out: how often each seat begins a turn that is yet to
            be followed. The turns on the levels at hand are followed, and taken away.
        often: float64[P, states], in and out: how often each turn is begun, added up.
    """

    coming: Written[Floats]
    often: Written[Floats]


class Listed(Protocol):
    """A player of a duel, as lists of the ends of turns."""

    def ends(self, number: int) -> Ends:
        """The ends of the turns in one band, -1 for those of the other player."""
        ...


class ByLists:
    """Duels by lists of ends, for rules under which a bank leads only to the start of a turn.

    Args:
        opponent: the same for the opponents, where they have other dice.
    """

    def __init__(self, arena: Setting, progress: Progress, opponent: ByLists | None = None) -> None:
        self.arena = arena
        self.progress = progress
        self.sides = [arena] if opponent is None else [arena, opponent.arena]
        self._lists: dict[tuple[Any, ...], TableLists] = {}

    @cached_property
    def turns(self) -> Turns:
        """The turns of both players."""
        return Turns([side.solution for side in self.sides])

    @cached_property
    def perfect(self) -> tuple[BestPlay, BestPlay]:
        """Perfect play, as the first and as the second player."""
        first, second = (self.responding(self.turns.values, seat) for seat in (0, -1))
        return first, first if len(self.sides) == 1 else second

    def player(self, policy: Policy, seat: int = 0) -> Listed:
        """The lists of a policy, as the first player here or as the second. An earlier policy with
        the same usual tables shares its lists."""
        if policy.optimal:
            return self.perfect[seat]
        side = seat % len(self.sides)
        key = side, *map(_key_of, policy.tables.values())
        if key not in self._lists:
            self._lists[key] = TableLists(self.sides[side])
        return ByTable(self.turns, side, self._lists[key], policy)

    def responding(self, others: Floats, seat: int = 0) -> BestPlay:
        """The best play, given float64[states], the chances of the player to move next."""
        return BestPlay(self.turns, seat % len(self.sides), self.sides, others, self.progress)

    def first_chances(self) -> Floats:
        """float64[2, 1, states]: what the first wins in the solved match, wherever either moves."""
        values = self.turns.values
        return np.stack([values, 1.0 - values])[:, None]

    def sweep(
        self, bands: slice, seats: tuple[Listed, Listed], chances: Floats, watch: Watch
    ) -> float:
        """Settle the levels of some bands once, from the highest down; the largest change.

        Args:
            chances: float64[2, 1, states] that the first player wins, by who is to move.
        """
        change = 0.0
        for number in range(len(self.turns.bands))[bands]:
            band = self.turns.bands[number]
            result = np.zeros((len(band.levels.mode), 5))
            follow_given(
                "several_given",
                band.task._replace(values=chances),
                band.levels._replace(result=result),
                [seat.ends(number) for seat in seats],
                watch,
            )
            change = max(change, float(result[:, 1].max(initial=0.0)))
        return change

    def visits(self, mine: Listed, theirs: Listed) -> Floats:
        """float64[lanes]: how often the first player begins each turn, last turns left out.

        Averaged over who moves first. Where turns lead back to a lower level, the levels are
        gone through again until almost nothing is left to follow.
        """
        turns, lasts = self.turns, self.turns.lasts
        often, coming = np.zeros((2, 2, len(turns.values)))
        coming[[0, 1], turns.starts] = 0.5
        before = turns.own[turns.begin[lasts] :]
        for _ in range(MOST_PASSES):
            for number in range(lasts, len(turns.bands))[::-1]:
                band, watch = turns.bands[number], Watch.new()
                seats = [seat.ends(number) for seat in (mine, theirs)]
                room = Visits(coming, often)
                follow_given("several_visits", band.task, band.levels, seats, watch, room)
            if not self.arena.again or coming[:, before].sum() < COMING:
                break
        found: Floats = often[0, turns.own]
        return found

    def seats(
        self, one: Policy, other: Policy, seldom: float
    ) -> tuple[tuple[Listed, Listed], float]:
        """Both players of a duel, with perfect play followed in all turns.

        In a game of rounds against tables, it is followed only where a game comes with a chance of
        more than `seldom`: most turns are rarer, and no farkle leads from one turn of a round to
        another. The values of the others stay those of the solved match.

        Returns:
            the players, and how often a game comes to turns that are left out, at most, with either
            of them to begin.
        """
        mine, theirs = self.player(one), self.player(other, 1)
        if self.arena.layout.rounds and other.optimal and not one.optimal:
            return (mine, self._usual), self._follow_usual(mine, seldom)
        for seat in (mine, theirs):
            if isinstance(seat, BestPlay):
                seat.follow()
        return (mine, theirs), 0.0

    @cached_property
    def _usual(self) -> BestPlay:
        """Perfect play of the second player, followed in some of the turns."""
        return self.responding(self.turns.values, -1)

    def _follow_usual(self, mine: Listed, seldom: float) -> float:
        turns = self.turns
        often, coming = np.zeros((2, 2, len(turns.values)))
        coming[[0, 1], turns.starts] = 0.5
        for number in range(len(turns.bands))[::-1]:
            band, begins = turns.bands[number], turns.bands[number].task.own
            for _ in range(MOST_PASSES):
                self._usual.follow_some(number, coming[1, begins] > seldom)
                ends = [seat.ends(number) for seat in (mine, self._usual)]
                room = Visits(coming, often)
                follow_given("several_visits", band.task, band.levels, ends, Watch.new(), room)
                if coming[1, begins].max() <= seldom:
                    break
        # half of the games begin with either player
        return 2.0 * float(coming[1, turns.own].sum())

    def forget_lists(self, keep: int) -> None:
        """Make room: forget all but the lists of the last `keep` usual tables."""
        for tables in list(self._lists)[: max(len(self._lists) - keep, 0)]:
            del self._lists[tables]


def _key_of(table: TurnPolicy) -> tuple[float, bytes, bytes]:
    return table.tolerance, table.worth.tobytes(), table.banks.tobytes()


class BestPlay:
    """The best play against an opponent of given chances, followed in every turn of a player.

    Attributes:
        others: float64[states], the chances of the player who moves next.
    """

    def __init__(
        self, turns: Turns, side: int, sides: list[Setting], others: Floats, progress: Progress
    ) -> None:
        self.turns, self.side, self.layout = turns, side, turns.layouts[side]
        self.arena = sides[side]
        self.others = others[None]
        self.progress = progress
        self.kept = KeptEnds()
        longest = longest_turn(self.layout)
        rules = self.layout.rules
        self.moves = several_turn(rules, rules.moves, longest, best=None)

    def follow(self) -> None:
        """Find the ends of all turns, where they are kept."""
        for number in range(len(self.turns.bands)):
            self.ends(number)

    def ends(self, number: int) -> Ends:
        """The ends of the turns in one band."""
        kept = self.kept.get(number)
        if kept is None:
            self.progress(number / len(self.turns.bands), "following perfect play")
            kept = self._follow(number)
            self.kept.put(number, kept)
        return kept

    def follow_some(self, number: int, which: Booleans) -> None:
        """Find the ends of these turns of a band as well."""
        kept = self.kept.get(number)
        if kept is None:
            self.kept.put(number, self._follow(number, which))
        elif (missing := which & (kept.place < 0)).any():
            more = self._follow(number, missing)
            lists = Lists.joined([Lists.of(kept), Lists.of(more)])
            place = np.where(more.place < 0, kept.place, more.place + np.int32(len(kept.row)))
            self.kept.put(number, lists.at(place))

    def _follow(self, number: int, some: Booleans | bool = True) -> Ends:
        band, order = self.turns.bands[number], self.turns.orders[number]
        side = self.turns.second[self.turns.of(number)] == bool(self.side)
        own = side & some
        place = np.full(len(own), -1, np.int32)
        if not own.any():
            return Lists.none().at(place)
        size = self.turns.layouts[0].size
        parts = [part for part in band.parts if part[0].begin // size == self.side]
        asked = joined([lanes(self.layout, *part, self.others) for part in parts])._replace(tie=0.0)
        asked = lanes_of(asked, order[own] - order[side].min())
        found = ends_of_several(self.moves, asked, threads=self.arena.threads)
        place[own] = found.of
        return found.lists.at(place)


class TableLists:
    """The ends of turns under the tables of some policies, each list found once.

    Args:
        negligible: the chance up to which a way through a turn is not followed.
    """

    def __init__(self, arena: Setting, negligible: float = NEGLIGIBLE) -> None:
        self.arena = arena
        self.negligible = negligible
        self._tables: dict[tuple[Any, ...], int] = {}
        self.table: PolicyTable | None = None
        self._lists = GrowingLists()
        self._keys: Integers = np.empty(0, np.int64)
        """Keys of kinds of turns (all that one is played by but `goes_for_it`), ascending; ..."""
        self._kinds: Integers = np.empty(0, np.int64)
        """... and the number of each."""
        self._number: Shorts = np.empty(0, np.int32)
        """int32[kinds << dice], the number of the list of a kind and these dice; -1 for none."""
        self._last: Shorts = np.empty(0, np.int32)
        """The last kinds of `_kinds_of`: policies often differ in nothing but `goes_for_it`."""

    @property
    def lists(self) -> Lists:
        """All lists found until now."""
        return self._lists.all

    def places(self, policy: Policy, by_state: StatePolicy) -> Shorts:
        """int32[chances], the number of the list of a policy that holds in each state."""
        numbers = self._numbers_of(policy.every_table)
        by_state = by_state._replace(situation=numbers[by_state.situation])
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

    def _numbers_of(self, tables: Sequence[TurnPolicy]) -> Shorts:
        """int32[tables], their numbers in `table`, to which new ones are added."""
        new = {_key_of(table): table for table in tables}
        new = {key: table for key, table in new.items() if key not in self._tables}
        if new:
            more = table_of(self.arena.policy_turn, list(new.values()))
            self._tables |= {key: len(self._tables) + at for at, key in enumerate(new)}
            self.table = more if self.table is None else with_more(self.table, more)
        return np.array([self._tables[_key_of(table)] for table in tables], np.int32)

    def _kinds_of(self, by_state: StatePolicy) -> tuple[Integers, Integers]:
        """int64[chances], what the turns are played by: as numbers of `_kinds`, and as keys of it,
        where they stop last."""
        rows = self.arena.rows
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
        assert self.table is not None
        found = ends_by_table(
            arena.policy_turn,
            self.table,
            by_state,
            states,
            by_row=bool(arena.layout.rules.turn.keeps),
            negligible=self.negligible,
            threads=arena.threads,
        )
        self._lists.add(found.lists)
        return known + found.of


def _among(ascending: Integers, values: Integers) -> Booleans:
    """Which of the values are in the ascending array."""
    at = np.searchsorted(ascending, values)
    found: Booleans = np.append(ascending, -1)[at] == values
    return found


class ByTable:
    """A policy that plays by tables."""

    def __init__(self, turns: Turns, side: int, lists: TableLists, policy: Policy) -> None:
        own = turns.second == bool(side)
        states = turns.states[own]
        self.turns = turns
        self.place = np.full(len(own), -1, np.int32)
        self.place[own] = lists.places(
            policy, state_policy_of(lists.arena.layout, policy).at(states)
        )
        self.lists = lists.lists

    def ends(self, number: int) -> Ends:
        """The ends of the turns in one band."""
        return self.lists.at(self.place[self.turns.of(number)])
