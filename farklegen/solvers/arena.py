"""One policy against another, exactly.

Given how the turns of both players end, their chances are linear in each other, and are settled
level by level from lists of how turns end (`solvers.duel.by_lists`). Where the result of a turn
depends on more than the scores, the chances are filled in turn by turn (`solvers.duel.two`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from farklegen.core.crew import Crew, Watch
from farklegen.errors import UnsolvableError, named
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.by_lists import ByLists, Listed
from farklegen.solvers.duel.setting import Duel, Setting
from farklegen.solvers.duel.two import ByTurns
from farklegen.solvers.multiplayer.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.refusals import refuse_beyond_scores
from farklegen.solvers.rounding import probability
from farklegen.solvers.solve_match import MOST_ERROR

SETTLED = 1e-12
"""The error at which sweeps stop, as estimated from their convergence."""

SELDOM = 1e-4
"""Turns of a game of rounds that occur with a smaller chance than this share of the error are left
out."""

MOST_SWEEPS = 300

MOST_ROUNDS = 40
"""Rounds of policy iteration at most; some five are usual."""

GAIN = 1e-12
"""Chance to win that a round must gain."""


MANY_SWEEPS = 8
"""Sweeps over which changes are followed: extrapolation makes them shrink unevenly, and in the end
only the changes that shrink slowly are left."""

ROUNDING = 4e-15
"""Error of a level by the rounding of its sums."""


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
        super().__init__(solution, tables, threads)
        setting = copy(self)  # without a way: no reference cycle keeps large arrays alive
        self._other = (opponent or self).solution
        self.way: ByTurns | ByLists
        if self.layout.rules.by_turns:
            self.way = ByTurns(setting)
        else:
            others = None if opponent is None else opponent.way
            assert not isinstance(others, ByTurns)
            self.way = ByLists(setting, progress, others)

    @property
    def perfect(self) -> tuple[float, float]:
        """How often perfect play wins against perfect play, moving first and second."""
        first, other = (each.win_probability(each.start()) for each in (self.solution, self._other))
        return first, 1.0 - other

    def meet(
        self, one: Policy, other: Policy, *, settled: float = SETTLED, like: Duel | None = None
    ) -> Duel:
        """Play one policy against another.

        Args:
            one, other: the policies; the chances are those of the first.
            settled: error at which sweeps that converge stop.
            like: a duel to start from, of policies much like these.
        """
        return self.meet_all([(one, other)], settled=settled, like=like)[0]

    @property
    def lists(self) -> ByLists:
        """The duels by lists of ends, where a turn depends on the scores alone."""
        assert isinstance(self.way, ByLists), "see `check_best_response`"
        return self.way

    def meet_all(
        self,
        pairs: Sequence[tuple[Policy, Policy]],
        *,
        settled: float = SETTLED,
        like: Duel | None = None,
    ) -> list[Duel]:
        """`meet` for each of several pairs, some of them at the same time."""
        way = self.way
        if isinstance(way, ByTurns):
            return [self._by_turns(way, *pair) for pair in pairs]
        met = [way.seats(one, other, SELDOM * settled) for one, other in pairs]
        with Crew(min(self.threads, len(pairs))) as crew:
            calls = [partial(self._meet, way, seats, settled, like, crew.watch) for seats, _ in met]
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
        way = self.lists
        other, watch = way.player(policy, 1), Watch.new()
        best = self._meet(way, (way.perfect[0], other), SETTLED, None, watch)
        for _ in range(MOST_ROUNDS):
            responding = way.responding(1.0 - best.chances[1, 0])
            better = self._meet(way, (responding, other), SETTLED, best, watch)
            gain = better.average - best.average
            best = better if gain > 0 else best
            if gain <= GAIN:
                break
        return best

    def forget_lists(self, keep: int) -> None:
        """Make room: keep only the lists of the last `keep` policies. Other lists are worked out
        again if needed."""
        if isinstance(self.way, ByLists):
            self.way.forget_lists(keep)

    def _meet(
        self,
        way: ByLists,
        seats: tuple[Listed, Listed],
        settled: float,
        like: Duel | None,
        watch: Watch,
    ) -> Duel:
        turns = way.turns
        lasts = turns.lasts
        chances = way.first_chances() if like is None else like.chances.copy()
        way.sweep(slice(lasts), seats, chances, watch)

        sweep = partial(way.sweep, slice(lasts, None), seats, chances, watch)
        sweeps, error = self._sweeps(sweep, settled)
        first, second = (chances[seat, 0, start] for seat, start in enumerate(turns.starts))
        return Duel(probability(first), probability(second), sweeps, error, chances)

    def _by_turns(self, way: ByTurns, one: Policy, other: Policy) -> Duel:
        first, second, changes = way.meet(one, other)
        error = self._error_left(changes)
        return Duel(
            probability(first), probability(second), max(len(changes), 1), error, np.zeros(0)
        )

    def _sweeps(self, sweep: Callable[[], float], settled: float) -> tuple[int, float]:
        """Sweep until the chances are settled: (number of sweeps, error that is left).

        Args:
            sweep: does one sweep and returns the largest change.
        """
        changes: list[float] = []
        while len(changes) < MOST_SWEEPS:
            changes.append(sweep())
            if not self.again or (len(changes) > 1 and self._error(changes) <= settled):
                break
        return len(changes), self._error_left(changes)

    @cached_property
    def _levels(self) -> int:
        """The number of levels that a game may pass through, plus one."""
        return (self.layout.turns if self.layout.rounds else 2 * self.layout.scores - 1) + 1

    def _error(self, changes: Sequence[float]) -> float:
        """The error after sweeps that made these changes. If nothing leads to lower levels, one
        sweep settles everything except rounding."""
        if not self.again:
            return ROUNDING * self._levels
        factor = contraction(list(changes))
        return changes[-1] * factor / (1 - factor)

    def _error_left(self, changes: Sequence[float]) -> float:
        rules = self.layout.rules
        error = self._error(changes) + rules.run_lost * self._levels
        _check_error(error, len(changes))
        return error + rules.beyond


def _check_error(error: float, sweeps: int) -> None:
    """Refuse a duel whose error is too large.

    Raises:
        UnsolvableError: with the error that was reached.
    """
    if not error <= MOST_ERROR:
        raise UnsolvableError(
            f"the chances of these two ways of playing were not found: an error of about "
            f"{min(error, 1.0):.1e} is left after {sweeps:,} sweeps, and no more than "
            f"{MOST_ERROR:.0e} will do. Against each other they may play on for very long: give "
            "another policy, or a lower goal"
        )


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
