"""The turn recursion for lanes that look up their prices, numpy build.

The same equations as in `kernels.lanes`, one array operation over all lanes after the other: for
machines without a compiler, for single turns (whose tables must not wait for a compiler's import),
and as the twin that the compiled build is held to. See `kernels.arrays` for what the arrays mean.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.kernels.arrays import FORBIDDEN, NO_OPTION, SURE, Keep, Prices, Turn

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

MOST_CHOICES = 30
"""Rounds of policy iteration on who takes over; some three are usual."""

MOST_ROUNDS = 400
"""Rounds of plain iteration, should the other ones go round in a circle."""

ROUNDING = 1e-15
"""Relative difference that may be due to rounding."""


def price_of(chance: Floats, coordinate: Floats) -> Floats:
    """What states of these chances are worth to the other player, in the lanes' coordinates."""
    priced: Floats = np.where(chance >= 0.0, 1.0 - coordinate, -coordinate) - chance
    return priced


def value_of(chance: Floats, coordinate: Floats) -> Floats:
    """Chances of states in the lanes' coordinates."""
    below = np.where(coordinate == 1.0, chance, chance + 1.0)
    value: Floats = np.where(chance >= 0.0, chance - coordinate, below)
    return value


def probability_of(chance: Floats) -> Floats:
    """A chance, see `kernels.arrays`, as a probability."""
    return np.where(chance < 0, chance + 1.0, chance)


def chance_of(value: Floats, coordinate: Floats) -> Floats:
    """Values of lanes as chances of states."""
    return np.where(coordinate == 0.0, np.maximum(value, 0.0), np.minimum(value, SURE))


def coordinate_of(chance: Floats) -> Floats:
    """The coordinate in which states of about these chances are best solved."""
    high = ((chance < 0.0) & (chance > -0.5)) | (chance > 0.5)
    return high.astype(np.float64)


class LanePrices(NamedTuple):
    """The prices of lanes.

    Attributes:
        bank: float64[rows + max_rise, bank kinds, lanes].
        lost: float64[rows or 1, lost kinds, lanes].
        first, ruin, sure: float64[lanes].
        room: int64[lanes].
    """

    bank: Floats
    lost: Floats
    first: Floats
    ruin: Floats
    sure: Floats
    room: Integers


def gather(
    turn: Turn,
    prices: Prices,
    keep: Keep,
    states: Integers,
    previous: Integers,
    coordinate: Floats,
    rows: int,
    chances: Floats,
    source: Floats,
    farkled: Floats,
    check: int = 0,
    *,
    told_apart: int | None = None,
) -> LanePrices:
    """Look up the prices of lanes.

    Args:
        turn, prices, keep: the match.
        states: int64[lanes].
        previous: int64[lanes], rows to beat.
        coordinate: float64[lanes].
        rows: rows of the turns.
        chances, source, farkled, check: see `kernels.lanes.solve`.
        told_apart: the last row past the goal that has prices of its own; those above it have the
            same, where there are more rows than in the match. All of them by default.
    """
    worse = np.maximum if check == 2 else np.minimum
    row = np.arange(rows + turn.max_rise)[:, None]
    past = row >= prices.bank_switch[states]
    most = len(row) if told_apart is None else told_apart
    index = np.where(
        past,
        prices.bank_past[states] + prices.bank_rise_past * np.minimum(row, most),
        prices.bank_base[states] + prices.bank_rise * row,
    )
    kinds = np.arange(prices.bank_kinds)[None, :, None]
    bank = price_of(source[index[:, None, :] + kinds], coordinate)
    least = np.maximum(prices.least[states], previous + 1)
    illegal = (row < rows) & ((row < least) | (turn.legal[: len(row), None] == 0))
    bank = np.where(illegal[:, None, :], FORBIDDEN, bank)

    lost_kinds = turn.dice if keep.takes_farkle else 2
    every_row = bool(keep.takes_farkle) or bool(np.any(prices.lost_rise[states] > 0))
    row = np.arange(rows if every_row else 1)[:, None]
    lost = np.empty((len(row), lost_kinds, len(states)))
    for kind in range(lost_kinds):
        award = kind if not keep.takes_farkle else int(kind == turn.dice - 1)
        at = lost_index(prices, award, states, np.minimum(row, most))
        worth = price_of(chances[at], coordinate)
        if keep.takes_farkle:
            kept = keep.farkled_rows[at]
            known = row < kept if told_apart is None else kept > 0
            place = keep.farkled_base[at] + np.minimum(row, kept - 1) * turn.dice
            entry = np.where(known, place + kind, 0)
            taken = price_of(farkled[entry], coordinate)
            worth = np.where(known, worse(worth, taken), worth)
        lost[:, kind] = worth
    at = prices.first[states]
    first = price_of(chances[at], coordinate)
    if keep.takes_farkle:
        known = keep.farkled_rows[at] > 0
        entry = np.where(known, keep.farkled_base[at] + turn.dice - 1, 0)
        taken = price_of(farkled[entry], coordinate)
        first = np.where(known, worse(first, taken), first)
    return LanePrices(
        bank=bank,
        lost=lost,
        first=first,
        ruin=price_of(chances[prices.ruin[states]], coordinate),
        sure=price_of(chances[prices.over], coordinate),
        room=prices.room[states],
    )


