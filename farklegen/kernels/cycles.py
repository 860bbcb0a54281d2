"""One step on the cycles of farkles, compiled.

A farkle leads to a state of the same level of scores, often to one that leads back. The value of a
turn is a function of the price of its farkle, w = g(L): convex, piecewise linear, and of slope
below one. A step solves the linearised equations round each cycle, with slopes from the step before
(secants), until every equation holds to `TIGHT`. Pairs that are coupled at every turn score have
two unknowns and take Broyden's steps.
"""

from __future__ import annotations

from numba import njit

from farklegen.kernels.arrays import FORBIDDEN, SURE
from farklegen.kernels.compiled import options
from farklegen.kernels.lookup import price_of, value_of

TIGHT = 1e-14
"""Relative change at which the equations of a cycle hold."""

PAIR_STEPS = 16
"""Steps after which pairs are tried no more by Broyden's method: it may go round in a circle."""

SECANT_STEPS = 100
"""Steps after which slopes are used no more: then the equations contract, if slowly."""


@njit(**options)
def gap(worth, now):
    """Relative difference of two values."""
    scale = max(abs(worth), abs(now))
    return abs(worth - now) / scale if scale > 1e-250 else 0.0


@njit(**options)
def _is_pair(prices, state):
    """Whether a state and another one are each other's partners."""
    other = prices.partner[state]
    return other >= 0 and other != state and prices.partner[other] == state


@njit(**options)
def _step_pairs(
    low, lanes, order, previous, step, prices, chances, coordinate, worth, last, gaps, target
):  # fmt: skip
    """A step on pairs that are coupled at every turn score: both residuals depend on both values.

    Broyden's method: the derivatives of r_i = w_i - W_i by W_i and W_j, begun as (-1, -slope), take
    up what the last step has shown. `last`: float64[5, lanes], value, residual, both
    derivatives, the other's value.
    """
    for at in range(lanes):
        state = order[low + at]
        if state < 0 or not _is_pair(prices, state) or previous[low + at] > 0:
            continue
        other = prices.place[prices.partner[state]] - low
        value = value_of(chances[state], coordinate[at])
        residual = worth[at] - value
        if step == 0:
            last[2, at] = -1.0
            last[3, at] = -prices.slope[state]
        else:
            moved = value - last[0, at]
            moved_other = value_of(chances[order[low + other]], coordinate[other]) - last[4, at]
            length = moved * moved + moved_other * moved_other
            if length > 0.0:
                missed = residual - last[1, at] - last[2, at] * moved - last[3, at] * moved_other
                last[2, at] += missed * moved / length
                last[3, at] += missed * moved_other / length
                prices.slope[state] = min(max(-last[3, at], 0.0), 1.0)
    for at in range(lanes):
        state = order[low + at]
        if state < 0 or not _is_pair(prices, state) or previous[low + at] > 0:
            continue
        other = prices.place[prices.partner[state]] - low
        value = value_of(chances[state], coordinate[at])
        value_other = value_of(chances[order[low + other]], coordinate[other])
        residual, residual_other = worth[at] - value, worth[other] - value_other
        last[0, at], last[1, at], last[4, at] = value, residual, value_other
        if max(gaps[at], gaps[other]) <= TIGHT:
            continue
        a, b = last[2, at], last[3, at]
        c, d = last[3, other], last[2, other]
        determinant = a * d - b * c
        if abs(determinant) > 1e-9:
            move = (b * residual_other - d * residual) / determinant
        else:
            move = 0.5 * residual
        target[at] = value + move


@njit(**options)
def step_cycles(
    low, lanes, order, previous, step, prices, chances, coordinate, worth, last, gaps, target,
    coupled,
):  # fmt: skip
    """One step on the cycles of a layer: slopes, then the linearised equations.

    With r the changes that the equations ask for and s the slopes, a state moves by r_i - s_i times
    the move of the next one. `last`: float64[2, lanes], price and worth of the step before. Pairs
    that are coupled at every turn score are left to `_step_pairs` at first.
    """
    pairs = coupled and step < PAIR_STEPS
    for at in range(lanes):
        target[at] = FORBIDDEN
        state = order[low + at]
        if state < 0 or prices.partner[state] < 0 or previous[low + at] > 0:
            continue
        if pairs and _is_pair(prices, state):
            continue
        price = price_of(chances[prices.partner[state]], coordinate[at])
        moved = price - last[0, at]
        known = step > 0 and not (coupled and step == PAIR_STEPS)
        if known and abs(moved) > 1e-13 * abs(price):
            slope = (worth[at] - last[1, at]) / moved
            prices.slope[state] = min(max(slope, 0.0), 1.0)
        last[0, at] = price
        last[1, at] = worth[at]
    for at in range(lanes):
        state = order[low + at]
        if state < 0 or prices.partner[state] < 0 or previous[low + at] > 0:
            continue
        if pairs and _is_pair(prices, state):
            continue
        now = at
        move, factor, worst = 0.0, 1.0, 0.0
        while True:
            here = order[low + now]
            move += factor * (worth[now] - value_of(chances[here], coordinate[now]))
            factor *= -prices.slope[here] if step < SECANT_STEPS else 0.0
            worst = max(worst, gaps[now])
            now = prices.place[prices.partner[here]] - low
            if now == at:
                break
        if worst <= TIGHT:
            continue
        if 1.0 - factor > 1e-12:
            move /= 1.0 - factor
        else:
            move *= 0.5  # equations that leave the value open: the cycle is never left
        target[at] = value_of(chances[state], coordinate[at]) + move
    if pairs:
        _step_pairs(
            low, lanes, order, previous, step, prices, chances, coordinate, worth, last, gaps,
            target,
        )  # fmt: skip
    for at in range(lanes):
        if target[at] == FORBIDDEN:
            continue
        if coordinate[at] == 0.0:
            chances[order[low + at]] = min(max(target[at], 0.0), 1.0)
        else:
            chances[order[low + at]] = min(max(target[at], -1.0), SURE)
