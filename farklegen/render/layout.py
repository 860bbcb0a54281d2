"""Where text goes on a page of fixed width: wrapping, column widths, tables that are too wide.

Widths are counted in terminal columns. Nothing is ever cut: a cell that is too long is wrapped; a
table that is too wide for its page even so is broken into groups of columns, each beginning with
the first column, or, where its cells hold words rather than numbers, becomes a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farklegen.report.document import Align, Table, as_cell

GAP = 2
"""Columns between two columns of a table."""

READABLE_WORDS = 16
"""A column of words is not squeezed below this."""


def cell_width(text: str) -> int:
    """Terminal columns that a text takes: two for emoji and wide East Asian characters."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1
        for c in text
    )


def clean(text: str) -> str:
    """A text without line breaks and control characters, which could rewrite the reader's screen.

    Tabs and line breaks become spaces, other unprintable characters are written as escapes.
    """
    if text.isprintable():
        return text
    joiners = "\u200c\u200d"  # inside Persian words and compound emoji
    return "".join(
        c
        if c.isprintable() or c in joiners
        else " "
        if c in "\t\r\n"
        else c.encode("unicode_escape").decode("ascii")
        for c in text
    )


def wrap(text: str, width: int, *, break_words: bool = False) -> list[str]:
    """The lines of a text, at least one, broken at spaces.

    A word longer than a line stays whole, so that addresses can be copied, unless `break_words`.
    """
    lines: list[str] = []
    line, used = "", 0
    for word in _words(text, width, break_words):
        size = cell_width(word)
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = word, size
        else:
            line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
    return [*lines, line]


def _words(text: str, width: int, break_words: bool) -> Iterator[str]:
    for word in text.split(" "):
        if not word:
            continue
        while break_words and cell_width(word) > width:
            head = _head(word, width)
            yield head
            word = word[len(head) :]
        yield word


def _head(word: str, width: int) -> str:
    """The longest beginning of a word that fits, at least one character."""
    end = len(word)
    while end > 1 and cell_width(word[:end]) > width:
        end -= 1
    return word[:end]


def pad(text: str, width: int, align: Align) -> str:
    """A text filled up with spaces to a width."""
    missing = max(0, width - cell_width(text))
    left = {"left": 0, "right": missing, "center": missing // 2}[align]
    return " " * left + text + " " * (missing - left)


def column_widths(table: Table, width: int) -> list[int] | None:
    """The width of each column so that the table fits, wrapped if need be; None if it cannot."""
    natural = [_natural(table, i) for i in range(len(table.columns))]
    least = [min(n, _least(table, i)) for i, n in enumerate(natural)]
    room = width - GAP * (len(natural) - 1)
    if sum(least) > room:
        return None
    widths = natural
    while sum(widths) > room:
        widest = max((i for i, n in enumerate(widths) if n > least[i]), key=widths.__getitem__)
        widths[widest] -= 1
    return widths


def column_groups(table: Table, width: int) -> list[Table] | None:
    """The table as several that fit a narrow page; None if words in its cells forbid it."""
    if len(table.columns) < 3 or any(c.align == "left" for c in table.columns[1:]):
        return None
    groups: list[list[int]] = [[0]]
    for i in range(1, len(table.columns)):
        longer = [*groups[-1], i]
        if column_widths(_part(table, longer), width) is not None:
            groups[-1] = longer
        elif len(groups[-1]) == 1 or column_widths(_part(table, [0, i]), width) is None:
            return None
        else:
            groups.append([0, i])
    return [_part(table, group) for group in groups]


def _part(table: Table, indices: Sequence[int]) -> Table:
    return Table(
        tuple(table.columns[i] for i in indices),
        tuple(tuple(row[i] for i in indices) for row in table.rows),
    )


def _natural(table: Table, column: int) -> int:
    """The width at which nothing in a column is wrapped."""
    cells = (as_cell(row[column]).text for row in table.rows)
    return max(map(cell_width, (table.columns[column].header, *cells)))


def _least(table: Table, column: int) -> int:
    """The width below which a column would be hard to read: numbers stay whole, words in a line."""
    header = max(map(cell_width, table.columns[column].header.split()), default=0)
    texts = [as_cell(row[column]).text for row in table.rows]
    if table.columns[column].align == "left" and column:
        return max(header, READABLE_WORDS)
    if table.columns[column].align == "left":  # the row's name: a word is not torn apart
        texts = [word for text in texts for word in text.split()]
    return max([header, *map(cell_width, texts)])
