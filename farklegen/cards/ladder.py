"""The card that a person learns, and the ladder of cards that it stands on.

A *rung* is the best card found with a given count of numbers. All situations of a player share its
numbers, except numbers of one situation that pay for themselves. A rung also says when to go for
the goal and when to take over. The *card* is the rung with the fewest numbers that loses at most a
stated share against the best card of the ladder. `cards.search` finds the rungs.

To add a kind of number, add a field to `CardWay` and `CardFields` of `cards.tables`, its
part to `CardWay.policy` and `CardWay.numbers`, a chain of options to `cards.search`, and a sentence
to `report.screen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from farklegen.cards.card import Card, Chances
from farklegen.cards.tables import CardWay
from farklegen.errors import ArgumentError
from farklegen.results import Shown

LOST_GAMES = 0.0025
"""Chance to win that the card may lose against the best one of the ladder."""

LOST_POINTS = 0.005
"""Share of the points that the card may lose, if the match is not solved."""

SHOWN = (1, 2, 3, 5, 8)
"""Counts of numbers whose rungs are shown, beside the card and the best of all."""

NOTICED = 1e-9
"""How much better a rung must be to count as better."""


@dataclass(frozen=True)
class Rung:
    """The best card found with a count of numbers.

    Attributes:
        numbers: how many there are to remember.
        way: what it says.
        card: its break points, and exactly what they score in the long run.
        points: points per turn that it loses against the best of such cards, 0 or below; over all
            turns of a game, also before the first bank.
        chances: how often it wins against perfect play; None where that was not measured.
    """

    numbers: int
    way: CardWay
    card: Card
    points: float
    chances: Chances | None = None

    @property
    def worth(self) -> float:
        """What rungs are compared by: chance to win, or points where that was not measured."""
        return self.points if self.chances is None else self.chances.average


@dataclass(frozen=True, repr=False)
class Ladder(Shown):
    """The best cards found, by the numbers that they take.

    Attributes:
        rungs: fewest numbers first; each is better than all before it.
        perfect: perfect play against itself; None where the match is not solved.
    """

    rungs: tuple[Rung, ...]
    perfect: Chances | None = None

    @classmethod
    def of(cls, rungs: Iterable[Rung], perfect: Chances | None = None) -> Ladder:
        """The ladder of those rungs that are better than all with as many or fewer numbers."""
        better: list[Rung] = []
        for rung in sorted(rungs, key=lambda rung: (rung.numbers, -rung.worth)):
            if not better or rung.worth > better[-1].worth + NOTICED:
                better.append(rung)
        return cls(tuple(better), perfect)

    @property
    def everything(self) -> Rung:
        """The best of all: the card without a limit, or another one that is better."""
        return self.rungs[-1]

    @property
    def turn(self) -> float:
        """Points that a turn by the last rung brings or costs in the long run; at least one."""
        return max(abs(self.everything.card.points_per_turn), 1.0)

    def points(self, rung: Rung) -> float:
        """Points per turn: those of the last rung in the long run, less what this one loses against
        it over all turns of a game, those before the first bank included."""
        return self.everything.card.points_per_turn - (self.everything.points - rung.points)

    @property
    def short(self) -> Rung:
        """The rung with the fewest numbers that loses almost nothing."""
        measured = [rung for rung in self.rungs if rung.chances is not None]
        lost = LOST_GAMES if measured else LOST_POINTS * self.turn
        rungs = measured or self.rungs
        least = max(rung.worth for rung in rungs) - lost
        return next(rung for rung in rungs if rung.worth >= least)

    def best(self, most: int | None) -> Rung:
        """The best card with at most that many numbers; the short one if None."""
        if most is None:
            return self.short
        found = [rung for rung in self.rungs if rung.numbers <= most]
        if not found:
            least = self.rungs[0].numbers
            raise ArgumentError(
                f"the shortest card of these rules takes {least} "
                f"number{'s' if least > 1 else ''}; ask for at least {least}"
            )
        return found[-1]

    @property
    def shown(self) -> tuple[Rung, ...]:
        """The rungs of the printed ladder, the best of all last."""
        some = [self.best(numbers) for numbers in SHOWN if numbers >= self.rungs[0].numbers]
        shown = {rung.numbers for rung in (*some, self.short, self.everything)}
        return tuple(rung for rung in self.rungs if rung.numbers in shown)


def count(way: CardWay, goal: int) -> int:
    """How many numbers there are to learn; a number that stands twice is learnt once."""
    return len(way.numbers(goal))
