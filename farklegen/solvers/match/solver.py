"""Solve a match: the win probability from the start of every turn, between perfect players.

With x a state, seen by the player to move, and V the value of a turn at (number of dice n, turn
score t):

    W(x) = V(all dice, 0)
    V(n, t) = max( 1 - W(opponent's state after banking t),
                   f_n (1 - W(after a farkle)) + d_n (1 - W(after a disaster)) + i_n
                   + sum over option sets of p * max over options of V(n', t') )

the fixed point of a monotone map. Levels of scores are solved from the highest down
(`solvers.match.order`); cycles within a level by secant steps (`kernels.cycles`); sweeps over all
levels are repeated until nothing changes where penalties or disasters lead back down.

Stopping rule and error. Sweeps end when the largest relative change of a sweep, times c / (1 - c)
with c the contraction seen, is below `tolerance`. One more application of the equation to every
state gives the residual that is reported. Where one sweep is enough, the error is bounded by the
sum over the levels of residual times amplification: an error made on a level is carried unchanged,
or less, to lower ones. Source for the ordering and the cycles: T. Neller and M. Busche's papers on
Farkle iterate plainly; solving each cycle by secants is standard for piecewise linear equations.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.kernels.arrays import Keep, Prices, Turn
from farklegen.solvers.match.acceleration import Acceleration, chances_of, log_odds
from farklegen.solvers.match.build import Build
from farklegen.solvers.match.last_turn import solve_last_turns
from farklegen.solvers.match.order import Level, Order, match_order
from farklegen.solvers.match.plan import (
    MatchPlan,
    Storage,
    price_arrays,
    storage,
    turn_arrays,
)
from farklegen.solvers.progress import Progress

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]
Run = Callable[[Level, int], list[Floats]]
"""Solves a level, or applies its equations once; the results of the kernel's parts."""

MOST_SWEEPS = 2000
"""Sweeps after which the solver gives up asking for more; the error then says so."""

MANY_SWEEPS = 8
"""Sweeps over which changes are followed: extrapolation makes them shrink unevenly, and what
shrinks slowly is what is left in the end."""

ELSEWHERE = 10.0
"""Tolerances by which the last sweep may still change states below zero."""

ROUNDING = 4e-15
"""Relative error of a level that its residual does not show, since both round alike."""

USUAL_SWEEPS, USUAL_FLOOR_SWEEPS = 12.0, 6.0
"""Sweeps that are expected as long as nothing else is known."""

FLOOR_SWEEPS = 24
"""Sweeps at most until the effect of a raised floor has arrived where it is looked at."""


@dataclass(frozen=True)
class Solved:
    """The chances of all states, and how they were found.

    Attributes:
        chances: float64[...], see `kernels.arrays`.
        arrivals, farkled: float64[...], values that reach across turns.
        sweeps: over all levels, the one for the residual left out.
        change: largest relative change of the last sweep.
        residual: largest relative change under one more application of the equation.
        error: bound of the relative error, or the estimate that `bounded_by` names.
        bounded_by: how the error is bounded: `levels` or `contraction`.
        floor_effect: relative effect of a floor on scores of zero and above, estimated.
        floor_factor: by what factor that dies out with each penalty, estimated.
        turns: turns that were solved.
        seconds: it took, compiling left out.
    """

    chances: Floats
    arrivals: Floats
    farkled: Floats
    sweeps: int
    change: float
    residual: float
    error: float
    bounded_by: str
    floor_effect: float
    floor_factor: float
    turns: int
    seconds: float


