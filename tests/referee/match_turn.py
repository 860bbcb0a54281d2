"""One turn of a match: the places a player can come to, and their values from high scores to low.

    roll  = win + farkle · payoff of a farkle + disaster · payoff of a disaster
            + Σ over the other rolls  p · max over scorings  value(where the scoring leads)
    value = max(payoff of banking, where the rules allow it;  roll)

`win`, `farkle`, `disaster` and p are chances of the dice, looked at in this order: instant win,
disaster, scorings. A scoring that leads past an exact goal may not be taken; a roll that leaves no
other is a farkle. A roll always adds points, so all that is on the right is known before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from farklegen.rulebook.turn_rules import Position, Scoring
from tests.referee.turn import Turn


class Place(NamedTuple):
    """A position between two rolls; `first_roll`: the turn is fresh and nothing rolled so far."""

    position: Position
    first_roll: bool = False


class Chances(NamedTuple):
    """What a roll of so many dice can be, as numbers that are quick to work with."""

    win: float
    disaster: float
    farkle: float
    scorings: list[tuple[float, frozenset[Scoring]]]


class Row(NamedTuple):
    """The roll at one place; slots are where other places stand in the list of values."""

    win: float
    disaster: float
    farkle: float
    forced: list[tuple[float, int]]
    choices: list[tuple[float, list[int]]]


class MatchDice:
    """The rolls of a ruleset with all their kinds, and where they lead in a turn."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._chances: dict[int, Chances] = {}
        self._leads: dict[Position, list[tuple[float, list[Position]]]] = {}

    def chances(self, dice: int) -> Chances:
        """What a roll of so many dice can be."""
        if dice not in self._chances:
            exact = self.turn.chances(dice, to_win=True)
            self._chances[dice] = Chances(
                float(exact.win),
                float(exact.disaster),
                float(exact.farkle),
                [(float(probability), options) for probability, options in exact.scorings],
            )
        return self._chances[dice]

    def leads(self, position: Position) -> list[tuple[float, list[Position]]]:
        """For each set of scorings: its chance, and the positions that they lead to."""
        if position not in self._leads:
            self._leads[position] = [
                (probability, sorted({self.turn.after(position, scoring) for scoring in options}))
                for probability, options in self.chances(position.dice).scorings
            ]
        return self._leads[position]


class TurnPlan:
    """The places of a turn in an order in which they can be worked out.

    `rolled` are the places from which the turn is followed; `room` as in `MatchRules`. The other
    places, to which these lead, are left as they are: the player banks there, or what comes is
    unknown.
    """

    def __init__(self, dice: MatchDice, rolled: frozenset[Place], room: int | None) -> None:
        found = set(rolled)
        ways: dict[Place, list[tuple[float, list[Place]]]] = {}
        for place in rolled:
            ways[place] = [
                (p, [Place(to) for to in positions if room is None or to.score <= room])
                for p, positions in dice.leads(place.position)
            ]
            found.update(to for _, places in ways[place] for to in places)
        self.places = sorted(found, key=lambda place: (-place.position.score, place))
        self.slots = {place: slot for slot, place in enumerate(self.places)}
        self.rows: list[Row | None] = []
        for place in self.places:
            if place not in rolled:
                self.rows.append(None)
                continue
            ends = dice.chances(place.position.dice)
            leads = [(p, [self.slots[to] for to in places]) for p, places in ways[place]]
            self.rows.append(
                Row(
                    win=ends.win,
                    disaster=ends.disaster,
                    farkle=ends.farkle + sum(p for p, slots in leads if not slots),
                    forced=[(p, slots[0]) for p, slots in leads if len(slots) == 1],
                    choices=[(p, slots) for p, slots in leads if len(slots) > 1],
                )
            )


def roll_values(
    plan: TurnPlan,
    banks: Sequence[float | None],
    farkles: Sequence[float],
    disaster: float,
    unknown: float,
) -> list[float]:
    """The value of rolling at every place of a plan, from the payoffs of the ends at each of them.

    `unknown` is what rolling is taken to be worth where the turn is not followed any more.
    """
    values: list[float] = []
    rolls: list[float] = []
    for row, bank, farkle in zip(plan.rows, banks, farkles, strict=True):
        if row is None:
            roll = unknown
        else:
            roll = row.win + row.farkle * farkle + row.disaster * disaster
            for probability, slot in row.forced:
                roll += probability * values[slot]
            for probability, slots in row.choices:
                roll += probability * max([values[slot] for slot in slots])
        rolls.append(roll)
        values.append(roll if bank is None or roll > bank else bank)
    return rolls
