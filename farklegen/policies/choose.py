"""What a policy plays by in turns that begin at some scores.

What the policy then does in a turn is in two places: the core's `policy.hpp` follows whole turns,
and `play.players` makes one decision at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.policies.policy import Policy
from farklegen.rules.facts import rounded_up, turn_unit, unit
from farklegen.rules.ruleset import Ruleset

NEVER = 1 << 30
"""A row that is never reached."""


class Aims(NamedTuple):
    """What a policy plays by in turns that begin at many scores: int64, all of one shape.

    Attributes:
        table: the number of the table, of `Policy.every_table`.
        reach: the first row in which the turn reaches the goal or wins a last turn. The player
            takes a scoring that leads to this row or above.
        stop: the first row in which the player then banks; at least `reach`.
        goes_for_it: numbers of dice left with which the player does not bank short of `reach`, as
            bits, the lowest for one die.
        past: the most dice left with which the player banks from `stop` on.
    """

    table: Integers
    reach: Integers
    stop: Integers
    goes_for_it: Integers
    past: Integers


def aims(
    policy: Policy,
    ruleset: Ruleset,
    mine: Integers,
    theirs: Integers,
    situation: Integers,
    *,
    answered: Booleans,
    final: Booleans,
) -> Aims:
    """What a policy plays by in turns that begin at these scores; not for perfect play.

    Args:
        mine, theirs: int64[...], banked scores, points.
        situation: int64[...], the number of the situation: `situation_number`.
        answered: bool[...], whether the opponent has another turn when the player reaches the goal.
        final: bool[...], whether no turn can follow because the rounds of the game are over.
    """
    step, score_unit = turn_unit(ruleset), unit(ruleset)
    behind, goes, exact = theirs - mine, policy.go_for_it, ruleset.overshoot == "bust"
    every, count = (1 << ruleset.dice) - 1, len(policy.tables)
    goal = None if ruleset.goal is None else rounded_up(ruleset.goal, score_unit)
    past = np.zeros(behind.shape, np.bool_) if goal is None else theirs >= goal
    last = final | past
    level_wins = ruleset.level_share == 1.0
    to_win = np.maximum(-(-behind // step) if level_wins else behind // step + 1, 0)
    reach = np.where(last, to_win, NEVER if goal is None else -(-(goal - mine) // step))
    if exact and goal is not None:
        ahead = np.maximum(theirs, goal) - mine
        hit = np.where(ahead % step == 0, ahead // step, NEVER)
        reach = np.where(past | ~final, hit, reach)
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
    table = situation + count * np.where(last, at_last, line)
    forced = every if policy.last or goes is not None else 0
    bits = np.where(last, forced, goes_for_it | by_line).astype(np.int64)
    return Aims(table, reach, stop, bits, most)


def situation_number(
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
