"""A first roll worked out by a card: one with a real choice, where taking all the points is wrong.

Of the rolls with the fewest ways to set dice aside it is the one with the most different faces,
then the first in order. Ways that leave the same number of dice count once.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from farklegen.cards.card import Analysis, CardTable
from farklegen.cards.ladder import CardWay
from farklegen.rulebook.turn_rules import Position, Scoring, Turn
from farklegen.rules.hands import hands_of
from farklegen.scoring.ways import looker

MOST_WAYS = 3
"""Ways that an example has room for."""


@dataclass(frozen=True)
class ExampleWay:
    """A way to set dice aside.

    Attributes:
        keep: the faces, smallest first.
        turn_score: points after it.
        dice: left to roll; all of them if none is left.
        value: what their box says; None: bank.
    """

    keep: tuple[int, ...]
    turn_score: int
    dice: int
    value: int | None

    @property
    def total(self) -> int:
        """What ways are compared by."""
        return self.turn_score + (self.value or 0)


@dataclass(frozen=True)
class Example:
    """A roll, and its ways, best first."""

    roll: tuple[int, ...]
    ways: tuple[ExampleWay, ...]


def find_example(analysis: Analysis, way: CardWay) -> Example | None:
    """The example of a card; None if no roll has a real choice, or the dice are not plain."""
    ruleset = analysis.loaded.ruleset
    if not hands_of(ruleset).plain:
        return None
    usual = next(t for t in way.tables if t.situation.streak == 0 and t.situation.on_board)
    faces = [face for face, weight in enumerate(ruleset.die_weights, start=1) if weight]
    turn, look = Turn(ruleset), looker(ruleset)
    best: tuple[tuple[int, int, tuple[int, ...]], Example] | None = None
    for roll in combinations_with_replacement(faces, ruleset.dice):
        distinct = -len(set(roll))
        if -distinct == ruleset.dice > 3:  # it looks like a straight
            continue
        if best is not None and (2, distinct, roll) >= best[0]:
            continue
        ways: dict[int, ExampleWay] = {}
        for each in look(roll).ways:
            after = turn.after(turn.start, Scoring(len(each.keep), each.points))
            made = _way(turn, usual, after, each.keep)
            if made.dice not in ways or made.turn_score > ways[made.dice].turn_score:
                ways[made.dice] = made
        if not 2 <= len(ways) <= MOST_WAYS:
            continue
        if any(each.turn_score >= ruleset.extent for each in ways.values()):
            continue
        ordered = sorted(ways.values(), key=lambda w: (-w.total, -w.dice))
        first, second = ordered[:2]
        greedy = max(ordered, key=lambda w: w.turn_score)
        if first is greedy or first.total == second.total or first.value is None:
            continue
        key = (len(ways), distinct, roll)
        if best is None or key < best[0]:
            best = key, Example(roll, tuple(ordered))
    return None if best is None else best[1]


def _way(turn: Turn, table: CardTable, after: Position, keep: tuple[int, ...]) -> ExampleWay:
    row = next(row for row in table.rows if row.dice == after.dice)
    value = next(p.value for p in reversed(row.points) if p.turn_score <= after.score)
    if table.between_multiples and after.score % turn.ruleset.bank.multiple_of:
        value = table.between_multiples[turn.ruleset.dice - after.dice]
    banks = value == 0 and turn.may_bank(after)
    return ExampleWay(keep, after.score, after.dice, None if banks else value)
