"""How a table is fitted to a page: wrapped, split into groups of columns, or neither.

Drawing is left to rich. It would cut off or fold what does not fit; here the columns get widths at
which no number and no row's name is torn apart. Widths are counted in terminal columns.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import NamedTuple

from rich.cells import cell_len

from farklegen.report.document import Table, as_cell

GAP = 2
"""Columns between two columns of a table."""

READABLE_WORDS = 14
"""A column of words is not squeezed below this."""

LONG_WORD = 32
"""A longer word, such as an address, may be broken; the name of a row never is."""


class Piece(NamedTuple):
    """A table, or some of its columns beside the first, with the widths of the columns."""

    table: Table
    widths: tuple[int, ...]


def pieces(table: Table, width: int) -> list[Piece] | None:
    """The table as one piece that fits a page of this width, or several of them.

    Only numbers are split into several. Each piece repeats the first column and leaves out rows
    that have their numbers elsewhere; an unnamed column stays with the one before it; all pieces
    have about as many columns. None if the table cannot be fitted like that.
    """
    units: list[list[int]] = []
    for i, column in enumerate(table.columns[1:], 1):
        if column.header or not units:
            units.append([i])
        else:
            units[-1].append(i)
    words = any(column.align == "left" for column in table.columns[1:])
    for count in range(1, 2 if words else max(2, len(units) + 1)):
        parts = [table]
        if count > 1:
            ends = (len(units) * i // count for i in range(count + 1))
            parts = [_part(table, [*chain(*units[a:b])]) for a, b in pairwise(ends)]
        fitted = [Piece(part, found) for part in parts if (found := _widths(part, width))]
        if len(fitted) == len(parts):
            return fitted
    return None


def _part(table: Table, columns: list[int]) -> Table:
    """The first column and some others, without rows that have their numbers elsewhere."""
    rows = [
        row
        for row in table.rows
        if any(as_cell(row[i]).text for i in columns)
        or not any(as_cell(cell).text for cell in row[1:])
    ]
    return Table(
        tuple(table.columns[i] for i in (0, *columns)),
        tuple(tuple(row[i] for i in (0, *columns)) for row in rows),
        over=table.over,
    )


def _widths(table: Table, width: int) -> tuple[int, ...] | None:
    """The widths of the columns, wrapped if need be; None if the table does not fit."""
    widths = [_natural(table, i) for i in range(len(table.columns))]
    least = [min(n, _least(table, i)) for i, n in enumerate(widths)]
    room = width - GAP * (len(widths) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((i for i, n in enumerate(widths) if n > least[i]), key=widths.__getitem__)
        widths[widest] -= 1
    return tuple(widths)


def _natural(table: Table, column: int) -> int:
    """The width at which nothing in a column is wrapped."""
    return max(1, *map(cell_len, (table.columns[column].header, *_texts(table, column))))


def _least(table: Table, column: int) -> int:
    """The width below which a column would be hard to read: numbers stay whole, words in a line."""
    header, texts = table.columns[column].header.split(), _texts(table, column)
    if table.columns[column].align == "left":
        words = [word for text in texts for word in text.split()]
        texts = [word for word in words if column == 0 or cell_len(word) <= LONG_WORD]
        texts.append(" " * READABLE_WORDS)
    return max(map(cell_len, (*header, *texts)), default=1)


def _texts(table: Table, column: int) -> list[str]:
    return [as_cell(row[column]).text for row in table.rows]
