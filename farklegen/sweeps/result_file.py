"""The rows of a sweep as a file: CSV or Parquet, replaced as a whole or not at all.

The same rows always make the same bytes, whatever order they were found in.
"""

from __future__ import annotations

import csv
import errno
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from farklegen.errors import FarklegenError, FileProblemError, install, named
from farklegen.report.sweep_table import NAME, PROBLEM
from farklegen.rules.yaml_nodes import Data
from farklegen.store.drafts import draft
from farklegen.sweeps.grid import Grid
from farklegen.sweeps.rows import SweepRow

GROUP = 10_000
"""Rows that are written at a time."""


class Contents(NamedTuple):
    """Everything that is written.

    Attributes:
        grid: whose keys head the first columns.
        measures: the names of the measures, which head the next ones.
        rows: in order; of each its settings, its values and its problem are written.
        about: where they are from, for formats that have a place for it.
    """

    grid: Grid
    measures: tuple[str, ...]
    rows: Iterable[SweepRow]
    about: Mapping[str, object]


def check_format(target: Path) -> None:
    """Find out before anything is measured whether a file can be written in the form of its suffix.

    Raises:
        FarklegenError: for another suffix, or where a library is missing.
    """
    if target.suffix.lower() not in WRITERS:
        raise FarklegenError(
            f"{named('target', '-o')} {target}: the suffix says how rows are written; use one of: "
            f"{', '.join(WRITERS)}"
        )
    if target.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise FarklegenError(
            f"Parquet files need pyarrow: {install('pyarrow')}, or write to a .csv file"
        )


def write_result(target: Path, contents: Contents) -> None:
    """Write all rows.

    Raises:
        FileProblemError: if that is not possible; whatever was there before is untouched.
    """
    try:
        with draft(target.resolve()) as file:
            WRITERS[target.suffix.lower()](file, contents)
    except OSError as error:
        remedy = "make room" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "mend that"
        raise FileProblemError(
            f"{target} cannot be written: {error.strerror or error}; {remedy}, and ask for the "
            "same again: all rows are kept"
        ) from None


def _write_csv(file: BinaryIO, contents: Contents) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
    try:
        writer = csv.writer(text, lineterminator="\n")
        keys = [axis.key for axis in contents.grid.axes]
        writer.writerow([*keys, *contents.measures, PROBLEM, NAME])
        for row in contents.rows:
            varied = contents.grid.settings(row.number)
            settings = ["" if value is None else setting(value) for value in varied]
            values = ["" if value is None else repr(value) for value in row.values]
            writer.writerow([*settings, *values, row.problem or "", contents.about[NAME]])
    finally:
        text.detach()  # which flushes; the file itself is closed by whoever opened it


def _write_parquet(file: BinaryIO, contents: Contents) -> None:
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    kinds = [_column(axis.values) for axis in contents.grid.axes]
    names = [*(axis.key for axis in contents.grid.axes), *contents.measures, PROBLEM]
    types: list[Any] = [getattr(pa, kind)() for kind, _ in kinds]
    types += [pa.float64()] * len(contents.measures) + [pa.string()]
    about = {"farklegen": json.dumps(contents.about, sort_keys=True)}
    schema = pa.schema(zip(names, types, strict=True), metadata=about)
    plain = [convert for _, convert in kinds]
    left = iter(contents.rows)
    with parquet.ParquetWriter(file, schema) as writer:
        while group := list(islice(left, GROUP)):
            rows = [
                (
                    *(
                        None if value is None else convert(value)
                        for convert, value in zip(
                            plain, contents.grid.settings(row.number), strict=True
                        )
                    ),
                    *(None if value is None else float(value) for value in row.values),
                    row.problem,
                )
                for row in group
            ]
            columns = [
                pa.array(column, kind)
                for column, kind in zip(zip(*rows, strict=True), types, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _column(values: Sequence[Data]) -> tuple[str, Callable[[Data], object]]:
    """The type of a Parquet column with these values, and how they are put into it."""
    there = [value for value in values if value is not None]
    if there and all(isinstance(value, bool) for value in there):
        return "bool_", lambda value: value
    if there and all(isinstance(value, int) and not isinstance(value, bool) for value in there):
        return "int64", lambda value: value
    return "string", setting


def setting(value: Data) -> str:
    """A value of a key as text: words and numbers as they are, lists and groups as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


Writer: TypeAlias = Callable[[BinaryIO, Contents], None]

WRITERS: dict[str, Writer] = {".csv": _write_csv, ".parquet": _write_parquet}
"""Every form of the result by the suffix that asks for it."""
