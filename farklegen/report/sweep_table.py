"""The rows of a sweep as a picture wants them: read from a file elsewhere, columns found here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from farklegen.errors import FarklegenError, named
from farklegen.measures.registry import MEASURES

Value: TypeAlias = str | float | None
"""A number, a word, or nothing."""

PROBLEM = "problem"
"""The column that says why a number is missing."""

NAME = "sweep"
"""The column of a CSV file with what the sweep is called; in Parquet it is beside the rows."""

LISTED = 12
"""Names or values that a message lists."""


class SweepColumnError(FarklegenError):
    """Columns or values that the results of a sweep do not have. One line for each."""

    slug = "sweep-column"


@dataclass(frozen=True)
class SweepTable:
    """The results of a sweep.

    Attributes:
        file: what messages call it.
        columns: keys that were varied, then measures, then `problem`.
        rows: values, as long as `columns`.
        name: what the sweep is called; empty if the file does not say so.
    """

    file: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    name: str = ""

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The columns with numbers that were measured."""
        return tuple(name for name in self.columns if name in MEASURES)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The columns with values that were varied."""
        return tuple(
            name for name in self.columns if name not in MEASURES and name not in ("", PROBLEM)
        )

    def values(self, name: str) -> tuple[Value, ...]:
        """The different values of a column: numbers ascending, then words as they come; None, for
        a key that was left out, first."""
        place = self.columns.index(name)
        found = list(dict.fromkeys(row[place] for row in self.rows))
        nothing: list[Value] = [None] if None in found else []
        numbers: list[Value] = [*sorted(v for v in found if isinstance(v, float))]
        return (*nothing, *numbers, *(value for value in found if isinstance(value, str)))

    def varied(self) -> tuple[str, ...]:
        """The keys that have more than one value."""
        return tuple(name for name in self.keys if len(self.values(name)) > 1)


@dataclass(frozen=True)
class SweepView:
    """What of a sweep to draw.

    Attributes:
        x: the key along the axis.
        y: the measure.
        by: the key that tells lines apart; None for one line.
        panels: the key that tells panels apart; None for one panel.
    """

    x: str
    y: str
    by: str | None
    panels: str | None


def chosen(
    table: SweepTable,
    x: str | None,
    y: str | None,
    by: str | None,
    only: Sequence[tuple[str, str]],
) -> tuple[SweepTable, SweepView]:
    """The rows to draw, and which columns.

    Args:
        table: all rows.
        x, y, by: column names, where they are given.
        only: keys and the value that their rows must have, as text.

    Raises:
        SweepColumnError: for columns or values that are not there, and if more keys vary than a
            picture can show; names everything wrong.
    """
    problems: list[str] = []
    if not table.rows:
        problems.append(f"{table.file}: there are no rows; let the sweep finish first")
    if not table.measures:
        problems.append(
            f"{table.file}: no column is a measure, so there is nothing to draw; there are "
            f"{_listed(table.columns)}. Give a file that farklegen sweep wrote"
        )
    for option, name, names, what in (
        (named("x"), x, table.keys, "key that was varied"),
        (named("y"), y, table.measures, "measure"),
        (named("by"), by, table.keys, "key that was varied"),
    ):
        if name is not None and name not in names:
            problems.append(
                f"{option}: {table.file} has no {what} {name!r}; there are {_listed(names)}"
            )
    for key, text in only:
        if key not in table.keys:
            problems.append(
                f"{named('only')}: {table.file} has no key {key!r}; there are {_listed(table.keys)}"
            )
        elif text not in [value_words(value) for value in table.values(key)]:
            found = _listed([value_words(value) for value in table.values(key)])
            problems.append(f"{named('only')}: {key} is never {text!r}; its values are {found}")
    if x is not None and x == by:
        problems.append(f"{named('by')}: {by} is the key along the axis already; name another one")
    if problems:
        raise SweepColumnError("\n".join(problems))
    kept = SweepTable(
        table.file, table.columns, tuple(filter(_keeps(table, only), table.rows)), table.name
    )
    left = [name for name in kept.varied() if name not in (x, by)]
    first = x or (left.pop(0) if left else table.keys[0] if table.keys else None)
    if first is None:
        raise SweepColumnError(
            f"{table.file}: no column is a key that was varied; there are "
            f"{_listed(table.columns)}. Give a file that farklegen sweep wrote"
        )
    second = by or (left.pop(0) if left else None)
    third = left.pop(0) if left else None
    if left:
        raise SweepColumnError(
            f"{table.file}: {len(left) + 3} keys vary, and a picture shows three; hold "
            f"{' and '.join(left)} to one value each with "
            f"{named('only=[(KEY, VALUE)]', '--only KEY=VALUE')}"
        )
    return kept, SweepView(first, y or table.measures[0], second, third)


def _keeps(
    table: SweepTable, only: Sequence[tuple[str, str]]
) -> Callable[[tuple[Value, ...]], bool]:
    """Whether a row has the values that were asked for."""
    wanted = [(table.columns.index(key), text) for key, text in only]
    return lambda row: all(value_words(row[place]) == text for place, text in wanted)


def value_words(value: Value) -> str:
    """A value as a person gives it: `500`, `required`, `none` for a key that is left out."""
    if value is None:
        return "none"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return value


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return (", ".join(names[:LISTED]) or "none") + more
