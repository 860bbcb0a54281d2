"""What a turn is worth at most with some of its dice chosen, computed by the core."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers, Room
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import Written, aligned

MOST_DICE = 8
"""Dice of a turn at most."""


SPARE = 8
"""Kinds of no chance that follow the last one."""


class DiceRules(NamedTuple):
    """What rolls allow, by the multisets of symbols shown; a symbol is a face, or the joker.

    Attributes:
        dice: of a turn.
        symbols: that a die can show.
        kinds: of dice, and `SPARE`.
        rows: more turn scores than a turn comes to before hot dice, in units.
        linear, grid: turn scores of the grid: all up to 2 * linear units, `linear` more for each
            doubling; points in all.
        begin: int64[dice + 2], the first multiset of each size.
        grown: int64[multisets, symbols], number of the multiset with one die more, within its size.
        option_begin: int64[multisets + 1], first option of each.
        option: int64[options], a pair.
        pair_begin: int64[dice + 2], first pair of each size.
        pair_left, pair_rise: int64[pairs], dice left, 0 after hot dice, and units set aside.
        shown: float64[symbols, kinds], chances.
    """

    dice: int
    symbols: int
    kinds: int
    rows: int
    linear: int
    grid: int
    begin: Integers
    grown: Integers
    option_begin: Integers
    option: Integers
    pair_begin: Integers
    pair_left: Integers
    pair_rise: Integers
    shown: Floats


class DiceBounds(NamedTuple):
    """Sets of dice that are chosen in part.

    Attributes:
        chosen: int64[nodes, dice], the kinds chosen, ascending; the rest is -1.
        first: int64[nodes, dice]: the i-th of the others is of this kind or a later one.
        hot: float64[grid], units that a fresh turn is worth at most after hot dice; or nothing:
            then it is found, of one node.
        worth: float64[grid], out where `hot` is empty: it.
        start: float64[nodes], out: units that a turn is worth at most; less than zero where the
            grid is too short.
    """

    chosen: Integers
    first: Integers
    hot: Floats
    worth: Written[Floats]
    start: Written[Floats]


class TurnBound(NamedTuple):
    """A turn with given dice, bounded from above on the grid.

    Attributes:
        linear, grid: as in `DiceRules`.
        pair_begin: int64[columns + 1], first pair of each column.
        pair_column, pair_rise: int64[pairs], where a move leads, and units set aside.
        option: int64[options], a pair.
        option_begin: int64[sets + 1], first option of each set.
        column_begin: int64[columns + 1], first set of each column.
        probability: float64[sets].
        values: float64[pairs], room.
        whole: float64[columns, grid], out: units that being there is worth at most.
        start: float64[1], out: units that the turn is worth at most; less than zero where the grid
            is too short.
    """

    linear: int
    grid: int
    pair_begin: Integers
    pair_column: Integers
    pair_rise: Integers
    option: Integers
    option_begin: Integers
    column_begin: Integers
    probability: Floats
    values: Written[Floats]
    whole: Written[Floats]
    start: Written[Floats]


def bound_turn(
    rise: Integers,
    target: Integers,
    option_begin: Integers,
    column_begin: Integers,
    probability: Floats,
    linear: int,
    grid: int,
) -> float:
    """Units that a turn is worth at most; infinite where the grid is too short.

    Args:
        rise, target: int64[options], units set aside and the column that follows.
        option_begin, column_begin, probability, linear, grid: as in `TurnBound`.
    """
    columns, height = len(column_begin) - 1, int(rise.max()) + 1
    set_of = np.repeat(np.arange(len(option_begin) - 1), np.diff(option_begin))
    column = np.searchsorted(column_begin, set_of, side="right") - 1
    pairs, option = np.unique((column * columns + target) * height + rise, return_inverse=True)
    moves, rises = np.divmod(pairs, height)
    sources, targets = np.divmod(moves, columns)
    asked = TurnBound(
        linear=linear,
        grid=grid,
        pair_begin=np.searchsorted(sources, np.arange(columns + 1)),
        pair_column=targets,
        pair_rise=rises,
        option=option.astype(np.int64),
        option_begin=option_begin,
        column_begin=column_begin,
        probability=probability,
        values=np.empty(len(pairs)),
        whole=np.zeros(columns * grid),
        start=np.empty(1),
    )
    core().call("bound_turn", asked)
    return float(asked.start[0]) if asked.start[0] >= 0 else np.inf


def bound(rules: DiceRules, chosen: Integers, first: Integers, hot: Floats, crew: Crew) -> Floats:
    """float64[nodes]: `start` of nodes, given what hot dice lead to."""
    starts = []
    calls = []
    for some, least in zip(
        np.array_split(chosen, crew.threads), np.array_split(first, crew.threads), strict=True
    ):
        start = np.empty(len(some))
        starts.append(start)
        if len(some):
            asked = DiceBounds(
                np.ascontiguousarray(some), np.ascontiguousarray(least), hot, np.empty(0), start
            )
            calls.append(partial(_call, rules, asked, crew))
    crew.run(calls, brief=False)
    return np.concatenate(starts)


def bound_whole(
    rules: DiceRules, nodes: list[tuple[Integers, Integers]], crew: Crew
) -> list[tuple[float, Floats]]:
    """(`start`, `worth`) of nodes (chosen, first), one for each thread at most."""
    asked = [
        DiceBounds(chosen, first, np.empty(0), np.empty(rules.grid), np.empty(1))
        for chosen, first in nodes
    ]
    crew.run([partial(_call, rules, each, crew) for each in asked], brief=False)
    return [(float(each.start[0]), each.worth) for each in asked]


def _call(rules: DiceRules, asked: DiceBounds, crew: Crew) -> int:
    compiled = core()
    room = Room(aligned(compiled.call("bound_dice_room", rules, asked)))
    return compiled.call("bound_dice", rules, asked, room, crew.watch)
