"""Go-for-it thresholds: from which scores on one never banks short of the goal.

For each number of dice there are two numbers, one for the own and one for the opponent's score;
where the opponent has another turn after one reaches the goal, there is a lead from which to bank.
They are chosen by exact evaluation of card play against a perfect opponent: one number after the
other is moved, by smaller and smaller steps, as long as that wins more games. Then every number
that gains nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.duel import SETTLED, Arena, Duel
from farklegen.solvers.progress import Progress, silent

GAIN = 1e-12
"""Chance to win that a number must gain."""

GAIN_OF_SWEEPS = 1e-9
"""The same where duels take sweeps, which are stopped early while searching."""

CHEAP = 1_000_000
"""States, ten times as many where duels take sweeps, up to which duels are not counted."""

FIRST_GUESS = (0.8, 0.8, 1.2, 2.2, 4.0)
"""Distances from the goal, in average turns, at which numbers start; fewest dice first."""

TRIED = (0, 1, 3, 8, 20, 40)
"""Distances, in steps of the numbers, from the highest one that can matter, which are tried."""

STEPS = (4, 1)
"""Steps by which a number is moved then."""

MOST_ROUNDS = 4
"""Rounds over all numbers at most; hardly ever more than three change anything."""

MOST_DUELS = 48
"""Duels at most where they are not cheap."""


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
        self.last: Duel | None = None

    def find(self) -> Found:
        alone = self.arena.meet(self.player(None), PERFECT)
        self.last = alone
        choice = self.guess()
        best = self.worth(choice)
        moves = [stride * self.step for stride in STEPS]
        places = self.places()
        for round_ in range(MOST_ROUNDS):
            before = best
            for number, place in enumerate(places):
                far = round_ == 1 or choice[place] == self.nothing(place)
                best = self.improve(choice, place, best, moves, far=far)
                done = (round_ + (number + 1) / len(places)) / MOST_ROUNDS
                self.progress(min(done, 0.99), "looking for go-for-it thresholds")
            if best <= before + self.gain or len(self.seen) >= self.most:
                break
        for place in places:
            without = self.replaced(choice, place, self.nothing(place))
            if self.worth(without) >= best - self.gain:
                choice, best = without, max(best, self.worth(without))
        thresholds = self.thresholds(choice)
        return Found(
            thresholds, alone, self.arena.meet(self.player(thresholds), PERFECT), len(self.seen)
        )

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

    def replaced(self, choice: list[int], place: int, value: int) -> list[int]:
        return [*choice[:place], value, *choice[place + 1 :]]

    def improve(
        self, choice: list[int], place: int, best: float, moves: list[int], *, far: bool
    ) -> float:
        """Move one number, in place, as long as that gains; `far`: look at some far away first."""
        top = self.tops[place] or 0
        for distance in TRIED if far else ():
            value = abs(top - distance * self.step)
            if value <= self.goal and len(self.seen) < self.most:
                won = self.worth(self.replaced(choice, place, value))
                if won > best + self.gain:
                    choice[place], best = value, won
        for move in moves:
            for direction in (-move, move):
                while len(self.seen) < self.most:
                    value = choice[place] + direction
                    if not 0 <= value <= self.goal:
                        break
                    won = self.worth(self.replaced(choice, place, value))
                    if won <= best + self.gain:
                        break
                    choice[place], best = value, won
        return best

    def worth(self, choice: list[int]) -> float:
        """Chance to win against perfect play, averaged over who moves first."""
        key = tuple(choice)
        if key not in self.seen:
            self.last = self.arena.meet(
                self.player(self.thresholds(choice)), PERFECT, settled=self.settled, like=self.last
            )
            self.seen[key] = self.last.average
        return self.seen[key]

    def thresholds(self, choice: list[int]) -> GoForIt:
        def said(numbers: list[int]) -> tuple[int | None, ...]:
            return tuple(None if number >= self.goal else number for number in numbers)

        lead = choice[-1] if self.leads and choice[-1] > 0 else None
        return GoForIt(said(choice[: self.dice]), said(choice[self.dice : 2 * self.dice]), lead)
