"""One player against another, compiled: who wins, when the ends of all turns are known.

    U_a(s) = sum over the ends of the turn that a plays in s of  chance * (1 - U_b(what follows))

and the same for b, where U_p(s) is the chance that p wins who is to move in s. Banks lead to higher
levels, which are settled before; farkles mostly to the same one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from farklegen.kernels.arrays import ENDS, LOCAL
from farklegen.kernels.compiled import options
from farklegen.kernels.ends import AWARDED, FARKLED, target_of

ROUNDS = 20_000
"""Rounds at most on the states of a level that need each other."""

SETTLED = 1e-15
"""Change below which they are settled."""


class Ends(NamedTuple):
    """How the turns of one player end: lists of chances, for banks row by row.

    Attributes:
        place: int64[chances], number of the list that holds in a state; -1 for a state that is left
            as it is.
        row: int64[lists], the first row that is banked.
        run: int64[lists + 1], where in `banked` the list begins.
        banked: float64[...], the chances to bank at that row and those above it.
        start: int64[lists + 1], first entry of each list's other ends.
        code: int64[entries], see `kernels.ends`.
        chance: float64[entries].
    """

    place: NDArray[np.int64]
    row: NDArray[np.int64]
    run: NDArray[np.int64]
    banked: NDArray[np.float64]
    start: NDArray[np.int64]
    code: NDArray[np.int64]
    chance: NDArray[np.float64]


@njit(**options)
def farthest(target, last):
    """The last turn of the same class with the target farthest ahead."""
    return last[0] + ((target - last[0]) // last[1] + 1) * last[1] - 1


@njit(**options)
def _banked(prices, ends, state, here, other, last):
    """What the banks of a list are worth: they lead to states that are settled.

    Further ahead than last turns are told apart nothing makes a difference.
    """
    begin, end, low = ends.run[here], ends.run[here + 1], ends.row[here]
    switch = min(max(prices.bank_switch[state] - low, 0), end - begin)
    banked, worth = ends.banked, 0.0
    at = prices.bank_base[state] + prices.bank_rise * low
    for k in range(switch):
        worth += banked[begin + k] * (1.0 - other[at + prices.bank_rise * k])
    at = prices.bank_past[state] + prices.bank_rise_past * low
    if switch == end - begin:
        return worth
    limit = farthest(at + prices.bank_rise_past * switch, last)
    for k in range(switch, end - begin):
        worth += banked[begin + k] * (1.0 - other[min(at + prices.bank_rise_past * k, limit)])
    return worth


@njit(**options)
def gather_level(
    prices, ends, states, level, last, own, other, constant, local, weight, count
):  # fmt: skip
    """Split what the turns of a level lead to: what is settled, and what lies on the level itself.

    Args:
        prices: where each state finds what follows.
        ends: how the turns end.
        states: int64[...] of the level.
        level: int64[chances], the level of each; -1 for last turns.
        last: index of the first last turn, and how far ahead they are told apart.
        own, other: float64[chances], the chances of the player and of the other one.
        constant: float64[states], out: by place in `states`.
        local, weight: int64 and float64[states, LOCAL], out: states of the same level, and the
            chances of coming there.
        count: int64[states], out: how many.
    """
    for place in range(len(states)):
        state = states[place]
        constant[place] = 0.0
        count[place] = 0
        here = ends.place[state]
        if here < 0:
            constant[place] = own[state]
            continue
        constant[place] = _banked(prices, ends, state, here, other, last)
        for entry in range(ends.start[here], ends.start[here + 1]):
            code, chance = ends.code[entry], ends.chance[entry]
            target = target_of(prices, state, code)
            kept = prices.lost_rise[state] > 0 and code % ENDS in (FARKLED, AWARDED)
            if kept and target >= last[0]:
                kind = code % ENDS - FARKLED
                low = prices.lost_switch[kind, state]
                begin = prices.lost_past[kind, state] + prices.lost_rise[state] * low
                target = min(target, farthest(begin, last))
            if target < 0:
                constant[place] += chance
            elif level[target] == level[state]:
                known = 0
                while known < count[place] and local[place, known] != target:
                    known += 1
                if known == LOCAL:  # cannot be: a level has fewer states within reach of a turn
                    constant[place] += chance * (1.0 - other[target])
                    continue
                if known == count[place]:
                    local[place, known], weight[place, known] = target, 0.0
                    count[place] += 1
                weight[place, known] += chance
            else:
                constant[place] += chance * (1.0 - other[target])


@njit(**options)
def _settle(states, at, mine, other, constant, local, weight, count, back):
    """One round of one player on a level; the largest change.

    What the other player's states lead back to the same state is solved with it; `back` is the
    other player's (ends.place, constant, local, weight, count).
    """
    places, constant_b, local_b, weight_b, count_b = back
    largest = 0.0
    for place in range(len(states)):
        if count[place] == 0:
            if at == 0:
                largest = max(largest, abs(mine[states[place]] - constant[place]))
                mine[states[place]] = constant[place]
            continue
        state = states[place]
        value, own = constant[place], 0.0
        for k in range(count[place]):
            target = local[place, k]
            there = places[target]
            found = other[target]
            if there >= 0:
                found = constant_b[there]
                for j in range(count_b[there]):
                    found += weight_b[there, j] * (1.0 - mine[local_b[there, j]])
                    if local_b[there, j] == state:
                        own += weight[place, k] * weight_b[there, j]
            value += weight[place, k] * (1.0 - found)
        if own < 1.0 - 1e-12:
            value = (value - own * mine[state]) / (1.0 - own)
        else:
            value = mine[state]
        largest = max(largest, abs(value - mine[state]))
        mine[state] = value
    return largest


@njit(**options)
def settle(states, at_a, at_b, a, b, work_a, work_b):
    """Settle the starts of the turns of a level.

    Args:
        states: int64[...] of the level.
        at_a, at_b: int64[chances], the place of each state in `states`; -1 where it is left as it
            is.
        a, b: float64[chances], in and out.
        work_a, work_b: (constant, local, weight, count), see `gather_level`.
    """
    constant_a, local_a, weight_a, count_a = work_a
    constant_b, local_b, weight_b, count_b = work_b
    for round_ in range(ROUNDS):
        moved = _settle(
            states, round_, a, b, constant_a, local_a, weight_a, count_a,
            (at_b, constant_b, local_b, weight_b, count_b),
        )  # fmt: skip
        moved = max(
            moved,
            _settle(
                states, round_, b, a, constant_b, local_b, weight_b, count_b,
                (at_a, constant_a, local_a, weight_a, count_a),
            ),
        )  # fmt: skip
        if moved <= SETTLED:
            break


@njit(**options)
def sweep(prices, ends_a, ends_b, states, begin, level, last, a, b):
    """Settle every level once, from the highest down; the largest change of all.

    Args:
        prices, ends_a, ends_b, level, last: see `gather_level`.
        states: int64[...], by level.
        begin: int64[levels + 1], where each begins.
        a, b: float64[chances], in and out.
    """
    largest = 0.0
    widest = 0
    for number in range(len(begin) - 1):
        widest = max(widest, begin[number + 1] - begin[number])
    constant_a, constant_b = np.empty(widest), np.empty(widest)
    local_a, local_b = np.empty((widest, LOCAL), np.int64), np.empty((widest, LOCAL), np.int64)
    weight_a, weight_b = np.empty((widest, LOCAL)), np.empty((widest, LOCAL))
    count_a, count_b = np.empty(widest, np.int64), np.empty(widest, np.int64)
    place_a, place_b = np.full(len(a), -1), np.full(len(a), -1)
    before_a, before_b = np.empty(widest), np.empty(widest)
    for number in range(len(begin) - 1):
        some = states[begin[number] : begin[number + 1]]
        gather_level(
            prices, ends_a, some, level, last, a, b, constant_a, local_a, weight_a, count_a
        )
        gather_level(
            prices, ends_b, some, level, last, b, a, constant_b, local_b, weight_b, count_b
        )
        for place in range(len(some)):
            state = some[place]
            before_a[place], before_b[place] = a[state], b[state]
            place_a[state] = place if ends_a.place[state] >= 0 else -1
            place_b[state] = place if ends_b.place[state] >= 0 else -1
        settle(
            some, place_a, place_b, a, b, (constant_a, local_a, weight_a, count_a),
            (constant_b, local_b, weight_b, count_b),
        )  # fmt: skip
        for place in range(len(some)):
            state = some[place]
            largest = max(largest, abs(a[state] - before_a[place]))
            largest = max(largest, abs(b[state] - before_b[place]))
    return largest
