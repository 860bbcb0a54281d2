"""A sweep as it runs: each finished row goes to the end of the file at once.

The file is CSV: the keys that are varied, the measures, `problem`, and `base`, the fingerprint of
the rules that the sweep starts from. A sweep that was stopped, however hard, reads its file and
goes on; a line that was half written is measured again. When all rows are there they are put in the
order of the grid.

The work is done by an executor of `concurrent.futures`: this process, processes of this machine, or
a Dask cluster.
"""

from __future__ import annotations

import csv
import io
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import IO, Any, NamedTuple

from farklegen.errors import FarklegenError, FileProblemError, RulesetError, named, need
from farklegen.measures.registry import QUICK, Value
from farklegen.report import document as doc
from farklegen.report.compare import written
from farklegen.report.numbers import count, duration, points
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.game.solve_match import usable_cores
from farklegen.solvers.progress import Progress
from farklegen.store.files import draft, take
from farklegen.study.study import Study
from farklegen.sweeps.spec import Sweep
from farklegen.version import __version__

MOST_AT_ONCE = 32
"""Quick rulesets in one piece of work, which takes a fifth of a second."""

LOOK = 0.5
"""Seconds after which a wait is interrupted, so that Ctrl-C is heard on every system."""

PATIENCE = 10
"""Seconds to wait for the scheduler of a cluster."""


class SweepRow(NamedTuple):
    """What was found about one ruleset.

    Attributes:
        number: of the ruleset in the grid.
        values: one for each measure; None for a measure that these rules lack.
        problem: why some, or all, are missing; empty if nothing is wrong.
    """

    number: int
    values: tuple[Value, ...]
    problem: str


SMALL = 20
"""Rows, at most, that are printed; CSV and JSON have all."""


