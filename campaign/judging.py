"""What the judges share: how close is close enough, how long they may take, and how they say it.

A judge takes a ruleset and a source of chance. It returns a word about what it did ("compared",
"refused: ..."), and raises an AssertionError for a difference.
"""

from __future__ import annotations

import gc
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import NoReturn

from farklegen.errors import FarklegenError
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.game_state import GameState, Taken
from tests.referee import Match, Table

NEAR = 1e-9
"""Room beside stated bounds: both sides stop iterating somewhere."""

MOST_BOUND = 1e-6
"""A result whose stated error is larger is none: it should have been refused."""

Judge = Callable[[Ruleset, Random], str]


def differ(question: str, answer: object, right: object) -> NoReturn:
    """Say what was asked, what the program answered, and what it should have answered."""
    raise AssertionError(f"question: {question}\nanswer:   {answer}\nright:    {right}")


LEFT_OPEN = "left open: choices move each other"
"""The word about a match to which there is no one answer."""


def has_one_answer(judge: Match, again: Match) -> bool:
    """Whether a referee comes to the same answer from other values to begin with."""
    return judge.settled and all(
        abs(one - other) <= NEAR
        for table, chances in judge.values.items()
        for one, other in zip(chances, again.at(table), strict=True)
    )


def refused(refusal: FarklegenError) -> str:
    """The word about a refusal by name: its first line, without numbers."""
    return f"refused: {re.sub('[0-9]+', 'N', str(refusal).splitlines()[0])[:90]}"


class TooSlowError(BaseException):
    """Time is up. No `Exception`, so that nothing under judgement catches it by the way."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` after so much processor time; only in the main thread, and not nested.

    Some turns run for so long that the referee, which visits every position, would take minutes.
    Long calls of the core are made on other threads, which stop when the main one raises something
    (`farklegen.core.crew`).
    """

    rang = False

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal rang
        rang = True
        raise TooSlowError

    before = signal.signal(signal.SIGPROF, ring)
    gc.disable()  # what is raised while hypothesis counts the time of a collection is lost
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except Exception:
        if rang:  # numpy reports what is raised while it compares as an error of its own
            raise TooSlowError from None
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        gc.enable()


def state_of(table: Table, seat: int) -> GameState:
    """A table of the referee, for the solvers.

    Args:
        seat: players who have moved before in this round.
    """
    taken = table.inherit and Taken(table.inherit.score, table.inherit.dice)
    return GameState(
        table.scores, table.farkles, table.on_board, seat, table.previous, taken, table.rounds
    )
