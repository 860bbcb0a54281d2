"""How often each turn of a duel is played, and what other turns there would bring, compiled.

What a change of one policy gains is, to first order, the sum over the states where it plays
differently of how often it comes there times what the other turn brings there (the lemma of
performance difference, with the visits of the policy before the change).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import LOCAL
from farklegen.kernels.compiled import options
from farklegen.kernels.duel import gather_level
from farklegen.kernels.ends import target_of

ROUNDS = 2_000
"""Rounds at most of the turns that lead to the same level."""

LEFT = 1e-9
"""How often what is left of them is played, when it is let be."""


@njit(**options)
def turn_values(prices, ends, states, begin, level, last, other, value):
    """What the turns of a player bring, given the chances of the other one.

    Args:
        prices, ends, level, last: see `kernels.duel.gather_level`.
        states: int64[...], by level.
        begin: int64[levels + 1], where each begins.
        other: float64[chances] of the other player.
        value: float64[chances], out, where `ends` has a list.
    """
    widest = 0
    for number in range(len(begin) - 1):
        widest = max(widest, begin[number + 1] - begin[number])
    constant, count = np.empty(widest), np.empty(widest, np.int64)
    local, weight = np.empty((widest, LOCAL), np.int64), np.empty((widest, LOCAL))
    for number in range(len(begin) - 1):
        some = states[begin[number] : begin[number + 1]]
        gather_level(prices, ends, some, level, last, value, other, constant, local, weight, count)
        for place in range(len(some)):
            worth = constant[place]
            for k in range(count[place]):
                worth += weight[place, k] * (1.0 - other[local[place, k]])
            value[some[place]] = worth


@njit(**options)
def _push(prices, ends, state, often, last, own_level, level, same, beyond):
    """Spread how often a turn is played over what it leads to.

    `same` takes what lies on the same level, `beyond` everything else but last turns.
    """
    here = ends.place[state]
    if here < 0:
        return
    low = ends.row[here]
    for k in range(ends.run[here], ends.run[here + 1]):
        row = low + k - ends.run[here]
        if row < prices.bank_switch[state]:
            target = prices.bank_base[state] + prices.bank_rise * row
        else:
            target = prices.bank_past[state] + prices.bank_rise_past * row
        if target >= last[0]:
            break
        beyond[target] += often * ends.banked[k]
    for entry in range(ends.start[here], ends.start[here + 1]):
        target = target_of(prices, state, ends.code[entry])
        if target < 0 or target >= last[0]:
            continue
        if level[target] == own_level:
            same[target] += often * ends.chance[entry]
        else:
            beyond[target] += often * ends.chance[entry]


@njit(**options)
def spread(prices, ends_a, ends_b, states, begin, level, last, coming_a, coming_b, a, b):
    """Follow both players from the lowest level up.

    Args:
        prices, ends_a, ends_b, level, last: see `kernels.duel.gather_level`.
        states: int64[...], by level, the highest first.
        begin: int64[levels + 1], where each begins.
        coming_a, coming_b: float64[chances], in and out, how often a turn is begun that is yet to
            be followed; what lies on these levels is followed, and taken away.
        a, b: float64[chances], in and out: how often each turn is played, added up.
    """
    here_a, here_b = np.zeros(len(a)), np.zeros(len(b))
    for number in range(len(begin) - 2, -1, -1):
        some = states[begin[number] : begin[number + 1]]
        for state in some:
            here_a[state], here_b[state] = coming_a[state], coming_b[state]
            coming_a[state], coming_b[state] = 0.0, 0.0
        own_level = level[some[0]]
        for _ in range(ROUNDS):
            left = 0.0
            for state in some:
                often = here_a[state]
                if often > 0.0:
                    here_a[state] = 0.0
                    a[state] += often
                    _push(prices, ends_a, state, often, last, own_level, level, here_b, coming_b)
            for state in some:
                often = here_b[state]
                if often > 0.0:
                    here_b[state] = 0.0
                    b[state] += often
                    _push(prices, ends_b, state, often, last, own_level, level, here_a, coming_a)
                    left += often
            if left <= LEFT:
                break
        for state in some:
            here_a[state], here_b[state] = 0.0, 0.0
