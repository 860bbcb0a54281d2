"""A way of playing, as data, and what it plays by in turns that begin at some scores.

A *table* says what every state of a turn is worth to the player and where to bank. After a roll the
player takes the option that leads to the state worth most. Among equal states the player prefers
one in which to bank, then more dice, then more points. A *policy* has a table for every situation
that it tells apart, and says when to go for the goal. The same data serve evaluation, simulation
and play.

What a policy does in a turn is in two places: the core's `policy.hpp` follows whole turns, and
`play.players` makes one decision at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Integers, StatePolicy
from farklegen.rules.facts import rounded_up, turn_unit, unit
from farklegen.rules.ruleset import Ruleset

NEVER = 1 << 30
"""A row that is never reached."""


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


ASKED_OF: tuple[Callable[[Scores, Scores], Any], ...] = (
    np.maximum,
    lambda mine, _: mine,
    lambda _, theirs: theirs,
    lambda mine, theirs: theirs - mine,
    lambda mine, theirs: mine - theirs,
)
"""The points that each condition of `Asked` is about, by both scores."""


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
        for limit, points in zip(self, ASKED_OF, strict=True):
            if limit is not None:
                held &= points(mine, theirs) >= limit
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

    @cached_property
    def every_table(self) -> list[TurnPolicy]:
        """All tables: the usual ones, those of each line of `by_scores`, those of last turns."""
        kinds = (self.tables, *(line.tables for line in self.by_scores), self.last)
        return [table for tables in kinds for table in tables.values()]

    @property
    def optimal(self) -> bool:
        return not self.tables


PERFECT = Policy("optimal")
"""Perfect play."""


def aims(
    policy: Policy,
    ruleset: Ruleset,
    mine: Integers,
    theirs: Integers,
    *,
    on_board: bool,
    farkles: int,
    answered: bool,
    final: bool,
) -> StatePolicy:
    """What a policy plays by in turns that begin at these scores; not for perfect play.

    Args:
        mine, theirs: int64[...], banked scores, points.
        on_board: whether the player has banked before.
        farkles: of the player, in a row.
        answered: whether the opponent has another turn when the player reaches the goal.
        final: whether no turn can follow because the rounds of the game are over.
    """
    step, score_unit = turn_unit(ruleset), unit(ruleset)
    behind, goes, exact = theirs - mine, policy.go_for_it, ruleset.overshoot == "bust"
    every, count = (1 << ruleset.dice) - 1, len(policy.tables)
    goal = None if ruleset.goal is None else rounded_up(ruleset.goal, score_unit)
    past = np.zeros(behind.shape, np.bool_) if goal is None else theirs >= goal
    room = np.full_like(behind, NEVER) if goal is None or not exact else (goal - mine) // step
    last = final | past
    level_wins = ruleset.level_share == 1.0
    to_win = np.maximum(-(-behind // step) if level_wins else behind // step + 1, 0)
    reach = np.where(last, to_win, NEVER if goal is None else -(-(goal - mine) // step))
    if exact and goal is not None:
        ahead = np.maximum(theirs, goal) - mine
        hit = np.where(ahead % step == 0, ahead // step, NEVER)
        reach = np.where(past | (not final), hit, reach)
    stop, most = reach, np.full_like(behind, ruleset.dice)
    goes_for_it = np.zeros(behind.shape, np.int32)
    if goes is not None:
        for limits, score in ((goes.mine, mine), (goes.theirs, theirs)):
            for die, limit in enumerate(limits):
                if limit is not None:
                    goes_for_it |= (score >= limit).astype(np.int32) << die
        if goes.lead is not None and not exact:
            lead = rounded_up(goes.lead, score_unit)
            further = np.maximum(reach, -(-(behind + lead) // step))
            stop = np.where(answered & ~last, further, reach)
        if goes.dice is not None and not exact:
            most = np.where(answered & ~last, goes.dice, ruleset.dice)
    line, by_line = np.zeros((2, *behind.shape), np.int32)
    for number, each in reversed(list(enumerate(policy.by_scores, start=1))):
        held = each.asked.holds(mine, theirs)
        line[held], by_line[held] = number, every if each.goes_for_it else 0
    at_last = 1 + len(policy.by_scores) if policy.last else 0
    situation = _situation_number(policy, ruleset, on_board, farkles, last=bool(last.any()))
    table = situation + count * np.where(last, at_last, line)
    forced = every if policy.last or goes is not None else 0
    bits = np.where(last, forced, goes_for_it | by_line)
    bank = ruleset.bank
    least = max(1, -(-(bank.minimum if on_board else bank.opening_minimum) // step))
    fields = table, reach, stop, bits, np.full_like(behind, least), room, most
    return StatePolicy(*(np.minimum(field, NEVER).astype(np.int32) for field in fields))


def _situation_number(
    policy: Policy, ruleset: Ruleset, on_board: bool, farkles: int, *, last: bool
) -> int:
    """Which of `Policy.tables` belongs to a situation, or else to the nearest situation.

    In a last turn farkles in a row count only as far as the next one completes a streak.
    """
    if last and farkles + 1 != ruleset.farkle.streak:
        farkles = 0
    situations = list(policy.tables)
    for situation in ((on_board, farkles), (True, farkles), (on_board, 0), (True, 0)):
        if situation in situations:
            return situations.index(situation)
    return 0
