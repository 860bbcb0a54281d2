"""The value of every position of a turn, worked out from high turn scores down to low ones.

    roll(n, t, c) = farkle(n) · payoff of a farkle + disaster(n) · payoff of a disaster
                    + Σ over rolls  p · max over scorings  value(where the scoring leads)
    value(n, t, c) = max(payoff of banking, where the rules allow it;  roll(n, t, c))

A roll always adds points, so everything on the right is higher. From `cap` points on, the value
is not worked out but asked of `beyond`: the caller bounds it from below, then from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import nan

from farklegen.errors import ImpossibleStateError
from farklegen.rulebook import Position, Scoring
from tests.referee.turn import Turn


@dataclass(frozen=True)
class Payoffs:
    """What the ends of a turn are worth to the player.

    - `bank(position)`: None where the rules do not allow it
    - `farkle(position, taken_over)`: a farkle rolled at this position
    - `disaster`: a disaster, wherever it is rolled
    - `beyond(position)`: a position at or past the cap
    """

    bank: Callable[[Position], float | None]
    farkle: Callable[[Position, bool], float]
    disaster: float
    beyond: Callable[[Position], float]


class TurnValues:
    """The values of all positions under given payoffs.

    `_columns[dice, hot][i]` is the value at a turn score of i units. The columns reach as far past
    the cap as one roll can lead. Scores too low for that many hot dice are not numbers.
    """

    def __init__(self, turn: Turn, payoffs: Payoffs, cap: int) -> None:
        self.turn = turn
        self.payoffs = payoffs
        self.cap = cap
        below = -(-cap // turn.unit)
        most_hot = self.hot_dice_within(cap) + 1
        length = below + turn.most_points(most_hot) // turn.unit + 1
        self._columns = {
            (dice, hot): [nan] * below
            + [payoffs.beyond(Position(dice, i * turn.unit, hot)) for i in range(below, length)]
            for dice in turn.reachable_dice
            for hot in range(most_hot + 1)
        }
        self._rolls: dict[Position, float] = {}
        self._leads: dict[tuple[int, int], list[tuple[float, list[tuple[list[float], int]]]]] = {}
        for i in reversed(range(below)):
            for hot in range(self.hot_dice_within(i * turn.unit) + 1):
                for dice in turn.reachable_dice:
                    position = Position(dice, i * turn.unit, hot)
                    self._columns[dice, hot][i] = self._value_now(position)

    def hot_dice_within(self, score: int) -> int:
        """How many hot dice a turn of that many points can have had, where the count matters."""
        bonus = self.turn.ruleset.hot_dice_bonus
        if bonus is None or bonus.step == 0:
            return 0
        count, cost = 0, 0
        while True:
            cost += self.turn.unit + bonus.points + bonus.step * count
            if cost > score:
                return count
            count += 1

    def value(self, position: Position) -> float:
        """Value of a position in which one may bank, if the rules allow it, or roll.

        Raises `ImpossibleStateError` for a number of dice or a turn score that cannot occur.
        """
        if position.dice not in self.turn.reachable_dice or position.score % self.turn.unit:
            raise ImpossibleStateError(
                f"nobody rolls {position.dice} dice with {position.score} points under these "
                f"rules; ask for dice among {self.turn.reachable_dice} and a turn score in steps "
                f"of {self.turn.unit}"
            )
        if position.score >= self.cap:
            return self.payoffs.beyond(position)
        return self._columns[position.dice, position.hot][position.score // self.turn.unit]

    def roll(self, position: Position, *, taken_over: bool = False) -> float:
        """Value of rolling; `taken_over`: the first roll of a turn taken over from the opponent.

        Raises `ValueError` from the cap on: nothing above it is known.
        """
        if position in self._rolls and not taken_over:
            return self._rolls[position]
        if position.score >= self.cap:
            raise ValueError(f"no roll is worked out from {self.cap} points on; raise the cap")
        chances = self.turn.chances(position.dice)
        farkle = self.payoffs.farkle(position, taken_over)
        total = chances.farkle * farkle + chances.disaster * self.payoffs.disaster
        here = position.score // self.turn.unit
        for probability, options in self._leads_from(position.dice, position.hot):
            total += probability * max([column[here + gain] for column, gain in options])
        return total

    def _value_now(self, position: Position) -> float:
        self._rolls[position] = roll = self.roll(position)
        bank = self.payoffs.bank(position)
        return roll if bank is None else max(bank, roll)

    def _leads_from(self, dice: int, hot: int) -> list[tuple[float, list[tuple[list[float], int]]]]:
        """For each set of scorings: its chance, and the columns and units that they lead to."""
        if (dice, hot) not in self._leads:
            self._leads[dice, hot] = [
                (probability, [self._lead(dice, hot, scoring) for scoring in options])
                for probability, options in self.turn.chances(dice).scorings
            ]
        return self._leads[dice, hot]

    def _lead(self, dice: int, hot: int, scoring: Scoring) -> tuple[list[float], int]:
        to = self.turn.after(Position(dice, 0, hot), scoring)
        return self._columns[to.dice, to.hot], to.score // self.turn.unit
