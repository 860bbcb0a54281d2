"""Duels by lists: how turns end, found once and used in every state where it holds.

How a turn ends under a policy is a list of (end, chance). For a policy that plays by tables it
depends only on the table, how far the goal lies ahead and where one goes for it, so that some
thousand lists serve all states. Perfect play has a list of its own in each state, found from the
solved match. What follows an end is the same as in the solved match; given all lists, the chances
of both players are linear in each other, and are settled level by level (`kernels.duel`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.chances import probability_of
from farklegen.kernels.arrays import ENDS
from farklegen.policies.policy import Policy, TurnPolicy
from farklegen.solvers.duel.seats import seat_of, table_of
from farklegen.solvers.match.last_turn import last_turn_prices
from farklegen.solvers.progress import Progress

if TYPE_CHECKING:
    from farklegen.solvers.duel.duel import Arena

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NEGLIGIBLE = 1e-13
"""Chance up to which a way through a turn of a policy is not followed, but counted as banked."""

PIECE = 2048
"""States whose perfect play is followed in one go."""

FOLLOWED = 256
"""Turns of a policy that are followed in one go."""


@dataclass
class Listed:
    """Somebody who meets another: the ends of the turns, and chances that are yet to be settled."""

    source: _Perfect | _ByTable
    chances: Floats


class ByLists:
    """Duels by lists of ends: wherever a bank leads to nothing but the start of another turn."""

    def __init__(self, arena: Arena, progress: Progress) -> None:
        self.arena = arena
        self.progress = progress
        self.perfect = _Perfect(arena, arena.solution.chances, progress)
        self._lists: list[tuple[list[TurnPolicy], Lists]] = []

    def player(self, policy: Policy) -> Listed:
        """Somebody who meets others here."""
        if policy.optimal:
            return Listed(self.perfect, probability_of(self.arena.solution.chances))
        source = _ByTable(self.arena, self._lists_of(policy), policy)
        return Listed(source, source.chances)

    def responding(self, against: Floats, chances: Floats) -> Listed:
        """Whoever plays best against these chances of the opponent; `chances` to start from."""
        return Listed(_Perfect(self.arena, against, self.progress), chances.copy())

    def sweep(self, a: Listed, b: Listed) -> float:
        """Settle every level once, from the highest down; the largest change."""
        arena, change = self.arena, 0.0
        last = (arena.plan.begin_last, arena.plan.last.distances)
        for number, (states, begin) in enumerate(arena.levels.chunks):
            moved = arena.kernel.sweep(
                arena.prices, a.source.ends(number), b.source.ends(number), states, begin,
                arena.levels.of, last, a.chances, b.chances,
            )  # fmt: skip
            change = max(change, float(moved))
        return change

    def _lists_of(self, policy: Policy) -> Lists:
        """The lists of a policy; those of an earlier one with the same tables are used again."""
        tables = list(policy.tables.values())
        for known, lists in self._lists:
            if len(known) == len(tables) and all(
                a is b
                or (
                    a.tolerance == b.tolerance
                    and np.array_equal(a.worth, b.worth)
                    and np.array_equal(a.banks, b.banks)
                )
                for a, b in zip(known, tables, strict=True)
            ):
                return lists
        found = Lists(self.arena, table_of(self.arena.policy_turn, policy))
        self._lists.append((tables, found))
        return found

    def lists_like(self, policy: Policy) -> Lists:
        """Lists for the tables of a policy, kept apart from those of duels."""
        return Lists(self.arena, self._lists_of(policy).table)

    def forget_lists(self, keep: int) -> None:
        """Make room: all but the last `keep` lists of policies are found again if needed."""
        del self._lists[: max(len(self._lists) - keep, 0)]


@dataclass
class _Runs:
    """Lists of ends in the form that the kernel takes; see `kernels.duel.Ends`."""

    row: Integers
    run: Integers
    banked: Floats
    start: Integers
    code: Integers
    chance: Floats

    @classmethod
    def none(cls) -> _Runs:
        """No lists."""
        zero, empty = np.zeros(1, np.int64), np.empty(0, np.int64)
        return cls(empty, zero, np.empty(0), zero, empty, np.empty(0))

    @classmethod
    def of(cls, start: Integers, code: Integers, chance: Floats) -> _Runs:
        """Sort the entries of lists into banks and other ends."""
        lists = len(start) - 1
        which = np.repeat(np.arange(lists), np.diff(start))
        banked = code % ENDS == 0
        rows, at = code[banked] // ENDS, which[banked]
        low, high = np.full(lists, np.iinfo(np.int64).max), np.full(lists, -1)
        np.minimum.at(low, at, rows)
        np.maximum.at(high, at, rows)
        low = np.where(high < 0, 0, low)
        run = np.concatenate([[0], np.cumsum(np.where(high < 0, 0, high + 1 - low))])
        filled = np.zeros(run[-1])
        filled[run[at] + rows - low[at]] = chance[banked]
        others = np.concatenate([[0], np.cumsum(np.bincount(which[~banked], minlength=lists))])
        return cls(low, run, filled, others, code[~banked], chance[~banked])

    @classmethod
    def joined(cls, parts: list[_Runs]) -> _Runs:
        """One after the other."""

        def shifted(starts: list[Integers]) -> Integers:
            shift = np.cumsum([0] + [start[-1] for start in starts])
            moved = [s[1:] + base for s, base in zip(starts, shift[:-1], strict=True)]
            return np.concatenate([np.zeros(1, np.int64), *moved])

        return cls(
            np.concatenate([part.row for part in parts]),
            shifted([part.run for part in parts]),
            np.concatenate([part.banked for part in parts]),
            shifted([part.start for part in parts]),
            np.concatenate([part.code for part in parts]),
            np.concatenate([part.chance for part in parts]),
        )

    def fields(self) -> tuple[NDArray[Any], ...]:
        """In the order of the kernel."""
        return self.row, self.run, self.banked, self.start, self.code, self.chance


class _Perfect:
    """The best play against an opponent of given chances, followed in every state.

    Attributes:
        against: float64[chances] of the opponent, as in `kernels.arrays`.
    """

    def __init__(self, arena: Arena, against: Floats, progress: Progress) -> None:
        self.arena = arena
        self.against = against
        self.progress = progress
        self.kept: dict[int, Any] = {}

    def forget(self) -> None:
        """Make room: what was kept is found again when it is needed."""
        self.kept.clear()

    def ends(self, number: int) -> Any:
        """The ends of the turns in one chunk of levels."""
        if number in self.kept:
            return self.kept[number]
        arena = self.arena
        plan, solution = arena.plan, arena.solution
        states, _ = arena.levels.chunks[number]
        states = states[np.argsort(-plan.rows[states], kind="stable")]
        pieces = [states[low : low + PIECE] for low in range(0, len(states), PIECE)]
        ready = arena.build.prepare(arena.turn)
        done = 0

        def work(piece: Integers) -> _Runs:
            nonlocal done
            size = len(piece) * (int(plan.rows[piece].max()) * 3 + arena.turn.max_rise + 5)
            start = np.empty(len(piece) + 1, np.int64)
            code, chance = np.empty(size, np.int64), np.empty(size)
            many = arena.follow.outcomes(
                ready, arena.prices, arena.keep, piece, self.against, self.against,
                solution.farkled, arena.build.values(arena.turn, plan.most_rows), start, code,
                chance,
            )  # fmt: skip
            done += len(piece)
            self.progress(done / len(states), "following perfect play")
            return _Runs.of(start, code[:many], chance[:many])

        with ThreadPoolExecutor(arena.threads) as pool:
            runs = _Runs.joined(list(pool.map(work, pieces)))
        place = np.full(plan.size, -1)
        place[states] = np.arange(len(states))
        ends = arena.kernel.Ends(place, *runs.fields())
        if arena.levels.fits:
            self.kept[number] = ends
        return ends


class Lists:
    """The ends of turns under the tables of a policy, each list found once."""

    def __init__(self, arena: Arena, table: Any) -> None:
        self.arena = arena
        self.table = table
        self.known: Integers = np.empty(0, np.int64)
        self.runs = _Runs.none()
        self.last_turns: dict[bytes, Floats] = {}
        """float64[last turns], the chances there, by the numbers of the lists."""

    def places(self, seat: Any) -> Integers:
        """int64[chances], the number of the list that holds in each state."""
        rows = self.table.rows
        key = seat.situation
        for field in (seat.reach, seat.least, seat.room):
            key = key * (rows + 1) + np.minimum(field, rows)
        key = (key << self.arena.moves.dice) + seat.going
        key = key * (rows + 1) + np.minimum(seat.stop, rows)  # last: see `kernels.ends.ends_of`
        wanted, first = np.unique(key, return_index=True)
        new = ~np.isin(wanted, self.known)
        if new.any():
            self._follow(seat, first[new])
            self.known = np.concatenate([self.known, wanted[new]])
        order = np.argsort(self.known)
        found: Integers = order[np.searchsorted(self.known, key, sorter=order)]
        return found

    def _follow(self, seat: Any, states: Integers) -> None:
        pieces = np.array_split(states, -(-len(states) // FOLLOWED))
        with ThreadPoolExecutor(self.arena.threads) as pool:
            parts = pool.map(lambda piece: self._piece(seat, piece), pieces)
            self.runs = _Runs.joined([self.runs, *parts])

    def _piece(self, seat: Any, states: Integers) -> _Runs:
        arena = self.arena
        by_row = bool((arena.prices.lost_rise > 0).any())
        size = len(states) * 64 + 3 * self.table.rows + 3
        while True:
            start = np.empty(len(states) + 1, np.int64)
            code, chance = np.empty(size, np.int64), np.empty(size)
            many = arena.kernel_ends.ends_of(
                arena.policy_turn, self.table, seat, states, by_row, NEGLIGIBLE, start, code, chance
            )
            if many >= 0:
                return _Runs.of(start, code[:many], chance[:many])
            size *= 4


class _ByTable:
    """A policy that plays by tables."""

    def __init__(self, arena: Arena, lists: Lists, policy: Policy) -> None:
        plan = arena.plan
        place = lists.places(seat_of(plan, policy))
        self.chances: Floats = np.full(plan.size, 0.5)
        lasts = place[plan.begin_last :]
        known = lasts.tobytes()
        if known not in lists.last_turns:
            lists.last_turns[known] = _last_turns(arena, lasts, lists.runs)
        self.chances[plan.begin_last :] = lists.last_turns[known]
        exists = np.concatenate([plan.exists, np.zeros(plan.size - plan.states, np.bool_)])
        self._ends = arena.kernel.Ends(np.where(exists, place, -1), *lists.runs.fields())

    def ends(self, _number: int) -> Any:
        """The ends of the turns, in any chunk of levels."""
        return self._ends


def _last_turns(arena: Arena, place: Integers, runs: _Runs) -> Floats:
    """float64[last turns]: the chances of a player there, given the number of each list."""
    plan, rows = arena.plan, arena.rows
    chances = np.zeros(len(place))
    ahead = np.arange(1, plan.last.distances)
    for number, kind in enumerate(plan.last.classes, start=1):
        _, prices = last_turn_prices(
            plan, arena.policy_turn, kind, ahead, np.zeros(len(ahead), np.int64),
            rows - arena.policy_turn.max_rise, False,
        )  # fmt: skip
        begin = number * plan.last.distances
        worst = np.broadcast_to(prices.ruin, len(ahead))
        first = np.broadcast_to(prices.first, len(ahead))
        for lane, far in enumerate(ahead):
            here = place[begin + far]
            banked = runs.banked[runs.run[here] : runs.run[here + 1]]
            row = runs.row[here] + np.arange(len(banked))
            won = float(banked @ np.maximum(prices.bank[row, 0, lane], 0.0))
            some = slice(runs.start[here], runs.start[here + 1])
            row, end = np.divmod(runs.code[some], ENDS)
            lost = prices.lost[np.minimum(row, len(prices.lost) - 1), :, lane]
            worth = np.choose(
                end - 1,
                [lost[:, 0], lost[:, 1], first[lane], worst[lane], np.ones(len(row))],
            )
            chances[begin + far] = won + float(runs.chance[some] @ worth)
    return chances
