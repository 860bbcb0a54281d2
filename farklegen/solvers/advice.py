"""What to do now: every choice a player has, with its value, best first.

A choice is to set dice aside in some way, to bank or to roll, or to take over a turn or to start
afresh. Its value is the chance to win a match, where the scores are known, and in any case the
points that the best play for points expects (V plus the turn score).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.scoring.rolls import Fall, ways_of
from farklegen.solvers.decisions import Now, Option, Prospect, Then, ranked, ways_to_set_aside
from farklegen.solvers.expected import ExpectedScore, expected_score
from farklegen.solvers.game.game_state import GameState, Taken
from farklegen.solvers.game.solution import SolvedTurn


class PointsOutlook:
    """The value of a state is the points that the best play for points expects of a player, after
    that many farkles in a row."""

    def __init__(self, expected: ExpectedScore, on_board: bool = True, my_farkles: int = 0) -> None:
        number = expected.number(on_board=on_board, farkles=my_farkles)
        self.expected, self.strategy = expected, expected.strategies[number]

    def prospect(self, turn_score: int, dice: int, hot_dice: int) -> Prospect:
        moves, strategy = self.expected.moves, self.strategy
        column, row = moves.column(dice, hot_dice), turn_score // moves.unit
        rolling, period = strategy.rolling[:, column], self.expected.rules.period(moves)
        above = max(-(-(row + 1 - len(rolling)) // period), 0)  # periods past the table
        row -= above * period
        # what a loss costs grows with the turn score
        more = above * (rolling[row] - rolling[row - period]) if above else 0.0
        bank = float(turn_score) if strategy.may_bank[row, column] else None
        rolled = turn_score + float(rolling[row] + more)
        return Prospect(bank, rolled, bool(strategy.bank[row, column]))

    def inherited(self, taken: Taken) -> tuple[float, float]:
        moves = self.expected.moves
        over = self.prospect(taken.turn_score, taken.dice, 0).roll
        assert over is not None
        return over, float(self.strategy.rolling[0, moves.column(moves.dice)])


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
    outlook = PointsOutlook(expected, match_state.on_board, match_state.my_farkles)
    return outlook, expected.left_out if needed else ()


def advice(
    ruleset: Ruleset,
    match: SolvedTurn | None,
    points: PointsOutlook | None,
    match_state: GameState,
    now: Now,
) -> Advice:
    """Every choice at a point of a turn that can occur, best first.

    Args:
        match: has chances to win, by which choices are ranked; without it, it is by `points`.
    """

    def prospects(turn_score: int, dice: int, hot_dice: int) -> list[Prospect | None]:
        return [
            None if outlook is None else outlook.prospect(turn_score, dice, hot_dice)
            for outlook in (match, points)
        ]

    if now.roll:
        found, options = ways_of(ruleset, now.roll), []
        ways = ways_to_set_aside(ruleset, found, now.thrown, now.turn_score, now.hot_dice)
        for option, hot_dice in ways:
            chance, score = prospects(option.turn_score, option.dice_left, hot_dice)
            judge = score if match is None else chance
            if judge is not None:  # else nobody may come to that state
                then: Then = "bank" if judge.banks else "roll"
                worth = chance and chance.best, score and score.best
                options.append(option.judged(then, *worth))
        return Advice(found.fall, _marked(ranked(options)))
    if now.thrown:
        chance, score = prospects(now.turn_score, now.thrown, now.hot_dice)
        option = Option((), 0, now.thrown, now.turn_score, False)
        options = [
            option.judged("bank", chance and chance.bank, score and score.bank),
            option.judged("roll", chance and chance.roll, score and score.roll),
        ]
        allowed = "expected_score" if match is None else "win_probability"
        return Advice(
            None, ranked([each for each in options if getattr(each, allowed) is not None])
        )
    taken = match_state.inherit
    assert taken is not None
    over, afresh = zip(*(
        (None, None) if each is None else each.inherited(taken) for each in (match, points)
    ), strict=True)  # fmt: skip
    options = [
        Option((), 0, ruleset.dice, 0, False).judged("start afresh", *afresh),
        Option((), 0, taken.dice, taken.turn_score, False).judged("take over", *over),
    ]
    return Advice(None, ranked(options))


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
