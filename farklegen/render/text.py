"""Documents for the terminal: aligned, wrapped to its width, coloured where that is wanted.

Written by hand rather than with a library: it takes no import time, looks the same in every version
of everything, and wraps or breaks what other table writers cut off.
"""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.render.layout import (
    GAP,
    cell_width,
    clean,
    column_groups,
    column_widths,
    pad,
    wrap,
)
from farklegen.render.registry import Page
from farklegen.report.document import (
    Block,
    Cell,
    Document,
    Emphasis,
    Facts,
    Heading,
    Inline,
    Notes,
    Paragraph,
    Table,
    Verbatim,
    as_cell,
)

PROSE = 100
"""Sentences are not wrapped later than this, however wide the page."""

_CODES: dict[Emphasis, str] = {"strong": "1", "muted": "2", "good": "32", "bad": "31"}


def render(document: Document, page: Page) -> str:
    """The document as text for people, without trailing spaces."""
    writer = _Writer(page)
    parts: list[list[str]] = []
    if document.title:
        parts.append(writer.headline(document.title, "═"))
    under_heading = False
    for block in document.blocks:
        lines = list(writer.block(block))
        if under_heading and parts:
            parts[-1] += lines
        else:
            parts.append(lines)
        under_heading = isinstance(block, Heading)
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


class _Writer:
    """Blocks as lines for one page."""

    def __init__(self, page: Page) -> None:
        self.width = max(20, page.width)
        self.prose = min(self.width, PROSE)
        self.colour = page.colour

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading(text, level):
                yield from self.headline(text, "─" if level == 2 else "")
            case Paragraph(text):
                yield from self.wrapped(text, self.prose)
            case Facts():
                yield from self.facts(block)
            case Notes():
                yield from self.notes(block)
            case Verbatim(lines):
                for line in lines:
                    cell = as_cell(line)
                    yield self.styled(clean(cell.text), cell.emphasis)
            case Table():
                yield from self.table(block)

    def styled(self, text: str, emphasis: Emphasis) -> str:
        """The text with colour codes around what is not space, or as it is."""
        if not self.colour or not emphasis or not text.strip():
            return text
        start = len(text) - len(text.lstrip())
        end = len(text.rstrip())
        return f"{text[:start]}\x1b[{_CODES[emphasis]}m{text[start:end]}\x1b[0m{text[end:]}"

    def wrapped(self, text: Inline, width: int, indent: str = "") -> Iterator[str]:
        cell = as_cell(text)
        for line in wrap(clean(cell.text), width - len(indent)):
            yield indent + self.styled(line, cell.emphasis)

    def headline(self, text: str, underline: str) -> list[str]:
        lines = wrap(clean(text), self.prose)
        rule = [underline * min(self.width, max(map(cell_width, lines)))] if underline else []
        return [self.styled(line, "strong") for line in lines] + [
            self.styled(line, "muted") for line in rule
        ]

    def facts(self, facts: Facts) -> Iterator[str]:
        labels = max((cell_width(clean(label)) for label, _ in facts.pairs), default=0)
        values = max((cell_width(as_cell(value).text) for _, value in facts.pairs), default=0)
        beside = self.prose - labels - GAP
        for label, value in facts.pairs:
            text = clean(label)
            if beside < min(values, 20):
                if text:
                    yield text
                yield from self.wrapped(value, self.prose, "  ")
                continue
            first, *rest = self.wrapped(value, beside)
            yield pad(text, labels + GAP, "left") + first
            for line in rest:
                yield " " * (labels + GAP) + line

    def notes(self, notes: Notes) -> Iterator[str]:
        if notes.title:
            yield from self.wrapped(Cell(notes.title, "strong"), self.prose)
        for item in notes.items:
            first, *rest = self.wrapped(item, self.prose - 2)
            yield f"• {first}"
            for line in rest:
                yield f"  {line}"

    def table(self, table: Table) -> Iterator[str]:
        table = _cleaned(table)
        if table.title:
            yield from self.wrapped(Cell(table.title, "strong"), self.prose)
        widths = column_widths(table, self.width)
        if widths is not None:
            yield from self.grid(table, widths)
        elif (groups := column_groups(table, self.width)) is not None:
            for i, group in enumerate(groups):
                if i:
                    yield ""
                yield from self.grid(group, column_widths(group, self.width) or [])
        else:
            yield from self.stacked(table)
        if table.note:
            yield ""
            yield from self.wrapped(Cell(clean(table.note), "muted"), self.prose)

    def grid(self, table: Table, widths: list[int]) -> Iterator[str]:
        headers = tuple(Cell(c.header, "strong") for c in table.columns)
        yield from self.grid_row(table, headers, widths, at_bottom=True)
        yield self.styled((" " * GAP).join("─" * width for width in widths), "muted")
        for row in table.rows:
            yield from self.grid_row(table, row, widths)

    def grid_row(
        self,
        table: Table,
        row: tuple[Inline, ...],
        widths: list[int],
        *,
        at_bottom: bool = False,
    ) -> Iterator[str]:
        cells = [as_cell(cell) for cell in row]
        wrapped = [
            wrap(c.text, width, break_words=True) for c, width in zip(cells, widths, strict=True)
        ]
        height = max(map(len, wrapped))
        if at_bottom:
            wrapped = [[""] * (height - len(lines)) + lines for lines in wrapped]
        for i in range(height):
            yield (" " * GAP).join(
                self.styled(
                    pad(lines[i] if i < len(lines) else "", width, column.align), cell.emphasis
                )
                for lines, width, column, cell in zip(
                    wrapped, widths, table.columns, cells, strict=True
                )
            )

    def stacked(self, table: Table) -> Iterator[str]:
        """Each row as a small list of its own, for pages too narrow for the table."""
        for i, row in enumerate(table.rows):
            if i:
                yield ""
            yield from self.wrapped(Cell(as_cell(row[0]).text, "strong"), self.prose)
            for column, cell in zip(table.columns[1:], row[1:], strict=True):
                text, emphasis = as_cell(cell).text, as_cell(cell).emphasis
                if text:
                    label = f"{column.header}: " if column.header else ""
                    first, *rest = wrap(label + text, self.prose - 4)
                    yield "  " + self.styled(first, emphasis)
                    for line in rest:
                        yield "    " + self.styled(line, emphasis)


def _cleaned(table: Table) -> Table:
    return Table(
        table.columns,
        tuple(
            tuple(Cell(clean(as_cell(c).text), as_cell(c).emphasis) for c in row)
            for row in table.rows
        ),
        clean(table.title),
        table.note,
    )
