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
`solvers.match.iteration` settles such a standoff.

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
from collections.abc import Callable

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.solvers.match.order import Order

Apply = Callable[[Floats], Floats]
"""One application of the equation to all states."""

ROUNDING = 4e-15
"""How much rounding may move a value in one application of the equation."""

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

ROOM = 4e-6
"""By how much values are drawn in, so that they can be lowered by `LOWERED` everywhere."""

MOST_SECONDS = 60.0
"""Seconds after which following is given up."""

SPARE = 1.01
"""The factor by which n is enlarged before it is checked."""


def levels_error(
    order: Order,
    residuals: list[float],
    chances: Floats,
    *,
    missed: float,
    arrivals: bool,
    slopes: Callable[[Booleans, float], Floats],
) -> float | None:
    """Bound of the error of any chance, where no turn leads to a lower level; None if the chances
    give no bound.

    Args:
        order: of solving.
        residuals: of each level.
        chances: what was found.
        missed: what one application of the equation may miss of a value.
        arrivals: whether states are arrived at in more than one way.
        slopes: works out `Equation.slopes`, to look closer where the bounds of slopes are near one.
            Where one player has as good as won, the other one's chance can only rise, and the slope
            to this side counts. Elsewhere the larger slope counts, which by convexity is the one to
            the other side.
    """
    following = order.following
    states = np.flatnonzero(following >= 0)
    slope = np.zeros(len(following))
    theirs = chances[following[states]]
    slope[states] = slope_bounds(chances[states], theirs)
    more = 1.0 if arrivals else 0.0

    def bound() -> float | None:
        longer = _longer(order, slope)
        if longer is None:
            return None
        return float(
            sum(
                (residual + missed) * (float(longer[level.states].max()) + more)
                for level, residual in zip(order.levels, residuals, strict=True)
            )
        )

    error = bound()
    if error is None or error > LOOSE:
        steep = (order.cycle_length > 0) & (slope > STEEP)
        won = np.zeros_like(steep)
        won[states] = (1.0 - chances[states] <= UNSURE) & (theirs <= UNSURE)
        for some, by in ((steep & won, -LOWERED), (steep & ~won, LOWERED)):
            slope[some] = slopes(some, by)[some]
        error = bound()
    return error


def slope_bounds(mine: Floats, theirs: Floats) -> Floats:
    """The largest s for turns with the chances `mine`, after whose farkle the opponent has the
    chances `theirs`."""
    bounds: Floats = np.minimum((1.0 - mine + WON) / np.maximum(theirs - WON, WON), 1.0)
    return bounds


def _longer(order: Order, slope: Floats) -> Floats | None:
    """float64[states]: what n grows by on each state's level; None if all slopes
    round some cycle may be one."""
    following = order.following
    longer = np.ones(len(following))
    ring = np.flatnonzero(order.cycle_length > 0)
    if len(ring):
        at = np.full(len(following), -1)
        at[ring] = np.arange(len(ring))
        whole, factor = round_cycles(
            at[following[ring]], order.cycle_length[ring], np.ones(len(ring)), slope[ring]
        )
        if np.any(1.0 - factor < CERTAIN):
            return None
        longer[ring] = whole / (1.0 - factor)
    tree = np.flatnonzero((following >= 0) & (order.cycle_length == 0))
    for depth in range(1, int(order.depth[tree].max(initial=0)) + 1):
        here = tree[order.depth[tree] == depth]
        longer[here] = 1.0 + slope[here] * longer[following[here]]
    return longer


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


def drawn_in(values: Floats, by: float) -> Floats:
    """All probabilities W as by / 2 + (1 - by) W: a little nearer to one half.

    The equation maps such values to such values, since all chances of a turn add up to one: the
    equation holds for them just the same, and there is room to move them both ways.
    """
    return by / 2 + (1 - by) * values


def round_cycles(
    following: Integers, length: Integers, constant: Floats, factor: Floats
) -> tuple[Floats, Floats]:
    """(constant, factor) of x = constant + factor * x, from x_i = constant_i + factor_i *
    x_following, found by substituting each into the next once round each cycle. Arrays of lanes, or
    rows of them."""
    whole, product = np.zeros_like(constant), np.ones_like(constant)
    at = np.arange(len(following))
    for step in range(int(length.max())):
        inside = step < length
        whole += np.where(inside, product * constant[..., at], 0.0)
        product = np.where(inside, product * factor[..., at], product)
        at = following[at]
    return whole, product
