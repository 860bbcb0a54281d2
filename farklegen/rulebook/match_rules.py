"""The rules of a match between two turns: what counts when a turn begins, and what a farkle leaves.
`play.game` puts turns together.

A match state is all that is known when a turn starts, seen by the player whose turn it is. Anything
that no rule of the game looks at is erased, so that equal situations are equal match states:

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
from farklegen.rulebook.turn_rules import Position, Turn
from farklegen.rules.facts import unit
from farklegen.rules.ruleset import Ruleset


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
