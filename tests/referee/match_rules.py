"""Match states as the referee needs them: which can occur, which are alike, how far a turn goes."""

from __future__ import annotations

from functools import cached_property
from math import inf

from farklegen.errors import ImpossibleStateError
from farklegen.rulebook import match_rules
from farklegen.rulebook.match_rules import MatchState
from farklegen.rules.ruleset import Ruleset
from tests.referee.turn import Turn


class MatchRules(match_rules.MatchRules):
    """The ends of a turn, what they lead to, and what may come before. Raises as `Match` does."""

    def __init__(self, ruleset: Ruleset, floor: int | None = None) -> None:
        super().__init__(ruleset, floor)
        self.turn: Turn = Turn(ruleset)

    @cached_property
    def _most_points(self) -> int:
        """No roll of a fresh turn brings more."""
        return self.turn.most_points(0)

    def essential(self, match_state: MatchState) -> MatchState:
        """The match state with nothing but the lead left of the scores, where no rule looks at a
        score by itself: with rounds, and no goal."""
        rules, farkle = self.ruleset, self.ruleset.farkle
        alone = rules.goal is not None or rules.disaster or farkle.penalty == "all"
        costs = farkle.penalty or farkle.first_roll_penalty
        if alone or (costs and farkle.lowest_score is not None):
            return match_state
        less = min(match_state.mine, match_state.theirs)
        return match_state._replace(mine=match_state.mine - less, theirs=match_state.theirs - less)

    def points_that_suffice(self, match_state: MatchState) -> int:
        """Turn score that satisfies every minimum and, if banked, reaches the end of the game."""
        bank = self.ruleset.bank
        target = match_state.theirs + 1 if self.last_turn(match_state) else self.goal
        if target == inf:  # so far ahead that all the rounds to come hardly make up for it
            target = match_state.theirs + 4 * self._most_points
        minimum = bank.minimum if match_state.on_board else bank.opening_minimum
        return max(int(target) - match_state.mine, minimum, match_state.previous + 1)

    def check(self, match_state: MatchState) -> None:
        """Raise `ImpossibleStateError` for a match state that no game comes to."""
        problem = self._problem(match_state)
        if problem is not None:
            raise ImpossibleStateError(f"{match_state}: {problem}; ask for one that can occur")

    def _problem(self, match_state: MatchState) -> str | None:
        mine, theirs, rules = match_state.mine, match_state.theirs, self.ruleset
        farkles = (match_state.my_farkles, match_state.their_farkles)
        if mine % self.unit or theirs % self.unit:
            return f"scores are multiples of {self.unit}"
        if mine >= self.goal:
            return "the player to move has reached the goal"
        if self.counts_rounds and not 1 <= match_state.rounds_left <= (rules.rounds or 0):
            return "so many rounds are not left"
        if theirs >= self.goal and (
            rules.end_game == "sudden_death"
            or (rules.end_game == "equal_turns" and match_state.first)
        ):
            return "the game is over"
        if theirs > self.goal and rules.overshoot == "bust":
            return "the goal may not be passed"
        if min(farkles) < 0 or max(farkles) >= (self.streak or max(farkles) + 1):
            return "so many farkles in a row would have cost the penalty"
        if match_state.inherit is not None:
            score, dice = match_state.inherit
            if rules.piggyback == "none" or not 0 < dice <= rules.dice or score < 0:
                return "there is no such turn to take over"
        return None
