"""Measure how fast the program starts and solves, and print it as tables of Markdown."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import match
from benchmarks.timing import Timing


def machine() -> str:
    """The processor, its cores, how busy they are, and the versions of what matters."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8").splitlines()
        model = next((s.partition(":")[2].strip() for s in lines if "model name" in s), model)
    load = f" (load {os.getloadavg()[0]:.1f} before)" if hasattr(os, "getloadavg") else ""
    versions = [f"Python {platform.python_version()}", f"NumPy {version('numpy')}"]
    return f"{model}, {os.cpu_count()} cores{load}, {platform.system()}; {', '.join(versions)}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table of Markdown; all columns but the first are numbers."""
    for cells in (header, ["---", *["--:"] * (len(header) - 1)]):
        print(f"| {' | '.join(cells)} |")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def timings(found: Sequence[Timing], beside: int = 0) -> None:
    """Print whole commands in seconds, as multiples of the first one, with their processor time and
    peak memory.

    Args:
        found: the commands.
        beside: how many stand together, each as multiples of the first one there; 0 for all.
    """
    bases = [found[at - at % beside if beside else 0] for at in range(len(found))]
    header = ("command", "median s", "best s", "ratio", "of the best", "work s", "ratio", "peak MB")
    rows = [
        (
            one.name,
            f"{one.median:.2f}",
            f"{one.best:.2f}",
            f"{one.median / base.median:.2f}",
            f"{one.best / base.best:.2f}",
            f"{one.work:.2f}",
            f"{one.work / base.work:.2f}",
            "unknown" if one.peak is None else f"{one.peak / 1e6:.0f}",
        )
        for one, base in zip(found, bases, strict=True)
    ]
    table(header, rows)


def commands(rounds: int) -> None:
    """Commands without a match."""
    print("\nCommands, in turns; ratio to the import of the libraries\n")
    timings(match.quick(rounds))


def tables(rounds: int, names: Sequence[str] = match.TABLES) -> None:
    """Tables of rules with their price, against the match alone."""
    match.two_cores()
    with TemporaryDirectory() as folder:
        print("\nA match, and the table of the same rules; ratio to the match (two cores)\n")
        timings(match.tables(max(1, rounds // 5), Path(folder), names), 2)


def ratios(rounds: int) -> None:
    """What matters most, each beside what it is compared with, in one go."""
    match.two_cores()
    with TemporaryDirectory() as folder:
        place = Path(folder)
        print("\nA match; ratio to the import of the libraries (whole commands, two cores)\n")
        timings(match.plain(rounds, place))
        tables(rounds)
        print("\nRules on top of the basic ones; ratio to the basic ones\n")
        timings(match.variants(max(1, rounds // 5), place))
    clone(rounds)


def clone(_rounds: int) -> None:
    """From a fresh clone to the first card."""
    from benchmarks import fresh

    with TemporaryDirectory() as folder:
        found = list(fresh.steps(Path(folder)))
    print("\nA fresh clone, the packages in pip's cache\n")
    rows = [(name, f"{seconds:.1f}") for name, seconds in found]
    rows.append(("all of it", f"{sum(seconds for _, seconds in found):.1f}"))
    table(("step", "seconds"), rows)


def long_tables(rounds: int) -> None:
    """Tables that take minutes."""
    tables(rounds, match.LONG_TABLES)


def house(_rounds: int) -> None:
    """House rules: matches, and full tables."""
    tables(1, match.HOUSE)


def estimates(_rounds: int) -> None:
    """What commands promise to take, beside the processor time that they take."""
    from benchmarks.estimates import Estimated, measured, one_core

    one_core()
    print("\nSolving, and `table --match`, on one core: seconds promised and processor time\n")
    header = ("rules", "solve", "taken", "ratio", "table --match", "taken", "ratio")

    def row(one: Estimated) -> Iterator[str]:
        yield one.name
        for ahead, took in ((one.solve, one.solve_taken), (one.table, one.table_taken)):
            yield from (f"{ahead:.1f}", f"{took:.1f}", f"{ahead / took:.2f}")

    table(header, (list(row(one)) for one in measured()))


def phone(_rounds: int) -> None:
    """Pages and the web application on a slow phone."""
    from benchmarks.phone import run

    run()


PARTS: Mapping[str, Callable[[int], None]] = {
    "ratios": ratios,
    "commands": commands,
    "tables": tables,
    "long-tables": long_tables,
    "house": house,
    "estimates": estimates,
    "clone": clone,
    "phone": phone,
}

USUAL = ("commands",)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"{', '.join(PARTS)}; by default commands, the others take some minutes",
    )
    parser.add_argument("--rounds", type=int, default=15, help="runs of short commands (15)")
    arguments = parser.parse_args()
    wanted = arguments.parts or USUAL
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    print(machine())
    for part in wanted:
        PARTS[part](max(1, arguments.rounds))


if __name__ == "__main__":
    main()
