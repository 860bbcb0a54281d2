"""What a turn may come to, roll by roll, and what players bring into it.

A state is what a player brings into a turn: whether the first bank of the game has been made, and
how many farkles in a row came before.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import NamedTuple

from farklegen import rulebook
from farklegen.errors import UnsolvableError
from farklegen.rulebook import Position, Scoring
from farklegen.rules.ruleset import Ruleset
from tests.referee.rolls import Roll, Rolls


class State(NamedTuple):
    """What a player brings into a turn: on the board or not, and the farkles in a row so far."""

    on_board: bool = True
    farkles: int = 0


class Chances(NamedTuple):
    """All that a roll of that many dice can be, rolls of equal scorings put together.

    Where points count, an instant win is among the scorings (or the farkles).
    """

    scorings: list[tuple[float, frozenset[Scoring]]]
    farkle: float
    disaster: float
    win: float


class Turn(rulebook.Turn):
    """One ruleset's turn, with all its rolls."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.rolls = Rolls(ruleset)
        self._chances: dict[tuple[int, bool], Chances] = {}

    def chances(self, dice: int, *, to_win: bool = False) -> Chances:
        """What a roll of that many dice can be, for points or `to_win` a match."""
        if (dice, to_win) not in self._chances:
            scorings: dict[frozenset[Scoring], Fraction] = {}
            farkle = disaster = win = Fraction(0)
            for roll, probability in self.rolls.of(dice):
                options, kind = self.rolls.scorings(roll), self.rolls.kind(roll)
                if kind == "instant win" and to_win:
                    win += probability
                elif kind == "disaster":
                    disaster += probability
                elif not options:
                    farkle += probability
                else:
                    scorings[options] = scorings.get(options, Fraction(0)) + probability
            pairs = [(float(probability), options) for options, probability in scorings.items()]
            ends = map(float, (farkle, disaster, win))
            self._chances[dice, to_win] = Chances(pairs, *ends)
        return self._chances[dice, to_win]

    def options(self, position: Position, roll: Roll) -> list[Position]:
        """Every position that a roll offers; empty when it scores nothing."""
        return sorted({self.after(position, s) for s in self.rolls.scorings(roll)})

    @cached_property
    def reachable_dice(self) -> list[int]:
        """The numbers of dice that a player can come to roll, in falling order."""
        found, waiting = set[int](), [self.hands.all]
        while waiting:
            dice = waiting.pop()
            if dice in found:
                continue
            found.add(dice)
            for _, options in self.chances(dice).scorings:
                waiting += [self.after(Position(dice, 0), scoring).dice for scoring in options]
        return sorted(found, reverse=True)

    def reachable_positions(self, limit: int) -> set[Position]:
        """Every position below `limit` points that a turn can come to, the start included."""
        found, waiting = set[Position](), [self.start]
        while waiting:
            position = waiting.pop()
            if position in found or position.score >= limit:
                continue
            found.add(position)
            for _, options in self.chances(position.dice).scorings:
                waiting += [self.after(position, scoring) for scoring in options]
        return found

    @cached_property
    def unit(self) -> int:
        """Greatest common divisor of everything that can change a turn score."""
        scored = [combination.points for combination in self.rolls.combinations]
        bonus = self.ruleset.hot_dice_bonus
        extra = [] if bonus is None else [bonus.points, bonus.step]
        return gcd(*scored, *extra, self.ruleset.nothing or 0)

    def most_points(self, hot: int) -> int:
        """No roll adds more than this to the turn score after that many hot dice."""
        best = max((s.points for n in self.reachable_dice for s in self._all(n)), default=0)
        bonus = self.ruleset.hot_dice_bonus
        return best if bonus is None else best + bonus.points + bonus.step * hot

    def _all(self, dice: int) -> set[Scoring]:
        return {scoring for _, options in self.chances(dice).scorings for scoring in options}


def all_states(ruleset: Ruleset) -> list[State]:
    """Every state a player can bring into a turn, on the board first, fewest farkles first."""
    boards = [True, False] if ruleset.bank.has_opening else [True]
    return [State(b, f) for b in boards for f in range(ruleset.farkle.streak or 1)]


def first_state(ruleset: Ruleset) -> State:
    """The state of a player whose first turn of the game this is."""
    return State(not ruleset.bank.has_opening, 0)


def after_farkle(ruleset: Ruleset, state: State, banked: int) -> tuple[int, State]:
    """(change of the banked score, next state) after a farkle that banks that many points.

    What the farkle banks is added first, or what the first roll costs taken, then the penalty of
    the streak is taken. Points banked put the player
    on the board, and the farkle counts towards the streak either way.

    Raises `UnsolvableError` for `penalty: all`: its cost is not a matter of this turn alone.
    """
    penalty = ruleset.farkle.penalty
    on_board = state.on_board or banked > 0
    if ruleset.farkle.streak is None or state.farkles + 1 < ruleset.farkle.streak:
        farkles = 0 if ruleset.farkle.streak is None else state.farkles + 1
        return banked, State(on_board, farkles)
    if penalty == "all":
        raise UnsolvableError(
            "farkle.penalty: all takes the whole banked score, which one turn does not know; "
            "give the penalty as a number"
        )
    return banked - penalty, State(on_board, 0)


def least_chance_of_ending(turn: Turn, rolls: int) -> float:
    """Least chance that a turn ends within that many rolls, from the dice where it is least.

    The player keeps rolling and chooses the scorings that put the end off.
    """
    least = dict.fromkeys(turn.reachable_dice, 0.0)
    for _ in range(rolls):
        least = {
            dice: turn.chances(dice).farkle
            + turn.chances(dice).disaster
            + sum(
                probability * min(least[turn.after(Position(dice, 0), s).dice] for s in options)
                for probability, options in turn.chances(dice).scorings
            )
            for dice in turn.reachable_dice
        }
    return min(least.values())


def check_that_turns_end(turn: Turn) -> float:
    """The least chance of ending within as many rolls as there are numbers of dice.

    Raises `UnsolvableError` when a player can roll for ever without the risk of a farkle.
    """
    chance = least_chance_of_ending(turn, len(turn.reachable_dice))
    if chance == 0:
        raise UnsolvableError(
            "combinations: these dice need never farkle, so a turn has no finite expected score; "
            "let some faces score nothing, or ask for the win probability instead"
        )
    return chance
