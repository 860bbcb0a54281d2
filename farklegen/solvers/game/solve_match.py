"""Solve a match: from rules to a solution with its certificate.

`solver.SeveralSolver` finds the chances. In a match of two this module bounds how far they may be
from the right ones; a match is refused if that is more than `MOST_TOLERANCE`.

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
go on for ever without loss there is no such n, and the equation may have many solutions: a
standoff.

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

*Value iteration* settles standoffs: the game that is cut off after k turns and then counts half for
each.

    V_0 = 1/2 for every state of a game that is not over,    V_(k+1) = F(V_k) for all states at once

Where nobody wants to end the game (each would rather pass than bank) V = F(V) has many solutions,
and this method defines which one holds. k is the number of applications after which another one
changes V no more than it may miss V by, so that to go on a million times would change nothing that
is printed. The bound of the error is the sum of what all applications may miss. There is no bound
where games end so rarely, even if both players want it, that V would move too slowly to show it.
Plain as it is, it needs as many applications as a game may have turns, so it is used only where
the other ways find no small enough n. V may go to and fro between two values, because a game that
is cut off after an odd number of turns is another one. What goes to and fro around one half counts
half, and all else has to come to rest with it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Floats, Integers
from farklegen.core.crew import Crew
from farklegen.core.several import ONCE, Several, Tally, solve_levels
from farklegen.errors import UnsolvableError, named
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game.lanes import longest_turn
from farklegen.solvers.game.layout import first_values, layouts_of
from farklegen.solvers.game.levels import Band, lanes_of
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.game.solution import Certificate, MatchSolution
from farklegen.solvers.game.solvable import check_feasible
from farklegen.solvers.game.solver import SeveralSolver
from farklegen.solvers.moves import occurring
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.turn_rules import NEGLIGIBLE_RUN

SOLVER_VERSION = "match-18"
"""Changes whenever the solver's answers or the arrays that are stored change."""

MANY_TURNS = 1000
"""A game of more turns lasts long."""


def solve_match(
    seats: Sequence[MatchRules],
    players: int = 2,
    *,
    threads: int | None = None,
    tolerance: float = MOST_TOLERANCE,
    progress: Progress = silent,
) -> list[MatchSolution]:
    """Solve the match of perfect players, each playing for their own chance to win; returns the
    solution as each of the seats sees it.

    Args:
        seats: the rules; those of each of two players if they have different dice.
        threads: by default one for each core.
        tolerance: error wanted in a match of two.

    Raises:
        UnsolvableError: if a rule makes that impossible, or the match is out of reach.
    """
    threads = threads or usable_cores()
    needs = [check_feasible(rules, players, threads) for rules in seats]
    began, rules = time.perf_counter(), seats[0]
    exact = min(tolerance, MOST_TOLERANCE)
    with Crew(threads) as crew:
        solver = SeveralSolver(seats, players, crew, tolerance=exact, progress=progress)
        if players == 2:
            values, found = certified(solver)
            _check_error(found, seats)
            tally = Tally()
        else:
            tally = solver.solve()
            values = np.clip(solver.values, 0.0, 1.0, out=solver.values)
            found = Bound(tally.sweeps, tally.residual + rules.run_lost, 1.0)
    certificate = Certificate(
        players=players,
        states=sum(need.states for need in needs),
        sweeps=found.sweeps,
        residual=found.residual,
        error_bound=found.error,
        unsettled=tally.unsettled,
        unrest=tally.moving,
        floor=rules.lowest * rules.unit if rules.truncated else None,
        seconds=time.perf_counter() - began,
    )
    return [MatchSolution(layout, values, certificate) for layout in solver.layouts]


def _check_error(found: Bound, seats: Sequence[MatchRules]) -> None:
    """Refuse a solution whose error is too large, with the error that was reached."""
    if found.error <= MOST_TOLERANCE:
        return
    reached, why = "how exact it would be could not be proved", ""
    if isfinite(found.error) and found.error < 1:
        reached = (
            f"an error of up to {found.error:.1e} is left, and no more than "
            f"{MOST_TOLERANCE:.0e} will do"
        )
    if isfinite(found.turns_left) and found.turns_left > MANY_TURNS:
        why = f" Games between good players may last {found.turns_left:,.0f} turns and more."
    if seats[0].run_lost > NEGLIGIBLE_RUN:
        why += (
            " A turn may run on so far past the goal that it is cut off: let more rolls farkle, or "
            "let hot dice be banked."
        )
    if len(seats) > 1:
        why += " Give dice that score more often."
    raise UnsolvableError(
        f"the win probability of this match was not found: {reached}.{why} A lower goal, a lower "
        "bank minimum, or rules under which a game comes to its end sooner, help; "
        f"{named('the card alone', '`farklegen table --quick`')} needs no match"
    )


