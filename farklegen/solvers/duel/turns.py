"""Duels turn by turn: where what a turn leads to depends on more than the scores.

With piggyback on the dice and points that are left over, with `bank.beat_previous` on what was
banked. See `kernels.exchange`. What each player gains by beginning a turn after a bank or a farkle
is kept as the match solver keeps it. A player who plays by tables takes a turn over if that brings
more points, played on by the tables with no goal in mind, than a turn of one's own.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.chances import probability_of
from farklegen.core.library import core
from farklegen.core.structures import Written
from farklegen.kernels.arrays import Seat, Table, Turn
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.circles import Group, groups_of
from farklegen.solvers.duel.seats import seat_of, table_of
from farklegen.solvers.match.last_turn import last_turn_prices
from farklegen.solvers.match.plan import NEVER, award_units, storage

if TYPE_CHECKING:
    from farklegen.solvers.duel.duel import Arena

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

FEW = 48
"""Turns below which splitting them between threads does not pay."""

ROUNDS = 200
"""Rounds at most on turns of a level that need each other in a long circle."""

SETTLED = 1e-15
"""Change below which they are settled."""


class Points(NamedTuple):
    """Points that a turn brings which is rolled on, with no goal.

    Attributes:
        situation: number of the table.
        unit: points of a row.
        paid: float64[rows, columns], points that a farkle leaves.
        worth: float64[rows, columns], room.
        rolling: float64[rows, columns], out.
    """

    situation: int
    unit: float
    paid: Floats
    worth: Written[Floats]
    rolling: Written[Floats]


class ByTurns:
    """An arena in which a turn depends on more than the scores at its start."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.plan = plan = arena.plan
        self.kept = storage(plan)
        self.kernel: Any = import_module("farklegen.kernels.exchange")
        self.blocks: Any = import_module("farklegen.kernels.takeover")
        self.last: Any = import_module("farklegen.kernels.takeover_last")
        rules = plan.rules
        penalised = rules.penalty > 0 or rules.takes_all
        self.writes = rules.takes_farkle and (penalised or award_units(rules) > 0)
        """Whether what is decided on after a farkle is wanted on other levels, or later."""
        self.lane_turn: Turn = arena.build.prepare(arena.turn)
        self.rules = self.blocks.Rules(
            arena.prices,
            arena.keep,
            np.concatenate([plan.rows, np.full(plan.size - plan.states, NEVER)]),
            plan.grid[2] // rules.step + 1,
            int(rules.takes_farkle),
            int(self.writes),
        )
        self.groups: list[list[Group]] = [
            groups_of(plan, arena.prices, states[low:high])
            for states, begin in arena.levels.chunks
            for low, high in pairwise(begin)
        ]
        """What is settled one after the other on each level."""

    def player(self, policy: Policy) -> Any:
        """Somebody who meets others here."""
        return self._perfect() if policy.optimal else self._by_table(policy)

    def sweep(self, a: Any, b: Any) -> tuple[float, float]:
        """Settle every level once, from the highest down; the largest change, and what levels lack
        that were left unsettled."""
        largest = 0.0
        threads = self.arena.threads
        with ThreadPoolExecutor(threads) as pool:
            rooms = [(self.block(a), self.block(b), self.room(a)) for _ in range(threads)]

            def settle(group: Group) -> float:
                many = threads if len(group.states) >= FEW else 1
                parts = [
                    pool.submit(self.kernel.play, self.rules, a, b, states, partners, *room)
                    for states, partners, room in zip(
                        np.array_split(group.states, many),
                        np.array_split(group.partners, many),
                        rooms,
                        strict=False,
                    )
                ]
                return max(float(part.result()) for part in parts)

            for level in self.groups:
                for round_ in range(ROUNDS):
                    moved = max((settle(group) for group in level), default=0.0)
                    largest = max(largest, moved) if round_ == 0 else largest
                    if moved <= SETTLED or not any(group.circle for group in level):
                        break
        return largest, 0.0

    def block(self, player: Any) -> Any:
        """Room for turns of a player."""
        arena = self.arena
        best = np.empty(0)
        if player.by_value:
            best = arena.build.values(arena.turn, self.plan.most_rows)
        return self.blocks.block_for(player.turn, self.plan.most_rows, self.kept.kinds, best)

    def room(self, player: Any) -> Any:
        """Room beside the blocks."""
        beats = self.plan.rules.ruleset.bank.beat_previous
        return self.blocks.room_for(player.turn, self.plan.most_rows if beats else 0)

    def _player(self, policy: Policy | None, chances: Floats, *after: Floats) -> Any:
        """A player with these chances, and those after a bank and after a farkle."""
        arena, solution = self.arena, self.arena.solution
        if policy is None:
            turn, lane_turn, table, seat = arena.turn, self.lane_turn, *_nothing()
            over = np.zeros((1, 1), np.bool_)
        else:
            turn = lane_turn = arena.policy_turn
            table, seat = table_of(turn, policy), seat_of(self.plan, policy)
            over = self._takes(table)
        source = solution.arrivals if self.kept.arrivals else solution.chances
        best = tuple(_unchanged(a) for a in (solution.chances, source, solution.farkled))
        return self.blocks.Player(
            int(policy is None), turn, lane_turn, table, seat, over, best, chances, *after
        )

    def _perfect(self) -> Any:
        """Perfect play, with what it wins against itself to begin with."""
        solution, keep = self.arena.solution, self.arena.keep
        chances, farkled = probability_of(solution.chances), np.zeros(1)
        if self.writes:
            own = np.repeat(chances, keep.farkled_rows * self.plan.rules.moves.dice)
            farkled = np.maximum(_probability(solution.farkled), own)
        return self._player(None, chances, _probability(solution.arrivals), farkled)

    def _by_table(self, policy: Policy) -> Any:
        """A policy that plays by tables."""
        plan, kept = self.plan, self.kept
        chances = np.full(plan.size, 0.5)
        chances[plan.begin_last :] = 0.0
        arrivals = np.full(max(kept.arrivals, 1), 0.5)
        arrivals[kept.begin_last :] = 0.0
        farkled = np.full(kept.farkled if self.writes else 1, 0.5)
        player = self._player(policy, chances, arrivals, farkled)
        self._last_turns(player)
        return player

    def _takes(self, table: Table) -> Booleans:
        """bool[situations, rows * dice]: where a turn is taken over."""
        arena = self.arena
        moves, rules, rows = arena.moves, self.plan.rules.turn, table.rows
        paid = rules.farkle_banks(moves, np.arange(rows, dtype=np.float64) * moves.unit)
        over = []
        for situation in range(len(table.worth)):
            rolling, worth = np.empty((rows, moves.columns)), np.empty((rows, moves.columns))
            points = Points(situation, float(moves.unit), paid, worth, rolling)
            core().call("points", arena.policy_turn, table, points)
            over.append((rolling[:, : moves.dice] > rolling[0, moves.dice - 1]).ravel())
        return np.array(over)

    def _last_turns(self, player: Any) -> None:
        """What last turns are worth, and arriving there."""
        plan, kept, turn = self.plan, self.kept, player.turn
        distances, rows = plan.last.distances, player.table.rows - turn.max_rise
        ahead = np.arange(distances)
        for number, kind in enumerate(plan.last.classes, start=1):
            _, prices = last_turn_prices(
                plan, turn, kind, ahead, np.zeros(distances, np.int64), rows, False
            )
            awarded = np.arange(turn.dice) == turn.dice - 1
            lost = prices.lost[:, np.where(awarded, prices.lost.shape[1] - 1, 0)]
            self.last.last_turns(
                self.rules, player,
                *(self.blocks.block_for(turn, rows, kept.kinds, np.empty(0)) for _ in range(2)),
                self.blocks.room_for(turn, rows),
                plan.begin_last + number * distances,
                (
                    kept.begin_last + number * distances * kept.arrival_rows * kept.kinds,
                    kept.arrival_rows,
                ),
                rows,
                plan.rules.least_row(plan.rules.ruleset.bank.minimum),
                np.ascontiguousarray(np.maximum(prices.bank[:, 0], 0.0)),
                np.ascontiguousarray(lost),
                np.array(np.broadcast_to(prices.first, distances)),
                np.array(np.broadcast_to(prices.ruin, distances)),
            )  # fmt: skip


def _probability(chance: Floats) -> Floats:
    """`probability_of`, for large arrays."""
    found = np.array(chance)
    found[found < 0] += 1.0
    return found


def _unchanged(array: Floats) -> Floats:
    """The array, as one that cannot be written to: what is compiled for one serves all."""
    view = array.view()
    view.flags.writeable = False
    return view


def _nothing() -> tuple[Table, Seat]:
    """What perfect play has in place of tables."""
    ints, one = np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    table = Table(np.zeros((1, 1)), one, np.zeros(1), one, ints, ints, ints, 0)
    return table, Seat(*([ints] * 6))
