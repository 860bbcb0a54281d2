"""Value iteration: the game that is cut off after k turns and then counts half for each.

    V_0 = 1/2 for every state of a game that is not over,    V_(k+1) = F(V_k) for all states at once

Where nobody wants to end the game (each would rather pass than bank) V = F(V) has many solutions,
and this method defines which one holds. k is the number of applications after which another one
changes V no more than it may miss V by, so that to go on a million times would change nothing that
is printed. The bound of the error is the sum of what all applications may miss. There is no bound
where games end so rarely, even if both players want it, that V would move too slowly to show it.
Plain as it is, it needs as many applications as a game may have turns, so it is used only where
faster ways cannot bound their error (`solvers.game.error`).

V may go to and fro between two values, because a game that is cut off after an odd number of turns
is another one. What goes to and fro counts half.
"""

from __future__ import annotations

import time

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.solvers.game.equation import Equation
from farklegen.solvers.game.layout import first_values

SWAPPED = 1e-6
"""Change of an application from which on V may go to and fro."""

HALF = 1e-12
"""A game this near to one half counts half."""

MOST_STEPS = 400
"""The number of applications within which values of one half must come to rest."""

SELDOM, TURNS = 1e-6, 16
"""A chance to end the game within `TURNS` turns below `SELDOM` is too small for V to show it."""

SECONDS = 60.0
"""Seconds after which value iteration gives up."""


def iterate(equation: Equation) -> tuple[Floats, int, float, float]:
    """Apply the equation, whose last turns are solved, until V is at rest: (V, applications, the
    largest change in the last of them, a bound of the error of any chance, which is infinite if V
    did not come to rest)."""
    if _almost_never_ends(equation):
        return equation.values, 0, np.inf, np.inf
    began, done = time.perf_counter(), 1
    # the first time last turns count half, too
    values = equation.apply(first_values(equation.solver.layouts)[0])
    values = before = np.where(equation.live > 0, values, equation.values)
    while True:
        earlier, before, values = before, values, equation.apply(values)
        done += 1
        change = largest_difference(values, before)
        if change <= equation.missed:
            return values, done, change, done * equation.missed
        if change > SWAPPED and largest_difference(values, earlier) <= equation.missed:
            return _at_half(equation, np.abs(before - values) > SWAPPED)
        if time.perf_counter() - began > SECONDS:
            return values, done, change, np.inf


def _almost_never_ends(equation: Equation) -> bool:
    """Whether games from some state can end, but with a chance below `SELDOM` within `TURNS` more
    turns, even if both players want it."""
    ended, turns = 1.0 - equation.live, 0
    while turns < TURNS:
        # a sum of positive terms, so that rounding does not lose a tiny chance
        found = np.maximum(equation.apply(1.0 - ended), ended)
        often = found >= SELDOM
        more = bool(np.any(ended[often] < SELDOM))
        if not (more or np.any(found[~often] > 0)):
            return False
        ended, turns = found, 0 if more else turns + 1
    return True


def _at_half(equation: Equation, swapped: Booleans) -> tuple[Floats, int, float, float]:
    """The solution, if one half for every value that goes to and fro is one."""
    values, done, change = equation.values, 0, np.inf
    while change > equation.missed and done < MOST_STEPS:
        before, values = values, equation.apply(values)
        change, done = largest_difference(values, before), done + 1
    at_rest = change <= equation.missed and np.all(np.abs(values[swapped] - 0.5) <= HALF)
    return values, done, change, done * equation.missed if at_rest else np.inf


def largest_difference(one: Floats, other: Floats) -> float:
    """The largest difference between two sets of probabilities."""
    return float(np.abs(one - other).max())