class MatchSolver:
    """One match, ready to be solved."""

    def __init__(self, plan: MatchPlan, build: Build, threads: int) -> None:
        self.plan = plan
        self.build = build
        self.threads = threads
        self.kept: Storage = storage(plan)
        self.prices: Prices
        self.keep: Keep
        self.prices, self.keep = price_arrays(plan, self.kept)
        self.order: Order = match_order(plan, self.prices, self.keep, threads)
        alive = plan.exists.copy()
        alive[self.order.dead] = False
        if not np.any(self.prices.counts[alive]):
            self.prices.counts[:] = 1  # all that is left to play for lies below zero
        self.turn: Turn = turn_arrays(plan.rules, plan.most_rows)
        self.chances = np.full(plan.size, 0.5)
        self.arrivals = np.zeros(max(self.kept.arrivals, 1))
        self.farkled = np.zeros(max(self.kept.farkled, 1))
        # states that are looked up before they are solved, or never are, because they are dead
        if self.order.sweeps_again or len(self.order.dead):
            self.arrivals[: self.kept.begin_last] = 0.5

    def solve(self, tolerance: float, progress: Progress) -> Solved:
        """Solve it.

        Args:
            tolerance: relative error wanted.
            progress: takes the share done and what is being done.
        """
        began, compiling = time.perf_counter(), self.build.compiling()
        plan, order = self.plan, self.order
        source = self.arrivals if self.kept.arrivals else self.chances
        solve_last_turns(
            plan, self.kept, self.build, self.turn, self.chances, self.arrivals, self.farkled
        )
        turn = self.build.prepare(self.turn)
        share = _Share(progress, order, tolerance, plan.rules.truncated)
        sweeps, turns, change, residual, bound = 0, 0.0, 0.0, 0.0, 0.0
        effect = factor = 0.0
        changes: list[float] = []
        faster = Acceleration()
        odds: Floats | None = None
        with ThreadPoolExecutor(max(self.threads - 1, 1)) as pool:
            room = [self.build.values(self.turn, plan.most_rows) for _ in range(self.threads)]

            def run(level: Level, check: int) -> list[Floats]:
                def one(number: int) -> Floats:
                    task = level.tasks[number]
                    result: Floats = self.build.solve(
                        turn, self.prices, self.keep, task.order, task.layers, task.previous,
                        self.chances, source, self.arrivals, self.farkled, room[number], check,
                    )  # fmt: skip
                    return result

                others = [pool.submit(one, number) for number in range(1, len(level.tasks))]
                return [one(0), *(other.result() for other in others)]

            while True:
                change, anywhere, residual, bound = 0.0, 0.0, 0.0, 0.0
                for level in order.levels:
                    if sweeps == 0:
                        self._guess(level)
                    results = run(level, 0)
                    change = max(change, *(float(r[0]) for r in results))
                    anywhere = max(anywhere, *(float(r[4]) for r in results))
                    here = max(float(r[1]) for r in results)
                    residual = max(residual, here)
                    bound += here * max(float(r[3]) for r in results) + ROUNDING
                    turns += sum(float(r[2]) for r in results)
                    share.level(level)
                sweeps += 1
                changes.append(change)
                share.sweep(changes)
                if not order.sweeps_again:
                    break
                if anywhere <= ELSEWHERE * tolerance and _settled(changes, tolerance):
                    break
                if sweeps >= MOST_SWEEPS:
                    break
                before, after = odds, log_odds(self.chances[order.feedback])
                if before is not None:
                    odds = faster.next_guess(before, after)
                    self.chances[order.feedback] = chances_of(odds)
                else:
                    odds = after
            if order.sweeps_again:
                residual = 0.0
                share.checking()
                for level in order.levels:
                    residual = max(residual, *(float(r[1]) for r in run(level, 1)))
                    share.level(level)
                share.sweep()
                if plan.rules.truncated:
                    effect, factor = self._floor_effect(run, share)
                contraction = _contraction(changes)
                error = max(change * contraction, residual) / (1 - contraction) + bound
            else:
                error = bound
        return Solved(
            chances=self.chances,
            arrivals=self.arrivals,
            farkled=self.farkled,
            sweeps=sweeps,
            change=change,
            residual=residual,
            error=error,
            bounded_by="contraction" if order.sweeps_again else "levels",
            floor_effect=effect,
            floor_factor=factor,
            turns=int(turns),
            seconds=time.perf_counter() - began - (self.build.compiling() - compiling),
        )

    def _floor_effect(self, run: Run, share: _Share) -> tuple[float, float]:
        """(relative effect of the floor on scores of zero and above, by what factor it dies out
        with each penalty); both estimated.

        The floor is raised to three penalties below zero (or half as many as there are, or one
        fewer than there are), and what that does is seen at zero and one penalty lower. From there
        on down the effect is taken to die out by the same factor. A floor of zero is raised by one
        penalty, and what that does is taken to be the same.
        """
        plan = self.plan
        penalty, zero = plan.rules.penalty, plan.rules.zero
        distance = min(max(3, zero // penalty // 2), max(zero // penalty - 1, 0))
        _, mine, theirs = plan.grid
        lower = np.minimum(mine, theirs)
        end = zero or penalty
        deeper = end - penalty if distance else end
        where = [plan.exists & (lower >= score) for score in (deeper, deeper + penalty)]
        if not where[0].any():
            return 1.0, 1.0
        near, far = self._felt(run, share, end - distance * penalty, distance, where)
        factor = float(min(far / near, 1.0)) if near > 0 and where[1].any() else 1.0
        here = far if distance else near
        return min(here * factor ** (zero / penalty - distance), 1.0), factor

    def _felt(
        self, run: Run, share: _Share, raised: int, distance: int, where: list[Booleans]
    ) -> list[float]:
        """The largest relative change in each part of the states, if the floor is raised to so
        many steps. Each sweep carries the news one penalty up, of which the last part lies
        `distance` away."""
        plan, prices = self.plan, self.prices
        changed: tuple[NDArray[Any], ...] = (
            self.chances, self.arrivals, self.farkled,
            prices.lost_base, prices.first, prices.lost_floor,
        )  # fmt: skip
        kept = [array.copy() for array in changed]
        solved = self.chances[: plan.states].copy()
        plan.raised = raised
        prices.lost_base[:], prices.first[:] = plan.lost, plan.first
        prices.lost_floor[:] += raised
        felt, gained, left = np.zeros(len(where)), np.full(len(where), np.inf), np.inf
        for sweep in range(FLOOR_SWEEPS + distance):
            for level in self.order.levels:
                run(level, 0)
                share.level(level)
            share.sweep()
            moved = _difference(self.chances[: plan.states], solved)
            before, gain = felt, gained
            felt = np.array([moved[part].max(initial=0.0) for part in where])
            gained = np.maximum(felt - before, 0.0)
            # what is to come, as the sum of a geometric series
            rate = np.clip(gained / np.maximum(gain, 1e-300), 0.0, 0.97)
            left = gained * rate / (1 - rate)
            if sweep > distance + 1 and np.all(left <= 0.1 * felt):
                break
        plan.raised = 0
        for array, as_it_was in zip(changed, kept, strict=True):
            array[:] = as_it_was
        return [float(effect) for effect in felt + left]

    def _guess(self, level: Level) -> None:
        """Start what the level looks up, and is not solved yet, from solved states.

        On the level itself log odds are taken to be a sum of what each score brings: the states
        with one score raised, less the one with both. On lower levels both scores are raised alike
        as far as that goes, then the lower one; from two states on that way the log odds go on
        along a straight line.
        """
        plan = self.plan
        n = plan.scores
        targets = level.targets
        if level.number >= 2 * n - 2 or not len(targets):
            return
        context, rest = np.divmod(targets, n * n)
        mine, theirs = np.divmod(rest, n)
        missing = level.number + 2 - mine - theirs
        both = np.minimum(missing // 2, n - 1 - np.maximum(mine, theirs))
        single = np.minimum(missing - 2 * both, n - 1 - np.minimum(mine, theirs) - both)
        single = np.where(both == missing // 2, 0, single)
        # off the board there is nothing above zero: on the board will do
        number = context
        if plan.contexts.boards > 1:
            number = self._on_board[context]
        lower = mine <= theirs

        def raised(both: Integers, single: Integers) -> Integers:
            return plan.index(
                number,
                np.minimum(mine + both + np.where(lower, single, 0), n - 1),
                np.minimum(theirs + both + np.where(lower, 0, single), n - 1),
            )

        near = raised(both, single)
        further = np.where(single > 0, 0, 1)
        far = raised(both + further, single + (1 - further))
        known = (both + single > 0) & plan.exists[near]
        near, far, targets = near[known], far[known], targets[known]
        steps = np.where(single > 0, single, both)[known]
        odds = log_odds(self.chances[near])
        guess = odds + np.clip(steps * (odds - log_odds(self.chances[far])), -1.0, 1.0)
        beside = (missing == 2) & (np.maximum(mine, theirs) < n - 1)
        first, second = plan.index(number, mine + 1, theirs), plan.index(number, mine, theirs + 1)
        beside[beside] = plan.exists[first[beside]] & plan.exists[second[beside]]
        sides = beside[known]
        first, second = first[known][sides], second[known][sides]
        guess[sides] = log_odds(self.chances[first]) + log_odds(self.chances[second]) - odds[sides]
        self.chances[targets] = chances_of(guess)
        slope = self.prices.slope
        likely = slope[near]
        likely[sides] = np.clip(slope[first] + slope[second] - likely[sides], 0.0, 1.0)
        slope[targets] = likely

    @property
    def _on_board(self) -> Integers:
        contexts = self.plan.contexts
        return np.array(
            [contexts.number(c._replace(on_board=True, their_on_board=True)) for c in contexts.all],
            np.int64,
        )


def _difference(one: Floats, other: Floats) -> Floats:
    """Relative differences of chances, of the smaller of winning and losing."""
    apart = one - other
    apart -= (one >= 0).astype(np.float64) - (other >= 0)  # W on one side, W - 1 on the other
    larger = np.maximum(np.maximum(np.abs(one), np.abs(other)), 1e-250)
    relative: Floats = np.abs(apart) / larger
    return relative


def _contraction(changes: list[float]) -> float:
    """By what factor the changes of the last sweeps shrink: the largest of the last two factors and
    the mean of the last `MANY_SWEEPS`."""
    if len(changes) < 3:
        return 0.9
    ratios = [b / a for a, b in zip(changes[-3:-1], changes[-2:], strict=True) if a > 0]
    several = changes[-1 - MANY_SWEEPS :]
    if several[0] > 0:
        ratios.append(float((several[-1] / several[0]) ** (1 / (len(several) - 1))))
    return min(max([*ratios, 1e-3]), 0.9999999)


def _settled(changes: list[float], tolerance: float) -> bool:
    if len(changes) < 2:
        return changes[-1] == 0.0
    if changes[-1] == 0.0:
        return True
    factor = _contraction(changes)
    return changes[-1] * factor / (1 - factor) <= tolerance


class _Share:
    """How much of the work is done: sweeps, the check, the sweeps that show what the floor does.

    How many sweeps it takes is a guess until some have shown how fast they converge.
    """

    def __init__(self, progress: Progress, order: Order, tolerance: float, floor: bool) -> None:
        self.progress = progress
        self.tolerance = tolerance
        self.total = sum(level.work for level in order.levels)
        self.expected = USUAL_SWEEPS if order.sweeps_again else 1.0
        self.later = (1.0 if order.sweeps_again else 0.0) + (USUAL_FLOOR_SWEEPS if floor else 0.0)
        self.sweeps, self.part, self.told = 0, 0.0, 0.0

    def level(self, level: Level) -> None:
        """A level is solved."""
        self.part += level.work / self.total
        self._tell()

    def sweep(self, changes: list[float] | None = None) -> None:
        """A sweep is done; the changes of all of them so far tell how many are to come."""
        self.sweeps, self.part = self.sweeps + 1, 0.0
        if changes is not None and len(changes) > 2 and changes[-1] > 0:
            factor = min(_contraction(changes), 0.99)
            left = np.log(self.tolerance * (1 - factor) / (changes[-1] * factor)) / np.log(factor)
            self.expected = self.sweeps + max(float(left), 0.0)

    def checking(self) -> None:
        """The sweeps are over."""
        self.expected = float(self.sweeps)

    def _tell(self) -> None:
        share = (self.sweeps + self.part) / (self.expected + self.later)
        self.told = max(self.told, min(share, 0.99))
        self.progress(self.told, "solving the match")
