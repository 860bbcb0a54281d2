"""The inner loop of a match, on one core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.timing import Timing, in_turns
from farklegen import api
from farklegen.core.arrays import LANES, Floats, LanePayoffs
from farklegen.core.structures import aligned
from farklegen.core.turns import turns
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solver import MatchSolver

BLOCKS = 40
"""Blocks of lanes in a run of the kernel."""


@dataclass(frozen=True)
class Rate:
    """How fast something runs through numbers.

    Attributes:
        timing: its runs.
        numbers: options of lanes that are compared in each of them.
    """

    timing: Timing
    numbers: int

    @property
    def best(self) -> float:
        """Numbers per second."""
        return self.numbers / self.timing.best


def random_numbers(count: int) -> Floats:
    """Random numbers that begin on a cache line."""
    numbers: Floats = aligned(count)
    numbers[:] = np.random.default_rng(1).random(count)
    return numbers


def rates(rounds: int, names: Sequence[str]) -> list[Rate]:
    """The kernel with several rules: options of lanes."""
    runs = {name: kernel_run(name) for name in names}
    things = {f"the kernel, {name}": run for name, (run, _) in runs.items()}
    timings = in_turns(things, rounds)
    return [Rate(timing, runs[name][1]) for timing, name in zip(timings, names, strict=True)]


def solver_of(name: str, floor: int | None, threads: int) -> MatchSolver:
    """A match, ready to be solved."""
    ruleset = api.builtin(name).ruleset
    plan = MatchPlan(match_rules(ruleset, compile_scoring(ruleset), floor))
    return MatchSolver(plan, threads)


def kernel_run(name: str) -> tuple[Callable[[], object], int]:
    """(the kernel on blocks of turns under random payoffs, options in a run), of mean length."""
    solver = solver_of(name, None, 1)
    turn, count = solver.equation.turn, BLOCKS * LANES
    rows = int(solver.equation.plan.rows[solver.equation.plan.exists].mean())
    nothing = np.zeros(count)
    payoffs = LanePayoffs(
        bank=random_numbers((rows + turn.max_rise) * count).reshape(-1, 1, count),
        lost=random_numbers(2 * count).reshape(1, 2, count),
        first=nothing,
        ruin=nothing,
        sure=nothing,
        room=np.zeros(count, np.int64),
    )
    # of row 0 there is only the start of a turn, with all the dice
    full, start = len(turn.offset), turn.set_start[turn.column_start[turn.dice - 1]]
    options = count * (rows * full - int(start))
    return partial(turns, turn, rows, payoffs), options
