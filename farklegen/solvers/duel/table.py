"""Given ways of playing at a table: how often each seat wins, exactly.

Choices are given, so that chances are linear. Let W_p(x) be the chances of all seats if
seat p moves in the state x, f_p(x) the chance that its turn farkles and banks nothing, y the state
after such a farkle, and A_p(x) the sum over all other ends of the turn. Then

    W_p(x) = A_p(x) + f_p(x) W_{p+1}(y)

After P farkles x is back. That makes P equations, solved level by level as in `solver`. If farkles
in a row cost points, the levels are swept until nothing changes, also as in `solver`. Each chance
belongs to a seat, not to the player to move, so nothing is turned round.

How often turns are begun is the transpose of the same equations.

How the turns of each seat end, its player says (`solvers.duel.seats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import PlainValidator

from farklegen.core.arrays import Floats, Integers, Written
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.core.several import ONCE, ROUND, SETTLE, Several, solve_given
from farklegen.solvers.duel.seats import Seat, rows_followed
from farklegen.solvers.ends import Ends
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
from farklegen.solvers.game.solvable import SWEEPS, turns_solved
from farklegen.solvers.game.solver import SETTLED
from farklegen.solvers.progress import Passes, Progress, silent

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
