"""Many rulesets measured: a base with some keys varied, one row of numbers for each combination.

A sweep file has the rules to start from, the keys to vary and the measures; it is read like a rules
file. Each value is put into the base at the place of its key and read like a file of rules, so a
wrong one is reported in the same words, with its place in the sweep file.

As a sweep runs, each finished row goes to the end of a CSV file at once: the keys that are varied,
the measures, `problem`, and `base`, the fingerprint of the rules that the sweep starts from. A
sweep that was stopped, however hard, reads its file and goes on; a line that was half written is
measured again. When all rows are there they are put in the order of the grid. The work is done by
an executor of `concurrent.futures`: this process, processes of this machine, or a Dask cluster.
"""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from math import prod
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import IO, Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Discriminator, Field, Tag

from farklegen.errors import (
    ContentError,
    FarklegenError,
    FileProblemError,
    Problem,
    RulesetError,
    SweepError,
    named,
    need,
)
from farklegen.measures import MEASURES, QUICK, Measure, Value
from farklegen.report import document as doc
from farklegen.report.compare import written
from farklegen.report.numbers import count, duration, points
from farklegen.results import Result, Shown
from farklegen.rules.catalogue import FileKind, MissingFileError, builtin_paths, is_path, read_path
from farklegen.rules.language import (
    KEY,
    Language,
    Loc,
    Node,
    Place,
    YamlDocument,
    parse_yaml,
    sorted_and_capped,
)
from farklegen.rules.loading import RULES, LoadedRuleset, is_law, load, written_out
from farklegen.rules.patterns import spelling_of
from farklegen.rules.ruleset import (
    KIND,
    MAX_NUMBER,
    OneLine,
    PositiveInt,
    Strict,
    Whole,
    Write,
    declare,
)
from farklegen.rules.words import shown
from farklegen.solvers.game.solve_match import usable_cores
from farklegen.solvers.progress import Progress
from farklegen.store.files import draft, take
from farklegen.study.study import Study
from farklegen.version import __version__

MOST_ROWS = 1_000_000
"""The most rulesets of one sweep."""

NAMES = ("name", "source", "labels")
"""Keys that change no number."""

SWEEP = FileKind("sweep", "base: basic", SweepError)
VALUES = "a list of values, such as [0, 300, 500], or {from: 0, to: 500, step: 50}"
MEASURE = Write("the name of a measure, such as turns_mean; docs/design-guide.md lists all")

Number = Annotated[int, Whole(-MAX_NUMBER), Write("a whole number")]


class Range(Strict):
    """Whole numbers at equal distances, both ends among them."""

    first: Number = declare(..., "the smallest number", example=0, alias="from")
    to: Number = declare(..., "the largest", example=500)
    step: PositiveInt = declare(..., "from one to the next", example=50)


def _list_or_group(value: object) -> str:
    ranges = isinstance(value, dict) and {"from", "to", "step"} & value.keys()
    return "<group>" if ranges else "<list>"


class SweepSpec(Strict):
    """A sweep file."""

    name: OneLine | None = declare(None, "what the sweep is called")
    base: Annotated[
        Annotated[str, Tag("<word>")] | Annotated[dict[str, Any], Tag("<group>")],
        KIND,
        Write("a built-in name, a file, or rules below it"),
    ] = declare(..., "the rules to start from", example="basic", also="rules")
    vary: Annotated[
        dict[
            str,
            Annotated[
                Annotated[tuple[Any, ...], Field(min_length=1), Tag("<list>")]
                | Annotated[Range, Tag("<group>")],
                Discriminator(_list_or_group),
                Write(VALUES),
            ],
        ],
        Field(min_length=1),
        Write("lines of key: values below it"),
    ] = declare(
        ...,
        "keys of the rules, and the values each takes",
        example={"bank.minimum": [0, 300, 500]},
        also="grid",
    )
    measures: Annotated[
        tuple[Annotated[Literal[tuple(MEASURES)], MEASURE], ...],  # type: ignore[valid-type]
        Field(min_length=1),
        Write("a list of measures"),
    ] = declare(..., "what is measured, by name", example=[["points_per_turn"]], also="measure")


