"""Turns of a game of several players, solved by the core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers, Room, Turn
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import Packed, Written, aligned

PIECES = 3
"""Straight lines that where an end leads is made of."""


FEW = 96
"""Lanes that are solved so soon that they need no thread of their own."""


class Several(NamedTuple):
    """Turns of a game of P players, and where each finds its payoffs among `values`.

    An index that moves with the turn score t is made of `PIECES` straight lines: base + rise * t
    while t is below `until` (the last one's does not matter).

    Attributes:
        players: P, 2 to 4.
        by_row: 1 where what a farkle leads to depends on the turn score.
        most_rise: rows that a roll may bring, and the last turn score may lie above the last row.
        tie: chances that differ by no more are equal.
        rows: int64[lanes], rows of the turn: above them one banks.
        room: int64[lanes], the last row that an exact goal lets a turn come to.
        least: int64[lanes], fewest rows that may be banked.
        bank_until, bank_base, bank_rise: int64[kinds, PIECES, lanes], `Turn.bank_kind` of them.
        lost_until, lost_base, lost_rise: int64[kinds, PIECES, lanes], `Turn.lost_kind` of them,
            after a farkle, the last kind after one of all the dice.
        award_rows: int64[lanes], the last row at which the last kind is paid; else it is the first.
        first, ruin: int64[lanes], index after a farkle of the first roll, after a disaster.
        values: float64[P - 1, states], chances to win of the player to move, the next one, ...
        bounds: int64[columns], the last row in which a column is rolled where it may be banked.
        rolled: int64[columns], out: the last row in which that was better in some lane.
        winner: plane, from 1, that a win at once counts in, where payoffs are given; else 0.
        taken_from: int64[lanes], the least row at which a turn may be taken over.
        taken: how many rows; 0 where turns are not.
        start: float64[P - 1, lanes], out: what the turns are worth.
        offered: float64[P - 1, taken, dice, lanes], out: what being offered to take over a turn
            with so many dice is worth.
        whole: float64[rows + max_rise, columns, P - 1, lanes], out: what being there is worth, for
            one block of lanes at most; or nothing.
    """

    players: int
    by_row: int
    most_rise: int
    tie: float
    rows: Integers
    room: Integers
    least: Integers
    bank_until: Integers
    bank_base: Integers
    bank_rise: Integers
    lost_until: Integers
    lost_base: Integers
    lost_rise: Integers
    award_rows: Integers
    first: Integers
    ruin: Integers
    values: Floats
    bounds: Integers
    rolled: Written[Integers]
    winner: int
    taken_from: Integers
    taken: int
    start: Written[Floats]
    offered: Written[Floats]
    whole: Written[Floats]


def solve_several(turn: Turn | Packed, tasks: Sequence[Several], crew: Crew) -> None:
    """Solve turns, which may be many: fill in `start` and `rolled`.

    Args:
        turn: the moves, sets without chains, options as they are preferred.
        tasks: lanes, at most one task for each thread.
        crew: threads to work with.
    """
    compiled = core()
    moves = compiled.pack(turn)
    watch = compiled.pack(crew.watch)
    calls = []
    for task in tasks:
        lanes = compiled.pack(task)
        room = Room(aligned(compiled.call("several_room", moves, lanes)))
        calls.append(partial(compiled.call, "several", moves, lanes, room, watch))
    crew.run(calls, brief=sum(len(task.rows) for task in tasks) <= FEW)


def paying_chosen(
    turn: Turn, tasks: Sequence[tuple[Several, Several]], crew: Crew
) -> Callable[[], None]:
    """What choices come to: a function that fills in `start`, float64[P, lanes], of the second of
    each pair, by what `values` are then.

    Args:
        turn: the moves, as for `solve_several`.
        tasks: (lanes by whose payoffs choices are made, the same lanes as they are paid); `values`
            of the second ones are float64[P, states], the same planes whoever moves.
        crew: threads to work with.
    """
    compiled = core()
    moves, watch = compiled.pack(turn), compiled.pack(crew.watch)
    calls = []
    for asked, paying in tasks:
        pair = compiled.pack(asked), compiled.pack(paying)
        size = compiled.call("several_paid_room", moves, *pair)
        calls.append(partial(_pay, moves, *pair, size, watch))
    brief = sum(len(asked.rows) for asked, _ in tasks) <= FEW

    def pay() -> None:
        crew.run(calls, brief=brief)

    return pay


def _pay(turn: Packed, asked: Packed, paying: Packed, size: int, watch: Packed) -> None:
    core().call("several_paid", turn, asked, paying, Room(aligned(size)), watch)


def whole_turn(turn: Turn, task: Several) -> tuple[float, Floats]:
    """What one turn is worth to the player to move: its start, and being anywhere in it,
    float64[rows + max_rise, columns]."""
    assert len(task.rows) == 1
    shape = (int(task.rows[0]) + turn.max_rise, turn.columns, task.players - 1)
    whole = np.empty(shape)
    with Crew(1) as crew:
        solve_several(turn, [task._replace(whole=whole.reshape(-1))], crew)
    return float(task.start[0, 0]), whole[:, :, 0]
