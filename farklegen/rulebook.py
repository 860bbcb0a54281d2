"""The rules of a turn once more, in plain Python, as players follow them: slow and obvious.

Where a roll may lead, when a player may bank, what a farkle banks. This module shares no code with
the tables and solvers, only the ruleset itself. Points are whole points here, never units. `play`
takes its steps from here, and so does the referee of the tests, which judges the solvers. What only
the referee needs, such as the rolls and their chances, is in the tests. What a turn begins with,
and what it leaves, is in `play.game`.
"""

from __future__ import annotations

from typing import NamedTuple

from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset


class Position(NamedTuple):
    """Where a player stands between two rolls: dice to roll, turn score, and hot dice that paid so
    far.

    With different dice, `dice` is the number of the hand (`rules.hands`). `hot` stays 0 if
    the count changes nothing: without a bonus, or with a bonus without a step.
    """

    dice: int
    score: int
    hot: int = 0


class Scoring(NamedTuple):
    """Dice set aside, and their points. With different dice, `dice` is the number of their hand."""

    dice: int
    points: int


class Turn:
    """The rules of a turn."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.hands = hands_of(ruleset)
        self.start = Position(self.hands.all, 0)

    def after(self, position: Position, scoring: Scoring) -> Position:
        """Where a player stands after rolling at `position` and setting this scoring aside."""
        dice = self.hands.left[position.dice][scoring.dice]
        score = position.score + scoring.points
        if dice > 0:
            return Position(dice, score, position.hot)
        bonus = self.ruleset.hot_dice_bonus
        hot = position.hot
        if bonus is not None and (bonus.when == "any" or self.hands.sizes[position.dice] == 1):
            score += bonus.points + bonus.step * hot
            if bonus.step > 0:
                hot += 1
        return Position(self.hands.all, score, hot)

    def may_bank(self, position: Position, *, on_board: bool = True, previous: int = 0) -> bool:
        """Whether the turn score may be banked; `previous` is what the opponent's last turn banked.

        All the dice to roll and a turn score mean hot dice. A turn that was just taken over cannot
        be banked here: its player must roll first.
        """
        bank = self.ruleset.bank
        if position.score <= 0 or position.score % bank.multiple_of != 0:
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

        `taken_over`: this is the first roll after taking over another player's turn, which is not
        the first roll of a turn. `room`: an award that adds more than this to the banked score is
        not paid.
        """
        rules = self.ruleset.farkle
        award = 0
        if position == self.start and not taken_over:
            award = rules.first_roll_points
        if position.dice == self.hands.all:
            award = max(award, rules.all_dice_points)
        if position == self.start and not taken_over:
            award -= rules.first_roll_penalty
        kept = position.score if rules.keeps_turn_score else 0
        if room is not None and kept + award > room:
            award = 0
        return kept + award
