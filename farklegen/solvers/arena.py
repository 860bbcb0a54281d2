"""One policy against another, exactly.

Given how the turns of both players end, their chances are linear in each other, and are settled
level by level: how turns end is known as lists (`solvers.duel.by_lists`). Where what they lead to
depends on more than the scores, they are filled in turn by turn (`solvers.multiplayer.two`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.core.crew import Crew
from farklegen.errors import UnsolvableError, named
from farklegen.policies.policy import PERFECT, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.setting import Duel, Setting
from farklegen.solvers.match.share import contraction
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.solver import MOST_ERROR
from farklegen.solvers.multiplayer.two import ByTurns
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.refusals import refuse_beyond_scores
from farklegen.solvers.rounding import probability

SETTLED = 1e-12
"""Error, as far as the convergence of sweeps tells it, at which it is enough."""

MOST_SWEEPS = 300

MOST_ROUNDS = 40
"""Rounds of policy iteration at most; some five are usual."""

GAIN = 1e-12
"""Chance to win that a round must gain."""


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
        by_turns = self.plan.rules.by_turns
        setting = copy(self)  # without a way: no cycle keeps what is large when it is let go
        self.way: ByTurns | ByLists = ByTurns(setting) if by_turns else ByLists(setting, progress)
        self._opponent = opponent
        if opponent is not None and isinstance(self.way, ByLists):
            assert isinstance(opponent.way, ByLists)
            self.way.opponent = opponent.way

    @property
    def opponent(self) -> Arena:
        """The same match by the opponents."""
        return self._opponent or self

    @property
    def perfect(self) -> tuple[float, float]:
        """How often perfect play wins against perfect play, moving first and second."""
        first, other = (
            each.solution.win_probability(each.solution.start()) for each in (self, self.opponent)
        )
        return first, 1.0 - other

    def meet(
        self, one: Policy, other: Policy, *, settled: float = SETTLED, like: Duel | None = None
    ) -> Duel:
        """One policy against another.

        Args:
            one, other: the policies; the chances are those of the first.
            settled: error at which it is enough, where sweeps converge.
            like: a duel to start from, of policies much like these.
        """
        if isinstance(self.way, ByTurns):
            none = np.zeros(0)
            return self._found(*self.way.meet(one, other), 0.0, none, none)
        a, b = self.lists.player(one), self.opponent.lists.player(other)
        return self._meet(a, b, settled, like)

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
        """`meet` for each of some pairs, several at a time."""
        if isinstance(self.way, ByTurns) or self.threads == 1:
            return [self.meet(one, other, settled=settled, like=like) for one, other in pairs]
        way, others = self.lists, self.opponent.lists
        for each in {way, others}:
            each.perfect.follow()  # once, for all of them
        contender = [(way.player(one), others.player(other)) for one, other in pairs]
        with Crew(self.threads) as crew:
            sweep = partial(way.sweep, watch=crew.watch)
            return crew.run([partial(self._meet, a, b, settled, like, sweep) for a, b in contender])

    def best_response(self, policy: Policy) -> Duel:
        """The best answer to a policy that is known, played against it.

        Policy iteration: from perfect play on, every turn is played for the chances that the duel
        before gave, until that gains no more.
        """
        way, others = self.lists, self.opponent.lists
        best = self._meet(way.player(PERFECT), others.player(policy), SETTLED, None)
        way.perfect.forget()
        for _ in range(MOST_ROUNDS):
            responding = way.responding(best.theirs, best.mine)
            better = self._meet(responding, others.player(policy), SETTLED, best)
            gain = better.average - best.average
            best = better if gain > 0 else best
            if gain <= GAIN:
                break
        return best

    def forget_lists(self, keep: int) -> None:
        """Make room: all but the lists of the last `keep` policies are found again if needed."""
        if isinstance(self.way, ByLists):
            self.way.forget_lists(keep)

    def _meet(
        self,
        a: Any,
        b: Any,
        settled: float,
        like: Duel | None,
        sweep: Callable[..., tuple[float, float]] | None = None,
    ) -> Duel:
        sweep = sweep or self.lists.sweep
        if like is not None:
            before_last = slice(0, self.plan.states)
            a.chances[before_last] = like.mine[before_last]
            b.chances[before_last] = like.theirs[before_last]
        changes: list[float] = []
        left = 0.0
        while len(changes) < MOST_SWEEPS:
            change, left = sweep(a, b)
            changes.append(change)
            if not self.levels.again or (
                len(changes) > 1 and self._error(changes, left) <= settled
            ):
                break
        start = self.solution.index(self.solution.start())
        first, second = float(a.chances[start]), 1.0 - float(b.chances[start])
        return self._found(first, second, changes, left, a.chances, b.chances)

    def _error(self, changes: Sequence[float], left: float) -> float:
        """Error after sweeps that have changed so much. One settles everything if nothing leads to
        lower levels, but for rounding, and what a level may lack."""
        if not self.levels.again:
            return max(ROUNDING, left) * self.levels.many
        factor = contraction(list(changes))
        return changes[-1] * factor / (1 - factor)

    def _found(
        self,
        first: float,
        second: float,
        changes: Sequence[float],
        left: float,
        mine: Floats,
        theirs: Floats,
    ) -> Duel:
        error = self._error(changes, left) + self.plan.rules.run_lost * self.levels.many
        sweeps = max(len(changes), 1)
        _check_error(error, sweeps)
        error += self.plan.rules.beyond + self._rounding
        return Duel(probability(first), probability(second), sweeps, error, mine, theirs)

    @property
    def _rounding(self) -> float:
        return self.way.rounding if isinstance(self.way, ByLists) else 0.0


def _check_error(error: float, sweeps: int) -> None:
    """Refuse what is not known well enough.

    Raises:
        UnsolvableError: with what was reached.
    """
    if not error <= MOST_ERROR:
        raise UnsolvableError(
            f"the chances of these two ways of playing were not found: an error of about "
            f"{min(error, 1.0):.1e} is left after {sweeps:,} sweeps, and no more than "
            f"{MOST_ERROR:.0e} will do. Against each other they may play on for very long: give "
            "another policy, or a lower goal"
        )
