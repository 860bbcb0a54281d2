"""Given ways of playing at a table: how often each seat wins, exactly. A duel is a table of two; an
`Arena` keeps its players from duel to duel.

Choices are given, so that chances are linear. Let W_p(x) be the chances of all seats if
seat p moves in the state x, f_p(x) the chance that its turn farkles and banks nothing, y the state
after such a farkle, and A_p(x) the sum over all other ends of the turn. Then

    W_p(x) = A_p(x) + f_p(x) W_{p+1}(y)

After P farkles x is back. That makes P equations, solved level by level as in `solver`. If farkles
in a row cost points, the levels are swept until nothing changes, also as in `solver`. Each chance
belongs to a seat, not to the player to move, so nothing is turned round.

How often turns are begun is the transpose of the same equations.

The player of each seat says how its turns end (`solvers.duel.seats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import PlainValidator

from farklegen.core.arrays import Floats, Integers, Written
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.core.several import ONCE, ROUND, SETTLE, Several, solve_given
from farklegen.errors import UnsolvableError, named
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.decisions import probability
from farklegen.solvers.duel.seats import (
    ByMatch,
    ByTables,
    Seat,
    Setting,
    TableLists,
    key_of,
    rows_followed,
)
from farklegen.solvers.ends import Ends
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game.layout import Layout, games_over
from farklegen.solvers.game.levels import (
    MOST_LANES,
    Band,
    Stage,
    ahead,
    bands,
    lanes_of,
    levels,
)
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.game.solvable import SWEEPS, turns_solved
from farklegen.solvers.game.solver import SETTLED
from farklegen.solvers.progress import Passes, Progress, silent
from farklegen.solvers.turn_rules import refuse_beyond_scores

PLAYING = "playing at a table"
"""What progress shows."""

MOST_SWEEPS = 2000
"""Sweeps where streaks cost points."""

MOST_READY = 200_000
"""Turns whose ends are kept from one sweep to the next."""

TOGETHER = 1 << 14
"""About how many turns a band has in a duel by lists."""

TILE = 16
"""Scores of each player in a tile: what its banks lead to, and how its turns end, fits into the
processor's cache."""

MOST_PASSES = 100

COMING = 1e-6
"""How often turns may be left that are not followed, if turns lead back to lower levels."""

DUEL_SETTLED = 1e-12
"""The error of a duel at which sweeps stop, as estimated from their convergence."""

SELDOM = 1e-4
"""Turns of a game of rounds that occur with a smaller chance than this share of the error are left
out."""

MOST_DUEL_SWEEPS = 300
"""Sweeps of a duel at most."""

MOST_ROUNDS = 40
"""Rounds of policy iteration at most; some five are usual."""

GAIN = 1e-12
"""Chance to win that a round must gain."""

MANY_SWEEPS = 8
"""Sweeps over which changes are followed: extrapolation makes them shrink unevenly, and in the end
only the changes that shrink slowly are left."""

ROUNDING = 4e-15
"""Error of a level by the rounding of its sums."""


class Visits(NamedTuple):
    """How often turns are begun.

    Attributes:
        coming: float64[P, states], in and out: how often each seat begins a turn that is yet to
            be followed. The turns on the levels at hand are followed, and taken away.
        often: float64[P, states], in and out: how often each turn is begun, added up.
    """

    coming: Written[Floats]
    often: Written[Floats]


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


@dataclass(frozen=True)
class Chances:
    """How often a player wins against perfect play.

    Attributes:
        moving_first, moving_second: probability, by who moves first.
    """

    KEYS = ("moving_first", "moving_second", "average")

    moving_first: float
    moving_second: float

    @classmethod
    def of(cls, duel: Duel) -> Chances:
        """Those of a duel, without its arrays."""
        return cls(duel.moving_first, duel.moving_second)

    @property
    def average(self) -> float:
        """Their mean."""
        return (self.moving_first + self.moving_second) / 2

    @property
    def of_other(self) -> Chances:
        """Those of the other player."""
        return Chances(1 - self.moving_second, 1 - self.moving_first)


@dataclass(frozen=True)
class Duel(Chances):
    """How often the first of two policies wins.

    Attributes:
        error: of these chances; estimated from how sweeps converge where there are several.
        chances: float64[2, 1, states] that the first policy wins, by who is to move;
            empty if a turn depends on more than the scores.
    """

    error: float
    chances: Floats


