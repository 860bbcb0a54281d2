"""What a policy does, one decision at a time, in plain Python.

The same choices as in the core's `policy.hpp`, by which whole turns are followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from farklegen.policies.policy import Policy, Situation, TurnPolicy
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import turn_unit, unit

NEVER = 1 << 40
"""A row that is never reached."""


class Spot(NamedTuple):
    """A state of a turn.

    Attributes:
        row: the turn score in steps of the tables.
        column: the column of the tables.
        hand: dice to roll, the hand of different ones.
        size: how many that are.
        may_bank: whether the rules let the turn be banked here.
    """

    row: int
    column: int
    hand: int
    size: int
    may_bank: bool


class Scores(NamedTuple):
    """What a policy looks at when a turn begins.

    Attributes:
        mine, theirs: banked scores, points.
        on_board: whether the player has banked before.
        farkles: the player's farkles in a row.
        answered: whether the opponent has another turn when the player reaches the goal.
        final: whether no turn can follow, the rounds of the game being over.
    """

    mine: int
    theirs: int
    on_board: bool = True
    farkles: int = 0
    answered: bool = False
    final: bool = False


class Aim(NamedTuple):
    """What a policy plays by in one turn.

    Attributes:
        table: worths, and where to bank.
        reach: the row from which on the turn reaches the goal, or wins a last turn: a scoring that
            leads there is taken.
        stop: the row from which on the turn is banked then; at least `reach`.
        goes_for_it: numbers of dice to roll with which one does not bank short of `reach`.
    """

    table: TurnPolicy
    reach: int
    stop: int
    goes_for_it: frozenset[int] = frozenset()

    def banks(self, spot: Spot) -> bool:
        """Whether the turn is banked."""
        if not spot.may_bank:
            return False
        if spot.row >= self.reach:
            return spot.row >= self.stop
        return spot.size not in self.goes_for_it and self._table_banks(spot)

    def choice(self, spots: Sequence[Spot]) -> int:
        """Which of the states is gone to that a roll leads to, by its number.

        The highest one that reaches the goal and may be banked, among equals the one that leaves
        more dice; else the one of most worth, among equals one in which to bank, then more dice,
        then more points.
        """
        there = [spot for spot in spots if spot.row >= self.reach and spot.may_bank]
        if there:
            return spots.index(max(there, key=lambda spot: (spot.row, spot.hand)))
        worths = [self.worth(spot) for spot in spots]
        least = max(worths) - self.table.tolerance
        among = [spot for spot, worth in zip(spots, worths, strict=True) if worth >= least]
        best = max(among, key=lambda spot: (self._table_banks(spot), spot.hand, spot.row))
        return spots.index(best)

    def worth(self, spot: Spot) -> float:
        """What the table says a state is worth; above it, as on its last row."""
        row = min(spot.row, len(self.table.worth) - 1)
        return float(self.table.worth[row, spot.column])

    def _table_banks(self, spot: Spot) -> bool:
        if spot.row >= len(self.table.banks):
            return True
        return bool(self.table.banks[spot.row, spot.column])


def aim_of(policy: Policy, ruleset: Ruleset, scores: Scores) -> Aim:
    """What a policy plays by in a turn that begins at these scores; not for perfect play."""
    step, score_unit = turn_unit(ruleset), unit(ruleset)
    goal = None if ruleset.goal is None else -(-ruleset.goal // score_unit) * score_unit
    mine, theirs, goes = scores.mine, scores.theirs, policy.go_for_it
    exact = ruleset.overshoot == "bust"
    last = scores.final or (goal is not None and theirs >= goal)
    if last:
        ahead = theirs - mine
        level_wins = ending_of(ruleset).level_share == 1.0
        reach = max(-(-ahead // step) if level_wins else ahead // step + 1, 0)
    else:
        reach = NEVER if goal is None else -(-(goal - mine) // step)
    if exact and goal is not None and (theirs >= goal or not scores.final):
        ahead = max(theirs, goal) - mine
        reach = ahead // step if ahead % step == 0 else NEVER
    stop, goes_for_it = reach, frozenset[int]()
    if goes is not None and last:
        goes_for_it = frozenset(range(1, ruleset.dice + 1))
    elif goes is not None:
        goes_for_it = frozenset(
            dice
            for limits, score in ((goes.mine, mine), (goes.theirs, theirs))
            for dice, limit in enumerate(limits, start=1)
            if limit is not None and score >= limit
        )
        if goes.lead is not None and scores.answered and not exact:
            lead = -(-goes.lead // score_unit) * score_unit
            stop = max(reach, -(-(theirs - mine + lead) // step))
    if last and scores.farkles + 1 != ruleset.farkle.streak:
        scores = scores._replace(farkles=0)  # a last turn looks at the next farkle only
    tables = policy.tables
    line = next((line for line in policy.by_scores if line.asked.holds(mine, theirs)), None)
    if last and policy.last:
        tables, goes_for_it = policy.last, frozenset(range(1, ruleset.dice + 1))
    elif line is not None and not last:
        tables = line.tables
        if line.goes_for_it:
            goes_for_it = frozenset(range(1, ruleset.dice + 1))
    return Aim(_table(tables, scores), reach, stop, goes_for_it)


def _table(tables: Mapping[Situation, TurnPolicy], scores: Scores) -> TurnPolicy:
    """The table for a situation; the nearest one that there is."""
    here = (scores.on_board, scores.farkles)
    for situation in (here, (True, scores.farkles), (scores.on_board, 0), (True, 0)):
        if situation in tables:
            return tables[situation]
    return next(iter(tables.values()))
