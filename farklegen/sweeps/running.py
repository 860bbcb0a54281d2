"""A sweep from its first row to the finished file."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from farklegen.errors import FarklegenError, named
from farklegen.measures.registry import QUICK
from farklegen.report.sweep import MOST_LINES, Extreme, Measured, SweepResult
from farklegen.solvers.match.match import usable_cores
from farklegen.solvers.progress import Progress
from farklegen.study import duels, lengths
from farklegen.sweeps import workers
from farklegen.sweeps.journal import Journal
from farklegen.sweeps.keys import NAMES
from farklegen.sweeps.result_file import Contents, check_format, setting, write_result
from farklegen.sweeps.rows import SweepRow, Work, measure_rows
from farklegen.sweeps.spec import Sweep
from farklegen.sweeps.workers import Workers
from farklegen.version import __version__

MOST_AT_ONCE = 32
"""Quick rulesets in one piece of work: a fifth of a second, and what a kill may cost."""

LOOK = 0.5
"""Seconds after which a wait is interrupted, so that Ctrl-C is heard on every system."""


class Options(NamedTuple):
    """How a sweep is run.

    Attributes:
        target: the file to write.
        jobs: worker processes; as many as there are cores if None.
        scheduler: address of a Dask cluster that does the work in their place.
        restart: whether to throw away what an earlier run has finished.
    """

    target: Path
    jobs: int | None = None
    scheduler: str | None = None
    restart: bool = False


def run_sweep(
    sweep: Sweep, options: Options, progress: Progress, report: Callable[[str], None]
) -> SweepResult:
    """Measure what is not measured yet, and write everything.

    Args:
        sweep: what to do.
        options: how.
        progress: how far it is.
        report: takes lines for the person at the keyboard.

    Raises:
        FarklegenError: if it cannot be run or written; finished rows are kept in the journal.
    """
    check_format(options.target)
    began = time.monotonic()
    size, names = sweep.grid.size, tuple(measure.name for measure in sweep.measures)
    journal = Journal(
        options.target, _identity(sweep), size, len(names), restart=options.restart, report=report
    )
    try:
        before = len(journal.rows)
        if before:
            report(f"going on: {before:,} of {size:,} rows are there already")
        if before < size:
            try:
                _measure(sweep, names, options, journal, progress)
            except KeyboardInterrupt:
                report(
                    f"stopped: {journal.kept():,} of {size:,} rows are kept, and the same "
                    "command goes on from there"
                )
                raise
        progress(1.0, "writing the rows")
        measured = _write(sweep, names, options.target, journal)
        journal.remove()
    finally:
        journal.leave()
    problems = [row for row in journal.rows.values() if row.problem is not None]
    first = min(problems, default=None)
    return SweepResult(
        name=sweep.name,
        loaded=sweep.base,
        file=str(options.target),
        keys=tuple((axis.key, len(axis.values)) for axis in sweep.grid.axes),
        rows=size,
        found_before=before,
        problems=len(problems),
        first_problem=None if first is None else (_settings(sweep, first), first.problem or ""),
        measured=measured,
        seconds=time.monotonic() - began,
        lines=_lines(sweep, journal) if size <= MOST_LINES else (),
    )


def _lines(
    sweep: Sweep, journal: Journal
) -> tuple[tuple[tuple[str, ...], tuple[float | None, ...]], ...]:
    """All rows in the order of the grid: the settings as text, and the values."""
    rows = (journal.rows[number] for number in range(sweep.grid.size))
    return tuple((tuple(value for _, value in _settings(sweep, row)), row.values) for row in rows)


def _identity(sweep: Sweep) -> dict[str, object]:
    """Everything that the rows depend on; the keys are words for people."""
    base = {key: value for key, value in sweep.grid.base.items() if key not in NAMES}
    return {
        "base": _hash(base),
        "vary": _hash([(axis.key, axis.values) for axis in sweep.grid.axes]),
        "measures": [measure.name for measure in sweep.measures],
        "program": f"{__version__}, {duels.KIND.version}, {lengths.KIND.version}",
    }


def _hash(content: object) -> str:
    # Not sorted: the order of keys is the order of rows, and that of combinations may decide ties.
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _measure(
    sweep: Sweep, names: tuple[str, ...], options: Options, journal: Journal, progress: Progress
) -> None:
    """Measure all rows that the journal does not have."""
    size, before = sweep.grid.size, len(journal.rows)
    doing = measuring(size - before)
    progress(0.0, doing)
    quick = all(measure.needs in QUICK for measure in sweep.measures)
    most = MOST_AT_ONCE if quick else 1
    missing = (number for number in range(size) if number not in journal.rows)
    jobs = min(options.jobs or usable_cores(), -(-(size - before) // most))
    context: AbstractContextManager[Workers] = (
        workers.cluster(options.scheduler) if options.scheduler else workers.local(jobs)
    )
    with context as pool:
        share = (size - before) // (pool.ahead * pool.slots())  # so that all have some
        pieces = iter(lambda: list(islice(missing, max(1, min(most, share)))), [])
        for rows in _results(pool, Work(sweep.grid, names), pieces):
            journal.append(rows)
            progress((len(journal.rows) - before) / (size - before), doing)


def _results(pool: Workers, work: Work, pieces: Iterator[list[int]]) -> Iterator[list[SweepRow]]:
    """Rows as they are finished, with only so much work handed out that nobody is idle."""
    waiting: set[Future[list[SweepRow]]] = set()
    while True:
        room = pool.ahead * pool.slots() - len(waiting)
        handed = [pool.executor.submit(measure_rows, work, p) for p in islice(pieces, max(0, room))]
        waiting.update(handed)
        if not waiting:
            return
        done, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                yield future.result()
            except MemoryError:
                raise FarklegenError(
                    "a ruleset needs more memory than there is; try fewer at a time with "
                    f"{named('jobs')}"
                ) from None


def measuring(rulesets: int) -> str:
    """What is being done while so many rulesets are measured."""
    return f"measuring {rulesets:,} ruleset{'s' * (rulesets != 1)}"


def _write(
    sweep: Sweep, names: tuple[str, ...], target: Path, journal: Journal
) -> tuple[Measured, ...]:
    """Write all rows in the order of the grid; returns the smallest and largest of each measure."""
    rows = [journal.rows[number] for number in range(sweep.grid.size)]
    about = {
        "base": sweep.base.name,
        "fingerprint": sweep.base.fingerprint,
        "sweep": sweep.name,
        "program": f"farklegen {__version__}",
    }
    write_result(target, Contents(sweep.grid, names, rows, about))
    return tuple(_measured(sweep, rows, place) for place in range(len(sweep.measures)))


def _measured(sweep: Sweep, rows: list[SweepRow], place: int) -> Measured:
    """The smallest and the largest value of a measure; of equal ones the first."""
    known = [(value, row) for row in rows if (value := row.values[place]) is not None]
    least = min(known, key=itemgetter(0), default=None)
    most = max(known, key=itemgetter(0), default=None)
    measure = sweep.measures[place]
    return Measured(
        name=measure.name,
        title=measure.title,
        unit=measure.unit,
        known=len(known),
        least=None if least is None else Extreme(least[0], _settings(sweep, least[1])),
        most=None if most is None else Extreme(most[0], _settings(sweep, most[1])),
    )


def _settings(sweep: Sweep, row: SweepRow) -> tuple[tuple[str, str], ...]:
    """What was varied, as text."""
    keys = [axis.key for axis in sweep.grid.axes]
    values = sweep.grid.settings(row.number)
    return tuple(
        (key, "none" if value is None else setting(value))
        for key, value in zip(keys, values, strict=True)
    )
