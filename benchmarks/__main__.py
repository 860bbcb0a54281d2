"""Measure how fast the program starts and solves, and print it as tables of Markdown."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import match, startup
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


def of_matches(timings: Sequence[Timing], beside: int = 0) -> Iterable[str]:
    """Whole commands in seconds, as multiples of the first one, with their processor time and peak
    memory.

    Args:
        timings: the commands.
        beside: how many stand together, each as multiples of the first one there; 0 for all.
    """
    bases = [timings[at - at % beside if beside else 0] for at in range(len(timings))]
    rows = [
        (
            one.name,
            f"{one.median:.2f}",
            f"{one.best:.2f}",
            f"{one.median / base.median:.2f}",
            f"{one.best / base.best:.2f}",
            f"{one.work:.2f}",
            f"{one.work / base.work:.2f}",
            _megabytes(one.peak),
        )
        for one, base in zip(timings, bases, strict=True)
    ]
    header = ("command", "median s", "best s", "ratio", "of the best", "work s", "ratio", "peak MB")
    return table(header, rows)


def _megabytes(size: int | None) -> str:
    return "unknown" if size is None else f"{size / 1e6:.0f}"


def commands(rounds: int) -> None:
    """Commands without a match."""
    print("\nCommands, in turns; ratio to the import of the libraries\n")
    print("\n".join(of_commands(startup.measure(rounds))))


def matches(rounds: int) -> None:
    """Whole matches."""
    some = max(1, rounds // 5)
    groups: Mapping[str, Callable[[Path], list[Timing]]] = {
        "A match; ratio to the import of the libraries": lambda f: match.plain(rounds, f),
        "A match with negative scores": lambda f: match.variants(some, f, {}, match.FACEBOOK),
        "Variants of the basic rules": lambda f: match.variants(some, f, match.VARIANTS),
        "Further ones": lambda f: match.variants(some, f, match.FURTHER_VARIANTS),
        "Goals": lambda f: match.variants(some, f, match.GOALS),
    }
    match.two_cores()
    with TemporaryDirectory() as folder:
        for name, measure in groups.items():
            print(f"\n{name} (whole commands with two cores)\n")
            print("\n".join(of_matches(measure(Path(folder)))), flush=True)


def tables(rounds: int, names: Sequence[str] = match.TABLES) -> None:
    """Tables of rules with their price, against the match alone."""
    match.two_cores()
    with TemporaryDirectory() as folder:
        print("\nA match, and the table of the same rules; ratio to the match (two cores)\n")
        found = match.tables(max(1, rounds // 5), Path(folder), names)
        print("\n".join(of_matches(found, 2)), flush=True)


def ratios(rounds: int) -> None:
    """What matters most, each beside what it is compared with, in one go."""
    match.two_cores()
    some = max(1, rounds // 5)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        print("\nA match; ratio to the import of the libraries (whole commands, two cores)\n")
        print("\n".join(of_matches(match.plain(rounds, place))), flush=True)
        tables(rounds)
        print("\nRules on top of the basic ones; ratio to the basic ones\n")
        found = match.variants(some, place, {**match.VARIANTS, **match.FURTHER_VARIANTS})
        print("\n".join(of_matches(found)), flush=True)
    clone(rounds)


def clone(_rounds: int) -> None:
    """From a fresh clone to the first card."""
    from benchmarks import fresh

    with TemporaryDirectory() as folder:
        found = list(fresh.steps(Path(folder)))
    print("\nA fresh clone, the packages in pip's cache\n")
    rows = [(name, f"{seconds:.1f}") for name, seconds in found]
    rows.append(("all of it", f"{sum(seconds for _, seconds in found):.1f}"))
    print("\n".join(table(("step", "seconds"), rows)), flush=True)


def long_tables(rounds: int) -> None:
    """Tables that take minutes."""
    tables(rounds, match.LONG_TABLES)


def house(_rounds: int) -> None:
    """House rules: matches, and full tables."""
    tables(1, match.HOUSE)


def estimates(_rounds: int) -> None:
    """What commands are said to take, beside the processor time that they take."""
    from benchmarks.estimates import measured, one_core

    one_core()
    print("\nSolving, and `table --match`, on one core: seconds promised and processor time\n")
    names = ("rules", "solve", "taken", "ratio", "table --match", "taken", "ratio")
    print("\n".join(table(names, [])))
    for one in measured():
        pairs = (one.solve, one.solve_taken), (one.table, one.table_taken)
        cells = [f"{said:.1f} | {took:.1f} | {said / took:.2f}" for said, took in pairs]
        print(f"| {one.name} | {' | '.join(cells)} |", flush=True)


def simulation(rounds: int) -> None:
    """Games with rolled dice."""
    from benchmarks.simulation import speeds

    with TemporaryDirectory() as folder:
        print("\nGames with rolled dice, on one core\n")
        cells = [
            (name, f"{games:,}", f"{turns / 1e6:.2f}")
            for name, games, turns in speeds(max(1, rounds // 5), Path(folder))
        ]
        print("\n".join(table(("players", "games", "million turns per s"), cells)))


def sweeps(rounds: int) -> None:
    """Rulesets by expected score; with many rounds ten thousand of them."""
    from benchmarks.sweeps import speeds

    with TemporaryDirectory() as folder:
        print("\nSweeps of the basic rules by expected score\n")
        cells = [
            (
                one.name,
                f"{one.rulesets:,}",
                f"{one.seconds:.1f}",
                f"{one.rulesets / one.seconds:.0f}",
                f"{1e3 * one.work / one.rulesets:.1f}",
            )
            for one in speeds(Path(folder), jobs=(2, 1), whole=rounds >= 100)
        ]
        header = ("sweep", "rulesets", "seconds", "per second", "work for one, ms")
        print("\n".join(table(header, cells)))


def phone(_rounds: int) -> None:
    """Pages and the web application on a slow phone."""
    from benchmarks.phone import run

    run()


PARTS: Mapping[str, Callable[[int], None]] = {
    "ratios": ratios,
    "commands": commands,
    "matches": matches,
    "tables": tables,
    "long-tables": long_tables,
    "house": house,
    "estimates": estimates,
    "clone": clone,
    "simulation": simulation,
    "sweeps": sweeps,
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
