"""Duels where a turn may be taken over after a bank.

See `kernels.takeover`. A player who plays by tables takes a turn over if that brings more points,
played on by the tables with no goal in mind, than a turn of one's own.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from farklegen.kernels.arrays import LOCAL
from farklegen.kernels.plain import probability_of
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.seats import seat_of, table_of
from farklegen.solvers.match.last_turn import last_turn_prices
from farklegen.solvers.match.plan import NEVER, storage

if TYPE_CHECKING:
    from farklegen.solvers.duel.duel import Arena

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class TakeOvers:
    """An arena in which turns may be taken over after a bank."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.plan = arena.plan
        self.kept = storage(arena.plan)
        self.kernel: Any = import_module("farklegen.kernels.takeover")
        rules = arena.plan.rules
        limit = np.asarray(arena.plan.rows)
        if rules.exact_goal:
            limit = np.minimum(limit, arena.prices.room + 1)
        self.limit: Integers = np.ascontiguousarray(limit)
        self.arrive: Integers = arena.plan.grid[2] // rules.step + 1
        """int64[states]: rows below which a turn may be taken over."""

    def player(self, policy: Policy) -> Any:
        """Somebody who meets others here."""
        return _Perfect(self) if policy.optimal else _ByTable(self, policy)

    def sweep(self, a: Any, b: Any) -> float:
        """Settle every level once, from the highest down; the largest change."""
        arena, plan = self.arena, self.plan
        largest = 0.0
        places = [np.full(plan.size, -1), np.full(plan.size, -1)]
        with ThreadPoolExecutor(arena.threads) as pool:
            for states, begin in arena.levels.chunks:
                for low, high in pairwise(begin):
                    some = states[low:high]
                    cells = int(plan.rows[some].max()) * arena.turn.dice
                    works = [_Work(len(some), cells), _Work(len(some), cells)]
                    bounds = np.linspace(0, len(some), arena.threads + 1).astype(int).tolist()
                    parts = [
                        pool.submit(player.fill, some, first, last, other, work)
                        for player, other, work in ((a, b, works[0]), (b, a, works[1]))
                        for first, last in pairwise(bounds)
                    ]
                    for part in parts:
                        part.result()
                    before = a.chances[some], b.chances[some]
                    for place in places:
                        place[some] = np.arange(len(some))
                    arena.kernel.settle(
                        some, *places, a.chances, b.chances, works[0].starts, works[1].starts
                    )
                    for player, other, work in ((a, b, works[0]), (b, a, works[1])):
                        self.kernel.arrive(
                            arena.keep, self.kept.kinds, self.limit, some, work.local, work.count,
                            player.chances, other.chances, work.rolled, player.takes,
                            player.arrivals,
                        )  # fmt: skip
                    for player, old in zip((a, b), before, strict=True):
                        largest = max(largest, float(np.abs(player.chances[some] - old).max()))
        return largest


class _Work:
    """Room for one player's turns of one level; see `kernels.takeover`."""

    def __init__(self, states: int, cells: int) -> None:
        self.constant = np.empty(states)
        self.local = np.zeros((states, LOCAL), np.int64)
        self.weight = np.zeros((states, LOCAL))
        self.count = np.zeros(states, np.int64)
        self.rolled = np.zeros((2, states, cells))

    @property
    def starts(self) -> tuple[NDArray[Any], ...]:
        return self.constant, self.local, self.weight, self.count


class _Perfect:
    """Perfect play."""

    def __init__(self, duels: TakeOvers) -> None:
        self.duels = duels
        solution = duels.arena.solution
        self.ready = duels.arena.build.prepare(duels.arena.turn)
        self.chances: Floats = probability_of(solution.chances)
        self.arrivals: Floats = probability_of(solution.arrivals)
        nowhere = np.zeros((1, 1), np.bool_)
        self.takes = (solution.chances, solution.arrivals, nowhere, np.zeros(1, np.int64))

    def fill(self, states: Integers, low: int, high: int, other: Any, work: _Work) -> None:
        """Fill in the turns from one place to another."""
        if low == high:
            return
        arena = self.duels.arena
        solution = arena.solution
        room = arena.build.values(arena.turn, arena.plan.most_rows)
        self.duels.kernel.by_value(
            self.ready, arena.turn, arena.prices, self.duels.arrive, arena.keep, solution.chances,
            solution.arrivals, solution.farkled, room, states, low, high, arena.levels.of,
            other.chances, other.arrivals, *work.starts, work.rolled,
        )  # fmt: skip


