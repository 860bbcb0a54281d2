"""The inner loop of a match against what the processor can do at best, on one core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.timing import Timing, in_turns
from farklegen import api
from farklegen.core.arrays import LANES, Floats, LanePayoffs
from farklegen.core.binding import core
from farklegen.core.structures import Written, aligned
from farklegen.core.turns import turns
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solver import MatchSolver

VECTOR = 8
"""float64 in a vector."""

MAXIMA = 12
"""Running maxima side by side: enough to hide their latency."""

NUMBERS = 20_000_000
"""Loaded in a run of the loop of nothing but loads and maxima."""

SIZES = (16, 128)
"""Kilobytes that it loads from again and again: in the first and in the second cache."""

BLOCKS = 40
"""Blocks of lanes in a run of the kernel."""


@dataclass(frozen=True)
class Rate:
    """How fast something runs through numbers.

    Attributes:
        timing: its runs.
        numbers: float64 that are loaded and compared in each of them.
    """

    timing: Timing
    numbers: int

    @property
    def best(self) -> float:
        """Numbers per second."""
        return self.numbers / self.timing.best


class Loads(NamedTuple):
    """What `load_and_compare` takes."""

    values: Floats
    out: Written[Floats]
    steps: int


def random_numbers(count: int) -> Floats:
    """Random numbers that begin on a cache line."""
    numbers: Floats = aligned(count)
    numbers[:] = np.random.default_rng(1).random(count)
    return numbers


def rates(rounds: int, names: Sequence[str]) -> list[Rate]:
    """First the loop of loads and maxima, then the kernel with several rules.

    One option of one lane is one number loaded and compared, so that the rates can be compared.
    """
    things: dict[str, Callable[[], object]] = {}
    numbers = []
    step = MAXIMA * VECTOR
    for size in SIZES:
        steps = NUMBERS // step
        loads = Loads(random_numbers(size * 1024 // 8 // step * step), aligned(step), steps)
        things[f"loads and maxima, {size} KiB"] = partial(core().call, "load_and_compare", loads)
        numbers.append(steps * step)
    for name in names:
        things[f"the kernel, {name}"], count = kernel_run(name)
        numbers.append(count)
    timings = in_turns(things, rounds)
    return [Rate(*both) for both in zip(timings, numbers, strict=True)]


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
