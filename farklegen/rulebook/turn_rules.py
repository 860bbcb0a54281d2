"""The rules of one turn: where a roll may lead, when one may bank, what a farkle banks.

A position is where a player stands between two rolls: the dice to roll next, the turn score in
points and the hot dice so far. A state is what a player brings into a turn: whether the first bank
of the game has been made, and how many farkles in a row came before.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import NamedTuple

from farklegen.errors import UnsolvableError
from farklegen.rulebook.rolls import Roll, Rolls, Scoring
from farklegen.rules.hands import CLEARING
from farklegen.rules.ruleset import Ruleset


class Position(NamedTuple):
    """Dice to roll, turn score, and hot dice that paid so far.

    Of different dice, `dice` is the number of the hand (`rules.hands`); of dice that clear a face,
    `CLEARING` times that face more. `hot` stays 0 where the
    count changes nothing: without a bonus, or with one of no step.
    """

    dice: int
    score: int
    hot: int = 0

    @property
    def hand(self) -> int:
        """The dice alone."""
        return self.dice % CLEARING

    @property
    def clears(self) -> int:
        """The face that the dice clear; 0: none."""
        return self.dice // CLEARING


class State(NamedTuple):
    """What a player brings into a turn: on the board or not, and the farkles in a row so far."""

    on_board: bool = True
    farkles: int = 0


class Chances(NamedTuple):
    """All that a roll of so many dice can be, rolls of equal scorings put together.

    An instant win is among the scorings (or the farkles): the payoffs of winning are not seen here.
    """

    scorings: list[tuple[Fraction, frozenset[Scoring]]]
    farkle: Fraction
    disaster: Fraction


class Turn:
    """One ruleset's turn."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rolls = Rolls(ruleset)
        self.hands = self.rolls.hands
        self.start = Position(self.hands.all, 0)
        self._chances: dict[int, Chances] = {}

    def chances(self, dice: int) -> Chances:
        """What a roll of so many dice can be."""
        if dice not in self._chances:
            scorings: dict[frozenset[Scoring], Fraction] = {}
            farkle = disaster = Fraction(0)
            for roll, probability in self.rolls.of(dice):
                options = self.rolls.scorings(roll)
                if self.rolls.is_disaster(roll):
                    disaster += probability
                elif not options:
                    farkle += probability
                else:
                    scorings[options] = scorings.get(options, Fraction(0)) + probability
            pairs = [(probability, options) for options, probability in scorings.items()]
            self._chances[dice] = Chances(pairs, farkle, disaster)
        return self._chances[dice]

    def after(self, position: Position, scoring: Scoring) -> Position:
        """Where a player stands after rolling at `position` and setting this scoring aside."""
        rolled = position.hand
        dice, mark = self.hands.left[rolled][scoring.dice], CLEARING * scoring.clears
        score = position.score + scoring.points
        if dice > 0:
            return Position(dice + mark, score, position.hot)
        bonus = self.ruleset.hot_dice_bonus
        hot = position.hot
        if bonus is not None and (bonus.when == "any" or self.hands.sizes[rolled] == 1):
            score += bonus.points + bonus.step * hot
            if bonus.step > 0:
                hot += 1
        return Position(self.hands.all + mark, score, hot)

    def options(self, position: Position, roll: Roll) -> list[Position]:
        """Every position that a roll offers; empty when it scores nothing."""
        return sorted({self.after(position, s) for s in self.rolls.scorings(roll)})

    def may_bank(self, position: Position, *, on_board: bool = True, previous: int = 0) -> bool:
        """Whether the turn score may be banked; `previous` is what the opponent's last turn banked.

        All the dice to roll with a turn score means hot dice: nobody stands there in another way,
        for whoever takes over a turn must roll before banking.
        """
        bank = self.ruleset.bank
        if position.score <= 0 or position.score % bank.multiple_of != 0:
            return False
        if position.clears:
            return False
        if position.dice == self.hands.all and self.ruleset.hot_dice == "required":
            return False
        last_die = position.dice != self.hands.all and self.hands.sizes[position.dice] == 1
        if last_die and self.ruleset.last_die == "required":
            return False
        if bank.beat_previous and position.score <= previous:
            return False
        return position.score >= (bank.minimum if on_board else bank.opening_minimum)

    def farkle_banks(
        self, position: Position, *, taken_over: bool = False, room: int | None = None
    ) -> int:
        """Points that a farkle rolled at this position banks; below zero: what it costs.

        `taken_over`: this is the first roll after taking over another's turn, so no first roll.
        `room`: an award that would carry the banked score further than this is not paid.
        """
        rules = self.ruleset.farkle
        award = 0
        if position == self.start and not taken_over:
            award = rules.first_roll_points
        if position.hand == self.hands.all:
            award = max(award, rules.all_dice_points)
        if position == self.start and not taken_over:
            award -= rules.first_roll_penalty
        kept = position.score if rules.keeps_turn_score else 0
        if room is not None and kept + award > room:
            award = 0
        return kept + award

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
        """No roll adds more than this to the turn score after so many hot dice."""
        best = max((s.points for n in self.reachable_dice for s in self._all(n)), default=0)
        bonus = self.ruleset.hot_dice_bonus
        return best if bonus is None else best + bonus.points + bonus.step * hot

    def _all(self, dice: int) -> set[Scoring]:
        return {scoring for _, options in self.chances(dice).scorings for scoring in options}


def has_board_states(ruleset: Ruleset) -> bool:
    """Whether the first bank of a game has a rule of its own."""
    return ruleset.bank.opening_minimum > ruleset.bank.minimum


def all_states(ruleset: Ruleset) -> list[State]:
    """Every state a player can bring into a turn, on the board first, fewest farkles first."""
    boards = [True, False] if has_board_states(ruleset) else [True]
    return [State(b, f) for b in boards for f in range(ruleset.farkle.streak or 1)]


def first_state(ruleset: Ruleset) -> State:
    """The state of a player whose first turn of the game this is."""
    return State(not has_board_states(ruleset), 0)


def after_farkle(ruleset: Ruleset, state: State, banked: int) -> tuple[int, State]:
    """(change of the banked score, next state) after a farkle that banks so many points.

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
