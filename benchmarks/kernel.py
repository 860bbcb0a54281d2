"""The inner loop of a match against what the processor can do at best, on one core."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from benchmarks.timing import Timing, in_turns
from farklegen import api
from farklegen.kernels.arrays import LANES
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.build import load_build, print_nothing
from farklegen.solvers.match.match import TOLERANCE
from farklegen.solvers.match.plan import MatchPlan, match_rules
from farklegen.solvers.match.solver import MatchSolver, Solved
from farklegen.solvers.progress import silent

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

_ir: Any = ir
_INT = _ir.IntType(64)
_VECTOR = _ir.VectorType(_ir.DoubleType(), VECTOR)


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


@dataclass(frozen=True)
class Share:
    """A match, solved with the kernel under a clock.

    Attributes:
        solved: the result.
        threads: used for it.
        kernel: seconds of all threads in the kernel.
    """

    solved: Solved
    threads: int
    kernel: float

    @property
    def part(self) -> float:
        """The part of the threads' time that is spent in the kernel."""
        return self.kernel / (self.threads * self.solved.seconds)


def _emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    values, out = (
        context.make_array(kind)(context, builder, array).data
        for kind, array in zip(signature.args[:2], arguments[:2], strict=True)
    )
    size, steps = arguments[2:]

    def place(array: Any, at: Any, number: int) -> Any:
        index = builder.add(at, _ir.Constant(_INT, number * VECTOR))
        return builder.bitcast(builder.gep(array, [index]), _VECTOR.as_pointer())

    entry = builder.basic_block
    loop, leave = (builder.append_basic_block(name) for name in ("loop", "leave"))
    builder.branch(loop)
    builder.position_at_end(loop)
    left, at = builder.phi(_INT), builder.phi(_INT)
    best = [builder.phi(_VECTOR) for _ in range(MAXIMA)]
    loaded = [builder.load(place(values, at, number)) for number in range(MAXIMA)]
    larger = [
        builder.select(builder.fcmp_ordered(">", new, old), new, old)
        for new, old in zip(loaded, best, strict=True)
    ]
    fewer = builder.sub(left, _ir.Constant(_INT, 1))
    further = builder.add(at, _ir.Constant(_INT, MAXIMA * VECTOR))
    again = builder.icmp_signed(">=", further, size)
    following = builder.select(again, _ir.Constant(_INT, 0), further)
    zero = _ir.Constant(_VECTOR, [0.0] * VECTOR)
    for node, begin, later in (
        (left, steps, fewer),
        (at, _ir.Constant(_INT, 0), following),
        *((node, zero, new) for node, new in zip(best, larger, strict=True)),
    ):
        node.add_incoming(begin, entry)
        node.add_incoming(later, loop)
    builder.cbranch(builder.icmp_signed(">", fewer, _ir.Constant(_INT, 0)), loop, leave)
    builder.position_at_end(leave)
    for number, vector in enumerate(larger):
        builder.store(vector, place(out, _ir.Constant(_INT, 0), number))
    return context.get_dummy_value()


@intrinsic
def _sweep(context, values, out, size, steps):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Run over an array again and again; each step loads `MAXIMA` vectors and keeps the larger."""
    return types.void(values, out, size, steps), _emit


@njit(nogil=True)
def loads_and_maxima(values, out, size, steps):  # type: ignore[no-untyped-def]
    """The loop that the processor can do at best what an option needs."""
    _sweep(values, out, size, steps)  # type: ignore[call-arg]


def aligned(numbers: int) -> NDArray[np.float64]:
    """Random numbers that begin on a cache line."""
    room = np.random.default_rng(1).random(numbers + VECTOR)
    skip = -(room.ctypes.data // 8) % VECTOR
    return room[skip : skip + numbers]


def rates(rounds: int, kernels: Path, names: Sequence[str]) -> list[Rate]:
    """First the loop of loads and maxima, then the kernel with several rules.

    One option of one lane is one number loaded and compared, so that the rates can be compared.
    """
    things: dict[str, Callable[[], object]] = {}
    numbers = []
    step = MAXIMA * VECTOR
    for size in SIZES:
        values = aligned(size * 1024 // 8 // step * step)
        steps = NUMBERS // step
        sweep = partial(loads_and_maxima, values, aligned(step), len(values), steps)
        things[f"loads and maxima, {size} KiB"] = sweep
        numbers.append(steps * step)
    for name in names:
        things[f"the kernel, {name}"], count = kernel_run(name, kernels)
        numbers.append(count)
    timings = in_turns(things, rounds)
    return [Rate(*both) for both in zip(timings, numbers, strict=True)]


def solver_of(name: str, floor: int | None, kernels: Path, threads: int) -> MatchSolver:
    """A match, ready to be solved."""
    ruleset = api.builtin(name).ruleset
    plan = MatchPlan(match_rules(ruleset, compile_scoring(ruleset), floor))
    return MatchSolver(plan, load_build(kernels, print_nothing), threads)


def kernel_run(name: str, kernels: Path) -> tuple[Callable[[], object], int]:
    """(the kernel on blocks of turns under random prices, options in a run), of mean length."""
    solver = solver_of(name, None, kernels, 1)
    turns = import_module("farklegen.kernels.backward").turns
    turn, width = solver.build.prepare(solver.equation.turn), LANES
    rows = int(solver.equation.plan.rows[solver.equation.plan.exists].mean())
    bank = aligned(BLOCKS * (rows + turn.max_rise) * width).reshape(BLOCKS, -1)
    lost, others = aligned(BLOCKS * 2 * width).reshape(BLOCKS, -1), np.zeros((BLOCKS, width))
    room = np.zeros((BLOCKS, width), np.int64)
    values = aligned((rows + turn.max_rise) * turn.columns * width)
    run = partial(
        turns, turn, rows, values, bank, 1, lost, 1, 2, others, others, others, room,
        np.zeros((BLOCKS, width)), False, np.zeros((BLOCKS, width)),
    )  # fmt: skip
    # of row 0 there is only the start of a turn, with all the dice
    full, start = len(turn.offset), turn.set_start[turn.column_start[turn.dice - 1]]
    return run, BLOCKS * width * (rows * full - int(start))


def share(name: str, floor: int | None, kernels: Path, threads: int) -> Share:
    """Solve a match and see how much of the time is spent in the kernel."""
    solver = solver_of(name, floor, kernels, threads)
    busy: list[float] = []
    inner = solver.build.solve

    def timed(*arguments: Any) -> Any:
        start = time.perf_counter()
        result = inner(*arguments)
        busy.append(time.perf_counter() - start)
        return result

    solver.equation.build = replace(solver.build, solve=timed)
    return Share(solver.solve(TOLERANCE, silent), threads, sum(busy))
