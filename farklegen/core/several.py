"""Turns of a game of two to four players, solved by the core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, Packed, Written
from farklegen.core.binding import core
from farklegen.core.crew import BRIEF, Crew, Together, Watch

PIECES = 3
"""How many straight lines say where an end of turns leads."""

MOST_SEATS = 4
"""The most players of a game."""


class Several(NamedTuple):
    """Turns of a game of P players, and where each finds its payoffs among `values`.

    An index that moves with the turn score t is made of `PIECES` straight lines: base + rise * t
    while t is below `until` (the last one's does not matter).

    Attributes:
        players: P, 2 to 4.
        by_row: 1 where what a farkle leads to depends on the turn score.
        most_rise: the most rows that a roll brings, and that the last turn score is above the last
            row.
        tie: chances that differ by no more are equal; 0 to follow turns as in a match of two.
        risk: the least chance that one roll loses the turn score; 0 if there may be none.
        rows: int64[lanes], rows of the turn; above them the player banks.
        proven_from: int64[lanes], the row from which on a bank is the best once it leaves the next
            player less than a roll loses.
        room: int64[lanes], the last row that an exact goal lets a turn come to.
        least: int64[lanes], fewest rows that may be banked.
        bank_until, bank_base, bank_rise: int64[kinds, PIECES, lanes], `Turn.bank_kind` of them.
        lost_until, lost_base, lost_rise: int64[kinds, PIECES, lanes], `Turn.lost_kind` of them,
            after a farkle, the last kind after one of all the dice.
        award_rows: int64[lanes], the last row at which the last kind is paid; above it the first
            kind is paid.
        first, after, ruin: int64[lanes], index after a farkle of the first roll, after any that
            banks nothing, after a disaster.
        won: index after a win at once.
        values: float64[P - 1, states], chances to win of the player to move, the next one, ...;
            `solve_levels` writes to them.
        state: int64[lanes], the state of each lane to which farkles of others lead: its own one, or
            that of being offered all the dice with nothing.
        own: int64[lanes], where the value of the lane is written; if it may take a turn over, its
            value without an offer; -1 for nowhere.
        offers: int64[lanes], where the values with offers are written, those of the first row; -1
            for nowhere.
        offers_rise: int64[lanes], how much further on those of each next row are written.
        taken_from: int64[lanes], the least row at which a turn may be taken over.
        taken: int64[lanes], how many such rows; 0 if no turn is taken over.
    """

    players: int
    by_row: int
    most_rise: int
    tie: float
    risk: float
    rows: Integers
    proven_from: Integers
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
    after: Integers
    ruin: Integers
    won: int
    values: Floats
    state: Integers
    own: Integers
    offers: Integers
    offers_rise: Integers
    taken_from: Integers
    taken: Integers


ONCE, ROUND, ROUNDS, SETTLE = 0, 1, 2, 3
"""How to solve a level: solve each turn once, if none needs another turn of the level; or one round
of farkles; or rounds until nothing changes; or settle cycles of farkles."""


class SeveralLevels(NamedTuple):
    """Levels of lanes, from the first one on.

    Attributes:
        begin: int64[levels + 1], where each begins in `order`.
        order: int64[lanes], the lanes, those of a level by `state`.
        mode: int64[levels], `ONCE`, `ROUND`, `ROUNDS` or `SETTLE`.
        near: int64[lanes], the row of `higher`; -1 where nothing is guessed.
        higher: int64[..., 2**P - 1], how far on states lie with one or more of the scores a unit
            higher, a bit for each of the scores.
        watched: bool[lanes], whether to stop where one more unit for the last to move is worth
            less to that player; or nothing.
        slopes: float64[states], in and out: how often turns farkle, as far as known.
        phases: farkles that a chain of turns may have on a level, at most.
        chains: 1 where such a chain may lead on to another level.
        second: the first state of a second player who has other moves; else the number of states.
        damping: the share of the earlier values that stays when a round is played.
        result: float64[levels, 4], out: the largest move of a value in cycles that
            came to rest; cycles that did not, or turns if a round is played; the largest move of
            these; and 1 if more units are worth less, see `watched`.
    """

    begin: Integers
    order: Integers
    mode: Integers
    near: Integers
    higher: Integers
    watched: Booleans
    slopes: Written[Floats]
    phases: int
    chains: int
    second: int
    damping: float
    result: Written[Floats]


@dataclass
class Tally:
    """What happened while levels were solved.

    Attributes:
        residual: the most that the last round changed a chance, in cycles that came to rest.
        unsettled: cycles that did not come to rest; or turns, if a round is played.
        moving: the most that the last round changed a chance in these.
        sweeps: through all levels; 1 if nothing leads to a lower level.
    """

    residual: float = 0.0
    unsettled: int = 0
    moving: float = 0.0
    sweeps: int = 1


def solve_levels(
    turns: Sequence[Packed],
    task: Several,
    levels: SeveralLevels,
    crew: Crew,
    tally: Tally,
    tell: Callable[[int], object] = lambda _solved: None,
) -> tuple[int, bool]:
    """Solve levels one after the other: fill in `values`.

    Args:
        turns: the moves, see `game.lanes.several_turn`; those of two players who have
            different ones.
        tally: what happens is added to it.
        tell: called now and then with the number of levels that are done.

    Returns:
        how many are solved, and whether solving stopped because more units are worth less.
    """
    lanes = (turns[0], turns[-1], core().pack(task))
    found = _solved("several_levels", lanes, levels, (), crew, tell)
    residual, unsettled, moving, less = found.reshape(-1, 4).T
    tally.residual = max(tally.residual, float(residual.max(initial=0.0)))
    tally.unsettled += int(unsettled.sum())
    tally.moving = max(tally.moving, float(moving.max(initial=0.0)))
    return found.shape[1], bool(less.any())


def solve_given(
    task: Several,
    levels: SeveralLevels,
    seats: Sequence[Any],
    crew: Crew | Watch,
    function: str = "several_given",
    *more: tuple[Any, ...],
) -> float:
    """Solve levels as `solve_levels` does, with given choices; returns the largest change.

    Args:
        task: the lanes; `values`, in and out, are float64[P, P - 1, states]: for each seat
            to move the chances of all seats but the last. P may be 1: float64[1, 1, states] where a
            turn of either of two brings the other one as much as the other's brings back.
        levels: `ONCE`, `ROUND` or `SETTLE`.
        seats: how turns of each seat end (`farklegen.solvers.ends.Ends`), `place` being by lane.
        crew: threads to work with, all together; or what watches over this thread alone.
        function: of the core; `given_turns` for seats whose turns are played out
            (`farklegen.solvers.duel.seats.GivenSeat`), `several_visits` for how often turns are
            begun.
        more: what else the function takes.
    """
    ends = [core().pack(seat) for seat in seats]
    ends += ends[-1:] * (MOST_SEATS - len(ends))
    found = _solved(function, (core().pack(task),), levels, (*ends, *more), crew)
    return float(found[:, :, 0].max(initial=0.0))


def _solved(
    function: str,
    lanes: Sequence[Packed],
    levels: SeveralLevels,
    more: Sequence[Any],
    crew: Crew | Watch,
    tell: Callable[[int], object] = lambda _solved: None,
) -> Floats:
    """Call a function in each thread; returns float64[threads, levels, 4], the results of the
    levels that are solved."""
    compiled, threads = core(), crew.threads if isinstance(crew, Crew) else 1
    watch = compiled.pack(crew.watch if isinstance(crew, Crew) else crew)
    results = np.zeros((threads, len(levels.mode), 4))
    together = Together.of(threads)
    calls = [
        partial(compiled.call, function, *lanes, levels._replace(result=result), *more, each, watch)
        for result, each in zip(results, together, strict=True)
    ]
    if isinstance(crew, Crew):
        brief = threads == 1 and len(levels.order) <= BRIEF
        solved = crew.run(calls, brief=brief, tell=lambda: tell(int(together[0].arrived[1])))[0]
    else:
        solved = calls[0]()
    solved_results: Floats = results[:, :solved]
    return solved_results
