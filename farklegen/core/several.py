"""Turns of a game of several players, solved by the core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Booleans, Floats, Integers, Room, Turn
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import Packed, Written, aligned
from farklegen.core.sweeps import Together

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
        values: float64[P - 1, states], chances to win of the player to move, the next one, ...;
            `solve_levels` writes to them.
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
    winner: int
    taken_from: Integers
    taken: int
    start: Written[Floats]
    offered: Written[Floats]
    whole: Written[Floats]


ONCE, ROUND, ROUNDS, SETTLE = 0, 1, 2, 3
"""What is done with a level: each of its turns is solved once, and needs no other one of them; or a
round of farkles is played; or rounds until nothing changes; or cycles of farkles are settled."""


class SeveralLevels(NamedTuple):
    """Levels of lanes, from the first one on.

    Attributes:
        begin: int64[levels + 1], where each begins in `order`.
        order: int64[lanes], the lanes, those of a level by `states`.
        mode: int64[levels], `ONCE`, `ROUND`, `ROUNDS` or `SETTLE`.
        states: int64[lanes], the state of each lane to which farkles of others lead.
        after: int64[lanes], the state that a farkle leads to which banks nothing.
        own: int64[lanes], where its worth is written, -1 for nowhere.
        offers: int64[lanes], the same for what is offered to it: the first one; -1 for nowhere.
        near: int64[lanes], the row of `higher`; -1 where nothing is guessed.
        higher: int64[..., 2**P - 1], how far on states lie with one or more of the scores a unit
            higher, a bit for each of the scores.
        watched: bool[lanes], whether to stop where one more unit for the last to move is worth
            less to that player; or nothing.
        slopes: float32[states], in and out: how often turns farkle, as far as known.
        phases: farkles that a chain of turns may have on a level, at most.
        chains: 1 where such a chain may lead on to another level.
        damped_rounds, most_rounds: played with what does not come to rest: half the way, and then
            until the game is cut off.
        damping: what is left of the values before where a round is played.
        stop_risk: chance that one roll loses the turn score, at least; 0 if there may be none, or
            if a turn may not be cut where banking is best.
        result: float64[levels, 5], out: turns solved; the most that came to rest has moved; cycles
            that did not, or turns where a round is played; the most that those still move; and 1
            where more is worth less, see `watched`.
    """

    begin: Integers
    order: Integers
    mode: Integers
    states: Integers
    after: Integers
    own: Integers
    offers: Integers
    near: Integers
    higher: Integers
    watched: Booleans
    slopes: Written[NDArray[np.float32]]
    phases: int
    chains: int
    damped_rounds: int
    most_rounds: int
    damping: float
    stop_risk: float
    result: Written[Floats]


class LevelResults(NamedTuple):
    """What levels have come to.

    Attributes:
        solved: how many.
        evaluations: turns.
        residual: the most that anything at rest has moved in its last round.
        unsettled: what has not come to rest.
        moving: the most that it moves.
        more_is_less: whether that is why no more were solved.
    """

    solved: int
    evaluations: int
    residual: float
    unsettled: int
    moving: float
    more_is_less: bool


def solve_levels(
    turn: Turn | Packed,
    task: Several,
    levels: SeveralLevels,
    crew: Crew,
    tell: Callable[[int], object] = lambda _solved: None,
) -> LevelResults:
    """Solve levels one after the other: fill in `values`.

    Args:
        turn: the moves, as for `solve_several`.
        task: the lanes; `values` are in and out.
        levels: of the lanes.
        crew: threads to work with, all together.
        tell: called now and then with the number of levels that are done.
    """
    compiled = core()
    moves, lanes, watch = (compiled.pack(each) for each in (turn, task, crew.watch))
    size = compiled.call("several_levels_room", moves, lanes, levels)
    results = np.zeros((crew.threads, len(levels.mode), 5))
    together = Together.of(crew.threads)
    calls = [
        partial(
            compiled.call, "several_levels", moves, lanes, levels._replace(result=result),
            Room(aligned(size)), each, watch,
        )
        for result, each in zip(results, together, strict=True)
    ]  # fmt: skip
    brief = crew.threads == 1 and len(levels.order) <= FEW
    solved = crew.run(calls, brief=brief, tell=lambda: tell(int(together[0].arrived[1])))
    evaluations, residual, unsettled, moving, less = results[:, : solved[0]].reshape(-1, 5).T
    return LevelResults(
        solved[0],
        int(evaluations.sum()),
        float(residual.max(initial=0.0)),
        int(unsettled.sum()),
        float(moving.max(initial=0.0)),
        bool(less.any()),
    )


def solve_several(turn: Turn | Packed, tasks: Sequence[Several], crew: Crew) -> None:
    """Solve turns, which may be many: fill in `start`.

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
