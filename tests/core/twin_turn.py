"""The turn recursion of `source/turn.hpp` again, in array operations over all lanes.

What the compiled one is held to: it shares nothing with it but the arrays that describe a turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import (
    FORBIDDEN,
    NO_OPTION,
    Booleans,
    Floats,
    Integers,
    LanePayoffs,
    Turn,
)
from farklegen.solvers.match.error import round_cycles

MOST_CHOICES = 30
"""Rounds of policy iteration on who takes over; some three are usual."""

MOST_ROUNDS = 400
"""Rounds of plain iteration, should the other ones go round in a cycle."""

ROUNDING = 1e-15
"""Relative difference that may be due to rounding."""


class Cycles(NamedTuple):
    """Lanes whose farkles lead to each other, where the dice that farkled may be taken over.

    Attributes:
        following: int64[lanes], the lane that a farkle of the lane leads to; the lane itself if
            that is none of them.
        length: int64[lanes], lanes of the cycle that the lane lies on.
        joined: bool[dice, lanes], whether a farkle of so many dice leads to `following`; other
            farkles find their payoff in `lost`.
        first: bool[lanes], whether one of the first roll leads to `following`.
        coordinate: float64[lanes].
        fresh: float64[lanes], value of the start of each turn.
    """

    following: Integers
    length: Integers
    joined: Booleans
    first: Booleans
    coordinate: Floats
    fresh: Floats


def backward(
    turn: Turn, rows: int, payoffs: LanePayoffs, cycles: Cycles | None = None
) -> tuple[Floats, Floats, Floats]:
    """Solve lanes under given payoffs: (values, rolled, start).

    values: float64[rows + max_rise, columns, lanes]; rolled: float64[rows, columns, lanes], what
    rolling is worth (in row 0 to a player who takes the turn over: no first roll); start:
    float64[lanes], the value of the turn. With `cycles` the lanes find payoffs of a farkle in each
    other.
    """
    columns, lanes = turn.columns, payoffs.bank.shape[2]
    values = np.empty((rows + turn.max_rise, columns, lanes))
    values[rows:] = payoffs.bank[rows:][:, turn.bank_kind]
    if turn.overshoot:
        _forbid(values, rows, len(values), payoffs.room)
    rolled = np.empty((rows, columns, lanes))
    may_bank = (turn.may_bank != 0)[:, None]
    for row in range(rows - 1, -1, -1):
        worth, risk = _roll(turn, row, values, payoffs)
        lost = payoffs.lost[row if len(payoffs.lost) > 1 else 0]
        first = payoffs.first
        if cycles is not None:
            open_to = payoffs.room >= row if turn.overshoot else np.ones(lanes, np.bool_)
            shared = _shared(cycles, worth[: turn.dice], risk[: turn.dice], lost, open_to)
            first = np.where(cycles.first, shared[turn.dice - 1], first)
            lost = np.where(cycles.joined, shared, lost)
        rolled[row] = worth + risk * lost[turn.lost_kind]
        banked = np.where(may_bank, payoffs.bank[row][turn.bank_kind], FORBIDDEN)
        np.maximum(rolled[row], banked, out=values[row])
        if turn.overshoot:
            _forbid(values, row, row + 1, payoffs.room)
    start: Floats = worth[turn.dice - 1] + risk[turn.dice - 1] * first
    return values, rolled, start


def _roll(turn: Turn, row: int, values: Floats, payoffs: LanePayoffs) -> tuple[Floats, Floats]:
    """(worth, risk) of rolling at a row: float64[columns, lanes] each.

    The value of rolling is worth + risk * payoff of a farkle: a set whose every option would
    overshoot is a farkle, too.
    """
    flat = values.reshape(-1, values.shape[2])
    options = flat[row * turn.columns + turn.offset]
    best = np.maximum.reduceat(options, turn.set_start[:-1], axis=0)
    chance, by_column = turn.probability[:, None], turn.column_start[:-1]
    disaster, instant = turn.disaster[:, None], turn.instant[:, None]
    risk = np.repeat(turn.farkle[:, None], values.shape[2], axis=1)
    if turn.overshoot:
        none = best < NO_OPTION
        risk += np.add.reduceat(np.where(none, chance, 0.0), by_column, axis=0)
        best = np.where(none, 0.0, best)
    worth = np.add.reduceat(best * chance, by_column, axis=0)
    return worth + disaster * payoffs.ruin + instant * payoffs.sure, risk


def _shared(cycles: Cycles, worth: Floats, risk: Floats, lost: Floats, open_to: Booleans) -> Floats:
    """Payoffs of a farkle that leads round the cycles, at one row: float64[dice, lanes].

    What rolling is worth to lane i, with j the lane that its farkle leads to, is

        r_i = worth_i + risk_i * (1 - c_i - c_j - max(fresh_j, r_j))

    with c the coordinates. Policy iteration: once it is given who is taken over, these are linear
    equations round each cycle, and their solution says who is taken over next.

    Args:
        cycles: which lanes.
        worth, risk: float64[dice, lanes], see `_roll`.
        lost: float64[dice, lanes], payoffs of farkles that lead elsewhere.
        open_to: bool[lanes], whether the turn may be taken over at this row.
    """
    following, joined, fresh = cycles.following, cycles.joined, cycles.fresh
    total = 1.0 - cycles.coordinate - cycles.coordinate[following]
    known = worth + risk * np.where(joined, total, lost)
    slope = np.where(joined, -risk, 0.0)
    margin = ROUNDING * np.abs(fresh)
    taken = np.zeros_like(joined)

    def take(rolled: Floats) -> Booleans:
        return open_to & (rolled > fresh + margin)

    def apply(rolled: Floats) -> Floats:
        best = np.where(take(rolled), rolled, fresh)
        applied: Floats = known + slope * best[:, following]
        return applied

    for _ in range(MOST_CHOICES):
        over = taken[:, following]
        constant = known + np.where(over, 0.0, slope * fresh[following])
        part, factor = round_cycles(following, cycles.length, constant, np.where(over, slope, 0.0))
        left = factor > 1.0 - 1e-12  # dice that can only farkle, handed on for ever: half each
        rolled = np.where(left, 0.5 - cycles.coordinate, part / np.where(left, 1.0, 1.0 - factor))
        before, taken = taken, take(rolled)
        if np.array_equal(before, taken):
            break
    else:
        # choices may go round in a cycle, too: applied often enough, the equations contract
        for _ in range(MOST_ROUNDS):
            before, rolled = rolled, apply(rolled)
            if np.max(np.abs(rolled - before)) <= 1e-17:
                break
    best = np.where(take(rolled), rolled, fresh)
    shared: Floats = total - best[:, following]
    return shared


def _forbid(values: Floats, low: int, high: int, room: Integers) -> None:
    """Forbid turn scores past an exact goal."""
    for row in range(low, high):
        values[row][:, row > room] = FORBIDDEN


def turns(turn: Turn, rows: int, payoffs: LanePayoffs) -> tuple[Floats, Floats]:
    """(start, rolled) of lanes under given payoffs: float64[lanes], float64[rows, dice, lanes]."""
    _, rolled, start = backward(turn, rows, payoffs)
    return start, rolled[:, : turn.dice]