def meet(
    layout: Layout, seats: Sequence[Seat], *, threads: int, progress: Progress = silent
) -> MetAtTable:
    """How often each of these ways of playing wins at a table.

    Args:
        layout: of that many players.
        seats: the players in the order of moving.
        threads: to work with.
        progress: how far it is.
    """
    table = Table([layout])
    worth = table.even()
    with Crew(threads) as crew:
        table.solve(seats, worth, crew, progress=progress)
    moving = worth[:, :, layout.start]
    chances = np.concatenate([moving, 1.0 - moving.sum(axis=1, keepdims=True)], axis=1)
    return MetAtTable(np.clip(chances, 0.0, 1.0))  # without what rounding adds to them


def at_rest(changes: Sequence[float]) -> bool:
    """Whether sweeps that made these changes have come to rest."""
    return changes[-1] <= SETTLED


class Table:
    """The turns of a game in the order in which they are settled.

    Args:
        layouts: the states, see `layout.layouts_of`.
    """

    def __init__(self, layouts: Sequence[Layout]) -> None:
        self.layouts, self.layout = layouts, layouts[0]
        self.size = layouts[-1].size
        self.by_turns = self.layout.rules.by_turns
        self.in_tiles = self.layout.players == 2 and not self.by_turns

    @property
    def lasts(self) -> Iterable[Band]:
        """The last turns."""
        return self._kept[0] if self.in_tiles else self._bands(self._last_stages)

    @property
    def before(self) -> Iterable[Band]:
        """The turns before the goal is reached."""
        return self._kept[1] if self.in_tiles else self._bands(self._stages())

    @property
    def from_the_start(self) -> Iterable[Band]:
        """The turns before the goal is reached, in the order in which games come to them."""
        if self.in_tiles:
            return reversed(self._kept[1])
        return self._bands(self._stages(up=True), most=0)  # no more than a stage together

    @property
    def _last_stages(self) -> Iterable[Stage]:
        left = range(1, self.layout.players)
        return chain.from_iterable(ahead(self.layouts, each) for each in left)

    def _stages(self, *, up: bool = False) -> Iterable[Stage]:
        if self.layout.rounds:
            return ahead(self.layouts, None, up=up)
        found = _tiles(self.layouts) if self.in_tiles else levels(self.layouts, up=up)
        return (stage._replace(mode=SETTLE) if stage.mode == ROUND else stage for stage in found)

    def _bands(self, stages: Iterable[Stage], most: int = MOST_LANES) -> Iterable[Band]:
        return bands(self.layouts, stages, np.zeros((1, self.size)), np.zeros(0), most=most)

    @cached_property
    def _kept(self) -> tuple[list[Band], list[Band]]:
        """The last turns, and those before, of a match of two."""
        last, before = (
            [_in_order(band) for band in self._bands(stages, most=TOGETHER)]
            for stages in (self._last_stages, self._stages())
        )
        return last, before

    def even(self) -> Floats:
        """float64[P, P - 1, states]: for each seat to move the chances of all seats but the last,
        before anything is known. They stay so in games without an end."""
        layout = self.layout
        worth = np.zeros((layout.players, layout.players - 1, self.size))
        for group in layout.groups:
            if layout.sweeps or not group.row_units or not group.first:
                # other states are solved before they are looked up, and take memory as they are
                worth[:, :, group.begin : group.begin + group.size] = 1.0 / layout.players
        for state, won in games_over(self.layouts):
            for moves, each in enumerate(worth):
                each[:, state] = np.roll(won, moves)[:-1]
        return worth

    def solve(
        self,
        seats: Sequence[Seat],
        worth: Floats,
        crew: Crew | Watch,
        *,
        enough: Callable[[Sequence[float]], bool] = at_rest,
        progress: Progress = silent,
    ) -> list[float]:
        """Fill in the chances of all seats, wherever any of them is to move.

        Args:
            seats: the players in the order of moving.
            worth: float64[P, P - 1, states], in and out, see `even`.
            crew: threads to work with; or what watches over this thread alone.
            enough: whether sweeps that made these changes are enough.
            progress: how far it is.

        Returns:
            the largest change of each sweep; there is one if no turn leads to a lower level.
        """
        for band in self.lasts:
            self._ready(band, seats, worth, crew)()
        if not self.layout.sweeps:
            change, done, turns = 0.0, 0, sum(map(turns_solved, self.layouts))
            for band in self.before:
                change = max(change, self._ready(band, seats, worth, crew)())
                done += len(band.order)
                progress(min(done / turns, 1.0), PLAYING)
            return [change]
        before = list(self.before)
        few = sum(len(band.order) for band in before) <= MOST_READY
        ready = [self._ready(band, seats, worth, crew) for band in before] if few else None
        passes, changes = Passes(progress, PLAYING, SWEEPS), list[float]()
        while len(changes) < MOST_SWEEPS:
            change = 0.0
            for number, band in enumerate(passes.through(before)):
                settle = ready[number] if ready else self._ready(band, seats, worth, crew)
                change = max(change, settle())
            changes.append(change)
            if enough(changes):
                break
        return changes

    def _ready(
        self, band: Band, seats: Sequence[Seat], worth: Floats, crew: Crew | Watch
    ) -> Callable[[], float]:
        """Turns ready to be settled: each call settles them and returns the largest change."""
        task = band.task._replace(values=worth)
        made = {id(seat): seat for seat in seats}  # found once for seats with the same player
        if self.by_turns:
            task, function = _occurring(self.layout, band, task), "given_turns"
            found = {key: core().pack(seat.played(band)) for key, seat in made.items()}
        else:
            function = "several_given"
            found = {key: core().pack(seat.ends(band)) for key, seat in made.items()}
        given = [found[id(seat)] for seat in seats]
        return lambda: solve_given(task, band.levels, given, crew, function)

    def follow(
        self, band: Band, seats: Sequence[Seat | None], coming: Floats, often: Floats
    ) -> None:
        """Follow some turns, see `Visits`. One seat stands for all of them if they play alike; the
        turns of no seat are left."""
        task = band.task._replace(players=len(seats))
        none = Ends.none(len(band.order))
        ends = [seat.ends(band) if seat else none for seat in seats]
        visits = Visits(coming, often)
        solve_given(task, band.levels, ends, Watch.new(), "several_visits", visits)

    def after_a_turn(self, seat: Seat, mass: Floats) -> Floats:
        """float64[states]: given the chance to be in each state of a match of two, the chances of
        what follows one turn before the goal is reached."""
        coming = np.stack([mass, np.zeros_like(mass)])
        often = np.zeros_like(coming)
        for band in self.before:
            once = band.levels._replace(mode=np.full_like(band.levels.mode, ONCE))
            self.follow(band._replace(levels=once), (seat, None), coming, often)
        following: Floats = coming[1]
        return following

    def visits(self, seats: Sequence[Seat], start: Floats) -> Floats:
        """float64[seats, states]: how often each seat begins a turn before the goal is reached.
        Where turns lead back to a lower level, the levels are gone through again until almost
        nothing is left to follow.

        Args:
            seats: the players; or one for all, if they play alike.
            start: float64[seats, states], how often each begins the game.
        """
        coming, often = start, np.zeros_like(start)
        for _ in range(MOST_PASSES):
            for band in self.from_the_start:
                self.follow(band, seats, coming, often)
            if self._left(coming) < COMING:
                break
        return often

    def _left(self, coming: Floats) -> float:
        """How often turns before the goal is reached are yet to be followed."""
        groups = [group for layout in self.layouts for group in layout.groups]
        before = [group for group in groups if group.left is None]
        found = [coming[:, each.begin : each.begin + each.size].sum() for each in before]
        return float(sum(found))


