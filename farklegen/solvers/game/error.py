"""How far the chances that were found may be from the right ones.

Let F be the equation of the match, F(W)(x) = the value of the turn from x if the states that follow
have the values W. F is monotone (falling) in W, and a convex function of W that never moves by more
than W does. Suppose some positive n over the states satisfies, for one e > 0,

    F(W - e n) <= F(W) + e (n - 1).                                                        (1)

By convexity (1) holds for every smaller e, too, and F(W + e n) >= F(W) - e (n - 1). So if W misses
its own equation by at most r <= e, one application of F leaves everything between W - r n and
W + r n where it is or takes it further inside: nearer by what a state's share of r leaves. Since F
never takes two sets of values further apart, value iteration from anywhere ends up in between. The
same holds for every solution of the equation:

    the error of W(x) is at most r n(x).

n(x) bounds the number of turns that the game goes on for if both players stay within e n of the
best play, whatever they do: (1) is its equation, n = 1 + the n of what follows. Where players may
go on for ever without loss there is no such n, and the equation may have many solutions.
`solvers.game.iteration` settles such a standoff.

Two ways to find n:

- *By levels*, where no turn leads to a lower level of scores. The value of a turn as a function of
  the payoff L of its farkle is convex and at most 1 at L = 1: raised from L = 1 - W(y), with y the
  opponent's state after the farkle, it rises by s <= (1 - W(x)) / W(y) times as much at most. Then
  n grows on a level by m(x) = 1 + s m(y), solved round every cycle of farkles. No turn has to be
  worked out.
- *By following*: from any h_0 >= 1 on, h_(k+1) = (F(W - e h_k) - F(W)) / e is what h_k is expected
  to be a turn later, at most; from h_0 = 1 on, the chance that a game goes on for k turns more.
  Once h_k <= h_0 - d everywhere, with d > 0, n = (h_0 + ... + h_(k-1)) / d satisfies (1) (a drift
  over k turns); applying F checks this. A good guess of the turns that are left makes a good h_0:
  then k = 2 will do, since both players have moved; an h_0 for which (1) holds is n itself. All
  this is done with values that are drawn in a little (`drawn_in`), so that none is cut off at 0 or
  1, which would hide how the values move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.solvers.game.dead import living
from farklegen.solvers.game.equation import ROOM, Equation, drawn_in
from farklegen.solvers.game.lanes import nothing_banked
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.levels import ahead

Apply = Callable[[Floats], Floats]
"""One application of the equation to all states."""

CERTAIN = 1e-9
"""A product of slopes round a cycle that is nearer to one than this may be one."""

WON = 1e-13
"""A chance to lose that is this small is zero, or may be rounding."""

UNSURE = 1e-9
"""Chances up to which rounding makes bounds of slopes too large."""

STEEP = 0.9
"""Steeper slopes than this are looked at more closely."""

LOOSE = 1e-9
"""Bound of the error above which slopes are looked at more closely."""

LOWERED = 1e-6
"""The largest e n for which (1) is checked: small, so that only nearly best play counts, and large
against rounding."""

FOLLOWED = 1e-7
"""The same while a game is followed: near the end a player who has all but won may waste turns at a
cost of 1e-6."""

LEAST_SHARE = 1e-3
"""Entries below this share of the largest are raised to it: rounding would blur them."""

MOST_TURNS = 400
"""Turns for which a game is followed."""

ENOUGH = 0.5
"""A d that is enough; from here on it grows only slowly."""

LEAST_FALL = 1e-6
"""The least d: a smaller one may be due to rounding."""

SAME, REPEATED = 1e-8, 4
"""If h_k falls by less than `SAME` for `REPEATED` times in a row, it is taken to fall no more.
`SAME` is a few rounding errors of a value, divided by `FOLLOWED`."""

MOST_SECONDS = 60.0
"""Seconds after which following is given up."""

SPARE = 1.01
"""The factor by which n is enlarged before it is checked."""


def levels_error(equation: Equation, residual: float) -> float | None:
    """Bound of the error of any chance, where no turn leads to a lower level; None if the chances
    give no bound.

    Where one player has as good as won, the other one's chance can only rise, and the slope to this
    side counts. Elsewhere the larger slope counts, which by convexity is the one to the other side.

    Args:
        equation: of the match that was solved.
        residual: the most that one more application of the equation changes a chance.
    """
    layout, values = equation.solver.layout, equation.values
    more = 1.0 if layout.tells else 0.0  # turns that tell of the one before are in no cycle
    each = residual + equation.missed
    if layout.rounds:
        return layout.turns * each * (1.0 + more)
    farkles = Farkles.of(equation.solver.layouts)
    mine, theirs = values[farkles.states], values[farkles.states[farkles.following]]
    slope = np.where(farkles.inside, slope_bounds(mine, theirs), 0.0)

    def bound() -> float | None:
        longer = farkles.longer(slope)
        if longer is None:
            return None
        highest = np.zeros(int(farkles.level.max(initial=0)) + 1)
        np.maximum.at(highest, farkles.level, longer + more)
        return each * float(highest.sum())

    error = bound()
    if error is None or error > LOOSE:
        steep = farkles.inside & (slope > STEEP)
        won = (1.0 - mine <= UNSURE) & (theirs <= UNSURE)
        for some, by in ((steep & won, -LOWERED), (steep & ~won, LOWERED)):
            slope[some] = equation.slopes(farkles.states[some], by)
        error = bound()
    return error


class Farkles(NamedTuple):
    """Where farkles that bank nothing lead, before the goal is reached.

    Attributes:
        states: int64[...], the states that they lead from and to, ascending.
        following: int64[...], which of these states each one's farkle leads to.
        inside: bool[...], whether it leads to one of them.
        level: int64[...], the sum of their scores.
        phases: farkles after which a cycle is closed.
    """

    states: Integers
    following: Integers
    inside: Booleans
    level: Integers
    phases: int

    @classmethod
    def of(cls, layouts: Sequence[Layout]) -> Farkles:
        """All of them in a game of which these are the states."""
        found = []
        for stage in living(layouts, ahead(layouts, None)):
            for group, some in stage.parts:
                layout = layouts[-1] if group.begin >= layouts[-1].groups[0].begin else layouts[0]
                at = layout.occurring(group, some)
                tells_farkle = group.row_units > 0 and not group.first
                if tells_farkle if layout.hands_back else not group.row_units:
                    offer = [np.zeros_like(at[0]), np.full_like(at[0], layout.hands - 1)]
                    place = np.stack([*at, *offer]) if layout.hands_back else at
                    found.append(
                        (group.index(place), nothing_banked(layout, group, at), at.sum(axis=0))
                    )
        none = np.zeros(0, np.int64)
        found.append((none, none, none))
        states, after, level = (np.concatenate(each) for each in zip(*found, strict=True))
        following = np.searchsorted(states, after)
        following = np.minimum(following, len(states) - 1)
        inside = states[following] == after
        phases = layouts[0].players * layouts[0].streak
        return cls(states, following, inside, level, phases)

    def longer(self, slope: Floats) -> Floats | None:
        """float64[...]: what n grows by on each state's level; None if all slopes round some cycle
        may be one."""
        at = np.arange(len(self.states))
        whole, product = np.zeros(len(at)), np.ones(len(at))
        for _ in range(self.phases):
            whole += product
            product *= slope[at]
            at = self.following[at]
        round_a_cycle = (at == np.arange(len(at))) & (product > 0)
        if np.any(1.0 - product[round_a_cycle] < CERTAIN):
            return None
        whole[round_a_cycle] /= 1.0 - product[round_a_cycle]
        to_one = ~round_a_cycle & (product > 0)
        whole[to_one] += product[to_one] * whole[at[to_one]]
        return whole


def slope_bounds(mine: Floats, theirs: Floats) -> Floats:
    """The largest s for turns with the chances `mine`, after whose farkle the opponent has the
    chances `theirs`."""
    bounds: Floats = np.minimum((1.0 - mine + WON) / np.maximum(theirs - WON, WON), 1.0)
    return bounds


def turns_left(
    apply: Apply, values: Floats, applied: Floats, live: Floats, begin: Floats
) -> Floats | None:
    """n, a bound of the number of turns that are left, by following the game; None if there is
    none, or it was not found.

    Args:
        apply: the equation.
        values: what was found.
        applied: the equation applied to the values.
        live: what counts, 0 for games that are over. Each turn counts 1, or its residual as a share
            of the largest one. Then n bounds the sum of all residuals of a game, as a multiple of
            the largest.
        begin: h_0: at least `live`.
    """
    values, applied = drawn_in(values, ROOM), drawn_in(applied, ROOM)
    began, some = time.perf_counter(), live > 0

    def grown(n: Floats) -> Floats:
        """(F(W - e n) - F(W)) / e on all that is live, e as large as `FOLLOWED` allows."""
        size = FOLLOWED / max(float(n.max()), 1.0)
        return np.where(some, np.maximum(apply(values - size * n) - applied, 0.0) / size, 0.0)

    now, total = begin, np.zeros_like(live)
    turn, same, fall = 0, 0, 0.0
    while fall < ENOUGH and same < REPEATED and turn < MOST_TURNS:
        turn += 1
        total = total + now
        before, after = now, grown(now)
        now = np.maximum(after, LEAST_SHARE * float(after.max()) * live)
        # the least fall of a live entry, as a multiple of what it counts
        fall = float(((begin - now)[some] / live[some]).min(initial=np.inf))
        if turn == 1 and fall >= ENOUGH:
            # (1) for e d and h_0 / d in place of e and n
            return SPARE / min(fall, 1.0) * begin
        same = same + 1 if float(np.abs(before - now).max()) <= SAME else 0
        if time.perf_counter() - began > MOST_SECONDS:
            break
    if fall >= LEAST_FALL:
        n: Floats = SPARE / fall * total
        if np.all(grown(n) <= n - live * (1.0 - 1e-6)):
            return n
    return None
