"""The rules once more, in plain Python, as players at a table follow them: slow and obvious.

This module shares no code with the tables and solvers, only the ruleset itself. Points are whole
points here, never units. `play` takes its steps from here, and so does the referee of the tests,
which judges the solvers. What only the referee needs, such as the rolls and their chances, is in
the tests.

*One turn*: where a roll may lead, when a player may bank, what a farkle banks. A position is where
a player stands between two rolls: the dice to roll next, the turn score in points and the hot dice
so far.

*Between two turns*: what counts when a turn begins, and what a farkle leaves. `play.game` puts
turns together. A match state is all that is known when a turn starts, seen by the player whose turn
it is. Anything that no rule of the game looks at is erased, so that equal situations are equal
match states:

- farkles in a row without a penalty that follows them, the seats unless turns are made equal
- who is on the board unless the first bank has a minimum of its own
- what was banked on the turn before, unless it must be beaten
- a turn that may not be taken over
- on a last turn, all that would matter to the opponent only
- how many rounds are left, unless the game has a number of them
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from farklegen.errors import UnsolvableError
from farklegen.rules.facts import unit
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset


class Position(NamedTuple):
    """Dice to roll, turn score, and hot dice that paid so far.

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


class MatchState(NamedTuple):
    """The start of a turn, as the player to move sees it. Scores in points.

    - `mine`, `theirs`: banked scores; `theirs` at the goal or past it means a last turn
    - `my_farkles`, `their_farkles`: farkles in a row so far
    - `first`: whether the player to move is the one who moved first in the game
    - `on_board`, `their_on_board`: whether the first bank of the game has been made
    - `previous`: what the opponent banked on the turn just before, 0 if nothing
    - `inherit`: turn score and dice that may be taken over
    - `rounds_left`: turns that the player to move still has, this one included; 0 if not counted
    """

    mine: int
    theirs: int
    my_farkles: int = 0
    their_farkles: int = 0
    first: bool = True
    on_board: bool = True
    their_on_board: bool = True
    previous: int = 0
    inherit: tuple[int, int] | None = None
    rounds_left: int = 0


FAR_BELOW = 10**15
"""Points that nobody loses."""


class MatchRules:
    """What a turn begins with, and what a farkle leaves.

    Raises:
        UnsolvableError: for penalties that may take a score down without end, if no floor is given.
    """

    def __init__(self, ruleset: Ruleset, floor: int | None = None) -> None:
        self.ruleset = ruleset
        self.turn = Turn(ruleset)
        self.unit = unit(ruleset)
        self.goal = inf if ruleset.goal is None else self._in_units(ruleset.goal)
        self.counts_rounds = ruleset.rounds is not None
        self.far_below = 0 if ruleset.goal is not None else FAR_BELOW
        farkle = ruleset.farkle
        self.streak = farkle.streak if farkle.penalty else None
        limits = [self._in_units(n) for n in (farkle.lowest_score, floor) if n is not None]
        each = max(-self.turn.farkle_banks(self.turn.start), 0)
        if self.streak is not None and farkle.penalty != "all":
            each += farkle.penalty
        if each and self.counts_rounds:
            # at most one penalty in each round; without a goal only score differences count
            limits = limits or [-each * (ruleset.rounds or 0) - self.far_below]
        if each and not limits:
            raise UnsolvableError(
                "farkle.lowest_score: penalties may take a score down without end; give a floor, "
                "or the rules a lowest score"
            )
        self.lowest = max(limits, default=0)

    def start(self) -> MatchState:
        """The first turn of the game."""
        on_board = not self.ruleset.bank.has_opening
        rounds = self.ruleset.rounds or 0
        return MatchState(0, 0, on_board=on_board, their_on_board=on_board, rounds_left=rounds)

    def last_turn(self, match_state: MatchState) -> bool:
        """Whether the opponent has reached the goal already."""
        return match_state.theirs >= self.goal

    def room(self, match_state: MatchState) -> int | None:
        """Points short of an exact goal; None where it may be passed."""
        return int(self.goal) - match_state.mine if self.ruleset.overshoot == "bust" else None

    def farkled(
        self, match_state: MatchState, position: Position, *, first_roll: bool
    ) -> MatchState:
        """The match state after a farkle rolled at this position, as the player sees it. What the
        farkle banks is added first, then the penalty is taken off."""
        banked = self.turn.farkle_banks(
            position, taken_over=not first_roll, room=self.room(match_state)
        )
        score, farkles = match_state.mine + banked, match_state.my_farkles
        if banked < 0:
            score = self._lowered(match_state.mine, -banked)
        if self.streak is not None:
            farkles += 1
            if farkles == self.streak:
                score, farkles = self._penalised(score), 0
        on_board = match_state.on_board or banked > 0
        return match_state._replace(mine=score, my_farkles=farkles, on_board=on_board)

    def relevant(self, match_state: MatchState) -> MatchState:
        """The match state without what cannot matter from here on."""
        last = self.last_turn(match_state)
        boards = self.ruleset.bank.has_opening
        inherit, room = match_state.inherit, self.room(match_state)
        if inherit is not None and room is not None and inherit[0] > room:
            inherit = None
        return match_state._replace(
            my_farkles=match_state.my_farkles if self.streak else 0,
            their_farkles=match_state.their_farkles if self.streak and not last else 0,
            first=match_state.first
            or not (self.counts_rounds or self.ruleset.end_game == "equal_turns"),
            on_board=match_state.on_board or not boards,
            their_on_board=match_state.their_on_board or not boards or last,
            previous=match_state.previous if self.ruleset.bank.beat_previous else 0,
            inherit=inherit,
        )

    def _penalised(self, score: int) -> int:
        """The score less the penalty, not below the lowest score. A score that is already below the
        lowest stays as it is."""
        penalty = self.ruleset.farkle.penalty
        if penalty == "all":
            return min(score, 0)
        return self._lowered(score, penalty)

    def _lowered(self, score: int, points: int) -> int:
        """The score less these points, not below the lowest score. A score that is already below
        the lowest stays as it is."""
        return min(score, max(score - points, self.lowest))

    def _in_units(self, points: int) -> int:
        """Rounded up to the unit in which scores are counted: −120 in steps of 50 is −100."""
        return -(-points // self.unit) * self.unit
