"""Duels turn by turn: where what a turn leads to depends on more than the scores.

With piggyback on the dice and points that are left over, with `bank.beat_previous` on what was
banked. See the core's `settle.hpp`. What each player gains by beginning a turn after a bank or a
farkle is kept as the match solver keeps it. A player who plays by tables takes a turn over by the
policy's thresholds, or without any if that brings more points, played on by the tables with no goal
in mind, than a turn of one's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from farklegen.core.arrays import (
    VECTOR,
    Booleans,
    Floats,
    Integers,
    PolicyTable,
    Shorts,
    StatePolicy,
    Turn,
)
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.match import BRIEF
from farklegen.core.structures import Packed, Written, aligned
from farklegen.policies.policy import Policy
from farklegen.solvers.duel import arrivals as after_bank
from farklegen.solvers.duel.arrivals import NO_BRIEF
from farklegen.solvers.duel.cycles import CycleGroup, groups_of
from farklegen.solvers.duel.state_policy import (
    rows_taken,
    state_policy_of,
    table_of,
    takes_over,
    turn_rows,
)
from farklegen.solvers.match.last_turn import last_turn_payoffs
from farklegen.solvers.match.layout import storage, write_over
from farklegen.solvers.match.match_rules import award_units

if TYPE_CHECKING:
    from farklegen.solvers.duel.setting import Setting


FEW = 48
"""Turns below which splitting them between threads does not pay."""

ROUNDS = 200
"""Rounds at most on turns of a level that need each other in a long cycle."""

SETTLED = 1e-15
"""Change below which they are settled."""


class PlayerTurns(NamedTuple):
    """How a player plays, and what that brings.

    Attributes:
        by_value: 1 for perfect play, found from a solved match; 0 for tables.
        over: bool[situations, rows * dice], where tables take a turn over.
        best_chances, best_source, best_farkled: float64[...], the solved match: chances, where
            payoffs of banking are looked up, and values of taking over after a farkle.
        chances: float64[chances], out: what a turn of one's own is worth.
        arrivals, farkled: float64[...], out: what beginning a turn after a bank is worth, and after
            a farkle, taken over or not.
        brief: int32[...], out: in place of `arrivals`, see `solvers.duel.arrivals`.
    """

    by_value: int
    over: Booleans
    best_chances: Floats
    best_source: Floats
    best_farkled: Floats
    chances: Written[Floats]
    arrivals: Written[Floats]
    farkled: Written[Floats]
    brief: Written[Shorts]


class Space(NamedTuple):
    """Room for `VECTOR` turns of a player of that many rows, by (row, kind of roll, lane): see the
    core's `settle.hpp`; `value` and `rolled` have three terms, `best` is for perfect play."""

    rows: int
    value: Written[Floats]
    rolled: Written[Floats]
    takes: Written[Integers]
    bank: Written[Floats]
    lost: Written[Floats]
    best: Written[Floats]


class Settling(NamedTuple):
    """Turns to settle, and room.

    Attributes:
        states: int64[...], the turns of the first player.
        partners: int64[...], the turn of the second player that a farkle leads to and comes back
            from. -1 if there is none: then the second player's turn is the same, and what farkles
            lead to is known.
        limit: int64[chances], rows below which a turn may be taken over.
        arrive: int64[states], rows below which points are found that were banked before.
        writes: 1 if what is decided on after a farkle is wanted later.
        worths, values, lost, best_lost, starts, best_starts: room for turns that must beat
            something.
        result: float64[1], out: the largest change.
    """

    states: Integers
    partners: Integers
    limit: Integers
    arrive: Integers
    writes: int
    worths: Written[Floats]
    values: Written[Floats]
    lost: Written[Floats]
    best_lost: Written[Floats]
    starts: Written[Floats]
    best_starts: Written[Floats]
    result: Written[Floats]


class LastPayoffs(NamedTuple):
    """Last turns of one class.

    Attributes:
        begin: index of the class among the chances: there the target is nought steps ahead.
        into: its index among the arrivals.
        kept_rows: rows of each arrival; 0 if none are kept.
        rows: rows of a turn.
        least: rows from which what was banked before must be beaten.
        bank: float64[rows + max_rise, distances], what a bank is worth.
        lost: float64[rows or 1, dice, distances], what a farkle is worth.
        first, ruin: float64[distances], the same of one of the first roll, and of a disaster.
    """

    begin: int
    into: int
    kept_rows: int
    rows: int
    least: int
    bank: Floats
    lost: Floats
    first: Floats
    ruin: Floats


