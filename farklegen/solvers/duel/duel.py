"""One policy against another, exactly.

How a turn ends under a policy is a list of (end, chance). For a policy that plays by tables it
depends only on the table, how far the goal lies ahead and where one goes for it, so that some
thousand lists serve all states. Perfect play has a list of its own in each state, found from the
solved match. What follows an end is the same as in the solved match; given all lists, the chances
of both players are linear in each other, and are settled level by level (`kernels.duel`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.errors import UnsolvableError
from farklegen.kernels.arrays import ENDS, Keep, Prices
from farklegen.kernels.plain import probability_of
from farklegen.policies.policy import Policy, TurnPolicy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.seats import policy_moves, seat_of, table_of, table_rows
from farklegen.solvers.duel.taking import TakeOvers
from farklegen.solvers.match.build import follow_kernels, load_build, print_nothing
from farklegen.solvers.match.last_turn import last_turn_prices
from farklegen.solvers.match.plan import MatchPlan, turn_arrays
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.refusals import refuse

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NEGLIGIBLE = 1e-13
"""Chance up to which a way through a turn of a policy is not followed, but counted as banked."""

PIECE = 2048
"""States whose perfect play is followed in one go."""

KEPT = 100_000_000
"""Ends of perfect play that are kept; where there are more, they are found anew in each sweep."""

SETTLED = 1e-12
"""Error, as far as the convergence of sweeps tells it, at which it is enough."""

MOST_SWEEPS = 300

MOST_ROUNDS = 40
"""Rounds of policy iteration at most; some five are usual."""

GAIN = 1e-12
"""Chance to win that a round must gain."""


ROUNDING = 4e-15
"""Error of a level by the rounding of its sums."""


@dataclass(frozen=True)
class Duel:
    """Who wins.

    Attributes:
        moving_first, moving_second: chance that the first policy wins.
        sweeps: over all levels.
        error: of these chances; estimated from how the sweeps converge where there are several.
        mine, theirs: float64[chances], for every state the chance that the first (the second)
            policy wins, who is to move there.
    """

    moving_first: float
    moving_second: float
    sweeps: int
    error: float
    mine: Floats
    theirs: Floats

    @property
    def average(self) -> float:
        """Moving first or second by the toss of a coin."""
        return (self.moving_first + self.moving_second) / 2


def check_duel(ruleset: Ruleset) -> None:
    """Refuse rules for which policies are not evaluated.

    Raises:
        UnsolvableError: it names the rule.
    """
    refuse(
        (
            (f"piggyback: {ruleset.piggyback}", ruleset.piggyback in ("after_farkle", "both")),
            (
                "farkle.keeps_turn_score with piggyback",
                ruleset.farkle.keeps_turn_score and ruleset.piggyback != "none",
            ),
            ("bank.beat_previous", ruleset.bank.beat_previous),
        ),
        "policies are not measured against each other for {rule}: what a turn leads to depends on "
        "more than the scores there",
        "measuring policies against each other needs numba, which is not installed here. Install "
        "it",
    )


class Arena:
    """A solved match in which policies meet."""

    def __init__(
        self,
        solution: MatchSolution,
        tables: ScoringTables,
        *,
        kernels: Path | None = None,
        threads: int = 2,
        progress: Progress = silent,
    ) -> None:
        check_duel(solution.rules.ruleset)
        self.solution = solution
        self.tables = tables
        self.plan: MatchPlan = solution.plan
        self.prices: Prices
        self.keep: Keep
        self.prices, self.keep = solution.lookup
        self.threads = threads
        self.build = load_build(kernels, print_nothing)
        self.follow = follow_kernels()
        self.kernel: Any = import_module("farklegen.kernels.duel")
        self.kernel_ends: Any = import_module("farklegen.kernels.ends")
        self.rows = table_rows(self.plan)
        """Rows that the tables of a policy have here."""
        self.moves = policy_moves(self.plan, tables)
        self.turn = turn_arrays(self.plan.rules, self.plan.most_rows)
        self.policy_turn = turn_arrays(replace(self.plan.rules, moves=self.moves), self.rows)
        self.levels = _Levels(self.plan)
        self.takes = TakeOvers(self) if self.plan.rules.takes_bank else None
        chances = solution.chances
        self.perfect = _Perfect(self, chances, probability_of(chances), progress)
        self._lists: list[tuple[list[TurnPolicy], _Lists]] = []

    def meet(
        self, one: Policy, other: Policy, *, settled: float = SETTLED, like: Duel | None = None
    ) -> Duel:
        """One policy against another.

        Args:
            one, other: the policies; the chances are those of the first.
            settled: error at which it is enough, where sweeps converge.
            like: a duel to start from, of policies much like these.
        """
        if self.takes is not None:
            return self._meet(self.takes.player(one), self.takes.player(other), settled, None)
        return self._meet(self._player(one), self._player(other), settled, like)

    def best_response(self, policy: Policy) -> Duel:
        """Whoever plays best against a policy that is known, against it.

        Policy iteration: from perfect play on, every turn is played for the chances that the duel
        before gave, until that gains no more.
        """
        if self.takes is not None:
            raise UnsolvableError(
                "the best response is not worked out where turns may be taken over. Leave "
                "--best-response out"
            )
        opponent = self._player(policy)
        best = self._meet(self.perfect, opponent, SETTLED, None)
        self.perfect.forget()
        for _ in range(MOST_ROUNDS):
            responding = _Perfect(self, best.theirs, best.mine, self.perfect.progress)
            better = self._meet(responding, opponent, SETTLED, best)
            gain = better.average - best.average
            best = better if gain > 0 else best
            if gain <= GAIN:
                break
        return best

    def _meet(
        self, a: _Perfect | _ByTable, b: _Perfect | _ByTable, settled: float, like: Duel | None
    ) -> Duel:
        won_a, won_b = a.chances, b.chances
        if self.takes is None:
            won_a, won_b = won_a.copy(), won_b.copy()
        if like is not None:
            before_last = slice(0, self.plan.states)
            won_a[before_last] = like.mine[before_last]
            won_b[before_last] = like.theirs[before_last]
        chunks = self.levels.chunks if self.takes is None else []
        sweeps, error, before = 0, np.inf, np.inf
        while sweeps < MOST_SWEEPS:
            change = 0.0 if self.takes is None else self.takes.sweep(a, b)
            for number, (states, begin) in enumerate(chunks):
                moved = self.kernel.sweep(
                    self.prices, a.ends(number), b.ends(number), states, begin, self.levels.of,
                    (self.plan.begin_last, self.plan.last.distances), won_a, won_b,
                )  # fmt: skip
                change = max(change, float(moved))
            sweeps += 1
            if not self.levels.again:
                error = ROUNDING * len(self.levels.chunks[0][1])
                break
            factor = min(change / before, 0.99)
            error, before = change * factor / (1 - factor), max(change, 1e-300)
            if sweeps > 1 and error <= settled:
                break
        start = self.solution.index(self.solution.start())
        return Duel(float(won_a[start]), float(1.0 - won_b[start]), sweeps, error, won_a, won_b)

    def lists_of(self, policy: Policy) -> _Lists:
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
        found = _Lists(self, table_of(self.policy_turn, policy))
        self._lists.append((tables, found))
        return found

    def forget_lists(self, keep: int) -> None:
        """Make room: all but the last `keep` lists of policies are found again if needed."""
        del self._lists[: max(len(self._lists) - keep, 0)]

    def _player(self, policy: Policy) -> _Perfect | _ByTable:
        return self.perfect if policy.optimal else _ByTable(self, policy)


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


class _Levels:
    """The states that exist, by the sum of the scores, and in pieces that fit into memory."""

    def __init__(self, plan: MatchPlan) -> None:
        _, mine, theirs = plan.grid
        level = mine + theirs
        self.of: Integers = np.concatenate([level, np.full(plan.size - plan.states, -1)])
        """int64[chances]: the level of each, -1 for last turns."""
        states = np.flatnonzero(plan.exists)
        states = states[np.argsort(-level[states], kind="stable")]
        starts = np.flatnonzero(np.diff(level[states], prepend=-1))
        self.chunks: list[tuple[Integers, Integers]] = []
        """(states, where each level begins among them)."""
        per_state = int(plan.rows.mean()) + 10
        most = max(KEPT // per_state, 1)
        self.fits = len(states) <= most
        bounds = [*starts.tolist(), len(states)]
        low = 0
        for here in range(1, len(bounds)):
            if here + 1 == len(bounds) or bounds[here + 1] - bounds[low] > most // 4:
                begin = np.array(bounds[low : here + 1]) - bounds[low]
                self.chunks.append((states[bounds[low] : bounds[here]], begin))
                low = here
        rules = plan.rules
        disaster = bool(np.any(rules.moves.disaster_probability > 0))
        self.again = rules.penalty > 0 or rules.takes_all or disaster
        """Whether some turns lead to lower levels."""


class _Perfect:
    """The best play against an opponent of given chances, followed in every state.

    Attributes:
        against: float64[chances] of the opponent, as in `kernels.arrays`.
        chances: float64[chances], one's own to start from; those of last turns are right.
    """

    def __init__(self, arena: Arena, against: Floats, chances: Floats, progress: Progress) -> None:
        self.arena = arena
        self.against = against
        self.chances = chances
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


class _Lists:
    """The ends of turns under the tables of a policy, each list found once."""

    def __init__(self, arena: Arena, table: Any) -> None:
        self.arena = arena
        self.table = table
        self.known: Integers = np.empty(0, np.int64)
        self.runs = _Runs.none()

    def places(self, seat: Any) -> Integers:
        """int64[chances], the number of the list that holds in each state."""
        rows = self.table.rows
        key = seat.situation
        for field in (seat.reach, seat.stop, seat.least, seat.room):
            key = key * (rows + 1) + np.minimum(field, rows)
        key = (key << self.arena.moves.dice) + seat.going
        wanted, first = np.unique(key, return_index=True)
        new = ~np.isin(wanted, self.known)
        if new.any():
            self._follow(seat, first[new])
            self.known = np.concatenate([self.known, wanted[new]])
        order = np.argsort(self.known)
        found: Integers = order[np.searchsorted(self.known, key, sorter=order)]
        return found

    def _follow(self, seat: Any, states: Integers) -> None:
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
                break
            size *= 4
        found = _Runs.of(start, code[:many], chance[:many])
        self.runs = _Runs.joined([self.runs, found])


class _ByTable:
    """A policy that plays by tables."""

    def __init__(self, arena: Arena, policy: Policy) -> None:
        plan = arena.plan
        lists = arena.lists_of(policy)
        place = lists.places(seat_of(plan, policy))
        self.chances: Floats = np.full(plan.size, 0.5)
        self.chances[plan.begin_last :] = 0.0
        self._last_turns(arena, place, lists)
        exists = np.concatenate([plan.exists, np.zeros(plan.size - plan.states, np.bool_)])
        self._ends = arena.kernel.Ends(np.where(exists, place, -1), *lists.runs.fields())

    def ends(self, _number: int) -> Any:
        """The ends of the turns, in any chunk of levels."""
        return self._ends

    def _last_turns(self, arena: Arena, place: Integers, lists: _Lists) -> None:
        plan, rows, runs = arena.plan, arena.rows, lists.runs
        ahead = np.arange(1, plan.last.distances)
        for number, kind in enumerate(plan.last.classes, start=1):
            _, prices = last_turn_prices(
                plan, arena.policy_turn, kind, ahead, np.zeros(len(ahead), np.int64),
                rows - arena.policy_turn.max_rise, False,
            )  # fmt: skip
            begin = plan.begin_last + number * plan.last.distances
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
                self.chances[begin + far] = won + float(runs.chance[some] @ worth)