class _ByTable:
    """A policy that plays by tables."""

    def __init__(self, duels: TakeOvers, policy: Policy) -> None:
        self.duels = duels
        arena, plan, kept = duels.arena, duels.plan, duels.kept
        self.table, self.seat = table_of(arena.policy_turn, policy), seat_of(plan, policy)
        self.chances: Floats = np.full(plan.size, 0.5)
        self.chances[plan.begin_last :] = 0.0
        self.arrivals: Floats = np.zeros(kept.arrivals)
        self.arrivals[: kept.begin_last] = 0.5
        over = self._takes()
        none = np.empty(0)
        self.takes = (none, none, over, self.seat.situation)
        self._last_turns(over)

    def fill(self, states: Integers, low: int, high: int, other: Any, work: _Work) -> None:
        """Fill in the turns from one place to another."""
        arena = self.duels.arena
        self.duels.kernel.by_table(
            arena.policy_turn, self.table, self.seat, arena.prices, self.duels.arrive,
            states, low, high,
            arena.levels.of, other.chances, other.arrivals, *work.starts, work.rolled,
        )  # fmt: skip

    def _takes(self) -> NDArray[np.bool_]:
        """bool[situations, rows * dice]: where a turn is taken over."""
        arena = self.duels.arena
        moves, rules, rows = arena.moves, arena.plan.rules.turn, self.table.rows
        paid = rules.farkle_banks(moves, np.arange(rows, dtype=np.float64) * moves.unit)
        over = []
        for situation in range(len(self.table.worth)):
            rolling = self.duels.kernel.points(
                arena.policy_turn, self.table, situation, paid, float(moves.unit)
            ).reshape(rows, moves.columns)
            over.append((rolling[:, : moves.dice] > rolling[0, moves.dice - 1]).ravel())
        return np.array(over)

    def _last_turns(self, over: NDArray[np.bool_]) -> None:
        """What last turns are worth, and arriving there."""
        duels = self.duels
        arena, plan, kept = duels.arena, duels.plan, duels.kept
        turn, dice = arena.policy_turn, arena.moves.dice
        rows = self.table.rows - turn.max_rise
        ahead = np.arange(1, plan.last.distances)
        for number, kind in enumerate(plan.last.classes, start=1):
            _, prices = last_turn_prices(
                plan, turn, kind, ahead, np.zeros(len(ahead), np.int64), rows, False
            )
            begin = plan.begin_last + number * plan.last.distances
            lost = [prices.lost[0, 0], prices.lost[0, 1], prices.first, prices.ruin]
            fresh, rolled = np.empty(len(ahead)), np.empty((len(ahead), rows * dice))
            duels.kernel.last_by_table(
                turn, self.table, self.seat, begin, ahead, rows,
                np.ascontiguousarray(np.maximum(prices.bank[:, 0], 0.0)),
                np.array([np.broadcast_to(price, len(ahead)) for price in lost]), fresh, rolled,
            )  # fmt: skip
            self.chances[begin + ahead] = fresh
            shape = (len(ahead), kept.arrival_rows, dice)
            wanted = over[self.seat.situation[begin + 1]].reshape(-1, dice)[: kept.arrival_rows]
            room = ahead // plan.rules.step if plan.rules.exact_goal else np.full(len(ahead), NEVER)
            can = np.arange(kept.arrival_rows)[None, :] <= room[:, None]
            took = rolled.reshape(len(ahead), rows, dice)[:, : kept.arrival_rows]
            entries = (
                kept.begin_last
                + (number * plan.last.distances + ahead[:, None, None]) * kept.arrival_rows * dice
                + np.arange(shape[1] * dice).reshape(1, *shape[1:])
            )
            self.arrivals[entries] = np.where(
                wanted[None] & can[:, :, None], took, fresh[:, None, None]
            )
