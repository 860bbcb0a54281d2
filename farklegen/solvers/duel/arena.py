"""One policy against another, exactly.

A duel is a table of two (`solvers.duel.table`) whose players are kept from duel to duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.core.crew import Crew, Watch
from farklegen.errors import UnsolvableError, named
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.decisions import probability
from farklegen.solvers.duel.seats import ByMatch, ByTables, Seat, Setting, TableLists, key_of
from farklegen.solvers.duel.table import MOST_PASSES, Table
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.turn_rules import refuse_beyond_scores

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


@dataclass(frozen=True)
class Duel:
    """Who wins.

    Attributes:
        moving_first, moving_second: chance that the first policy wins.
        error: of these chances; estimated from how sweeps converge where there are several.
        chances: float64[2, 1, states] that the first policy wins, by who is to move;
            empty if a turn depends on more than the scores.
    """

    moving_first: float
    moving_second: float
    error: float
    chances: Floats

    @property
    def average(self) -> float:
        """Moving first or second by the toss of a coin."""
        return (self.moving_first + self.moving_second) / 2


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
        self, one: Policy, other: Policy, *, settled: float = SETTLED, like: Duel | None = None
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
        settled: float = SETTLED,
        like: Duel | None = None,
    ) -> list[Duel]:
        """`meet` for each of several pairs, some of them at the same time."""
        if self.table.by_turns:
            return [self._by_turns(*pair) for pair in pairs]
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
        best = self._meet((self.perfect_seats[0], other), SETTLED, None, watch)
        for _ in range(MOST_ROUNDS):
            responding = self.responding(1.0 - best.chances[1, 0])
            better = self._meet((responding, other), SETTLED, best, watch)
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
        self, seats: tuple[Seat, Seat], settled: float, like: Duel | None, watch: Watch
    ) -> Duel:
        chances = self.first_chances() if like is None else like.chances.copy()

        def enough(changes: Sequence[float]) -> bool:
            return len(changes) > 1 and (
                self._error(changes) <= settled or len(changes) == MOST_SWEEPS
            )

        changes = self.table.solve(seats, chances, watch, enough=enough)
        return self._duel(chances, changes, chances)

    def _by_turns(self, one: Policy, other: Policy) -> Duel:
        seats = self.player(one), self.player(other, 1)
        worth = self.table.even()
        begin = self.layout.begin_last
        for at, seat in enumerate(seats):
            if isinstance(seat, ByMatch) and seat.knows_last:
                worth[at, 0, begin:] = self.first_chances(begin)[at, 0]
        with Crew(self.threads) as crew:
            changes = self.table.solve(seats, worth, crew)
        every_other = changes[::-2][::-1]  # changes shrink from one turn of both to the next
        return self._duel(worth, every_other, np.zeros(0))

    def _duel(self, worth: Floats, changes: Sequence[float], chances: Floats) -> Duel:
        """Who wins, after sweeps that made these changes.

        Raises:
            UnsolvableError: if the error is too large.
        """
        rules = self.layout.rules
        run_lost = rules.past_in_duels[1] if rules.by_turns else rules.run_lost
        error = self._error(changes) + run_lost * self._levels
        if not error <= MOST_TOLERANCE:
            raise UnsolvableError(
                f"the chances of these two ways of playing were not found: an error of about "
                f"{min(error, 1.0):.1e} is left after {len(changes):,} sweeps, and no more than "
                f"{MOST_TOLERANCE:.0e} will do. Against each other they may play on for very long: "
                "give another policy, or a lower goal"
            )
        first, second = (worth[seat, 0, start] for seat, start in enumerate(self.starts))
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
