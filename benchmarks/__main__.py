"""Measure: `python -m benchmarks`.

Whole commands are timed against the import of the libraries they stand on, in turn, so that a
machine that changes its speed changes both; medians count. The solver is timed within this process.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from farklegen.cards.card import make_card
from farklegen.rules.catalogue import load
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.expected import expected_score
from farklegen.solvers.moves import turn_moves
from farklegen.solvers.reach import reach
from farklegen.solvers.turn import solve_turn

BASE = "import numpy, pydantic, yaml, typer, rich"
RULES = ("basic", "facebook", "zilch", "patch")
RUNS = 15


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Wall time of one run of a command."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
    return time.perf_counter() - start


def commands(cache: str) -> dict[str, tuple[list[str], dict[str, str]]]:
    """What is timed: label -> command and environment."""
    program = [sys.executable, "-m", "farklegen"]
    fresh = {**os.environ, "FARKLEGEN_CACHE": "off"}
    kept = {**os.environ, "FARKLEGEN_CACHE": cache}
    found = {
        "the imports alone": ([sys.executable, "-c", BASE], fresh),
        "farklegen --help": ([*program, "--help"], fresh),
    }
    for name in RULES:
        found[f"table {name} --quick, asked again"] = ([*program, "table", name, "--quick"], kept)
        found[f"table {name} --quick, computed"] = ([*program, "table", name, "--quick"], fresh)
    return found


def time_commands() -> Table:
    """Medians of interleaved runs, and their ratio to the imports."""
    with tempfile.TemporaryDirectory() as cache:
        timed = commands(cache)
        for command, environment in timed.values():
            seconds(command, environment)
        taken: dict[str, list[float]] = {label: [] for label in timed}
        for _ in range(RUNS):
            for label, (command, environment) in timed.items():
                taken[label].append(seconds(command, environment))
    table = Table("command", "median ms", "least ms", "ratio to the imports")
    base = statistics.median(taken["the imports alone"])
    for label, values in taken.items():
        middle = statistics.median(values)
        table.add_row(
            label, f"{1e3 * middle:.0f}", f"{1e3 * min(values):.0f}", f"{middle / base:.2f}"
        )
    return table


def best_of(work: Callable[[], object], runs: int = 7) -> tuple[float, float]:
    """Least seconds over several runs, and peak memory of one more, in MB."""
    least = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return least, peak / 1e6


def time_solver() -> Table:
    """Compiling, solving and making the card; and turns of 10,000 and 100,000 points."""
    table = Table("solver", "least ms", "peak MB")
    for name in RULES:
        ruleset = load(name).ruleset
        tables = compile_scoring(ruleset)
        result = expected_score(ruleset, tables)
        for label, work in (
            ("compile", partial(compile_scoring, ruleset)),
            ("expected score", partial(expected_score, ruleset, tables)),
            ("card", partial(make_card, ruleset, result)),
        ):
            taken, peak = best_of(work)
            table.add_row(f"{name}: {label}", f"{1e3 * taken:.1f}", f"{peak:.1f}")
    ruleset = load("basic").ruleset
    tables = compile_scoring(ruleset)
    moves = turn_moves(ruleset, tables, best_only=True)
    for points in (10_000, 100_000):
        rows = points // moves.unit
        shape = (rows, moves.columns, 1)
        bank = np.broadcast_to(np.arange(rows)[:, None, None] * 50.0, shape).copy()
        above = np.zeros((moves.max_rise, moves.columns, 1))
        ended = np.zeros(shape)
        taken, peak = best_of(partial(solve_turn, moves, bank, ended, above), 3)
        options = rows * len(moves.rise)
        table.add_row(
            f"basic: one turn of {points:,} points ({options / taken / 1e6:.0f} million options/s)",
            f"{1e3 * taken:.1f}",
            f"{peak:.1f}",
        )
        taken, peak = best_of(partial(reach, ruleset, tables, points), 3)
        table.add_row(f"basic: reach {points:,}", f"{1e3 * taken:.1f}", f"{peak:.1f}")
    return table


def main() -> None:
    """Print the machine and both tables."""
    console = Console()
    console.print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, numpy {np.__version__}"
    )
    console.print(time_commands())
    console.print(time_solver())


if __name__ == "__main__":
    main()
