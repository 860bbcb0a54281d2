"""Measure everything and print it as tables of Markdown."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from benchmarks import solver, startup
from benchmarks.timing import Timing, peak_memory


def machine() -> str:
    """The processor, its cores and the versions of what matters."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8").splitlines()
        model = next((s.partition(":")[2].strip() for s in lines if "model name" in s), model)
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}; "
        f"Python {platform.python_version()}, NumPy {np.__version__}"
    )


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table of Markdown; all columns but the first are numbers."""
    every = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[i]) for row in every) for i in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    for row in (every[0], rule, *every[1:]):
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
        yield f"| {' | '.join(cells)} |"


def of_commands(timings: Sequence[Timing]) -> Iterable[str]:
    """Commands in milliseconds, and as multiples of the first one."""
    base = timings[0].median
    rows = [
        (one.name, f"{1e3 * one.median:.0f}", f"{1e3 * one.best:.0f}", f"{one.median / base:.2f}")
        for one in timings
    ]
    return table(("command", "median ms", "best ms", "ratio"), rows)


def of_steps(timings: Sequence[Timing]) -> Iterable[str]:
    """Steps of the solver in milliseconds."""
    rows = [(one.name, f"{1e3 * one.median:.1f}", f"{1e3 * one.best:.1f}") for one in timings]
    return table(("step", "median ms", "best ms"), rows)


def of_memory() -> Iterable[str]:
    """Peak memory in megabytes."""
    rows = []
    for name, code in solver.memory_of().items():
        peak = peak_memory(code)
        rows.append((name, "unknown" if peak is None else f"{peak / 1e6:.0f}"))
    return table(("peak memory", "MB"), rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="runs of each command (15)")
    rounds = max(1, parser.parse_args().rounds)
    print(machine())
    print("\nCommands, in turns; ratio to the import of the libraries\n")
    print("\n".join(of_commands(startup.measure(rounds))))
    print("\nThe solver, without the start of the program\n")
    print("\n".join(of_steps(solver.measure(rounds))))
    print()
    print("\n".join(of_memory()))


if __name__ == "__main__":
    main()
