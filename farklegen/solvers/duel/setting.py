"""The solved match in which policies meet, and its turns in the order in which they are settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.several import ONCE, SETTLE, Several
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.state_policy import policy_moves, table_rows
from farklegen.solvers.multiplayer.lanes import several_turn
from farklegen.solvers.multiplayer.layout import Layout
from farklegen.solvers.multiplayer.levels import Band, Stage, ahead, bands, lanes_of
from farklegen.solvers.multiplayer.solution import MatchSolution

TOGETHER = 1 << 14
"""About how many turns a band has."""

TILE = 16
"""Scores of each player in a tile: what its banks lead to, and how its turns end, fits into the
processor's cache."""


@dataclass(frozen=True)
class Duel:
    """Who wins.

    Attributes:
        moving_first, moving_second: chance that the first policy wins.
        sweeps: over all levels.
        error: of these chances; estimated from how the sweeps converge where there are several.
        chances: float64[2, 1, states] that the first policy wins, by who is to move;
            empty if a turn depends on more than the scores.
    """

    moving_first: float
    moving_second: float
    sweeps: int
    error: float
    chances: Floats

    @property
    def average(self) -> float:
        """Moving first or second by the toss of a coin."""
        return (self.moving_first + self.moving_second) / 2


class Setting:
    """A solved match, and the arrays with which its turns are followed."""

    def __init__(self, solution: MatchSolution, tables: ScoringTables, threads: int) -> None:
        self.solution = solution
        self.tables = tables
        self.layout = solution.layout
        rules = self.layout.rules
        self.threads = threads
        self.rows = table_rows(self.layout)
        """Rows that the tables of a policy have here."""
        self.moves = policy_moves(rules, tables)
        self.policy_turn = several_turn(rules, self.moves, self.rows, best=None)
        self.again = (rules.falls or bool(rules.ruleset.disaster)) and rules.ending.rounds is None
        """Whether some turns lead to lower levels."""


class Turns:
    """The turns of a match of two, as lanes in the order in which they are settled.

    Args:
        sides: the solved match; where players have different dice, that of each.

    Attributes:
        bands: the turns, `lasts` bands of last turns and then those before the goal is reached.
        orders: int64[lanes] of each band, which of the lanes of its parts each is.
        own: int64[lanes], the state of each.
        states: int64[lanes], its number among the states of the player to move.
        second: bool[lanes], whether it is of the second player's layout.
        values: float64[states], the chance to win of the player to move.
    """

    def __init__(self, sides: Sequence[MatchSolution]) -> None:
        self.layouts = layouts = [side.layout for side in sides]
        size = layouts[-1].size
        nothing = np.zeros((1, size)), np.zeros(0)
        first = ahead(layouts, None) if layouts[0].rounds else _tiles(layouts)
        last, before = (
            [_in_order(band) for band in bands(layouts, stages, *nothing, most=TOGETHER)]
            for stages in (ahead(layouts, 1), first)
        )
        self.lasts = len(last)
        self.bands = [band for band, _ in last + before]
        self.orders = [order for _, order in last + before]
        self.begin = np.cumsum([0, *[len(band.task.own) for band in self.bands]])
        self.own: Integers = np.concatenate([band.task.own for band in self.bands])
        half = size // len(layouts)
        self.second: Booleans = self.own >= half
        self.states: Integers = self.own - half * self.second
        self.values: Floats = sides[0].values[0]

    @property
    def starts(self) -> list[int]:
        """In which state a game begins, for each player."""
        return [layout.start for layout in (*self.layouts, self.layouts[0])][:2]

    def of(self, number: int) -> slice:
        """The lanes of a band."""
        return slice(self.begin[number], self.begin[number + 1])


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


def _in_order(band: Band) -> tuple[Band, Integers]:
    """The band with its lanes in the order in which they are settled, and without the arrays that
    given choices do not need; and int64[lanes], the place of each lane before."""
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
    return band._replace(task=task, levels=levels), order


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
