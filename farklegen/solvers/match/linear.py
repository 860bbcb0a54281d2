"""Predict what the sweeps to come will change, without sweeping: the equation of the match, made
linear.

Under a fixed way to play, the values at the start of turns are linear in each other: V = c - A V,
with A the chances of how each turn ends. A is nearly known from a few turns: neighbours play alike,
so the ends of a turn are taken to be those of the nearest of a grid of states, followed once
(`solvers.follow`), and the states that follow are worked out for each state itself. The grid is
narrow near the goal, where play depends on every point.

A sweep that changed the values by y makes the next one change them by about A's share of y: the
core's `carry` works that out in a hundredth of the time. Added up, the changes of all sweeps to
come are a correction of the values. The correction is wrong by some per cent of itself. So it
affects how many sweeps are needed, never the result: the equation and its accuracy stay the same.

The same sums give how many turns are left.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.payoffs import Solved
from farklegen.solvers.ends import Ends
from farklegen.solvers.follow import ends_of_best
from farklegen.solvers.match.equation import Equation

NEAR, SHARE = 6, 25
"""The grid's distance is that to the goal in `NEAR` parts, at most the scores in `SHARE` parts."""

MOST_PASSES = 200
"""Sweeps that are added up at most."""

REST = 1e-3
"""Share of the largest sum that is left out."""

PLAY_CHANGES = 1e-4
"""Change of a sweep above which play may have changed enough to be followed again."""

RELATIVE = 100.0
"""Tolerances by which a chance p may be wrong, relative to the smaller of p and 1 - p."""

SMALL = 1e-12
"""Chances below this need no digits of their own."""

RESTING = 1e-14
"""Change of a sweep that rounding explains."""

MORE_TURNS = 1.6
"""By what factor more turns than were found may be left."""


def usable(equation: Equation) -> bool:
    """Whether the values that sweeps feed back are only those at the start of turns."""
    order, kept = equation.order, equation.kept
    return order.sweeps_again and bool(order.levels) and not (kept.arrivals or kept.farkled)


class Linear:
    """The linear equation of a match in which no turn is taken over or has something to beat."""

    def __init__(self, equation: Equation) -> None:
        """Choose the grid. `correct` comes before everything else."""
        plan, order = equation.plan, equation.order
        self.equation = equation
        self._corrected = 0.0
        self.left = np.inf
        """The estimated error of the chances."""
        tasks = [task for level in order.levels for task in level.tasks]
        self._order = np.concatenate([task.order for task in tasks])
        sizes = np.concatenate([np.diff(task.layers) for task in tasks])
        self._layers = np.concatenate([[0], np.cumsum(sizes)])
        self._alive = np.zeros(plan.states, np.bool_)
        self._alive[self._order[self._order >= 0]] = True
        context, mine, theirs = plan.grid
        boards = [plan.contexts.flags(who)[context] for who in ("on_board", "their_on_board")]

        def at(grid: Integers) -> Integers:
            # off the board there are few scores, and each is in the grid
            mine_there, theirs_there = (
                np.where(on_board, grid[score], score)
                for on_board, score in zip(boards, (mine, theirs), strict=True)
            )
            return plan.index(context, mine_there, theirs_there)

        first, second = map(at, _grid(plan.scores))
        there = np.where(self._alive[first], first, np.where(self._alive[second], second, -1))
        there[~self._alive] = -1
        self._starts = np.unique(there[there >= 0])
        self._starts = self._starts[np.argsort(-plan.rows[self._starts], kind="stable")]
        number = np.full(plan.states + 1, -1)
        number[self._starts] = np.arange(len(self._starts))
        self._place = np.concatenate([number[there], np.full(plan.size - plan.states, -1)])
        self._ends: Ends | None = None

    def _look(self) -> None:
        """Follow the turns of the grid, as they are best played by the values as they stand."""
        equation = self.equation
        chances = equation.values.chances
        turns = ends_of_best(
            equation.turn, equation.payoffs, equation.keep,
            Solved(chances, chances, equation.values.farkled), self._starts,
            threads=equation.threads,
        )  # fmt: skip
        self._ends = turns.at(self._place)
        vars(self).pop("_turns", None)

    def correct(self, before: Floats, tolerance: float) -> bool:
        """Add what sweeps to come will change. Returns whether no other sweep is needed after that.

        The share of the correction that is wrong is taken to be the same as last time. The sweep
        since then has shown that share.

        Args:
            before: float64[states], the chances before the last sweep.
            tolerance: error wanted.
        """
        plan = self.equation.plan
        now = self.equation.values.chances[: plan.states]
        change = now - before
        largest = float(np.abs(change).max())
        if largest > PLAY_CHANGES or self._ends is None:
            self._look()
        to_come = self._to_come(change)
        missed = min(largest / self._corrected, 1.0) if self._corrected else 1.0
        self._corrected = float(np.abs(to_come).max())
        smaller = np.maximum(np.minimum(now, 1.0 - now), SMALL)
        relative = float((np.abs(to_come) / smaller)[plan.counts].max())
        self.left = missed * self._corrected
        most = 0.5 * np.minimum(now, 1.0 - now)  # half of what is left to win or to lose
        now += np.clip(to_come, -most, most)
        if largest <= RESTING:
            return True
        if self.left > tolerance or missed * relative > RELATIVE * tolerance:
            return False
        return self.left * float(self._turns.max()) <= tolerance

    def left_over(self, counted: Floats) -> Floats:
        """float64[chances]: a generous estimate of `counted`, summed over all the turns that are
        left.

        Args:
            counted: float64[chances], the amount in each turn; zero where no turn is left.
        """
        states = self.equation.plan.states
        found = counted.copy()
        found[:states] = np.maximum(MORE_TURNS * self.solved(counted[:states]), counted[:states])
        return found

    @cached_property
    def _turns(self) -> Floats:
        """float64[states]: turns that are left, as play was when it was followed."""
        return self.solved(self._alive.astype(np.float64))

    def _to_come(self, change: Floats) -> Floats:
        """float64[states]: what all sweeps to come will change, given what the last one has."""
        nothing = np.zeros_like(change)
        total = nothing.copy()
        for _ in range(MOST_PASSES):
            self._carry(change, nothing, -1.0)
            total += change
            if np.abs(change).max() <= REST * np.abs(total).max():
                break
        return total

    def solved(self, constant: Floats) -> Floats:
        """float64[states]: y = constant + A y."""
        found = np.zeros_like(constant)
        for _ in range(MOST_PASSES):
            before = found.copy()
            self._carry(found, constant, 1.0)
            moving = np.abs(found - before)[self._alive].max(initial=0.0)
            if moving <= REST * np.abs(found[self._alive]).max(initial=0.0):
                break
        return found

    def _carry(self, change: Floats, constant: Floats, sign: float) -> None:
        assert self._ends is not None
        self.equation.solving.carry(self._ends, self._order, self._layers, change, constant, sign)


def _grid(scores: int) -> tuple[Integers, Integers]:
    """int64[scores], the nearest score of the grid, and the next one that is no higher."""
    chosen, distance = [], 1
    while distance <= scores:
        chosen.append(scores - distance)
        distance += min(max(distance // NEAR, 1), max(scores // SHARE, 1))
    chosen.append(0)
    grid = np.unique(chosen)
    every = np.arange(scores)
    lower = np.searchsorted(grid, every, side="right") - 1
    higher = np.minimum(lower + 1, len(grid) - 1)
    nearer = np.where(grid[higher] - every < every - grid[lower], higher, lower)
    return grid[nearer], grid[lower]
