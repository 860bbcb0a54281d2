"""Win probability: the chance that the player to move wins a match of two, both playing their best.

`match_rules` says what every end of a turn leads to, `match_turn` gives the value of a turn from
the payoffs of its ends, `match_solver` works out all the match states that a question needs, with
the recursion, and bounds on both sides. The answer is the middle between the two. Turns are
followed some way past the points that suffice, and twice as far as long as the bounds are too far
apart.

Only for small games: the match states are listed one by one, in plain Python. Games where it pays
to roll on far past the goal (`final_turn`, `equal_turns`; most of all with a take-over after a
bank)
are the slowest, and may be left with bounds that have not met: `bounds` tells.
"""

from __future__ import annotations

from collections.abc import Callable

from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rulebook.match_rules import MatchState
from farklegen.rulebook.turn_rules import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.match_rules import MatchRules
from tests.referee.match_solver import Limits, MatchSolver
from tests.referee.match_turn import MatchDice, Place
from tests.referee.reach import Bracket


class Match:
    """A match under one ruleset; questions about it may be asked in any order.

    - `floor`: a penalty never takes a score below so many points (0 or less); needed where the
      rules set no limit
    - `tolerance`: sweeps of a block end when its bounds are so close
    - `width`: bounds of an answer this close count as met, so that no more slack is given
    - `most_sweeps` of a block, and `most_doublings` of the slack; after that, the bounds are as far
      apart as they are
    - `most_turns`: match states to be worked out, apart from what they inherit

    Raises `UnsolvableError` for penalties without limit and for games of more turns than that,
    `ImpossibleStateError` for a question about what cannot occur.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        floor: int | None = None,
        tolerance: float = 1e-13,
        width: float = 1e-11,
        most_sweeps: int = 5_000,
        most_turns: int = 20_000,
        most_doublings: int = 5,
    ) -> None:
        self.rules = MatchRules(ruleset, floor)
        self.dice = MatchDice(self.rules.turn)
        self.limits = Limits(tolerance, most_sweeps, most_turns)
        self.width = width
        self._doublings_left = most_doublings
        long = "required" in (ruleset.hot_dice, ruleset.last_die)
        long = long or ruleset.end_game != "sudden_death"
        long = long or ruleset.bank.multiple_of > 1 or ruleset.goal is None
        self._solver = self._with_slack(2 * self.rules.turn.most_points(0) if long else 0)

    @property
    def endless(self) -> int:
        """Match states in which nobody gains by ending the game; going on for ever counts half."""
        return self._solver.endless

    @property
    def undecided(self) -> int:
        """Match states in blocks whose bounds were left apart: no limit came in sight."""
        return self._solver.undecided

    def start(self) -> MatchState:
        """The start of the game, for the player who moves first."""
        return self.rules.start()

    def win_probability(self, match_state: MatchState) -> float:
        """The chance to win at the start of a turn: the better of rolling all and taking over."""
        return middle(self.bounds(match_state))

    def bounds(self, match_state: MatchState) -> Bracket:
        """The win probability lies between these two, rounding apart."""
        match_state = self._checked(match_state)
        return self._closely(lambda: self._solver.at_start(match_state))

    def rolling(
        self,
        match_state: MatchState,
        dice: int,
        turn_score: int,
        hot: int = 0,
        *,
        taken_over: bool = False,
    ) -> float:
        """The chance to win by rolling so many dice with this turn score and hot dice so far.

        `taken_over`: the turn was taken over just now, so that this is no first roll.
        """
        place = (dice, turn_score, hot)
        return middle(self.rolling_bounds(match_state, *place, taken_over=taken_over))

    def rolling_bounds(
        self,
        match_state: MatchState,
        dice: int,
        turn_score: int,
        hot: int = 0,
        *,
        taken_over: bool = False,
    ) -> Bracket:
        """What that chance lies between."""
        match_state = self._checked(match_state)
        position = self._position(match_state, dice, turn_score, hot)
        first_roll = position == self.rules.turn.start and not taken_over
        place = Place(position, first_roll)
        return self._closely(lambda: self._solver.rolling(match_state, place))

    def banking(self, match_state: MatchState, dice: int, turn_score: int) -> float | None:
        """The chance to win by banking here; None where it is not allowed."""
        bounds = self.banking_bounds(match_state, dice, turn_score)
        return None if bounds is None else middle(bounds)

    def banking_bounds(self, match_state: MatchState, dice: int, turn_score: int) -> Bracket | None:
        """What that chance lies between."""
        match_state = self._checked(match_state)
        end = self.rules.bank(match_state, self._position(match_state, dice, turn_score, 0))
        return None if end is None else self._closely(lambda: self._solver.after(end))

    def _with_slack(self, slack: int) -> MatchSolver:
        return MatchSolver(self.rules, self.dice, slack, self.limits)

    def _closely(self, ask: Callable[[], Bracket]) -> Bracket:
        """Ask, and again with more slack until the bounds meet, or it would be too much."""
        try:
            bracket = ask()
        except UnsolvableError:
            self._solver = self._with_slack(self._solver.slack)  # the old one broke off half-way
            raise
        while bracket.high - bracket.low > self.width and self._doublings_left > 0:
            self._doublings_left -= 1
            before = self._solver
            self._solver = self._with_slack(max(2 * before.slack, self.rules.turn.most_points(0)))
            try:
                bracket = ask()
            except UnsolvableError:
                self._solver, self._doublings_left = before, 0
        low, high = bracket
        return Bracket(min(max(low, 0.0), 1.0), min(max(high, 0.0), 1.0))  # sums of chances round

    def _checked(self, match_state: MatchState) -> MatchState:
        self.rules.check(match_state)
        return self.rules.relevant(match_state)

    def _position(self, match_state: MatchState, dice: int, turn_score: int, hot: int) -> Position:
        turn, room = self.rules.turn, self.rules.room(match_state)
        if dice not in turn.reachable_dice or turn_score < 0 or turn_score % turn.unit:
            raise ImpossibleStateError(
                f"nobody rolls {dice} dice with {turn_score} points; ask for dice among "
                f"{turn.reachable_dice} and a turn score in steps of {turn.unit}"
            )
        if room is not None and turn_score > room:
            raise ImpossibleStateError("the turn score is past the exact goal; give a smaller one")
        bonus = self.rules.ruleset.hot_dice_bonus
        return Position(dice, turn_score, hot if bonus is not None and bonus.step > 0 else 0)


def middle(bracket: Bracket) -> float:
    """The number in the middle."""
    return (bracket.low + bracket.high) / 2