@dataclass(frozen=True)
class Contender:
    """A player here.

    Attributes:
        packed: (turn, table, seat, player) as the core takes them.
        player: the last of them.
        turn: the first.
    """

    packed: tuple[Packed, ...]
    player: PlayerTurns
    turn: Turn

    @property
    def chances(self) -> Floats:
        """float64[chances]: what turns of one's own are worth."""
        return self.player.chances


class ByTurns:
    """An arena in which a turn depends on more than the scores at its start."""

    def __init__(self, arena: Setting) -> None:
        self.arena = arena
        self.plan = plan = arena.plan
        self.kept = storage(plan)
        self.brief = self.kept.arrivals > after_bank.MANY and not len(plan.over[0])
        """Whether arrivals are kept in half the memory."""
        rules = plan.rules
        elsewhere = rules.falls or award_units(rules) > 0 or rules.ending.rounds is not None
        self.writes = rules.takes_farkle and elsewhere
        """Whether what is decided on after a farkle is wanted on other levels, or later."""
        self.limit = rows_taken(plan)
        self.arrive = plan.grid[2] // rules.step + 1
        self.rules = core().pack(arena.payoffs), core().pack(arena.keep)
        levels = plan.level
        self.groups: list[list[CycleGroup]] = [
            groups_of(plan, arena.payoffs, levels, states[low:high])
            for states, begin in arena.levels.chunks
            for low, high in pairwise(begin)
        ]
        """What is settled one after the other on each level."""

    @property
    def rounding(self) -> float:
        """Error of a chance to win by what is kept in fewer bytes."""
        return after_bank.ERROR if self.brief else 0.0

    def player(self, policy: Policy) -> Contender:
        """A player who meets others here."""
        return self._perfect() if policy.optimal else self._by_table(policy)

    def sweep(self, a: Contender, b: Contender) -> tuple[float, float]:
        """Settle every level once, from the highest down; the largest change, and what levels lack
        that were left unsettled."""
        largest, threads = 0.0, self.arena.threads
        rows = self.plan.most_rows
        with Crew(threads) as crew:
            rooms = [
                (self._space(a, rows), self._space(b, rows), self._room(a)) for _ in range(threads)
            ]

            def settle(group: CycleGroup) -> float:
                many = threads if len(group.states) >= FEW else 1
                works = [
                    room._replace(states=states, partners=partners)
                    for states, partners, (_, _, room) in zip(
                        np.array_split(group.states, many),
                        np.array_split(group.partners, many),
                        rooms,
                        strict=False,
                    )
                ]
                calls = [
                    partial(
                        core().call, "settle_turns", *a.packed, mine, *b.packed, theirs,
                        *self.rules, work, crew.watch,
                    )
                    for work, (mine, theirs, _) in zip(works, rooms, strict=False)
                ]  # fmt: skip
                crew.run(calls, brief=len(group.states) <= BRIEF)
                return max(float(work.result[0]) for work in works)

            for level in self.groups:
                for round_ in range(ROUNDS):
                    moved = max((settle(group) for group in level), default=0.0)
                    largest = max(largest, moved) if round_ == 0 else largest
                    if moved <= SETTLED or not any(group.cycle for group in level):
                        break
        return largest, 0.0

    def _space(self, contender: Contender, rows: int) -> Packed:
        """Room for turns of a player."""
        turn, kinds = contender.turn, self.kept.kinds
        high, cells = (rows + turn.max_rise) * VECTOR, rows * turn.dice * VECTOR
        space = Space(
            rows=rows,
            value=aligned(3 * high * turn.columns),
            rolled=aligned(3 * cells),
            takes=aligned(cells, np.int64),
            bank=aligned(high * kinds),
            lost=aligned(cells),
            best=np.empty(0),
        )
        if contender.player.by_value:
            needed = core().call("settle_room", turn, *self.rules, space)
            space = space._replace(best=aligned(needed))
        return core().pack(space)

    def _room(self, contender: Contender, rows: int | None = None) -> Settling:
        """What there is to settle, and room beside the spaces."""
        turn = contender.turn
        if not self.plan.rules.ruleset.bank.beat_previous:
            rows = 0
        elif rows is None:
            rows = self.plan.most_rows
        high = rows + turn.max_rise + 1 if rows else 0
        none = np.empty(0, np.int64)
        return Settling(
            states=none,
            partners=none,
            limit=self.limit,
            arrive=self.arrive,
            writes=int(self.writes),
            worths=aligned(high * turn.columns * VECTOR),
            values=aligned(high * turn.columns * VECTOR),
            lost=np.empty(rows * turn.dice),
            best_lost=np.empty(rows * turn.dice),
            starts=np.empty(high),
            best_starts=np.empty(high),
            result=np.zeros(1),
        )

    def _player(
        self, policy: Policy | None, chances: Floats, arrivals: Floats, farkled: Floats,
        brief: Shorts = NO_BRIEF,
    ) -> Contender:  # fmt: skip
        """A player with these chances, and those after a bank and after a farkle."""
        arena, solution = self.arena, self.arena.solution
        if policy is None:
            turn, (table, by_state) = arena.turn, _nothing()
            over = np.zeros((1, 1), np.bool_)
        else:
            turn = arena.policy_turn
            table, by_state = table_of(turn, policy), state_policy_of(self.plan, policy)
            over = takes_over(self.plan, arena.moves, turn, table, policy)
        source = solution.arrivals if self.kept.arrivals else solution.chances
        player = PlayerTurns(
            int(policy is None), over, solution.chances, source, solution.farkled, chances,
            arrivals, farkled, brief,
        )  # fmt: skip
        packed = tuple(core().pack(each) for each in (turn, table, by_state, player))
        return Contender(packed, player, turn)

    def _perfect(self) -> Contender:
        """Perfect play, with what it wins against itself to begin with."""
        solution, keep = self.arena.solution, self.arena.keep
        chances, farkled = solution.chances.copy(), np.zeros(1)
        if self.writes:
            farkled = solution.farkled.copy()
            own = np.repeat(chances, keep.farkled_rows * self.plan.rules.moves.dice)
            np.maximum(farkled, own, out=farkled)
        arrivals = solution.arrivals
        if self.brief:
            return self._player(None, chances, np.zeros(1), farkled, after_bank.in_brief(arrivals))
        return self._player(None, chances, arrivals.copy(), farkled)

    def _by_table(self, policy: Policy) -> Contender:
        """A policy that plays by tables."""
        plan, kept = self.plan, self.kept
        many = 1 if self.brief else max(kept.arrivals, 1)
        chances, arrivals, brief = np.zeros(plan.size), np.zeros(many), NO_BRIEF
        chances[: plan.begin_last] = 0.5
        arrivals[: kept.begin_last or 1] = 0.5
        if self.brief:
            brief = np.zeros(kept.arrivals, np.int32)  # takes memory as it is written
        write_over(plan, kept, chances, arrivals)
        farkled = np.full(kept.farkled if self.writes else 1, 0.5)
        contender = self._player(policy, chances, arrivals, farkled, brief)
        self._last_turns(contender)
        return contender

    def _last_turns(self, contender: Contender) -> None:
        """What last turns are worth, and arriving there."""
        plan, kept, turn = self.plan, self.kept, contender.turn
        distances, rows = plan.last.distances, turn_rows(plan)
        ahead = np.arange(distances)
        space, room = self._space(contender, rows), self._room(contender, rows)
        for number, kind in enumerate(plan.last.classes, start=1):
            payoffs = last_turn_payoffs(
                plan, turn, kind, ahead, np.zeros(distances, np.int64), rows
            )
            awarded = np.arange(turn.dice) == turn.dice - 1
            lost = payoffs.lost[:, np.where(awarded, payoffs.lost.shape[1] - 1, 0)]
            last = LastPayoffs(
                begin=plan.begin_last + number * distances,
                into=kept.begin_last + number * distances * kept.arrival_rows * kept.kinds,
                kept_rows=kept.arrival_rows,
                rows=rows,
                least=plan.rules.least_row(plan.rules.ruleset.bank.minimum),
                bank=np.ascontiguousarray(np.maximum(payoffs.bank[:, 0], 0.0)),
                lost=np.ascontiguousarray(lost),
                first=np.array(np.broadcast_to(payoffs.first, distances)),
                ruin=np.array(np.broadcast_to(payoffs.ruin, distances)),
            )
            given = (*contender.packed, space, *self.rules, room, last)
            with Crew(1) as crew:  # not on this thread, so that Ctrl-C is heard meanwhile
                crew.run([partial(core().call, "settle_last", *given, crew.watch)])


def _nothing() -> tuple[PolicyTable, StatePolicy]:
    """What perfect play has in place of tables."""
    ints, one = np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    table = PolicyTable(
        np.zeros((1, 1)), one, np.zeros(1), np.zeros(1, np.int32), ints, ints, ints, ints, 0
    )
    return table, StatePolicy(*([np.zeros(1, np.int32)] * 7))
