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
from dataclasses import dataclass

import numpy as np

from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.values import Values

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


@dataclass(frozen=True)
class Iterated:
    """The result of value iteration.

    Attributes:
        values: V.
        applications: of the equation.
        change: largest change of a probability in the last of them.
        error: bound of the error of any chance; infinite if V did not come to rest.
    """

    values: Values
    applications: int
    change: float
    error: float


def iterate(equation: Equation) -> Iterated:
    """Apply the equation, whose last turns are solved, until V is at rest."""
    if _almost_never_ends(equation):
        return Iterated(equation.values, 0, np.inf, np.inf)
    began, done = time.perf_counter(), 1
    values = before = equation.with_last_turns(equation.apply(equation.undecided()))
    while True:
        earlier, before, values = before, values, equation.apply(values)
        done += 1
        change = largest_difference(values, before)
        if change <= equation.missed:
            return Iterated(values, done, change, done * equation.missed)
        if change > SWAPPED and largest_difference(values, earlier) <= equation.missed:
            return _at_half(equation, before, values)
        if time.perf_counter() - began > SECONDS:
            return Iterated(values, done, change, np.inf)


def _almost_never_ends(equation: Equation) -> bool:
    """Whether games come to their end from somewhere, and with less than `SELDOM` within `TURNS`
    turns more, even if both players want it."""
    ended = Values(*(1.0 - part for part in equation.live))
    turns = 0
    while turns < TURNS:
        # a sum of positive terms, so that a tiny chance is none too small
        found = equation.apply(Values(*(1.0 - part for part in ended)))
        found = Values(*(np.maximum(new, old) for new, old in zip(found, ended, strict=True)))
        often = [part >= SELDOM for part in found]
        seldom = any(np.any(part[~here] > 0) for part, here in zip(found, often, strict=True))
        more = any(np.any(part[here] < SELDOM) for part, here in zip(ended, often, strict=True))
        if not (seldom or more):
            return False
        ended, turns = found, 0 if more else turns + 1
    return True


def _at_half(equation: Equation, one: Values, other: Values) -> Iterated:
    """What is solved, if all that goes to and fro is one half there."""
    values, done, change = equation.values, 0, np.inf
    while change > equation.missed and done < MOST_STEPS:
        before, values = values, equation.apply(values)
        change, done = largest_difference(values, before), done + 1
    halves = all(
        bool(np.all(np.abs(array - 0.5)[np.abs(a - b) > SWAPPED] <= HALF))
        for array, a, b in zip(values, one, other, strict=True)
    )
    at_rest = halves and change <= equation.missed
    return Iterated(values, done, change, done * equation.missed if at_rest else np.inf)


def largest_difference(one: Values, other: Values) -> float:
    """By how much two sets of probabilities are apart at most."""
    return max(float(np.abs(a - b).max()) for a, b in zip(one, other, strict=True))
