"""The card that a person learns, and the ladder of cards that it stands on.

A *rung* is the best card found with a given count of numbers. All situations of a player share its
numbers, except numbers of one situation that pay for themselves. A rung also says when to go for
the goal and when to take over. The *card* is the rung with the fewest numbers that loses at most a
stated share against the best card of the ladder. `cards.search` finds the rungs.

To add a kind of number, add a field to `CardWay`, its part to `CardWay.policy` and
`CardWay.numbers`, a chain of options to `cards.search`, and a sentence to `report.screen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from farklegen.cards.card import Analysis, Card, CardTable
from farklegen.cards.players import full_tables, rows_read, with_lines
from farklegen.errors import ArgumentError
from farklegen.policies.policy import GoForIt, Policy
from farklegen.policies.recipe import ScoreRule
from farklegen.results import Shown
from farklegen.solvers.duel.table import Chances, MetAtTable
from farklegen.solvers.moves import TurnMoves

Tables = tuple[CardTable, ...]

LOST_GAMES = 0.0025
"""Chance to win that the card may lose against the best one of the ladder."""

LOST_POINTS = 0.005
"""Share of the points that the card may lose, if the match is not solved."""

SHOWN = (1, 2, 3, 5, 8)
"""Counts of numbers whose rungs are shown, beside the card and the best of all."""

NOTICED = 1e-9
"""How much better a rung must be to count as better."""


ALWAYS = 1
"""The turn score from which to take over if every turn is taken over."""


@dataclass(frozen=True)
class KindLine:
    """A number for a set of dice.

    Attributes:
        usual: the number of the kind that the line does not name, in the order of `Hands.kinds`.
        by_number: points by number of dice, fewest first, all of them of the usual kind.
        by_kind: points more for each die of a kind; 0 for the usual one.
        least: the number is never below this.
    """

    usual: int
    by_number: tuple[int, ...]
    by_kind: tuple[int, ...]
    least: int

    def of(self, counts: tuple[int, ...]) -> int:
        more = sum(a * b for a, b in zip(counts, self.by_kind, strict=True))
        return max(self.by_number[sum(counts) - 1] + more, self.least)

    def moved(self, place: int, by: int) -> KindLine:
        """The line with one number moved. Places count the numbers by dice first, then by kind."""
        own, kinds = list(self.by_number), list(self.by_kind)
        if place < len(own):
            own[place] = max(own[place] + by, self.least)
        else:
            kinds[place - len(own)] += by
        return replace(self, by_number=tuple(own), by_kind=tuple(kinds))

    @property
    def numbers(self) -> set[int]:
        kinds = {abs(points) for points in self.by_kind if points}
        return kinds | set(self.by_number)


@dataclass(frozen=True)
class KindRules:
    """What dice are worth and from where they are banked, by their number and kinds.

    Attributes:
        worth: what dice left to roll are worth where they are not banked, points.
        bank: the turn score from which they are banked.
    """

    worth: KindLine
    bank: KindLine


@dataclass(frozen=True)
class CardWay:
    """What a card says.

    Attributes:
        tables: break points, one table for each situation.
        by_kind: what they come from with different dice.
        lead: the lead, in points, from which to bank past the goal, if the opponent has another
            turn; None: any lead will do.
        past: the most dice left with which to bank past the goal, if the opponent has another
            turn; None: any number.
        take_over: dice left: the turn score from which a turn is taken over, points; None: wherever
            the tables say that it brings more.
        lines: what looks at both scores; the first that holds counts.
        last: whether dice are set aside on a last turn as at a turn score of 0, lines or not.
    """

    tables: Tables
    by_kind: KindRules | None = None
    lead: int | None = None
    past: int | None = None
    take_over: tuple[tuple[int, int], ...] | None = None
    lines: tuple[ScoreRule, ...] = ()
    last: bool = False

    def numbers(self, goal: int) -> set[int]:
        """The numbers to learn: turn scores, scores and leads, amounts, dice."""
        kinds, breaks = self.by_kind, break_numbers(self.tables, goal)
        numbers = kinds.bank.numbers if kinds else set(breaks)
        numbers |= {score for _, score in self.take_over or () if score > ALWAYS}
        numbers |= {number for number in (self.lead, self.past) if number is not None}
        for rule in self.lines:
            amount = 0 if rule.to_goal else abs(rule.counted_less)
            numbers |= {number for number in (*rule.asked, amount) if number}
        return numbers

    def count(self, goal: int) -> int:
        """How many numbers there are to learn; a number that stands twice is learnt once."""
        return len(self.numbers(goal))

    def policy(self, analysis: Analysis, moves: TurnMoves, rows: int) -> Policy:
        """The player who goes by it.

        Args:
            moves, rows: of the tables.
        """
        goes = replace(GoForIt.never(moves.most_dice), lead=self.lead, dice=self.past)
        over = None if self.take_over is None else dict(self.take_over)
        read = rows_read(self.lines, moves, rows)
        tables = full_tables(analysis.expected, self.tables, moves, read)
        policy, ruleset = Policy("card", tables, goes, over), analysis.loaded.ruleset
        return with_lines(policy, self.lines, ruleset, moves, rows, last=self.last)


class CardOption(NamedTuple):
    """One way to spend some numbers of one kind.

    Attributes:
        numbers: how many.
        loss: what it loses, about, in chances to win or in points.
        fields: what it says, as fields of a `CardWay`.
    """

    numbers: int
    loss: float
    fields: dict[str, Any]


def break_numbers(tables: Tables, goal: int) -> list[int]:
    """The numbers in the break points of a card, smallest first."""
    scores = {point.turn_score for table in tables for row in table.rows for point in row.points}
    return sorted(score for score in scores if 0 < score < goal)


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


@dataclass(frozen=True, repr=False)
class SeveralCard(Shown):
    """The card for a table of several players.

    Attributes:
        rung: the card; the one for two, where no better one was found.
        met: how it fares where all others play the solved match; it is the first player.
        for_two: the card for two, read against the best of the others.
        met_for_two: how that one fares.
    """

    rung: Rung
    met: MetAtTable
    for_two: Rung
    met_for_two: MetAtTable