def usable_cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def to_store(solutions: Sequence[MatchSolution]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """(meta, arrays) from which `from_store` makes the solutions again."""
    return asdict(solutions[0].certificate), {"values": solutions[0].values}


def from_store(
    seats: Sequence[MatchRules],
    players: int,
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> list[MatchSolution]:
    """The solutions that were stored; arguments as those of `solve_match`.

    Raises:
        KeyError, TypeError, ValueError: if it is something else.
    """
    layouts, values = layouts_of(seats, players), np.asarray(arrays["values"])
    if values.shape != (players - 1, layouts[-1].size):
        raise ValueError("the solution of another kind of match")
    certificate = Certificate(**meta)
    return [MatchSolution(layout, values, certificate) for layout in layouts]


MOST_ATTEMPTS, CLOSER = 3, 0.3
"""How often sweeps are taken up again where the error is too large, and the extra factor by which
their tolerance is then tightened."""

MOST_TURNS_LEFT = 1e4
"""Games that may last longer gain nothing by a few more sweeps."""

SMALLEST = 0.03
"""Every turn counts at least this share of the largest residual. What `solver.Linear` knows of
the turns that are left is too coarse for smaller ones: the bound would take more applications."""

ROUNDING = 4e-15
"""How much rounding may move a value in one application of the equation."""

ROOM = 4e-6
"""By how much values are drawn in, so that they can be lowered a little everywhere."""

LOWERED = 1e-6
"""The largest e n for which (1) is checked: small, so that only nearly best play counts, and large
against rounding."""


class Bound(NamedTuple):
    """How exact the values of a match are.

    Attributes:
        sweeps, residual: see `solution.Certificate`.
        error: bound of the error of every probability; infinite if there is none.
        turns_left: a bound of the turns left, as a multiple of the residual; 0 where it was not
            needed.
    """

    sweeps: int
    residual: float
    error: float
    turns_left: float = 0.0


def certified(solver: SeveralSolver) -> tuple[Floats, Bound]:
    """Solve a match of two: float64[1, states], the values, and how exact they are."""
    tolerance, sweeps, equation = solver.tolerance, 0, Equation(solver)
    for _ in range(MOST_ATTEMPTS):
        tally = solver.solve()
        np.clip(solver.values, 0.0, 1.0, out=solver.values)
        sweeps += tally.sweeps
        values, found = solver.values, _bound(equation, tally, sweeps)
        if found.error <= tolerance or solver.linear is None:
            break
        if not found.turns_left < MOST_TURNS_LEFT:
            break
        solver.tolerance *= CLOSER * tolerance / found.error
    if not found.error <= MOST_TOLERANCE:
        others, iterated = iterate(equation)
        if iterated.error < found.error:
            values, found = others[None], iterated
    beyond = max(layout.rules.beyond for layout in solver.layouts)
    return values, found._replace(error=found.error + beyond)


def _bound(equation: Equation, tally: Tally, sweeps: int) -> Bound:
    """How exact the values of a solved match are."""
    solver, values, missed = equation.solver, equation.values, equation.missed
    if not solver.layout.sweeps:
        residual = max(tally.residual, tally.moving)
        error = levels_error(equation, residual)
        if error is not None and error <= MOST_TOLERANCE:
            return Bound(sweeps, residual, error)
    applied, live = equation.apply(values), equation.live
    residual = float(np.abs(applied - values).max())
    begin = live
    if solver.linear is not None:
        # residuals as shares of the largest
        shares = (np.abs(applied - values) + missed) / (residual + missed)
        live = np.maximum(shares, SMALLEST) * live
        begin = solver.linear.left_over(live, solver.crew)
    left = turns_left(equation, applied, live, begin)
    most = np.inf if left is None else float(left.max())
    error = (residual + missed) * most
    return Bound(sweeps, residual, error, most)


class Equation:
    """The equation of a match of two that was solved, W = F(W).

    Attributes:
        solver: the solved match.
        values: float64[states], what was found.
        missed: by how much one application of the equation may miss a value: by rounding, and
            because turns may run on above their last row.
    """

    def __init__(self, solver: SeveralSolver) -> None:
        self.solver = solver
        self.values = solver.values[0]
        self.missed = ROUNDING + max(layout.rules.run_lost for layout in solver.layouts)

    def apply(self, values: Floats) -> Floats:
        """F(values), applied once to all turns before the goal is reached; the same values where
        the equation gives none."""
        sets = np.concatenate([values, values])
        for band in self.solver.passes.through(self.solver.bands):
            self._solve(band.task, band, sets)
        return np.where(self.live > 0, sets[len(values) :], values)

    def _solve(self, task: Several, band: Band, sets: Floats) -> None:
        """Solve turns of a band by the values in several sets, and write to the last of them."""
        to, count = len(sets) - len(self.values), len(task.rows)
        task = task._replace(
            values=sets[None],
            own=np.where(task.own < 0, -1, task.own + to),
            offers=np.where(task.offers < 0, -1, task.offers + to),
        )
        second = band.levels.second if len(self.solver.layouts) > 1 else len(sets)
        levels = band.levels._replace(
            begin=np.array([0, count]),
            order=np.arange(count),
            mode=np.array([ONCE]),
            second=second,
        )
        solve_levels(self.solver.turns, task, levels, self.solver.crew, Tally())

    def slopes(self, some: Integers, by: float) -> Floats:
        """float64[...]: how much the chances of some states move if those after farkles that bank
        nothing are lowered by `by` (below zero: raised), as a share of `by`."""
        size, drawn = len(self.values), drawn_in(self.values)
        keeps = self.solver.layout.rules.turn.keeps
        asked = np.zeros(size, np.bool_)
        asked[some] = True
        moved = np.zeros(size)
        for band in self.solver.bands:
            task = lanes_of(band.task, np.flatnonzero(asked[band.task.state]))
            if not len(task.state):
                continue
            task = task._replace(own=task.state, offers=np.full_like(task.state, -1))
            found = []
            for each in (task, after_farkles(task, size, keeps=keeps)):
                sets = np.concatenate([drawn, drawn - by, drawn])
                self._solve(each, band, sets)
                found.append(sets[2 * size + task.state])
            moved[task.state] = np.clip((found[1] - found[0]) / by, 0.0, 1.0)
        there: Floats = moved[some]
        return there

    @cached_property
    def live(self) -> Floats:
        """1 for every state that the equation gives, 0 for the others, such as games that are
        over, and turns to take over that no turn leaves: they may be handed to and fro for ever."""
        live: Floats = np.zeros(len(self.values))
        layout = self.solver.layout
        left = occurring(layout.rules.every_move, longest_turn(layout), taken_over=True)
        for band in self.solver.bands:
            task = band.task
            live[task.own[task.own >= 0]] = 1.0
            row = task.taken_from[:, None] + np.arange(task.taken.max(initial=0))
            there = task.offers[:, None] + task.offers_rise[:, None] * (row - row[:, :1])
            taken = (task.offers[:, None] >= 0) & (row < (task.taken_from + task.taken)[:, None])
            dice = np.arange(layout.hands)
            there = there[taken][:, None] + dice
            live[there[left[row[taken][:, None], dice]]] = 1.0
        return live


def after_farkles(task: Several, by: int, *, keeps: bool) -> Several:
    """The same turns, but farkles that bank nothing lead to states so much further on; `keeps`:
    only farkles of the first roll bank nothing."""
    task = task._replace(first=task.first + by * (task.first == task.after))
    if keeps:
        return task
    lost = task.lost_base.copy()
    lost[:-1] += by
    lost[-1] += by * (lost[-1] == task.after)
    return task._replace(lost_base=lost)


def drawn_in(values: Floats) -> Floats:
    """All probabilities W as r / 2 + (1 - r) W, with r = `ROOM`: a little nearer to one half.

    The equation maps such values to such values, since all chances of a turn add up to one: the
    equation holds for them just the same, and there is room to move them both ways.
    """
    return ROOM / 2 + (1 - ROOM) * values


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


def levels_error(equation: Equation, residual: float) -> float | None:
    """Bound of the error of any chance, where no turn leads to a lower level; None if the chances
    give no bound.

    Where one player has as good as won, the other one's chance can only rise, and the slope to this
    side counts. Elsewhere the larger slope counts, which by convexity is the one to the other side.
    """
    layout, values = equation.solver.layout, equation.values
    more = 1.0 if layout.tells else 0.0  # turns that tell of the one before are in no cycle
    each = residual + equation.missed
    if layout.rounds:
        return layout.turns * each * (1.0 + more)
    none = np.zeros((3, 0), np.int64)  # a game may have no turns that can end it
    states, after, first = np.concatenate([none, *equation.solver.farkles], axis=1)
    if not len(states):
        return 0.0
    order = np.argsort(states)
    found = np.searchsorted(states, after, sorter=order)
    following = order[np.minimum(found, len(states) - 1)]
    inside, begin = states[following] == after, np.flatnonzero(first)
    mine, theirs = values[states], values[states[following]]
    bounds = np.minimum((1.0 - mine + WON) / np.maximum(theirs - WON, WON), 1.0)
    slope = np.where(inside, bounds, 0.0)

    def bound() -> float | None:
        longer = _longer(slope, following, layout.players * layout.streak)
        if longer is None:
            return None
        return each * float(np.maximum.reduceat(longer + more, begin).sum())

    error = bound()
    if error is None or error > LOOSE:
        steep = inside & (slope > STEEP)
        won = (1.0 - mine <= UNSURE) & (theirs <= UNSURE)
        for some, by in ((steep & won, -LOWERED), (steep & ~won, LOWERED)):
            slope[some] = equation.slopes(states[some], by)
        error = bound()
    return error


def _longer(slope: Floats, following: Integers, phases: int) -> Floats | None:
    """float64[...]: what n grows by on each state's level; None if all slopes round some cycle, of
    `phases` farkles at most, may be one. `following`: to which of the states farkles lead."""
    at = np.arange(len(slope))
    whole, product = np.zeros(len(at)), np.ones(len(at))
    for _ in range(phases):
        whole += product
        product *= slope[at]
        at = following[at]
    round_a_cycle = (at == np.arange(len(at))) & (product > 0)
    if np.any(1.0 - product[round_a_cycle] < CERTAIN):
        return None
    whole[round_a_cycle] /= 1.0 - product[round_a_cycle]
    to_one = ~round_a_cycle & (product > 0)
    whole[to_one] += product[to_one] * whole[at[to_one]]
    return whole


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

SPARE = 1.01
"""The factor by which n is enlarged before it is checked."""


def turns_left(equation: Equation, applied: Floats, live: Floats, begin: Floats) -> Floats | None:
    """n, a bound of the number of turns that are left, by following the game; None if there is
    none, or it was not found.

    Args:
        applied: the equation applied to the values.
        live: what counts, 0 for games that are over. Each turn counts 1, or its residual as a share
            of the largest one. Then n bounds the sum of all residuals of a game, as a multiple of
            the largest.
        begin: h_0: at least `live`.
    """
    values, applied = drawn_in(equation.values), drawn_in(applied)
    began, some = time.perf_counter(), live > 0

    def grown(n: Floats) -> Floats:
        """(F(W - e n) - F(W)) / e on all that is live, e as large as `FOLLOWED` allows."""
        size = FOLLOWED / max(float(n.max()), 1.0)
        moved = np.maximum(equation.apply(values - size * n) - applied, 0.0)
        return np.where(some, moved / size, 0.0)

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


MOST_SECONDS = 60.0
"""Seconds after which following, and value iteration, are given up."""

SWAPPED = 1e-6
"""Change of an application from which on V may go to and fro."""

SELDOM, TURNS_AHEAD = 1e-6, 16
"""A chance to end the game within `TURNS_AHEAD` turns that is below `SELDOM` is too small for V to
show it."""


def iterate(equation: Equation) -> tuple[Floats, Bound]:
    """Value iteration: apply the equation, whose last turns are solved, until V is at rest. States
    that go to and fro around one half are held at one half from then on. There is no bound of the
    error if V did not come to rest."""
    if _almost_never_ends(equation):
        return equation.values, Bound(0, np.inf, np.inf)
    began, done, change, error = time.perf_counter(), 1, np.inf, np.inf
    # the first time last turns count half, too
    values = equation.apply(first_values(equation.solver.layouts)[0])
    values = before = np.where(equation.live > 0, values, equation.values)
    at_half = np.zeros(len(values), np.bool_)
    while time.perf_counter() - began <= MOST_SECONDS:
        earlier, before, values = before, values, equation.apply(values)
        done += 1
        change = largest_difference(values, before)
        if change <= equation.missed:
            error = done * equation.missed
            break
        values[at_half] = 0.5
        if change > SWAPPED and largest_difference(values, earlier) <= equation.missed:
            halves = np.abs(before + values - 1.0) <= done * equation.missed
            halves &= np.abs(before - values) > SWAPPED
            if at_half.any() or not halves.any():
                break
            at_half, values = halves, np.where(halves, 0.5, values)
    return values, Bound(done, change, error)


def _almost_never_ends(equation: Equation) -> bool:
    """Whether games from some state can end, but with a chance below `SELDOM` within `TURNS_AHEAD`
    more turns, even if both players want it."""
    ended, turns = 1.0 - equation.live, 0
    while turns < TURNS_AHEAD:
        # a sum of positive terms, so that rounding does not lose a tiny chance
        found = np.maximum(equation.apply(1.0 - ended), ended)
        often = found >= SELDOM
        more = bool(np.any(ended[often] < SELDOM))
        if not (more or np.any(found[~often] > 0)):
            return False
        ended, turns = found, 0 if more else turns + 1
    return True


def largest_difference(one: Floats, other: Floats) -> float:
    """The largest difference between two sets of probabilities."""
    return float(np.abs(one - other).max())
