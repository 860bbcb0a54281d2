"""Value iteration: the game that is cut off after k turns and then counts half for each.

    V_0 = 1/2 for every state of a game that is not over,    V_(k+1) = F(V_k) for all states at once

Where nobody wants to end the game (each would rather pass than bank) V = F(V) has many solutions,
and this one holds: k is the number of applications after which another one changes no more than it
may miss, so that to go on a million times would change nothing that is printed. What applications
miss adds up at most: that is the bound of the error. There is none where games come to their end so
seldom, even if players want it, that V would move too slowly to be seen. Plain as it is, it needs
as many applications as a game may have turns, so it serves where faster ways cannot tell their
error (`solvers.match.error`).

V may go to and fro between two values, because a game that is cut off after an odd number of turns
is another one. What goes to and fro counts half.
"""

from __future__ import annotations

import time

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.solvers.match.equation import Equation

SWAPPED = 1e-6
"""Change of an application from which on V may go to and fro."""

HALF = 1e-12
"""How near to one half a game is that counts half."""

MOST_STEPS = 400
"""Applications in which values of one half must come to rest."""

SELDOM, TURNS = 1e-6, 16
"""Chance to come to the end of a game within those turns, too small for V to show it."""

SECONDS = 60.0
"""Seconds after which it is given up."""


def iterate(equation: Equation) -> tuple[Floats, int, float, float]:
    """Apply the equation, whose last turns are solved, until V is at rest: (V, applications, the
    largest change in the last of them, a bound of the error of any chance, which is infinite if V
    did not come to rest)."""
    if _almost_never_ends(equation):
        return equation.whole, 0, np.inf, np.inf
    began, done = time.perf_counter(), 1
    values = before = equation.with_last_turns(equation.apply(equation.undecided()))
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
    """Whether games come to their end from somewhere, and with less than `SELDOM` within `TURNS`
    turns more, even if both players want it."""
    ended, turns = 1.0 - equation.live, 0
    while turns < TURNS:
        # a sum of positive terms, so that a tiny chance is none too small
        found = np.maximum(equation.apply(1.0 - ended), ended)
        often = found >= SELDOM
        more = bool(np.any(ended[often] < SELDOM))
        if not (more or np.any(found[~often] > 0)):
            return False
        ended, turns = found, 0 if more else turns + 1
    return True


def _at_half(equation: Equation, swapped: Booleans) -> tuple[Floats, int, float, float]:
    """What is solved, if all that goes to and fro is one half there."""
    values, done, change = equation.whole, 0, np.inf
    while change > equation.missed and done < MOST_STEPS:
        before, values = values, equation.apply(values)
        change, done = largest_difference(values, before), done + 1
    at_rest = change <= equation.missed and np.all(np.abs(values[swapped] - 0.5) <= HALF)
    return values, done, change, done * equation.missed if at_rest else np.inf


def largest_difference(one: Floats, other: Floats) -> float:
    """By how much two sets of probabilities are apart at most."""
    return float(np.abs(one - other).max())
