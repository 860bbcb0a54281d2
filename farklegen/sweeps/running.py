"""A sweep as it runs: each finished row goes to the end of the file at once.

The file is CSV: the keys that are varied, the measures, `problem`, and `base`, the fingerprint of
the rules that the sweep starts from. A sweep that was stopped, however hard, reads its file and
goes on; a line that was half written is measured again. When all rows are there they are put in the
order of the grid.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from itertools import islice
from math import isfinite
from operator import itemgetter
from pathlib import Path
from typing import IO, NamedTuple

from farklegen.errors import FarklegenError, FileProblemError, RulesetError, named
from farklegen.measures.registry import MEASURES, QUICK, Value
from farklegen.report.sweep import Extreme, Measured, Settings, SweepResult
from farklegen.rules.yaml_source import Data
from farklegen.solvers.match.match import usable_cores
from farklegen.solvers.progress import Progress
from farklegen.store import locks
from farklegen.store.drafts import draft
from farklegen.study.study import Study
from farklegen.sweeps import workers
from farklegen.sweeps.spec import Grid, Sweep
from farklegen.sweeps.workers import Workers

MOST_AT_ONCE = 32
"""Quick rulesets in one piece of work: a fifth of a second."""

LOOK = 0.5
"""Seconds after which a wait is interrupted, so that Ctrl-C is heard on every system."""

MOST_LINES = 24
"""Rows that the summary shows; the file has all of them."""


class OtherRowsError(FarklegenError):
    """The file holds something else, or another process is writing to it."""

    slug = "rows"


class Options(NamedTuple):
    """How a sweep is run.

    Attributes:
        target: the file to write.
        jobs: worker processes; one for each core if None.
        scheduler: address of a Dask cluster that does the work in their place.
        restart: whether to throw away what an earlier run has finished.
    """

    target: Path
    jobs: int | None = None
    scheduler: str | None = None
    restart: bool = False


class SweepRow(NamedTuple):
    """What was found about one ruleset.

    Attributes:
        number: of the ruleset in the grid.
        values: one for each measure; None where there is none.
        problem: why some, or all, are missing; empty if nothing is wrong.
    """

    number: int
    values: tuple[Value, ...]
    problem: str


def run_sweep(
    sweep: Sweep, options: Options, progress: Progress, report: Callable[[str], None]
) -> SweepResult:
    """Measure the rulesets that the file has no row of.

    Args:
        sweep: what to do.
        options: how.
        progress: how far it is.
        report: takes lines for the person at the keyboard.

    Raises:
        FarklegenError: if it cannot be run or written; finished rows are in the file.
    """
    began = time.monotonic()
    size = sweep.grid.size
    with _refusing(options.target), _opened(options) as file:
        rows = RowFile(file, sweep, options.target)
        before = len(rows.rows)
        if before:
            report(f"going on: {before:,} of {size:,} rows are there already")
        try:
            if before < size:
                _measure(sweep, options, rows, progress)
        except KeyboardInterrupt:
            report(
                f"stopped: {rows.kept():,} of {size:,} rows are in {options.target}, and the "
                "same command goes on from there"
            )
            raise
        rows.sort()
    found = [rows.rows[number] for number in range(size)]
    problems = [row for row in found if row.problem]
    return SweepResult(
        name=sweep.name,
        loaded=sweep.base,
        file=str(options.target),
        keys=tuple((axis.key, len(axis.values)) for axis in sweep.grid.axes),
        rows=size,
        found_before=before,
        problems=len(problems),
        first_problem=(_said(sweep, problems[0]), problems[0].problem) if problems else None,
        measured=tuple(_measured(sweep, found, place) for place in range(len(sweep.measures))),
        seconds=time.monotonic() - began,
        lines=tuple((tuple(text for _, text in _said(sweep, row)), row.values) for row in found)
        if size <= MOST_LINES
        else (),
    )


class RowFile:
    """The open file of a sweep, with its finished rows by number.

    Raises:
        OtherRowsError: if it holds rows of something else.
    """

    def __init__(self, file: IO[bytes], sweep: Sweep, target: Path) -> None:
        self.rows: dict[int, SweepRow] = {}
        self._file, self._target, self._grid = file, target, sweep.grid
        self._base = sweep.base.fingerprint[:16]
        keys = [axis.key for axis in sweep.grid.axes]
        self._head = [*keys, *(measure.name for measure in sweep.measures), "problem", "base"]
        lines, whole = self._read()
        if lines and lines[0] != self._head:
            raise self._other()
        by_settings = {}
        if lines[1:]:
            by_settings = {_settings(self._grid, n): n for n in range(self._grid.size)}
        for line in lines[1:]:
            if line[-1:] != [self._base] or len(line) != len(self._head):
                raise self._other()
            number = by_settings.get(tuple(line[: len(keys)]))
            if number is None:
                raise self._other()
            values = tuple(_number(text) for text in line[len(keys) : -2])
            self.rows[number] = SweepRow(number, values, line[-2])
        file.truncate(whole)
        file.seek(whole)
        if not lines:
            self._write([self._head])

    def append(self, rows: Iterable[SweepRow]) -> None:
        """Add finished rows; they are on the disk when this returns."""
        found = list(rows)
        self._write(map(self._line, found))
        self.rows.update((row.number, row) for row in found)

    def kept(self) -> int:
        """Rows in the file. Ctrl-C may come after a row is written and before it is in `rows`."""
        self._file.seek(0)
        return self._file.read().count(b"\n") - 1

    def sort(self) -> None:
        """Put the rows in the order of the grid, in a single step."""
        if list(self.rows) != sorted(self.rows):
            self.rows = dict(sorted(self.rows.items()))
            with draft(self._target.resolve()) as file:
                file.write(_csv([self._head, *map(self._line, self.rows.values())]))

    def _read(self) -> tuple[list[list[str]], int]:
        """The whole lines of the file, and the bytes that they take."""
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if not whole and not _csv([self._head]).startswith(data):
            raise self._other()
        try:
            return list(csv.reader(io.StringIO(data[:whole].decode()), strict=True)), whole
        except (UnicodeDecodeError, csv.Error):
            raise self._other() from None

    def _line(self, row: SweepRow) -> Sequence[str]:
        values = ("" if value is None else repr(value) for value in row.values)
        return [*_settings(self._grid, row.number), *values, row.problem, self._base]

    def _write(self, lines: Iterable[Sequence[str]]) -> None:
        self._file.write(_csv(lines))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _other(self) -> OtherRowsError:
        return OtherRowsError(
            f"{self._target} holds something else than rows of this sweep; write to another file"
            f"{named(' (target)', ' with -o')}, or use {named('restart=True', '--restart')} to "
            "throw away what is in it"
        )


@contextmanager
def _opened(options: Options) -> Iterator[IO[bytes]]:
    """The file, made if there is none, and locked against other sweeps."""
    target = options.target
    new = not target.exists()
    with target.open("x+b" if new else "r+b") as file:
        if not locks.take(file.fileno()):
            raise OtherRowsError(
                f"another sweep is writing to {target}; wait for it, or write to another file"
                f"{named(' (target)', ' with -o')}"
            )
        if options.restart:
            file.truncate()
        try:
            yield file
        finally:
            file.seek(0)
            if new and len(list(islice(file, 2))) < 2:  # nothing but the names of the columns
                target.unlink(missing_ok=True)


@contextmanager
def _refusing(target: Path) -> Iterator[None]:
    """Say in one line what the system refuses."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = (
            "make room, and ask for the same again: finished rows are kept"
            if full
            else f"write to another place{named(' (target)', ' with -o')}"
        )
        message = f"{target} cannot be written: {error.strerror or error}; {remedy}"
        raise FileProblemError(message) from None