def _occurring(layout: Layout, band: Band, task: Several) -> Several:
    """The turns, without offers that no player who came to the goal from below can leave, and
    without rows that are not followed."""
    step, begin, rows = layout.rules.step, 0, task.rows.copy()
    first, end = task.taken_from.copy(), task.taken_from + task.taken
    for group, at in band.parts:
        here = slice(begin, begin := begin + at.shape[1])
        if group.left == layout.players - 1 and group.hands and group.first and not group.beats:
            end[here] = np.minimum(end[here], (at[0] + layout.scores - 1) // step + 1)
            first[here] = np.clip((at[0] - layout.scores) // step + 1, first[here], end[here])
        rows[here] = rows_followed(layout, group, rows[here])
    offers = task.offers + (first - task.taken_from) * task.offers_rise
    return task._replace(rows=rows, taken_from=first, taken=end - first, offers=offers)


def _tiles(layouts: Sequence[Layout]) -> Iterator[Stage]:
    """The turns before the goal is reached, from the highest scores down, in tiles of scores: turns
    lead to higher scores of one player, or to the same. Players off the board have few scores."""
    parts = []
    tiles = -(-layouts[0].scores // TILE)
    for layout in layouts:
        off_board = layout.rules.off_board
        for group in (group for group in layout.groups if group.left is None):
            scores = [
                np.arange(size) if on else off_board[off_board < size]
                for size, on in zip(group.shape, group.boards, strict=True)
            ]
            at = np.stack(np.meshgrid(*scores, indexing="ij")).reshape(2, -1)
            tile = at.max(axis=0) // TILE * tiles + at.min(axis=0) // TILE
            order = np.argsort(tile, kind="stable")
            begin = np.searchsorted(tile[order], np.arange(tiles**2 + 1)).tolist()
            parts.append((group, at[:, order], begin))
    for tile in range(tiles**2 - 1, -1, -1):
        some = [(g, at[:, begin[tile] : begin[tile + 1]]) for g, at, begin in parts]
        if found := [part for part in some if part[1].shape[1]]:
            yield Stage(SETTLE, found)


def _in_order(band: Band) -> Band:
    """The turns of a band in the order in which they are settled, without the arrays that lists of
    ends do not need."""
    levels = band.levels
    stage = np.empty_like(levels.order)
    stage[levels.order] = np.repeat(np.arange(len(levels.mode)), np.diff(levels.begin))
    if levels.mode[0] == SETTLE:  # the pairs of scores of each tile, from the highest down
        at = np.concatenate([at for _, at in band.parts], axis=1)
        cell = at.max(axis=0) % TILE * TILE + at.min(axis=0) % TILE
        stage = stage * TILE**2 + TILE**2 - 1 - cell
    task = band.task
    steps = _steps(task, stage, levels.phases)
    cycles = np.isin(stage, stage[steps == levels.phases])
    order = np.lexsort((np.where(cycles, task.own, steps), stage))
    new = np.diff(stage[order], prepend=-1) != 0
    new &= cycles[order] | np.append(True, cycles[order][:-1])  # other turns share a level
    begin = np.flatnonzero(new)
    levels = levels._replace(
        begin=np.append(begin, len(order)),
        order=np.arange(len(order)),
        mode=np.where(cycles[order][begin], SETTLE, ONCE),
        near=np.zeros(0, np.int64),
    )
    none = np.zeros(0, np.int64)
    task = lanes_of(task, order)
    task = task._replace(
        room=none, least=none, state=task.own, offers=none, offers_rise=none,
        taken_from=none,
        lost_until=task.lost_until if task.by_row else none,
        lost_rise=task.lost_rise if task.by_row else none,
    )  # fmt: skip
    return band._replace(task=task, levels=levels, order=order)


def _steps(task: Several, stage: Integers, most: int) -> Integers:
    """int64[lanes]: to how many more turns of its stage farkles lead from each, at most `most`."""
    own, every = task.own, np.arange(len(task.own))
    by_state = np.argsort(own)
    there = by_state[np.minimum(np.searchsorted(own, task.after, sorter=by_state), len(own) - 1)]
    inside = (own[there] == task.after) & (stage[there] == stage)
    steps, now = np.zeros_like(every), every
    for _ in range(most):
        steps += inside[now]
        now = np.where(inside[now], there[now], now)
    return steps


def check_best_response(ruleset: Ruleset) -> None:
    """Refuse rules for which the best response is not worked out.

    Raises:
        UnsolvableError: it names the rule.
    """
    refuse_beyond_scores(
        ruleset,
        f"the best response is not worked out with {{rule}}. Leave {named('best_response')} out, "
        "or that rule",
    )


class Arena(Setting):
    """A solved match in which policies meet.

    Args:
        opponent: the same match by the opponents, where they have other dice.
    """

    def __init__(
        self,
        solution: MatchSolution,
        tables: ScoringTables,
        *,
        threads: int = 2,
        progress: Progress = silent,
        opponent: Arena | None = None,
    ) -> None:
        super().__init__(solution.layout, tables, threads)
        self.solution = solution
        self.sides: list[Setting] = [copy(self)]  # no reference cycle keeps large arrays alive
        if opponent is not None:
            self.sides += opponent.sides
        self._other = (opponent or self).solution
        self.progress = progress
        self._lists: dict[tuple[Any, ...], TableLists] = {}

    @cached_property
    def table(self) -> Table:
        """The turns of both players."""
        return Table([side.layout for side in self.sides])

    @cached_property
    def starts(self) -> list[int]:
        """In which state a game begins, for each player."""
        return [side.layout.start for side in (*self.sides, *self.sides)][:2]

    @cached_property
    def perfect_seats(self) -> tuple[ByMatch, ByMatch]:
        """Perfect play, as the first and as the second player."""
        values = self.solution.values[0]
        first = self.responding(values)
        return first, first if len(self.sides) == 1 else self.responding(values, -1)

    @property
    def perfect(self) -> tuple[float, float]:
        """How often perfect play wins against perfect play, moving first and second."""
        first, other = (each.win_probability(each.start()) for each in (self.solution, self._other))
        return first, 1.0 - other

    def player(self, policy: Policy, seat: int = 0) -> Seat:
        """A policy, as the first player here or as the second. An earlier policy with the same
        usual tables shares its lists of ends."""
        if policy.optimal:
            return self.perfect_seats[seat]
        number = seat % len(self.sides)
        side = self.sides[number]
        key = number, *map(key_of, policy.tables.values())
        if key not in self._lists:
            self._lists[key] = TableLists(side)
        return ByTables(side.layout, side, policy, lists=self._lists[key])

    def responding(self, others: Floats, seat: int = 0) -> ByMatch:
        """The best play, given float64[states], the chances of the player to move next."""
        layout = self.sides[seat].layout
        match = MatchSolution(layout, others[None], self.solution.certificate)
        return ByMatch(layout, match, threads=self.threads, keeps=True)

    def meet(
        self, one: Policy, other: Policy, *, settled: float = DUEL_SETTLED, like: Duel | None = None
    ) -> Duel:
        """Play one policy against another.

        Args:
            one, other: the policies; the chances are those of the first.
            settled: error at which sweeps that converge stop.
            like: a duel to start from, of policies much like these.
        """
        return self.meet_all([(one, other)], settled=settled, like=like)[0]

    def meet_all(
        self,
        pairs: Sequence[tuple[Policy, Policy]],
        *,
        settled: float = DUEL_SETTLED,
        like: Duel | None = None,
    ) -> list[Duel]:
        """`meet` for each of several pairs, some of them at the same time."""
        if self.table.by_turns:
            seats = [(self.player(one), self.player(other, 1)) for one, other in pairs]
            with Crew(self.threads) as crew:
                return [self._meet(each, settled, like, crew) for each in seats]
        met = [self._seats(one, other, SELDOM * settled) for one, other in pairs]
        with Crew(min(self.threads, len(pairs))) as crew:
            calls = [partial(self._meet, seats, settled, like, crew.watch) for seats, _ in met]
            duels = crew.run(calls, brief=len(pairs) == 1)
        return [
            replace(duel, error=duel.error + left)
            for duel, (_, left) in zip(duels, met, strict=True)
        ]

    def best_response(self, policy: Policy) -> Duel:
        """The best answer to a policy that is known, played against it.

        Policy iteration: starting from perfect play, each round plays every turn for the chances
        that the duel before gave, until a round gains no more.
        """
        assert not self.table.by_turns  # `check_best_response` refuses these rules
        other, watch = self.player(policy, 1), Watch.new()
        best = self._meet((self.perfect_seats[0], other), DUEL_SETTLED, None, watch)
        for _ in range(MOST_ROUNDS):
            responding = self.responding(1.0 - best.chances[1, 0])
            better = self._meet((responding, other), DUEL_SETTLED, best, watch)
            gain = better.average - best.average
            best = better if gain > 0 else best
            if gain <= GAIN:
                break
        return best

    def visits(self, mine: Seat, theirs: Seat) -> Floats:
        """float64[states]: how often the first player begins each turn, last turns left out.
        Averaged over who moves first."""
        found: Floats = self.table.visits((mine, theirs), self._begun())[0]
        return found

    def _begun(self) -> Floats:
        """float64[2, states]: how often each player begins the game."""
        coming = np.zeros((2, self.table.size))
        coming[[0, 1], self.starts] = 0.5
        return coming

    def _seats(self, one: Policy, other: Policy, seldom: float) -> tuple[tuple[Seat, Seat], float]:
        """Both players of a duel, with perfect play followed in all turns.

        In a game of rounds against tables, it is followed only where a game comes with a chance of
        more than `seldom`: most turns are rarer, and no farkle leads from one turn of a round to
        another. The values of the others stay those of the solved match.

        Returns:
            the players, and how often a game comes to turns that are left out, at most, with either
            of them to begin.
        """
        mine, theirs = self.player(one), self.player(other, 1)
        if self.layout.rounds and other.optimal and not one.optimal:
            return (mine, self._usual), self._follow_usual(mine, seldom)
        every = [*self.table.lasts, *self.table.before]
        for seat in (mine, theirs):
            for number, band in enumerate(every if isinstance(seat, ByMatch) else ()):
                self.progress(number / len(every), "following perfect play")
                seat.ends(band)
        return (mine, theirs), 0.0

    @cached_property
    def _usual(self) -> ByMatch:
        """Perfect play of the second player, followed in some of the turns."""
        return self.responding(self.solution.values[0], -1)

    def _follow_usual(self, mine: Seat, seldom: float) -> float:
        coming = self._begun()
        often = np.zeros_like(coming)
        every = [*self.table.lasts, *self.table.before]
        for band in reversed(every):
            begins = band.task.own
            for _ in range(MOST_PASSES):
                self._usual.follow_some(band, coming[1, begins] > seldom)
                self.table.follow(band, (mine, self._usual), coming, often)
                if coming[1, begins].max() <= seldom:
                    break
        # half of the games begin with either player
        return 2.0 * float(sum(coming[1, band.task.own].sum() for band in every))

    def forget_lists(self, keep: int) -> None:
        """Make room: keep only the lists of the last `keep` usual tables. Other lists are worked
        out again if needed."""
        for tables in list(self._lists)[: max(len(self._lists) - keep, 0)]:
            del self._lists[tables]

    def first_chances(self, begin: int = 0) -> Floats:
        """float64[2, 1, states]: what the first wins in the solved match, wherever either moves,
        from the state of that number on."""
        values = self.solution.values[0, begin:]
        return np.stack([values, 1.0 - values])[:, None]

    def _meet(
        self,
        seats: tuple[Seat, Seat],
        settled: float,
        like: Duel | None,
        crew: Crew | Watch,
    ) -> Duel:
        """Who wins.

        Raises:
            UnsolvableError: if the error is too large.
        """

        def enough(changes: Sequence[float]) -> bool:
            return len(changes) > 1 and (
                self._error(changes) <= settled or len(changes) == MOST_DUEL_SWEEPS
            )

        rules, by_turns, begin = self.layout.rules, self.table.by_turns, self.layout.begin_last
        if by_turns:
            worth = self.table.even()
            for at, seat in enumerate(seats):
                if isinstance(seat, ByMatch) and seat.knows_last:
                    worth[at, 0, begin:] = self.first_chances(begin)[at, 0]
            changes = self.table.solve(seats, worth, crew)[::-2][::-1]  # one turn of both apart
        else:
            worth = self.first_chances() if like is None else like.chances.copy()
            changes = self.table.solve(seats, worth, crew, enough=enough)
        run_lost = rules.past_in_duels[1] if by_turns else rules.run_lost
        error = self._error(changes) + run_lost * self._levels
        if not error <= MOST_TOLERANCE:
            raise UnsolvableError(
                f"the chances of these two ways of playing were not found: an error of about "
                f"{min(error, 1.0):.1e} is left after {len(changes):,} sweeps, and no more than "
                f"{MOST_TOLERANCE:.0e} will do. Against each other they may play on for very long: "
                "give another policy, or a lower goal"
            )
        first, second = (worth[seat, 0, start] for seat, start in enumerate(self.starts))
        chances = np.zeros(0) if by_turns else worth
        return Duel(probability(first), probability(second), error + rules.beyond, chances)

    @cached_property
    def _levels(self) -> int:
        """The number of levels that a game may pass through, plus one."""
        return (self.layout.turns if self.layout.rounds else 2 * self.layout.scores - 1) + 1

    def _error(self, changes: Sequence[float]) -> float:
        """The error after sweeps that made these changes. If nothing leads to lower levels, one
        sweep settles everything except rounding."""
        if not self.layout.sweeps:
            return ROUNDING * self._levels
        factor = contraction(list(changes))
        return changes[-1] * factor / (1 - factor)


def contraction(changes: list[float]) -> float:
    """By what factor the changes of the last sweeps shrink: the largest of the last two factors and
    the mean of the last `MANY_SWEEPS`."""
    if len(changes) < 3:
        return 0.9
    ratios = [b / a for a, b in zip(changes[-3:-1], changes[-2:], strict=True) if a > 0]
    several = changes[-1 - MANY_SWEEPS :]
    if several[0] > 0:
        ratios.append(float((several[-1] / several[0]) ** (1 / (len(several) - 1))))
    return min(max([*ratios, 1e-3]), 0.9999999)
