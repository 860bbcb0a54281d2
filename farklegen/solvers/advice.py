"""What to do now: every choice a player has, with its value, best first.

A choice is to set dice aside in some way, to bank or to roll, or to take over a turn or to start
afresh. Its value is the chance to win a match, where the scores are known, and in any case the
points that the best play for points expects (V plus the turn score).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.scoring.ways import Fall, RollWays, ways_of
from farklegen.solvers.choices import Option, Then, ranked, ways_to_set_aside
from farklegen.solvers.expected import TIE, ExpectedScore, Strategy, expected_score
from farklegen.solvers.game.game_state import GameState, Taken
from farklegen.solvers.game.solution import SolvedTurn
from farklegen.solvers.process import Situation
from farklegen.solvers.rounding import probability
from farklegen.solvers.turn_state_checks import Now


class Prospect(NamedTuple):
    """The value of a state.

    Attributes:
        bank: value of banking; None where banking is not allowed.
        roll: value of rolling; None where rolling cannot be better.
        banks: whether to bank; if both are equal, bank.
    """

    bank: float | None
    roll: float | None
    banks: bool

    @property
    def best(self) -> float:
        return max(worth for worth in (self.bank, self.roll) if worth is not None)


class TakeOverStart(NamedTuple):
    """The value of the start of a turn that may be taken over."""

    take_over: float
    afresh: float


class MatchOutlook:
    """The value of a state is the chance to win the match."""

    def __init__(self, turn: SolvedTurn) -> None:
        self.turn = turn

    def prospect(self, turn_score: int, dice: int, hot_dice: int) -> Prospect | None:
        turn, rows = self.turn, len(self.turn.value)
        row, column = turn_score // turn.unit, turn.column(dice, hot_dice)
        if turn.room is not None and row > turn.room:
            return None
        if row >= rows:
            return Prospect(probability(float(turn.above[row - rows, column])), None, True)
        bank, roll = float(turn.banked[row, column]), float(turn.rolled[row, column])
        return Prospect(
            probability(bank) if turn.may_bank[row, column] else None,
            probability(roll),
            bool(turn.banks[row, column]),
        )

    def inherited(self, taken: Taken) -> TakeOverStart:
        assert self.turn.match_state.inherit == taken
        assert self.turn.taken is not None
        return TakeOverStart(probability(self.turn.taken), probability(self.turn.fresh))


class PointsOutlook:
    """The value of a state is the points that the best play for points expects."""

    def __init__(self, expected: ExpectedScore, strategy: Strategy) -> None:
        self.expected = expected
        self.strategy = strategy

    def prospect(self, turn_score: int, dice: int, hot_dice: int) -> Prospect:
        moves, rules = self.expected.moves, self.expected.rules
        column = moves.column(dice, min(hot_dice, moves.hot_counts - 1))
        row = turn_score // moves.unit
        if row < self.expected.rows:
            rolled = turn_score + float(self.strategy.rolling[row, column])
        else:
            slope, constant = self.strategy.rolling_above[:, column]
            rolled = float(slope) * turn_score + float(constant)
        allowed = (
            turn_score >= max(self.strategy.situation.minimum, 1)
            and turn_score % rules.multiple_of == 0
            and dice not in rules.rolled_on
        )
        better = rolled > turn_score + TIE * max(1.0, turn_score)
        return Prospect(float(turn_score) if allowed else None, rolled, allowed and not better)

    def inherited(self, taken: Taken) -> TakeOverStart:
        moves = self.expected.moves
        over = self.prospect(taken.turn_score, taken.dice, 0).roll
        assert over is not None
        return TakeOverStart(over, float(self.strategy.rolling[0, moves.column(moves.dice)]))


@dataclass(frozen=True)
class Outlooks:
    """What ranks the choices: the chance to win if there is a match, else points."""

    match: MatchOutlook | None
    points: PointsOutlook | None

    def of_roll(self, ruleset: Ruleset, roll: RollWays, now: Now) -> tuple[Option, ...]:
        """Every legal way to set dice aside of a roll, best first."""
        judged = (
            self._entered(*way)
            for way in ways_to_set_aside(ruleset, roll, now.thrown, now.turn_score, now.hot_dice)
        )
        options = [option for option in judged if option is not None]
        return _marked(ranked(options))

    def _entered(self, option: Option, hot_dice: int) -> Option | None:
        """The choice, valued by the state that it leads to; None if that state may not be
        entered."""
        state = option.turn_score, option.dice_left, hot_dice
        match = None if self.match is None else self.match.prospect(*state)
        points = None if self.points is None else self.points.prospect(*state)
        judge = points if self.match is None else match
        if judge is None:
            return None
        return replace(
            option,
            then="bank" if judge.banks else "roll",
            win_probability=None if match is None else match.best,
            expected_score=None if points is None else points.best,
        )

    def of_state(self, dice: int, turn_score: int, hot_dice: int) -> tuple[Option, ...]:
        """Bank or roll, the better one first; only choices that are allowed."""
        state = turn_score, dice, hot_dice
        match = None if self.match is None else self.match.prospect(*state)
        points = None if self.points is None else self.points.prospect(*state)
        worth: dict[Then, tuple[float | None, float | None]] = {
            "bank": (match and match.bank, points and points.bank),
            "roll": (match and match.roll, points and points.roll),
        }
        choices = [
            Option((), 0, dice, turn_score, False, then, chance, score)
            for then, (chance, score) in worth.items()
            if (score if self.match is None else chance) is not None
        ]
        return ranked(choices)

    def of_inherited(self, taken: Taken, dice: int) -> tuple[Option, ...]:
        """Take over or start afresh, the better one first."""
        match = None if self.match is None else self.match.inherited(taken)
        points = None if self.points is None else self.points.inherited(taken)
        over, afresh = match and match.take_over, match and match.afresh
        score_over, score_afresh = points and points.take_over, points and points.afresh
        return ranked(
            [
                Option((), 0, dice, 0, False, "start afresh", afresh, score_afresh),
                Option((), 0, taken.dice, taken.turn_score, False, "take over", over, score_over),
            ]
        )


def _marked(options: Sequence[Option]) -> tuple[Option, ...]:
    """Mark each way to count dice for fewer points if another way to count the same dice is no
    worse."""
    most: dict[tuple[int, ...], int] = {}
    marked = []
    for option in options:
        before = most.get(option.keep, 0)
        most[option.keep] = max(before, option.points)
        marked.append(replace(option, fewer=option.points < before))
    return tuple(marked)


@dataclass(frozen=True)
class Advice:
    """Every choice there is.

    Attributes:
        outcome: `scores` (without options: all of it goes past the goal), `farkle`, `wins` (at
            once) or `disaster`; None if no roll was asked about.
        options: the choices, best first.
    """

    outcome: Fall | None
    options: tuple[Option, ...]


def points_outlook(
    ruleset: Ruleset, tables: ScoringTables, match_state: GameState, *, needed: bool
) -> tuple[PointsOutlook | None, tuple[str, ...]]:
    """(expected scores in the situation of a player, the rules that they leave out).

    Args:
        needed: whether no advice is possible without expected scores.
    """
    try:
        expected = expected_score(ruleset, tables)
    except UnsolvableError as error:
        if needed:
            raise
        return None, (f"Expected points are not shown: {error}.",)
    outlook = outlook_at(expected, match_state.on_board, match_state.my_farkles)
    return outlook, expected.left_out if needed else ()


def outlook_at(expected: ExpectedScore, on_board: bool, my_farkles: int) -> PointsOutlook:
    """Expected scores in the situation of a player: on the board, after that many farkles."""

    def here(situation: Situation) -> bool:
        return (not situation.board_matters or situation.on_board == on_board) and (
            not situation.streak_matters or situation.streak == my_farkles
        )

    return PointsOutlook(expected, next(one for one in expected.strategies if here(one.situation)))


def advice(ruleset: Ruleset, outlooks: Outlooks, match_state: GameState, now: Now) -> Advice:
    """Every choice at a point of a turn that can occur."""
    if now.roll:
        found = ways_of(ruleset, now.roll)
        return Advice(found.fall, outlooks.of_roll(ruleset, found, now))
    if now.thrown:
        return Advice(None, outlooks.of_state(now.thrown, now.turn_score, now.hot_dice))
    assert match_state.inherit is not None
    return Advice(None, outlooks.of_inherited(match_state.inherit, ruleset.dice))