LANGUAGE = Language(
    kind=SWEEP,
    model=SweepSpec,
    check=lambda spec, _: (spec, []),  # `read_sweep` looks at the parts of the file
)
"""The language of sweep files."""


@dataclass(frozen=True)
class Axis:
    """A key that is varied.

    Attributes:
        key: in dotted form, such as `bank.minimum`.
        place: line and column of the key.
        values: what it takes, in order; an empty one leaves the key out.
        is_range: whether they were given as a range.
    """

    key: str
    place: Place
    values: tuple[Node, ...]
    is_range: bool

    @property
    def loc(self) -> Loc:
        """Where the key stands in a ruleset."""
        section, dot, rest = self.key.partition(".")
        return (section, rest) if dot else (section,)

    @property
    def meaning(self) -> Loc:
        """The same for every spelling of the key."""
        section, *rest = self.loc
        spelt = spelling_of if section == "combinations" and not is_law(self.key) else str
        return section, *(spelt(str(step)) for step in rest)


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Shown):
    """A sweep that can be run. Its first ruleset has the first value of every key; the last key
    varies fastest.

    Attributes:
        name: of the sweep.
        base: the rules that it starts from.
        root: the base as read, without names.
        axes: the keys that are varied, in order.
        measures: what is measured.
    """

    name: str
    base: LoadedRuleset
    root: Node
    axes: tuple[Axis, ...]
    measures: tuple[Measure, ...]

    @cached_property
    def size(self) -> int:
        return prod(len(axis.values) for axis in self.axes)

    def nodes(self, number: int) -> tuple[Node, ...]:
        """The values of a ruleset, one for each key."""
        places = np.unravel_index(number, [len(axis.values) for axis in self.axes])
        return tuple(axis.values[at] for axis, at in zip(self.axes, places, strict=True))

    def texts(self, number: int) -> tuple[str, ...]:
        """The values of a ruleset as text: words and numbers unchanged, lists and groups as JSON,
        empty for a key that is left out."""
        values = ("" if each.value is None and each.kind == "scalar" else each.data()
                  for each in self.nodes(number))  # fmt: skip
        dump = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)
        return tuple(value if isinstance(value, str) else dump(value) for value in values)

    def loaded(self, number: int) -> LoadedRuleset:
        """A ruleset of the sweep, read as a file with the same rules would be."""
        root = self.root
        for axis, value in zip(self.axes, self.nodes(number), strict=True):
            root = _with_value(root, axis, value)
        ruleset = RULES.read(YamlDocument(self.base.name, root, ()))
        return LoadedRuleset(ruleset, self.base.name, "sweep", "sweep", "")


def read_sweep(path: str | os.PathLike[str]) -> Sweep:
    """Read a sweep file."""
    file = os.fspath(path)
    document = parse_yaml(read_path(file, SWEEP), shown(file, 200), SWEEP)
    spec = LANGUAGE.read(document)
    base, root = _base(document, Path(file))
    rules = {key: node for key, node in root.entries.items() if key not in NAMES}
    root = replace(root, entries=rules)
    axes = tuple(_axes(document))
    if not any(axis.loc[0] in ("dice", "all_dice_only") or is_law(axis.key) for axis in axes):
        # names and laws stand for the same patterns in every ruleset
        spelt, _ = written_out(YamlDocument(document.file, root, ()), base.ruleset.dice)
        root = spelt.root
    problems = list(_wrong_keys(axes, root, document.file))
    measures = tuple(MEASURES[name] for name in dict.fromkeys(spec.measures))
    sweep = Sweep(spec.name or Path(file).stem, base, root, axes, measures)
    if not problems and sweep.size > MOST_ROWS:
        message = f"these are {sweep.size:,} rulesets; vary less, up to {MOST_ROWS:,} in one sweep"
        problems.append(document.problem(("vary", KEY), message))
    if problems:
        raise SweepError(sorted_and_capped(problems))
    return sweep


