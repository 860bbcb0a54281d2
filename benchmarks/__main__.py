"""Measure how fast the program starts and solves, and print it as tables of Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from benchmarks import match
from benchmarks.timing import Timing

Rows = Iterable[Sequence[str]]


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


def table(title: str, header: Sequence[str], rows: Rows) -> None:
    """Print a table of Markdown; all columns but the first are numbers."""
    print(f"\n{title}\n")
    for cells in (header, ["---", *["--:"] * (len(header) - 1)]):
        print(f"| {' | '.join(cells)} |")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def timings(title: str, found: Sequence[Timing], beside: int) -> None:
    """Print whole commands, `beside` of them together, each as multiples of the first one there."""
    rows = []
    for at, one in enumerate(found):
        base = found[at - at % beside]
        time, work = one.seconds / base.seconds, one.work / base.work
        seconds = (f"{one.seconds:.2f}", f"{time:.2f}", f"{one.work:.2f}", f"{work:.2f}")
        rows.append((one.name, *seconds, f"{one.peak / 1e6:.0f}"))
    table(title, ("command", "median s", "ratio", "work s", "ratio", "peak MB"), rows)


def commands(rounds: int, place: Path) -> None:
    """Commands that take a moment."""
    found = match.quick(rounds, place)
    timings("Commands; ratio to the import of the libraries", found, len(found))


def tables(names: Sequence[str]) -> Callable[[int, Path], None]:
    """Tables of rules with their price, against the match alone."""

    def measured(rounds: int, place: Path) -> None:
        title = "A match, and the table of the same rules; ratio to the match"
        timings(title, match.tables(max(1, rounds // 5), place, names), 2)

    return measured


def variants(rounds: int, place: Path) -> None:
    """What one rule costs."""
    found = match.variants(max(1, rounds // 5), place)
    timings("Rules on top of the basic ones; ratio to the basic ones", found, len(found))


def clone(_rounds: int, place: Path) -> None:
    """From a fresh clone to the first card."""
    from benchmarks import fresh

    found = list(fresh.steps(place))
    rows = [(name, f"{seconds:.1f}") for name, seconds in found]
    rows.append(("all of it", f"{sum(seconds for _, seconds in found):.1f}"))
    table("A fresh clone, the packages in pip's cache", ("step", "seconds"), rows)


def estimates(_rounds: int, _place: Path) -> None:
    """What commands promise to take, beside the processor time that they take."""
    from benchmarks.estimates import measured

    match.use_cores(1)
    title = "Solving, and `table --match`, on one core: seconds promised and processor time"
    header = ("rules", "solve", "taken", "ratio", "table --match", "taken", "ratio")
    table(title, header, measured())


def phone(_rounds: int, _place: Path) -> None:
    """Pages and the web application on a slow phone."""
    from benchmarks.phone import run

    run()


PARTS: Mapping[str, Callable[[int, Path], None]] = {
    "commands": commands,
    "tables": tables(match.TABLES),
    "long-tables": tables(match.LONG_TABLES),
    "house": tables(match.HOUSE),
    "variants": variants,
    "estimates": estimates,
    "clone": clone,
    "phone": phone,
}


def main(
    parts: Annotated[list[str] | None, typer.Argument(help=", ".join(PARTS))] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Runs of short commands.")] = 15,
) -> None:
    """Measure the named parts, or commands: the others take some minutes."""
    wanted = parts or ["commands"]
    if unknown := set(wanted) - set(PARTS):
        raise typer.BadParameter(f"there is no part {', '.join(sorted(unknown))}")
    print(machine())
    match.use_cores(2)
    for part in wanted:
        with TemporaryDirectory() as folder:
            PARTS[part](rounds, Path(folder))


if __name__ == "__main__":
    typer.run(main)