def lost_index(prices: Prices, kind: int, states: Integers, row: Integers) -> Integers:
    """int64[rows, lanes]: where lanes find their price of a farkle of this kind."""
    rise = prices.lost_rise[states]
    award = np.where(row > prices.award_rows[states], 0, kind) if kind else np.zeros_like(row)
    award = np.where(rise == 0, kind, award)
    award = np.broadcast_to(award, (len(row), len(states)))
    base = prices.lost_base[award, states]
    below = np.maximum(base + rise * row, prices.lost_floor[states])
    past = prices.lost_past[award, states] + rise * row
    moving = np.where(row < prices.lost_switch[award, states], below, past)
    index: Integers = np.where(rise == 0, base, moving)
    return index


class Cycles(NamedTuple):
    """Lanes whose farkles lead to each other, where the dice that farkled may be taken over.

    Attributes:
        following: int64[lanes], the lane that a farkle of the lane leads to; the lane itself if
            that is none of them.
        length: int64[lanes], lanes of the cycle that the lane lies on.
        joined: bool[dice, lanes], whether a farkle of so many dice leads to `following`; other
            farkles find their price in `lost`.
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
    turn: Turn, rows: int, prices: LanePrices, cycles: Cycles | None = None
) -> tuple[Floats, Floats, Floats]:
    """Solve lanes under given prices: (values, rolled, start).

    values: float64[rows + max_rise, columns, lanes]; rolled: float64[rows, columns, lanes], what
    rolling is worth (in row 0 to a player who takes the turn over: no first roll); start:
    float64[lanes], the value of the turn. With `cycles` the lanes find prices of a farkle in each
    other.
    """
    columns, lanes = turn.columns, prices.bank.shape[2]
    values = np.empty((rows + turn.max_rise, columns, lanes))
    values[rows:] = prices.bank[rows:][:, turn.bank_kind]
    if turn.overshoot:
        _forbid(values, rows, len(values), prices.room)
    rolled = np.empty((rows, columns, lanes))
    may_bank = (turn.may_bank != 0)[:, None]
    for row in range(rows - 1, -1, -1):
        worth, risk = _roll(turn, row, values, prices)
        lost = prices.lost[row if len(prices.lost) > 1 else 0]
        first = prices.first
        if cycles is not None:
            open_to = prices.room >= row if turn.overshoot else np.ones(lanes, np.bool_)
            shared = _shared(cycles, worth[: turn.dice], risk[: turn.dice], lost, open_to)
            first = np.where(cycles.first, shared[turn.dice - 1], first)
            lost = np.where(cycles.joined, shared, lost)
        rolled[row] = worth + risk * lost[turn.lost_kind]
        banked = np.where(may_bank, prices.bank[row][turn.bank_kind], FORBIDDEN)
        np.maximum(rolled[row], banked, out=values[row])
        if turn.overshoot:
            _forbid(values, row, row + 1, prices.room)
    start: Floats = worth[turn.dice - 1] + risk[turn.dice - 1] * first
    return values, rolled, start


def _roll(turn: Turn, row: int, values: Floats, prices: LanePrices) -> tuple[Floats, Floats]:
    """(worth, risk) of rolling at a row: float64[columns, lanes] each.

    The value of rolling is worth + risk * price of a farkle: a set whose every option would
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
    return worth + disaster * prices.ruin + instant * prices.sure, risk


def _shared(cycles: Cycles, worth: Floats, risk: Floats, lost: Floats, open_to: Booleans) -> Floats:
    """Prices of a farkle that leads round the cycles, at one row: float64[dice, lanes].

    What rolling is worth to lane i, with j the lane that its farkle leads to, is

        r_i = worth_i + risk_i * (1 - c_i - c_j - max(fresh_j, r_j))

    with c the coordinates. Policy iteration: once it is given who is taken over, these are linear
    equations round each cycle, and their solution says who is taken over next.

    Args:
        cycles: which lanes.
        worth, risk: float64[dice, lanes], see `_roll`.
        lost: float64[dice, lanes], prices of farkles that lead elsewhere.
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
        # choices may go round in a circle, too: applied often enough, the equations contract
        for _ in range(MOST_ROUNDS):
            before, rolled = rolled, apply(rolled)
            if np.max(np.abs(rolled - before)) <= 1e-17:
                break
    best = np.where(take(rolled), rolled, fresh)
    shared: Floats = total - best[:, following]
    return shared


def round_cycles(
    following: Integers, length: Integers, constant: Floats, factor: Floats
) -> tuple[Floats, Floats]:
    """(constant, factor) of x = constant + factor * x, from x_i = constant_i + factor_i *
    x_following put into one another once round each cycle. Arrays of lanes, or rows of them."""
    whole, product = np.zeros_like(constant), np.ones_like(constant)
    at = np.arange(len(following))
    for step in range(int(length.max())):
        inside = step < length
        whole += np.where(inside, product * constant[..., at], 0.0)
        product = np.where(inside, product * factor[..., at], product)
        at = following[at]
    return whole, product


def _forbid(values: Floats, low: int, high: int, room: Integers) -> None:
    """Forbid turn scores past an exact goal."""
    for row in range(low, high):
        values[row][:, row > room] = FORBIDDEN


def turns(
    turn: Turn,
    rows: int,
    bank: Floats,
    lost: Floats,
    first: Floats,
    ruin: Floats,
    sure: Floats,
    room: Integers,
) -> tuple[Floats, Floats]:
    """(start, rolled) of lanes under given prices: float64[lanes], float64[rows, dice, lanes]."""
    _, rolled, start = backward(turn, rows, LanePrices(bank, lost, first, ruin, sure, room))
    return start, rolled[:, : turn.dice]