def _base(document: YamlDocument, spec: Path) -> tuple[LoadedRuleset, Node]:
    """The rules to start from, and their node."""
    node, file = document.root.entries["base"], document.file
    try:
        if node.kind == "mapping":
            ruleset = RULES.read(YamlDocument(file, node, ()))
            name = ruleset.name or spec.stem
            return LoadedRuleset(ruleset, name, spec.stem, file, ""), node
        name = str(node.value)
        builtin = not is_path(name) and name in builtin_paths()
        loaded = load(name if builtin else str(spec.parent / name))
    except MissingFileError as error:
        raise SweepError((Problem(file, *node.place, f"base: {error}"),)) from None
    except ContentError as error:
        raise SweepError(error.problems) from None
    return loaded, parse_yaml(loaded.text, loaded.file).root


def _axes(document: YamlDocument) -> Iterator[Axis]:
    vary = document.root.entries["vary"]
    for key, node in vary.entries.items():
        values = tuple(node.items)
        if node.kind == "mapping":
            first, last, step = (int(str(node.entries[w].value)) for w in ("from", "to", "step"))
            values = tuple(
                node.entries["to"].holding(number)
                for number in islice(range(first, last + 1, step), MOST_ROWS + 1)
            )
        yield Axis(key, node.key or node.place, values, node.kind == "mapping")


def _wrong_keys(axes: tuple[Axis, ...], root: Node, file: str) -> Iterator[Problem]:
    """Everything wrong with a key or a value by itself. If values are wrong only together, the rows
    that have both of them report the problem."""
    known: dict[Loc, str] = {}
    for axis in axes:
        message = _wrong_key(axis, known)
        known[axis.meaning] = axis.key
        if message:
            yield Problem(file, *axis.place, message)
            continue
        # both ends of a range are enough
        ends = (axis.values[0], axis.values[-1]) if axis.is_range else axis.values
        for value in ends:
            try:
                RULES.validate(YamlDocument(file, _with_value(root, axis, value), ()))
            except ContentError as error:  # in words of the rules language
                yield from error.problems


def _wrong_key(axis: Axis, known: Mapping[Loc, str]) -> str:
    """What is wrong with a key among the other keys, or with its values; empty if nothing is
    wrong."""
    if axis.loc[0] in NAMES:
        return f"'{shown(axis.key, 40)}' is only a name, and changes no number; delete it"
    for other, spelt in known.items():
        if all(one == two for one, two in zip(other, axis.meaning, strict=False)):
            return f"{axis.key} and {spelt} set the same key; vary only one of them"
    if len({repr(value.data()) for value in axis.values}) < len(axis.values):
        return f"{axis.key} has a value twice; delete one of them"
    return "" if axis.values else f"{axis.key} has no values; write {VALUES}"


def _with_value(root: Node, axis: Axis, value: Node) -> Node:
    """A ruleset's node with a value at the place of a key; other nodes are shared, not changed."""
    top, *inside = map(str, axis.loc)
    for key in inside:
        group = root.entries.get(top)
        if group is None or group.kind != "mapping":
            group = Node("mapping", axis.place, key=axis.place)
        if top == "combinations" and not is_law(key):
            same = spelling_of(key)
            key = next((known for known in group.entries if spelling_of(known) == same), key)
        value = _set(group, key, value, axis.place)
    return _set(root, top, value, axis.place)


def _set(group: Node, key: str, value: Node, place: Place) -> Node:
    entries = {**group.entries, key: replace(value, key=place)}
    if value.kind == "scalar" and value.value is None and not value.quoted:
        del entries[key]
    return replace(group, entries=entries)


# as it runs

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
            units = [measure.unit for measure in self.sweep.measures]
            rows = (
                (*self.settings(row).values(), *map(written, row.values, units))
                for row in self.found
            )
            yield doc.Table(tuple(heads), tuple(rows))
        if wrong:
            words = ", ".join(f"{key} {value}" for key, value in self.settings(wrong[0]).items())
            yield doc.Notes((f"{words}: {wrong[0].problem}",), title="The first problem")


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