def _measure(sweep: Sweep, options: Options, rows: RowFile, progress: Progress) -> None:
    """Measure all rows that are not there."""
    missing = [number for number in range(sweep.grid.size) if number not in rows.rows]
    doing = f"measuring {len(missing):,} ruleset{'s' * (len(missing) != 1)}"
    progress(0.0, doing)
    names = tuple(measure.name for measure in sweep.measures)
    quick = all(measure.needs in QUICK for measure in sweep.measures)
    most = MOST_AT_ONCE if quick else 1
    jobs = min(options.jobs or usable_cores(), -(-len(missing) // most))
    with workers.cluster(options.scheduler) if options.scheduler else workers.local(jobs) as pool:
        size = max(1, min(most, len(missing) // (2 * pool.slots)))  # so that all have some
        pieces = (missing[at : at + size] for at in range(0, len(missing), size))
        done = 0
        for found in _results(pool, sweep.grid, names, pieces):
            rows.append(found)
            done += len(found)
            progress(done / len(missing), doing)


def _results(
    pool: Workers, grid: Grid, names: tuple[str, ...], pieces: Iterator[list[int]]
) -> Iterator[list[SweepRow]]:
    """Rows as they are finished, with two pieces of work handed out for each worker."""
    waiting: set[Future[list[SweepRow]]] = set()
    ahead = 2 * pool.slots if pool.slots > 1 else 1
    while True:
        for piece in islice(pieces, ahead - len(waiting)):
            waiting.add(pool.executor.submit(measure_rows, grid, names, piece))
        if not waiting:
            return
        done, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def measure_rows(grid: Grid, names: tuple[str, ...], numbers: Iterable[int]) -> list[SweepRow]:
    """Measure some rulesets of a sweep, in the order given."""
    return [_measure_row(grid, names, number) for number in numbers]


def _measure_row(grid: Grid, names: tuple[str, ...], number: int) -> SweepRow:
    """Measure one ruleset. The row says what its rules do not allow to be measured."""
    try:
        loaded = grid.loaded(number)
    except RulesetError as error:
        why = "; ".join(problem.message for problem in error.problems)
        return SweepRow(number, (None,) * len(names), _sentence(why))
    # Solved matches of a thousand rulesets would fill a disk, and what a store happens to hold must
    # not change the digits of a row.
    study = Study(loaded, kept=False, threads=1)
    values: list[Value] = []
    reasons: dict[str, None] = {}
    for name in names:
        value: Value = None
        try:
            value = MEASURES[name].of(study)
        except FarklegenError as error:
            reasons[_sentence(str(error))] = None
        if value is not None and not isfinite(value):
            reasons[f"{name} is not a finite number here."] = None
            value = None
        # numbers of Python's own: numpy's would not be written in the same way
        whole = hasattr(value, "__index__")
        values.append(None if value is None else int(value) if whole else float(value))
    return SweepRow(number, tuple(values), " ".join(reasons))


def _sentence(text: str) -> str:
    said = " ".join(text.split())
    return said if said.endswith((".", "!", "?")) else f"{said}."


def _measured(sweep: Sweep, rows: Sequence[SweepRow], place: int) -> Measured:
    """The smallest and the largest value of a measure; of equal ones the first."""
    known = [(value, row) for row in rows if (value := row.values[place]) is not None]
    ends = [choose(known, key=itemgetter(0), default=None) for choose in (min, max)]
    least, most = (None if one is None else Extreme(one[0], _said(sweep, one[1])) for one in ends)
    measure = sweep.measures[place]
    return Measured(measure.name, measure.title, measure.unit, len(known), least, most)


def _said(sweep: Sweep, row: SweepRow) -> Settings:
    """What was varied, as text for people."""
    texts = _settings(sweep.grid, row.number)
    return tuple(
        (axis.key, text or "none") for axis, text in zip(sweep.grid.axes, texts, strict=True)
    )


def _settings(grid: Grid, number: int) -> tuple[str, ...]:
    """The values of a ruleset as the file has them."""
    return tuple("" if value is None else _text(value) for value in grid.settings(number))


def _text(value: Data) -> str:
    """Words and numbers as they are, lists and groups as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _number(text: str) -> Value:
    if not text:
        return None
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _csv(lines: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue().encode("utf-8", "backslashreplace")
