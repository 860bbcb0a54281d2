"""The long run as an average-reward process: which turn follows which, and the relative values that
link them.

The states are (on the board?, farkles in a row) at the start of a turn. Being on the board is kept
apart only where an opening minimum makes it matter. The count of farkles is kept apart only where a
streak costs something. In state x a turn collects points and leads to the next state; g is the
long-run average and h the relative value of a state, with h(on the board, no farkles) = 0:

    g + h(x) = best over strategies of the turn: expected points + expected h(next state)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Situation:
    """What a player brings into a turn.

    Attributes:
        on_board: whether the player has banked before.
        streak: farkles in a row so far.
        minimum: fewest points that may be banked in this turn.
        after_farkle: index of the next situation when a farkle banks nothing.
        after_paid_farkle: the same when the farkle banks an award or the kept turn score.
        after_disaster: the same after a disaster.
        penalty: points lost by a farkle in this turn.
        streak_matters: whether counts of farkles are kept apart.
        board_matters: whether players on the board and off it are kept apart.
    """

    KEYS = ("on_board", "streak")

    on_board: bool
    streak: int
    minimum: int
    after_farkle: int
    after_paid_farkle: int
    after_disaster: int
    penalty: int
    streak_matters: bool
    board_matters: bool


def situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    """The states of the process, on the board without farkles first.

    Raises:
        UnsolvableError: for `penalty: all`, whose cost is not a number of points.
    """
    penalty = penalty_in_points(ruleset)
    streaks = ruleset.farkle.streak if penalty and ruleset.farkle.streak else 1
    opening = ruleset.bank.opening_minimum
    boards = [True, False] if ruleset.bank.has_opening else [True]

    def index(board: bool, streak: int) -> int:
        return boards.index(board) * streaks + streak % streaks

    return tuple(
        Situation(
            on_board=board,
            streak=streak,
            minimum=ruleset.bank.minimum if board else opening,
            after_farkle=index(board, streak + 1),
            after_paid_farkle=index(True, streak + 1),
            after_disaster=index(board, 0),
            penalty=penalty if penalty and streak + 1 == streaks else 0,
            streak_matters=streaks > 1,
            board_matters=len(boards) > 1,
        )
        for board in boards
        for streak in range(streaks)
    )


def penalty_in_points(ruleset: Ruleset) -> int | None:
    """What a streak of farkles costs; None where there is no penalty.

    Raises:
        UnsolvableError: if what it costs is not a number of points.
    """
    penalty = ruleset.farkle.penalty
    if penalty == "all":
        raise UnsolvableError(
            "farkle.penalty: all has no expected score: what it costs depends on the banked score. "
            "Ask about a match, or give the penalty as a number of points"
        )
    return penalty


def refuse_never_on_board(states: tuple[Situation, ...], chances: NDArray[np.float64]) -> None:
    """Refuse an opening minimum that keeps everybody off the board.

    Args:
        states: the situations.
        chances: float64[situations, situations], `[i, j]` is the chance that situation i leads to
            situation j.

    Raises:
        UnsolvableError: if situations off the board lead only to each other, except for rounding.
    """
    off = [i for i, state in enumerate(states) if not state.on_board]
    if off and np.all(chances[np.ix_(off, off)].sum(axis=1) > 1 - 1e-9):
        raise UnsolvableError(
            "almost no turn can bank the opening minimum of "
            f"{states[off[0]].minimum:,} points: nobody gets on the board. Lower bank.opening"
        )
