"""The solved match in which policies meet: what both ways to settle a duel need of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers, Keep, Payoffs, Shorts
from farklegen.core.heap import give_back_at_once
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.state_policy import policy_moves, table_rows
from farklegen.solvers.match.layout import storage, turn_arrays
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import MatchSolution

MANY_STATES = 500_000
"""A match with more of them takes much memory, as does one with very many arrivals, and gives back
all that it can."""

MANY_ARRIVALS = 1 << 24
"""Values of turns after a bank."""

MANY_BYTES, FEW_BYTES = 1 << 19, 1 << 23
"""Bytes from which on an array is given back, in such a match and in others."""

TILE = 16
"""Scores of each player in a tile: what its banks lead to fits into the processor's cache."""

AT_ONCE = 3_000_000
"""Ends of one chunk of levels, about: for a moment they are there twice."""


@dataclass(frozen=True)
class Duel:
    """Who wins.

    Attributes:
        moving_first, moving_second: chance that the first policy wins.
        sweeps: over all levels.
        error: of these chances; estimated from how the sweeps converge where there are several.
        mine, theirs: float64[chances], for every state the chance that the first (the second)
            policy wins, who is to move there; nothing where a turn depends on more than the scores.
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


class Setting:
    """A solved match, and the arrays that turns in it are followed with."""

    def __init__(self, solution: MatchSolution, tables: ScoringTables, threads: int) -> None:
        self.solution = solution
        self.tables = tables
        self.plan: MatchPlan = solution.plan
        many = self.plan.size > MANY_STATES
        large = many or storage(self.plan).arrivals > MANY_ARRIVALS
        give_back_at_once(MANY_BYTES if large else FEW_BYTES)
        self.payoffs: Payoffs
        self.keep: Keep
        self.payoffs, self.keep = solution.lookup
        self.threads = threads
        self.rows = table_rows(self.plan)
        """Rows that the tables of a policy have here."""
        self.moves = policy_moves(self.plan, tables)
        self.turn = turn_arrays(self.plan.rules, self.plan.most_rows)
        self.policy_turn = turn_arrays(replace(self.plan.rules, moves=self.moves), self.rows)
        self.levels = ChunkedLevels(self.plan)
        self.brief = many and not self.plan.rules.by_turns
        """Whether the ends of perfect play are kept in fewer bytes, see `solvers.duel.brief`."""


class Levels(NamedTuple):
    """States by level: those that are settled together, after all levels above.

    Attributes:
        states: int64[...], those of the highest level first.
        begin: int64[levels + 1], where each begins among them.
        level: int32[chances], the level of each; -1 for last turns.
        last: index of the first last turn.
        distances: how far ahead they are kept apart.
    """

    states: Integers
    begin: Integers
    level: Shorts
    last: int
    distances: int


def _levels(plan: MatchPlan) -> Integers:
    """int64[states], the level of each: `MatchPlan.level` where turns are counted, or depend on
    more than the scores, else one for each pair of scores, in tiles.

    A turn leads to higher scores of one player, or to the same scores: whole levels of one sum are
    not needed, and a tile finds what banks are worth in the processor's cache.
    """
    if plan.rules.by_turns or plan.rules.ending.rounds is not None:
        return plan.level
    _, mine, theirs = plan.grid
    high, low = np.maximum(mine, theirs), np.minimum(mine, theirs)
    (tile, row), (column, place) = divmod(high, TILE), divmod(low, TILE)
    cell: Integers = ((tile * (high.max() // TILE + 1) + column) * TILE + row) * TILE + place
    return cell


class ChunkedLevels:
    """The states that exist, by level (`_levels`), and in pieces that fit into memory."""

    def __init__(self, plan: MatchPlan) -> None:
        level = _levels(plan)
        states = np.flatnonzero(plan.exists)
        states = states[np.argsort(-level[states], kind="stable")]
        begins = np.diff(level[states], prepend=-1) != 0
        starts = np.flatnonzero(begins)
        self.of: Shorts = np.full(plan.size, -1, np.int32)
        """int32[chances]: the level of each, as they come here; -1 for last turns."""
        self.of[states] = np.cumsum(begins)
        self.chunks: list[tuple[Integers, Integers]] = []
        """(states, where each level begins among them)."""
        self.widest = int(np.diff(np.append(starts, len(states))).max(initial=0))
        """States of the widest level."""
        self.last = plan.begin_last, plan.last.distances
        per_state = int(plan.rows.mean()) + 10
        bounds = [*starts.tolist(), len(states)]
        self.many = len(np.unique(plan.level[states])) + 1
        """Levels that a game may pass through, and one."""
        low = 0
        for here in range(1, len(bounds)):
            if here + 1 == len(bounds) or bounds[here + 1] - bounds[low] > AT_ONCE // per_state:
                begin = np.array(bounds[low : here + 1]) - bounds[low]
                self.chunks.append((states[bounds[low] : bounds[here]], begin))
                low = here
        rules = plan.rules
        disaster = bool(np.any(rules.moves.disaster_probability > 0))
        falls = rules.falls or disaster
        self.again = falls and rules.ending.rounds is None
        """Whether some turns lead to lower levels."""

    def chunk(self, number: int) -> Levels:
        """The levels of one piece."""
        return Levels(*self.chunks[number], self.of, *self.last)
