"""A way of playing, as data.

A *table* says what every state of a turn is worth to the player and where to bank. After a roll the
player takes the option that leads to the state worth most. Among equal states the player prefers
one in which to bank, then more dice, then more points. A *policy* has a table for every situation
that it tells apart, and says when to go for the goal. The same data serve evaluation, simulation
and play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class TurnPolicy:
    """A preference over states, and where to bank.

    Attributes:
        worth: float64[rows, columns], what the player thinks a state is worth, in points.
        banks: bool[rows, columns], where the turn is banked.
        tolerance: worths closer than this are equal, points.
    """

    worth: NDArray[np.float64]
    banks: NDArray[np.bool_]
    tolerance: float


@dataclass(frozen=True)
class GoForIt:
    """From which scores on one never banks short of the goal.

    Either of the two scores is reason enough. On a last turn a player who has these never banks
    short of what wins.

    Attributes:
        mine: own score by number of dice to roll, fewest first; None: never.
        theirs: the same for the opponent's score.
        lead: how far ahead to bank past the goal, if the opponent has another turn; None: however
            little.
        dice: with how many dice at most to bank there; None: however many.
    """

    mine: tuple[int | None, ...]
    theirs: tuple[int | None, ...]
    lead: int | None = None
    dice: int | None = None

    @classmethod
    def never(cls, dice: int) -> GoForIt:
        """No score to go for the goal, with up to that many dice; last turns are played to win."""
        return cls((None,) * dice, (None,) * dice)


Scores: TypeAlias = int | NDArray[np.int64]

Situation = tuple[bool, int]
"""Whether the player is on the board, and how many farkles in a row there were."""


class Asked(NamedTuple):
    """Conditions on the scores, in points; None sets no condition.

    Attributes:
        either: at least one of the two players has this score.
        mine, theirs: the player, or the opponent, has at least this score.
        behind, ahead: the player is behind, or ahead, by at least this much.
    """

    either: int | None = None
    mine: int | None = None
    theirs: int | None = None
    behind: int | None = None
    ahead: int | None = None

    def holds(self, mine: Scores, theirs: Scores) -> NDArray[np.bool_]:
        """bool, or bool[...]: whether all conditions hold at these scores, points."""
        held = np.ones(np.shape(mine), np.bool_)
        for limit, score in (
            (self.either, np.maximum(mine, theirs)),
            (self.mine, mine),
            (self.theirs, theirs),
            (self.behind, theirs - mine),
            (self.ahead, mine - theirs),
        ):
            if limit is not None:
                held &= score >= limit
        return held


@dataclass(frozen=True)
class ScoreLine:
    """Other tables at some scores.

    Attributes:
        asked: where the line holds.
        tables: the tables to play by there, by situation as in `Policy.tables`.
        goes_for_it: whether nothing short of the goal is banked there.
    """

    asked: Asked
    tables: Mapping[Situation, TurnPolicy]
    goes_for_it: bool


@dataclass(frozen=True)
class Policy:
    """A way of playing a match.

    Every policy but perfect play takes a scoring that reaches the goal (or wins a last turn)
    whenever there is one, the highest, and banks.

    Attributes:
        name: what it is called.
        tables: by (on the board?, farkles in a row); empty for perfect play.
        go_for_it: when to go for the goal; None: never.
        take_over: dice left: the turn score from which a turn is taken over, points; a number of
            dice that is not there: never. None: wherever the tables say that it brings more.
        by_scores: other tables at some scores, for the same situations; the first line that holds
            counts.
        last: tables for last turns, in which nothing short of what wins is banked then; empty: the
            usual ones.
    """

    name: str
    tables: Mapping[Situation, TurnPolicy] = field(default_factory=dict)
    go_for_it: GoForIt | None = None
    take_over: Mapping[int, int] | None = None
    by_scores: tuple[ScoreLine, ...] = ()
    last: Mapping[Situation, TurnPolicy] = field(default_factory=dict)

    @property
    def every_table(self) -> list[TurnPolicy]:
        """All tables: the usual ones, those of each line of `by_scores`, those of last turns."""
        kinds = (self.tables, *(line.tables for line in self.by_scores), self.last)
        return [table for tables in kinds for table in tables.values()]

    @property
    def optimal(self) -> bool:
        return not self.tables


PERFECT = Policy("optimal")
"""Perfect play."""
