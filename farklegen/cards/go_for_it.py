"""Go-for-it thresholds: from which scores on one never banks short of the goal.

For each number of dice there are two numbers, one for the own and one for the opponent's score;
where the opponent has another turn after one reaches the goal, there is a lead from which to bank.
They are chosen by exact evaluation of card play against a perfect opponent. What all numbers would
gain is known to first order from one pass over the match (`solvers.duel.going`): for each number of
dice the best pair is taken, measured, and kept if it wins more games, until nothing is gained. Then
one number after the other is moved by a step as long as that wins more, and every number that gains
nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.duel import SETTLED, Arena, Duel
from farklegen.solvers.duel.going import gain_of_going
from farklegen.solvers.duel.lists import ByLists
from farklegen.solvers.progress import Progress, silent

Floats = NDArray[np.float64]

GAIN = 1e-12
"""Chance to win that a number must gain."""

GAIN_OF_SWEEPS = 1e-9
"""The same where duels take sweeps, which are stopped early while searching."""

CHEAP = 1_000_000
"""States, ten times as many where duels take sweeps, up to which duels are not counted."""

FIRST_GUESS = (0.8, 0.8, 1.2, 2.2, 4.0)
"""Distances from the goal, in average turns, at which numbers start; fewest dice first."""

LEADS = (1, 3, 8, 20, 40)
"""Leads, in steps of the numbers, that are tried first."""

STRIDES = (4, 1)
"""Steps by which the lead is moved then; other numbers are moved by the last of them."""

MOST_ROUNDS = 8
"""Rounds at most; hardly ever more than four change anything."""

MOST_DUELS = 30
"""Duels at most where they are not cheap."""

USUAL_DUELS, LEAST_LEFT = 34, 3
"""Duels that a search usually takes, and how many are taken to be left after that."""


@dataclass(frozen=True)
class Found:
    """Thresholds and what they win.

    Attributes:
        go_for_it: the thresholds.
        alone: the card without them, against perfect play.
        duel: the card with them.
        duels: evaluated on the way.
    """

    go_for_it: GoForIt
    alone: Duel
    duel: Duel
    duels: int


def memorable_step(ruleset: Ruleset, unit: int) -> int:
    """The step, in points, in which thresholds are given: a round number, some 200 to the goal."""
    step, factors = unit, (2, 5, 10)
    while step * 400 <= ruleset.goal:
        step = next(
            unit * 10**power * factor
            for power in range(12)
            for factor in factors
            if unit * 10**power * factor > step
        )
    return step


def find_go_for_it(
    arena: Arena,
    player: Callable[[GoForIt | None], Policy],
    turn: float,
    progress: Progress = silent,
) -> Found:
    """The thresholds with which a player wins most against perfect play.

    Args:
        arena: the solved match.
        player: the player with given thresholds; None for none.
        turn: what a turn brings on average, points.
        progress: how far the search is.
    """
    return _Search(arena, player, turn, progress).find()


class _Search:
    """One search. A choice is a tuple of numbers: own scores, the opponent's, the lead."""

    def __init__(
        self,
        arena: Arena,
        player: Callable[[GoForIt | None], Policy],
        turn: float,
        progress: Progress,
    ) -> None:
        rules = arena.plan.rules
        self.arena = arena
        self.player = player
        self.turn = turn
        self.progress = progress
        self.dice = rules.moves.dice
        self.goal = rules.goal * rules.unit
        self.unit = rules.moves.unit
        self.step = memorable_step(rules.ruleset, rules.moves.unit)
        self.leads = rules.has_last_turn and not rules.exact_goal
        again = arena.levels.again
        costly = len(arena.levels.of) * (10 if again else 1) > CHEAP or not arena.levels.fits
        self.most = MOST_DUELS if costly else 1 << 30
        self.gain, self.settled = (GAIN_OF_SWEEPS, GAIN_OF_SWEEPS / 4) if again else (GAIN, SETTLED)
        self.seen: dict[tuple[int, ...], float] = {}
        self.last_choice: list[int] = []

    def find(self) -> Found:
        alone = self.last = self.arena.meet(self.player(None), PERFECT)
        choice = self.guess()
        best = self.worth(choice)
        for round_ in range(MOST_ROUNDS):
            before = best
            choice, best = self.by_gains(choice, best)
            if self.leads:
                choice, best = self.by_lead(choice, best, first=round_ == 0)
            if best <= before + self.gain or len(self.seen) >= self.most:
                break
        choice, best = self.by_steps(choice, best)
        for place in self.places():
            without = replaced(choice, place, self.nothing(place))
            if self.worth(without) >= best - self.gain:
                choice, best = without, max(best, self.worth(without))
        thresholds = self.thresholds(choice)
        return Found(
            thresholds, alone, self.arena.meet(self.player(thresholds), PERFECT), len(self.seen)
        )

    def by_gains(self, choice: list[int], best: float) -> tuple[list[int], float]:
        """Take for each number of dice the pair that gains most to first order, if it does gain."""
        if not isinstance(self.arena.way, ByLists):
            return choice, best
        duel = self.meet(choice)
        gains = gain_of_going(self.arena.way, self.player(self.thresholds(choice)), duel)
        pairs = sorted(
            (self.best_pair(gains[dice], choice, dice) for dice in range(self.dice)), reverse=True
        )
        pairs = [pair for pair in pairs if pair[0] > self.gain]
        everything = choice
        for _, dice, mine, theirs in pairs:
            everything = self.with_pair(everything, dice, mine, theirs)
        won = self.worth(everything) if pairs else best
        if won > best + self.gain:
            return everything, won
        for _, dice, mine, theirs in pairs if len(pairs) > 1 else ():
            one = self.with_pair(choice, dice, mine, theirs)
            if len(self.seen) < self.most and self.worth(one) > best + self.gain:
                choice, best = one, self.worth(one)
        return choice, best

    def best_pair(self, gains: Floats, choice: list[int], dice: int) -> tuple[float, int, int, int]:
        """(gain over the present one, dice, own score, the opponent's) of the pair for a number of
        dice that promises most; among equals the one that changes least."""
        places = (dice, self.dice + dice)
        if self.tops[dice] is None:
            return 0.0, dice, choice[places[0]], choice[places[1]]
        count = -(-self.goal // self.step)
        _, mine, theirs = self.arena.plan.grid
        rules = self.arena.plan.rules
        steps = [
            np.clip((scores - rules.zero) * rules.unit // self.step, 0, count - 1)
            for scores in (mine, theirs)
        ]
        # what is given up where both scores are too low to go for it
        given_up = np.zeros((count + 1, count + 1))
        np.add.at(given_up, (steps[0] + 1, steps[1] + 1), gains)
        given_up = given_up.cumsum(axis=0).cumsum(axis=1)
        now = [min(-(-choice[place] // self.step), count) for place in places]
        own, other = np.unravel_index(
            given_up.size - 1 - np.argmin(given_up[::-1, ::-1]), given_up.shape
        )
        gain = float(given_up[now[0], now[1]] - given_up[own, other])
        numbers = [self.goal if n >= count else int(n) * self.step for n in (own, other)]
        return gain, dice, numbers[0], numbers[1]

    def with_pair(self, choice: list[int], dice: int, mine: int, theirs: int) -> list[int]:
        return replaced(replaced(choice, dice, mine), self.dice + dice, theirs)

    def by_lead(self, choice: list[int], best: float, *, first: bool) -> tuple[list[int], float]:
        """Move the lead as long as that gains; `first`: look at some far away before."""
        place = 2 * self.dice
        for steps in LEADS if first else ():
            tried = replaced(choice, place, steps * self.step)
            if steps * self.step <= self.goal and self.worth(tried) > best + self.gain:
                choice, best = tried, self.worth(tried)
        for stride in STRIDES:
            choice, best = self.moved(choice, best, place, stride * self.step)
        return choice, best

    def by_steps(self, choice: list[int], best: float) -> tuple[list[int], float]:
        """Move one number after the other by a step as long as that gains."""
        before = -1.0
        while best > before + self.gain and len(self.seen) < self.most:
            before = best
            for place in self.places():
                choice, best = self.moved(choice, best, place, self.step)
        return choice, best

    def moved(
        self, choice: list[int], best: float, place: int, stride: int
    ) -> tuple[list[int], float]:
        """Move one number by so much, up or down, as long as that gains."""
        for direction in (-stride, stride):
            while len(self.seen) < self.most:
                tried = replaced(choice, place, choice[place] + direction)
                if not 0 <= tried[place] <= self.goal or self.worth(tried) <= best + self.gain:
                    break
                choice, best = tried, self.worth(tried)
        return choice, best

    @cached_property
    def tops(self) -> list[int | None]:
        """The highest number of each place that changes anything; None where none does.

        With so many dice the player banks from some turn score on; where that reaches the goal, an
        own score changes nothing.
        """
        tables = self.player(None).tables.values()
        banks = np.logical_or.reduce([table.banks for table in tables])
        tops: list[int | None] = []
        for dice in range(self.dice):
            rows = np.flatnonzero(banks[1:, dice :: self.dice].any(axis=1))
            least = (int(rows[0]) + 1) * self.unit if len(rows) else self.goal
            top = (self.goal - least - 1) // self.step * self.step
            tops.append(top if top > 0 else None)
        last = (self.goal - 1) // self.step * self.step
        theirs = [None if top is None else last for top in tops]
        return tops + theirs + [0] * self.leads

    def guess(self) -> list[int]:
        """Where the search starts."""
        away = [round(turns * self.turn / self.step) * self.step for turns in FIRST_GUESS]
        away += [self.goal] * (self.dice - len(away))
        numbers = [
            self.goal if top is None or far >= self.goal else min(self.goal - far, top)
            for top, far in zip(self.tops, away[: self.dice] * 2, strict=False)
        ]
        return numbers + [0] * self.leads

    def places(self) -> list[int]:
        """The numbers in the order in which they are moved: fewest dice first, where it matters
        most."""
        pairs = [place for dice in range(self.dice) for place in (dice, self.dice + dice)]
        pairs = [place for place in pairs if self.tops[place] is not None]
        return pairs + [2 * self.dice] * self.leads

    def nothing(self, place: int) -> int:
        """The number that changes nothing."""
        return self.goal if place < 2 * self.dice else 0

    def worth(self, choice: list[int]) -> float:
        """Chance to win against perfect play, averaged over who moves first."""
        key = tuple(choice)
        if key not in self.seen:
            self.tell()
            self.seen[key] = self.meet(choice).average
        return self.seen[key]

    def tell(self) -> None:
        """Tell how far it is, by the duels."""
        done = len(self.seen)
        share = done / (done + max(USUAL_DUELS - done, LEAST_LEFT))
        self.progress(share, "looking for go-for-it thresholds")

    def meet(self, choice: list[int]) -> Duel:
        """The duel of a choice against perfect play."""
        if self.last_choice != choice:
            self.last_choice, self.last = (
                choice,
                self.arena.meet(
                    self.player(self.thresholds(choice)),
                    PERFECT,
                    settled=self.settled,
                    like=self.last,
                ),
            )
        return self.last

    def thresholds(self, choice: list[int]) -> GoForIt:
        def said(numbers: list[int]) -> tuple[int | None, ...]:
            return tuple(None if number >= self.goal else number for number in numbers)

        lead = choice[-1] if self.leads and choice[-1] > 0 else None
        return GoForIt(said(choice[: self.dice]), said(choice[self.dice : 2 * self.dice]), lead)


def replaced(choice: list[int], place: int, value: int) -> list[int]:
    """A choice with another number in one place."""
    return [*choice[:place], value, *choice[place + 1 :]]
