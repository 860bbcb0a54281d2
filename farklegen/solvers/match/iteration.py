"""Value iteration: the game that is cut off after k turns and then counts half for each.

    V_0 = 1/2 for every state of a game that is not over,    V_(k+1) = F(V_k) for all states at once

Its limit is what a game is worth by the rules, and where nobody wants to end the game (each would
rather pass than bank) no other solution of V = F(V) will do. Plain as it is, it needs as many
applications of the equation as a game may have turns, so it serves where faster ways cannot tell
their error (`solvers.match.error`).

*When it is at rest.* Call C the states from which players who play best may go on for ever: as long
as they like, they can be sure to come back to C (`Equation.stays`). There V repeats itself: what is
passed on comes back, and V_(k+1) = V_k but for rounding. With C held fast the number of turns that
are left is bounded (`turns_left`): n. Let A be large against n, and p(x) the chance to come to C
from x. Then A p + n on the other states, and A on C, is a bound as in `solvers.match.error` if
applying F leaves it as it is on C: nobody gains by leaving C, even if all that is outside were
off by so much. That is checked. The error is what V moves by times that bound, and what rounding
may have added up to.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.error import (
    LOWERED,
    MOST_TURNS,
    ROOM,
    ROUNDING,
    SPARE,
    Apply,
    turns_left,
)
from farklegen.solvers.match.values import Values, drawn_in, lowered

STILL = 1e-15
"""Change of an application that rounding explains."""

FOR_EVER = 1e-7
"""A chance to survive nearer to one than this may be one."""

HELD = 100.0
"""A in multiples of n."""

NO_GAIN = 1e-8
"""Relative change of A by applying F that rounding explains."""

FIRST_LOOK = 64
"""Applications after which it is first asked whether V is at rest."""

SLOW = 1e-9
"""Change of an application below which V is near where it goes, or goes there too slowly."""

HALF = 1e-12
"""How near to one half a game is that counts half."""

SECONDS = 60.0
"""Seconds after which it is given up."""


@dataclass(frozen=True)
class Iterated:
    """The result of value iteration.

    Attributes:
        values: V.
        applications: of the equation.
        change: largest change of a probability in the last of them.
        error: bound of the error of any chance; infinite if there is none.
        turns_left: bound of the turns that a game is left with; A where some may go on for ever.
        held: values from which players may go on for ever.
        to_and_fro: whether V goes to and fro between two values.
    """

    values: Values
    applications: int
    change: float
    error: float
    turns_left: float
    held: int
    to_and_fro: bool = False


@dataclass(frozen=True)
class Rest:
    """How games go on that are played by some values.

    Attributes:
        turns_left: bound of the turns that are left; A where some may go on for ever; infinite if
            there is none.
        for_ever: 1 for values from which players may go on for ever.
        stalled: whether following games came to no end, and yet none goes on for ever: they last
            too long.
    """

    turns_left: float
    for_ever: Values
    stalled: bool

    @property
    def held(self) -> int:
        """Values from which players may go on for ever."""
        return int(sum(part.sum() for part in self.for_ever))


def iterate(equation: Equation, tolerance: float) -> Iterated:
    """Apply the equation until V is at rest, its error known and within the tolerance.

    Args:
        equation: of the match; its last turns are solved.
        tolerance: error of a probability that is enough.
    """
    began = time.perf_counter()
    values = before = equation.with_last_turns(equation.apply(equation.undecided()))
    look, done, error, rest = FIRST_LOOK, 0, np.inf, None
    while True:
        earlier, before, values = before, values, equation.apply(values)
        done += 1
        change = largest_difference(values, before)
        to_and_fro = change > STILL and largest_difference(values, earlier) <= STILL
        over = to_and_fro or time.perf_counter() - began > SECONDS
        if change <= STILL or done >= look or over:
            look = done * 2
            rest = at_rest(equation, before, values)
            error = (change + equation.missed) * rest.turns_left + done * ROUNDING
            over |= change <= STILL or (rest.stalled and change <= SLOW)
            if error <= tolerance or over:
                return Iterated(values, done, change, error, rest.turns_left, rest.held, to_and_fro)


def at_half(equation: Equation) -> Iterated:
    """What is solved, where games that may go on for ever are worth one half as they stand.

    That is what such a game counts, also where value iteration goes to and fro between two values
    because a game that is cut off after an odd number of turns is another one.
    """
    applied, done, change, error = equation.values, 0, np.inf, np.inf
    while change > STILL and done < MOST_TURNS:
        values, applied = applied, equation.apply(applied)
        change, done = largest_difference(applied, values), done + 1
    rest = at_rest(equation, values, applied)
    halves = all(
        bool(np.all(np.abs(array[here > 0] - 0.5) <= HALF))
        for array, here in zip(values, rest.for_ever, strict=True)
    )
    if halves:
        error = (change + equation.missed) * rest.turns_left
    return Iterated(values, done, change, error, rest.turns_left, rest.held)


def largest_difference(one: Values, other: Values) -> float:
    """By how much two sets of probabilities are apart at most."""
    return max(float(np.abs(a - b).max()) for a, b in zip(one, other, strict=True))


def at_rest(equation: Equation, before: Values, values: Values) -> Rest:
    """Whether values are what they stay, and how long games go on: `values` = F(`before`)."""
    apply, live = equation.apply, equation.live
    first = turns_left(apply, before, values, live, live)
    if first.turns is not None:
        nothing = Values(*(np.zeros_like(array) for array in live))
        return Rest(first.most, nothing, stalled=False)
    for_ever = _for_ever(equation, before, first.last)
    found = Rest(np.inf, for_ever, stalled=False)
    # turns that run above their last row end there in F, and not in the game
    still = STILL + (equation.plan.rules.run_lost if equation.payoffs.runs.any() else 0.0)
    resting = all(
        bool(np.all(np.abs(new - old)[here > 0] <= still))
        for new, old, here in zip(values, before, for_ever, strict=True)
    )
    if not found.held:
        return Rest(np.inf, for_ever, stalled=first.followed < MOST_TURNS)
    if not resting:
        return found
    others = Values(*(a * (1.0 - here) for here, a in zip(for_ever, live, strict=True)))
    left = turns_left(apply, before, values, others, others)
    if left.turns is None:
        return found
    most = HELD * max(left.most, 1.0)
    bound = Values(
        *(
            np.where(here > 0, most, most * chance + n)
            for here, chance, n in zip(for_ever, first.last, left.turns, strict=True)
        )
    )
    if not _holds_fast(apply, before, values, bound, for_ever, others):
        return found
    return Rest(SPARE * float(max(part.max() for part in bound)), for_ever, stalled=False)


def _for_ever(equation: Equation, values: Values, surviving: Values) -> Values:
    """1 for entries from which players who play best may go on for ever."""
    equation.look_above(values)
    there = Values(*((part > 1.0 - FOR_EVER).astype(np.float64) for part in surviving))
    while True:
        before, there = there, equation.stays(values, there)
        if all(np.array_equal(a, b) for a, b in zip(before, there, strict=True)):
            return there


def _holds_fast(
    apply: Apply, before: Values, values: Values, bound: Values, for_ever: Values, others: Values
) -> bool:
    """Whether F leaves the bound as it is where games go on for ever, and takes 1 off elsewhere."""
    largest = max(float(part.max()) for part in bound)
    size = LOWERED / largest
    found = apply(lowered(drawn_in(before, ROOM), Values(*(size * part for part in bound))))
    good = True
    drawn = drawn_in(values, ROOM)
    for new, old, here, rest, part in zip(found, drawn, for_ever, others, bound, strict=True):
        grown = (new - old) / size
        good &= bool(np.all(grown[here > 0] <= largest * (1 + NO_GAIN)))
        good &= bool(np.all(grown[rest > 0] <= part[rest > 0] - 1 / SPARE))
    return good
