"""The results of a sweep, read back from the CSV or Parquet file that they were written to."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

from farklegen.errors import FarklegenError, FileProblemError, install
from farklegen.report.sweep_table import NAME, SweepTable, Value

SUFFIXES = (".csv", ".parquet")


def read_results(file: str) -> SweepTable:
    """Read the rows.

    Raises:
        FileProblemError: if there is no such file, or no table in it.
        FarklegenError: where the library for Parquet is missing.
    """
    path = Path(file)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise FileProblemError(
            f"{file}: the results of a sweep are in a file that ends in {' or '.join(SUFFIXES)}; "
            "give the file that farklegen sweep wrote"
        )
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise FileProblemError(f"there is no file {file}; check its name") from None
    except IsADirectoryError:
        raise FileProblemError(f"{file} is a folder; name a file in it") from None
    except OSError as error:
        raise FileProblemError(
            f"{file} cannot be read: {error.strerror or error}; check its permissions"
        ) from None
    return _from_csv(file, data) if suffix == ".csv" else _from_parquet(file, data)


def _from_csv(file: str, data: bytes) -> SweepTable:
    try:
        text = data.decode("utf-8-sig")
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise FileProblemError(
            f"{file} is not a table in CSV: {error}; give the file that farklegen sweep wrote"
        ) from None
    if not lines:
        raise FileProblemError(f"{file} is empty; give the file that farklegen sweep wrote")
    head, *rows = lines
    rows = [row for row in rows if row]
    _check_head(file, head)
    for number, row in enumerate(rows, 2):
        if len(row) != len(head):
            raise FileProblemError(
                f"{file}: row {number} has {len(row)} values for {len(head)} columns; give the "
                "file that farklegen sweep wrote"
            )
    name = ""
    if NAME in head:
        place = head.index(NAME)
        name = rows[0][place] if rows else ""
        head, *rows = ([*row[:place], *row[place + 1 :]] for row in (head, *rows))
    return SweepTable(file, tuple(head), tuple(tuple(map(_value, row)) for row in rows), name)


def _value(text: str) -> Value:
    """A number where it is one."""
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        return text
    return number if isfinite(number) and "_" not in text else text


def _from_parquet(file: str, data: bytes) -> SweepTable:
    try:
        pa: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise FarklegenError(
            f"Parquet files need pyarrow: {install('pyarrow')}, or let the sweep write a .csv file"
        ) from None
    try:
        table = parquet.read_table(pa.BufferReader(data))
    except (pa.ArrowException, OSError) as error:
        raise FileProblemError(
            f"{file} is not a Parquet file: {str(error).splitlines()[0]}; give the file that "
            "farklegen sweep wrote"
        ) from None
    names = tuple(table.column_names)
    _check_head(file, names)
    columns = [map(_plain, table.column(place).to_pylist()) for place in range(len(names))]
    name = _named(table.schema.metadata or {})
    return SweepTable(file, names, tuple(zip(*columns, strict=True)), name)


def _named(metadata: Mapping[bytes, bytes]) -> str:
    """What a Parquet file says that the sweep is called; empty if it does not."""
    try:
        return str(json.loads(metadata[b"farklegen"])[NAME])
    except (KeyError, ValueError, TypeError):
        return ""


def _plain(value: object) -> Value:
    """As the CSV file has it."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return float(value) if isfinite(value) else None
    return _value(str(value))


def _check_head(file: str, names: list[str] | tuple[str, ...]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise FileProblemError(
            f"{file}: the column {twice[0]!r} is there twice; give the file that farklegen sweep "
            "wrote"
        )