@dataclass(frozen=True, eq=False, repr=False)
class SweepResult(Result):
    """A finished sweep.

    Attributes:
        sweep: what was asked for.
        file: where the rows are.
        found: the rows.
        rows_before: rows that an earlier run had finished.
        seconds: what this run took.
    """

    KEYS = ("name", "file", "keys", "measures", "values")

    sweep: Sweep
    file: str
    found: tuple[SweepRow, ...]
    rows_before: int
    seconds: float

    @property
    def name(self) -> str:
        """Of the sweep."""
        return self.sweep.name

    @property
    def loaded(self) -> LoadedRuleset:
        """The rules that it starts from."""
        return self.sweep.base

    @property
    def keys(self) -> tuple[tuple[str, int], ...]:
        """What was varied: pairs of a key and the number of its values."""
        return tuple((axis.key, len(axis.values)) for axis in self.sweep.axes)

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of what was measured."""
        return tuple(measure.name for measure in self.sweep.measures)

    @property
    def values(self) -> Iterator[dict[str, Any]]:
        """The rows: settings, measures, and `problem`, which says why one is missing."""
        for row in self.found:
            measured = zip(self.measures, row.values, strict=True)
            yield self.settings(row) | dict(measured) | {"problem": row.problem}

    def settings(self, row: SweepRow) -> dict[str, str]:
        """The keys that were varied, each with its value as text for people."""
        keys, texts = (key for key, _ in self.keys), self.sweep.texts(row.number)
        return {key: text or "none" for key, text in zip(keys, texts, strict=True)}

    def document(self) -> doc.Document:
        """What was done, and the rows of a small sweep."""
        title = f"{self.name}: {count(len(self.found), 'ruleset')} from {self.loaded.name}"
        return doc.Document("sweep", title, self._blocks(), self, self.values)

    def _blocks(self) -> Iterator[doc.Block]:
        keys = ", ".join(f"{key} ({points(values)})" for key, values in self.keys)
        pairs: list[tuple[str, doc.Inline]] = [("Varied", keys), ("Rows in", self.file)]
        wrong = [row for row in self.found if row.problem]
        if wrong:
            pairs.append(("With a problem", doc.Cell(count(len(wrong), "row"), "bad")))
        yield doc.Facts((*pairs, ("Took", duration(self.seconds))))
        if len(self.found) <= SMALL:
            heads = [doc.Column(key) for key, _ in self.keys]
            heads += [doc.right(measure.title) for measure in self.sweep.measures]
            yield doc.Table(tuple(heads), tuple(map(self._cells, self.found)))
        if wrong:
            words = ", ".join(f"{key} {value}" for key, value in self.settings(wrong[0]).items())
            yield doc.Notes((f"{words}: {wrong[0].problem}",), title="The first problem")

    def _cells(self, row: SweepRow) -> tuple[doc.Inline, ...]:
        pairs = zip(row.values, self.sweep.measures, strict=True)
        values = (written(value, measure.unit) for value, measure in pairs)
        return (*self.settings(row).values(), *values)


def run_sweep(
    sweep: Sweep,
    target: Path,
    progress: Progress,
    report: Callable[[str], None],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    restart: bool = False,
) -> SweepResult:
    """Measure the rulesets that the file has no row of."""
    began, size = time.monotonic(), sweep.size
    with _opened(sweep, target, restart=restart) as rows:
        before = len(rows.rows)
        if before:
            report(f"going on: {before:,} of {size:,} rows are there already")
        try:
            if before < size:
                _measure(sweep, rows, progress, jobs, scheduler)
        except KeyboardInterrupt:
            report(
                f"stopped: {rows.written():,} of {size:,} rows are in {target}, and the same "
                "command goes on from there"
            )
            raise
        rows.sort()
    found = tuple(rows.rows.values())
    return SweepResult(sweep, str(target), found, before, time.monotonic() - began)


class RowFile:
    """The open file of a sweep, with its finished rows by number."""

    def __init__(self, file: IO[bytes], sweep: Sweep, target: Path) -> None:
        self.rows: dict[int, SweepRow] = {}
        self._file, self._target, self._sweep = file, target, sweep
        self._base = sweep.base.fingerprint[:16]
        axes = [axis.key for axis in sweep.axes]
        self._head = [*axes, *(measure.name for measure in sweep.measures), "problem", "base"]
        file.seek(0)
        data = file.read()
        whole = data.rfind(b"\n") + 1
        try:
            if not whole and not _csv([self._head]).startswith(data):
                raise ValueError("another file")
            lines = list(csv.reader(io.StringIO(data[:whole].decode()), strict=True))
            if lines and lines[0] != self._head:
                raise ValueError("other columns")
            numbers = {}
            if len(lines) > 1:
                numbers = {self._sweep.texts(number): number for number in range(self._sweep.size)}
            for line in lines[1:]:
                *settings, problem, base = line
                if base != self._base or len(line) != len(self._head):
                    raise ValueError("another base")
                number = numbers[tuple(settings[: len(axes)])]
                values = tuple(_number(text) for text in settings[len(axes) :])
                self.rows[number] = SweepRow(number, values, problem)
        except (ValueError, LookupError, csv.Error):
            raise FileProblemError(
                f"{target} holds something else than rows of this sweep; write to another file"
                f"{named(' (target)', ' with -o')}, or use {named('restart=True', '--restart')} to "
                "throw away what is in it"
            ) from None
        file.truncate(whole)
        if not lines:
            self._write([self._head])

    def append(self, rows: Sequence[SweepRow]) -> None:
        """Add finished rows; they are on the disk when this returns."""
        self._write(map(self._line, rows))
        self.rows.update((row.number, row) for row in rows)

    def written(self) -> int:
        """How many rows are on the disk; Ctrl-C may come before `rows` has the last of them."""
        self._file.seek(0)
        return self._file.read().count(b"\n") - 1

    def sort(self) -> None:
        """Put the rows in the order of the grid, in a single step."""
        if list(self.rows) != sorted(self.rows):
            self.rows = dict(sorted(self.rows.items()))
            with draft(self._target.resolve()) as file:
                file.write(_csv([self._head, *map(self._line, self.rows.values())]))

    def _line(self, row: SweepRow) -> Sequence[str]:
        values = ("" if value is None else repr(value) for value in row.values)
        return [*self._sweep.texts(row.number), *values, row.problem, self._base]

    def _write(self, lines: Iterable[Sequence[str]]) -> None:
        self._file.write(_csv(lines))
        self._file.flush()
        os.fsync(self._file.fileno())


@contextmanager
def _opened(sweep: Sweep, target: Path, *, restart: bool) -> Iterator[RowFile]:
    """The rows that are there, in a file that is locked against other sweeps."""
    try:
        with target.open("a+b") as file:
            file.seek(0)
            if not take(file.fileno()):
                raise FileProblemError(
                    f"another sweep is writing to {target}; wait for it, or write to another file"
                    f"{named(' (target)', ' with -o')}"
                )
            if restart:
                file.truncate()
            yield RowFile(file, sweep, target)
    except OSError as error:
        raise FileProblemError(
            f"{target} cannot be written: {error.strerror or error}; make room or write to another "
            f"place{named(' (target)', ' with -o')}; finished rows are kept"
        ) from None


def _measure(
    sweep: Sweep, rows: RowFile, progress: Progress, jobs: int | None, scheduler: str | None
) -> None:
    """Measure all rows that are not there."""
    missing = [number for number in range(sweep.size) if number not in rows.rows]
    doing = f"measuring {len(missing):,} ruleset{'s' * (len(missing) != 1)}"
    progress(0.0, doing)
    most = MOST_AT_ONCE if all(measure.needs in QUICK for measure in sweep.measures) else 1
    jobs = min(jobs or usable_cores(), -(-len(missing) // most))
    with _cluster(scheduler) if scheduler else _local(jobs) as (executor, slots):
        size = max(1, min(most, len(missing) // (2 * slots)))  # so that all have some
        pieces = (missing[at : at + size] for at in range(0, len(missing), size))
        ahead = 2 * slots if slots > 1 else 1
        waiting = set[Future[list[SweepRow]]]()
        while True:
            for piece in islice(pieces, ahead - len(waiting)):
                waiting.add(executor.submit(measure_rows, sweep, piece))
            if not waiting:
                return
            finished, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            for future in finished:
                rows.append(future.result())
                progress(1 - (sweep.size - len(rows.rows)) / len(missing), doing)


class _InProcess(Executor):
    """Does every piece of work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def _local(jobs: int) -> Iterator[tuple[Executor, int]]:
    """Processes of this machine; this one alone for a single job."""
    if jobs == 1:
        yield _InProcess(), 1
        return
    main = threading.current_thread() is threading.main_thread()
    # all processes that are started inherit that Ctrl-C is ignored
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    # Spawned, because a forked copy of a process with threads may hang.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), begin_worker)
    pool.submit(os.getpid)  # starts the processes
    if main:
        signal.signal(signal.SIGINT, before)
    try:
        yield pool, jobs
    except BrokenProcessPool:
        script = (
            "try fewer jobs. If a script calls this, it has to do so under `if __name__ == "
            "'__main__':`, because every worker reads the script"
        )
        raise FarklegenError(
            "a worker process died, perhaps because memory ran out; "
            + named(script, "try fewer with --jobs")
        ) from None
    except BaseException:
        for process in (pool._processes or {}).values():  # they would finish the row in work
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def begin_worker() -> None:
    """Begin a worker process. It leaves Ctrl-C to the program, and ends whenever the program
    ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end_with_the_program() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_the_program, daemon=True).start()


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, by the address of its scheduler."""
    need("distributed", f"{named('scheduler')} needs")
    from distributed import Client

    connect: Callable[..., Any] = Client
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise FarklegenError(
            f"there is no scheduler at {address} ({reason}); start one with: dask scheduler"
        ) from None
    with client:
        versions = set(client.run(_version, on_error="return").values())
        if versions != {__version__}:
            raise FarklegenError(
                f"the workers at {address} must have farklegen {__version__}; they have "
                f"{', '.join(map(str, versions)) or 'not been started'}. Start some with: dask "
                f"worker {address}"
            )
        yield client.get_executor(pure=False), max(1, int(sum(client.ncores().values())))


def _version() -> str:
    return __version__


def measure_rows(sweep: Sweep, numbers: Iterable[int]) -> list[SweepRow]:
    """Measure some rulesets of a sweep, in the order given."""
    return [_measure_row(sweep, number) for number in numbers]


def _measure_row(sweep: Sweep, number: int) -> SweepRow:
    """Measure one ruleset. The row says what its rules do not allow to be measured."""
    try:
        loaded = sweep.loaded(number)
    except RulesetError as error:
        why = "; ".join(problem.message for problem in error.problems)
        return SweepRow(number, (None,) * len(sweep.measures), _sentence(why))
    # Solved matches of a thousand rulesets would fill a disk, and what a store happens to hold must
    # not change the digits of a row.
    study = Study(loaded, kept=False, threads=1)
    found = [measure.found(study) for measure in sweep.measures]
    reasons = dict.fromkeys(_sentence(each.why) for each in found if each.why)
    return SweepRow(number, tuple(each.value for each in found), " ".join(reasons))


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _number(text: str) -> Value:
    if not text:
        return None
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _csv(lines: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue().encode("utf-8", "backslashreplace")
