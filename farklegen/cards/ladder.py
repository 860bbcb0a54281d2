"""The card that a person learns, and the ladder of cards that it stands on.

A *rung* is the best card found with a given count of numbers. All situations of a player share its
numbers, except numbers of one situation that pay for themselves. A rung also says when to go for
the goal and when to take over. The *card* is the rung with the fewest numbers that loses at most a
stated share against the best card of the ladder. `cards.search` finds the rungs.

To add a kind of number, add a field to `CardWay` and to `tables.CardFields`, its part to
`CardWay.policy` and to `count`, a chain of options to `cards.search`, and a sentence to
`report.screen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from farklegen.cards.card import Analysis, Card, Chances, numbers_to_remember
from farklegen.cards.lines import count_rules
from farklegen.cards.players import full_table_player, rows_read, with_lines
from farklegen.cards.tables import KindRules, Tables
from farklegen.errors import ArgumentError
from farklegen.policies.policy import GoForIt, Policy
from farklegen.policies.recipe import ScoreRule
from farklegen.results import Shown
from farklegen.solvers.moves import TurnMoves

LOST_GAMES = 0.0025
"""Chance to win that the card may lose against the best one of the ladder."""

LOST_POINTS = 0.005
"""Share of the points that the card may lose, if the match is not solved."""

SHOWN = (1, 2, 3, 5, 8)
"""Counts of numbers whose rungs are shown, beside the card and the best of all."""

NOTICED = 1e-9
"""How much better a rung must be to count as better."""

LOOKING = "looking for cards"
"""What a search shows as its work."""

NAME = "card"
"""The name of a player by the card."""


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

    def policy(self, analysis: Analysis, moves: TurnMoves, rows: int) -> Policy:
        """The player who goes by it.

        Args:
            moves, rows: of the tables, see `full_table_player`.
        """
        goes = replace(GoForIt.never(moves.most_dice), lead=self.lead, dice=self.past)
        over = None if self.take_over is None else dict(self.take_over)
        read = rows_read(self.lines, moves, rows)
        policy = full_table_player(analysis.expected, self.tables, moves, read, goes)
        ruleset = analysis.loaded.ruleset
        policy = with_lines(policy, self.lines, ruleset, moves, rows, last=self.last)
        return replace(policy, name=NAME, take_over=over)


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
        everything: the best of all, with more numbers than any of them: the card without a limit,
            or another one that is better.
        perfect: perfect play against itself; None where the match is not solved.
        error: of the chances, about.
        alike: whether the rungs were chosen in an easier match than the real one, or by points, and
            only the card was measured.
    """

    rungs: tuple[Rung, ...]
    everything: Rung
    perfect: Chances | None = None
    error: float = 0.0
    alike: bool = False

    @classmethod
    def of(
        cls,
        rungs: Iterable[Rung],
        perfect: Chances | None = None,
        error: float = 0.0,
        *,
        alike: bool = False,
    ) -> Ladder:
        """The ladder of those rungs that are better than all with as many or fewer numbers."""
        better: list[Rung] = []
        for rung in sorted(rungs, key=lambda rung: (rung.numbers, -rung.worth)):
            if not better or rung.worth > better[-1].worth + NOTICED:
                better.append(rung)
        return cls(tuple(better[:-1]), better[-1], perfect, error, alike)

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
        rungs = (*self.rungs, self.everything)
        if all(rung.chances is None for rung in rungs):
            least = max(rung.points for rung in rungs)
            least -= LOST_POINTS * self.turn
            return next(rung for rung in rungs if rung.points >= least)
        won = [rung.chances.average for rung in rungs if rung.chances is not None]
        return next(
            rung
            for rung in rungs
            if rung.chances is not None and rung.chances.average >= max(won) - LOST_GAMES
        )

    def best(self, most: int | None) -> Rung:
        """The best card with at most that many numbers; the short one if None."""
        if most is None:
            return self.short
        if most >= self.everything.numbers:
            return self.everything
        found = [rung for rung in self.rungs if rung.numbers <= most]
        if not found:
            least = (*self.rungs, self.everything)[0].numbers
            raise ArgumentError(
                f"the shortest card of these rules takes {least} "
                f"number{'s' if least > 1 else ''}; ask for at least {least}"
            )
        return found[-1]

    @property
    def shown(self) -> tuple[Rung, ...]:
        """The rungs of the printed ladder, the best of all last."""
        least = self.rungs[0].numbers if self.rungs else self.everything.numbers
        shown = [numbers for numbers in SHOWN if least <= numbers < self.everything.numbers]
        some = [self.best(numbers) for numbers in shown]
        by_numbers = {rung.numbers: rung for rung in (*some, self.short, self.everything)}
        return tuple(by_numbers[numbers] for numbers in sorted(by_numbers))


def count(way: CardWay, goal: int) -> int:
    kinds = way.by_kind
    numbers = len(kinds.bank.numbers) if kinds else numbers_to_remember(way.tables, goal)
    numbers += (way.lead is not None) + (way.past is not None)
    take_over = {score for _, score in way.take_over or () if score > ALWAYS}
    return numbers + len(take_over) + count_rules(way.lines)


ALWAYS = 1
"""The turn score from which to take over if every turn is taken over."""
