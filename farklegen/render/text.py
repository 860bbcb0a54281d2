"""Documents for the terminal: wrapped to its width, coloured where that is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from rich.cells import cell_len, chop_cells

from farklegen.render.clean import clean
from farklegen.render.registry import Page
from farklegen.report import document as doc
from farklegen.report.document import Table, as_cell

PROSE = 100
"""Sentences are not wrapped later than this, however wide the page."""

NARROWEST = 20
"""A page is never taken to be narrower than this."""

GAP = 2
"""Columns between two columns of a table."""

READABLE_WORDS = 14
"""A column of words is not squeezed below this."""

LONG_WORD = 32
"""A longer word, such as an address, may be broken; the name of a row never is."""

_CODES: dict[doc.Emphasis, int] = {"strong": 1, "muted": 2, "good": 32, "bad": 31}
"""What switches bold, dim, green and red on."""


def render(document: doc.Document, page: Page) -> str:
    """The document as text for people, without trailing spaces."""
    return "".join(f"{line.rstrip()}\n" for line in _Writer(page).lines(document))


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text on a page of that width. Only a word that is longer is broken."""
    lines = [""]
    for word in re.findall(r"\s*\S+\s*", text):
        bare = word.rstrip()
        if lines[-1] and cell_len(lines[-1] + bare) > width:
            lines.append("")
        if cell_len(bare) > width:
            lines[-1:] = chop_cells(bare, width)
            word = " "
        lines[-1] += word
    return [line.rstrip() for line in lines]


class _Writer:
    """Blocks as the lines of one page."""

    def __init__(self, page: Page) -> None:
        self.width = max(NARROWEST, page.width)
        self.prose = min(self.width, PROSE)
        self.colour = page.colour

    def lines(self, document: doc.Document) -> Iterator[str]:
        if document.title:
            yield from self.headline(document.title, "═")
        under_heading = not document.title
        for block in document.blocks:
            close = isinstance(block, doc.Facts | doc.Notes) and block.close
            if not (under_heading or close):
                yield ""
            yield from self.block(block)
            under_heading = isinstance(block, doc.Heading)

    def block(self, block: doc.Block) -> Iterator[str]:
        match block:
            case doc.Heading(text, level):
                yield from self.headline(text, "─" if level == 2 else "")
            case doc.Paragraph(text):
                yield from self.words(text)
            case doc.Facts(pairs):
                yield from self.facts(tuple(pairs))
            case doc.Notes():
                yield from self.notes(block)
            case doc.Verbatim(lines):
                for line in map(as_cell, lines):
                    yield self.painted(clean(line.text), line.emphasis)
            case doc.Table():
                yield from self.table(block)

    def painted(self, text: str, emphasis: doc.Emphasis) -> str:
        painted = self.colour and emphasis and text
        return f"\x1b[{_CODES[emphasis]}m{text}\x1b[0m" if painted else text

    def cell(self, inline: doc.Inline, width: int, align: doc.Align = "left") -> Iterator[str]:
        """The lines of a text, filled with spaces."""
        cell = as_cell(inline)
        for line in wrapped(clean(cell.text), width):
            space, text = " " * (width - cell_len(line)), self.painted(line, cell.emphasis)
            yield space + text if align == "right" else text + space

    def row(
        self,
        cells: Iterable[doc.Inline],
        widths: Sequence[int],
        aligns: Iterable[doc.Align] = repeat("left"),
        gap: int = GAP,
        *,
        heads: bool = False,
    ) -> Iterator[str]:
        """The lines of cells that stand side by side; heads stand on the line below them."""
        columns = [[*cell] for cell in map(self.cell, cells, widths, aligns)]
        height = max(map(len, columns))
        for column, width in zip(columns, widths, strict=True):
            blank = [" " * width] * (height - len(column))
            column[:] = [*blank, *column] if heads else [*column, *blank]
        return map((" " * gap).join, zip(*columns, strict=True))

    def words(self, text: doc.Inline, indent: int = 0) -> Iterator[str]:
        """Lines no wider than sentences should be."""
        for line in self.cell(text, self.prose - indent):
            yield " " * indent + line

    def headline(self, text: str, underline: str) -> Iterator[str]:
        yield from self.words(doc.Cell(text, "strong"))
        if underline:
            yield self.painted(underline * min(self.prose, cell_len(clean(text))), "muted")

    def facts(self, pairs: Sequence[tuple[str, doc.Inline]], indent: int = 0) -> Iterator[str]:
        """Labels and values side by side, or below each other where there is no room for that."""
        labels = max((cell_len(clean(label)) for label, _ in pairs), default=0)
        values = max((cell_len(clean(as_cell(value).text)) for _, value in pairs), default=0)
        room = self.prose - indent - labels - GAP
        for label, value in pairs:
            if room >= min(values, 20):
                for line in self.row((label, value), (labels, room)):
                    yield " " * indent + line
                continue
            if label:
                yield from self.words(label, indent)
            yield from self.words(value, indent + 2)

    def notes(self, notes: doc.Notes) -> Iterator[str]:
        if notes.title:
            yield from self.words(doc.Cell(notes.title, "strong"))
        items = tuple(notes.items)
        room = len(f"{len(items)}. ") if notes.numbered else 2
        for number, item in enumerate(items, start=1):
            mark = f"{number}." if notes.numbered else "•"
            yield from self.row((mark, item), (room, self.prose - room), gap=0)

    def table(self, table: Table) -> Iterator[str]:
        if table.title:
            yield from self.words(doc.Cell(table.title, "strong"))
        widths = fitted(table, self.width)
        yield from self.stacked(table) if widths is None else self.grid(table, widths)
        if table.note:
            yield ""
            yield from self.words(doc.Cell(table.note, "muted"))

    def grid(self, table: Table, widths: tuple[int, ...]) -> Iterator[str]:
        aligns, gaps = [column.align for column in table.columns], GAP * (len(widths) - 1)
        if table.over:
            indent = widths[0] + GAP
            over = table.over.center(sum(widths) + gaps - indent)
            yield from wrapped(" " * indent + over, self.width)
        heads = (doc.Cell(column.header, "strong") for column in table.columns)
        yield from self.row(heads, widths, aligns, heads=True)
        yield self.painted("─" * (sum(widths) + gaps), "muted")
        for row in table.rows:
            yield from self.row(row, widths, aligns)

    def stacked(self, table: Table) -> Iterator[str]:
        """Each row as a small list of its own, for pages too narrow for the table."""
        headers = [column.header for column in table.columns[1:]]
        if table.over:
            yield from self.words(table.over)
        for i, (name, *cells) in enumerate(table.rows):
            if i:
                yield ""
            yield from self.words(doc.Cell(as_cell(name).text, "strong"))
            pairs = zip(headers, cells, strict=True)
            yield from self.facts([(head, cell) for head, cell in pairs if as_cell(cell).text], 2)


def fitted(table: Table, width: int) -> tuple[int, ...] | None:
    """The widths of the columns on a page, wrapped if need be; None if the table does not fit.
    Numbers stay whole, and words, but for long ones behind the first column."""
    widths, least = list[int](), list[int]()
    for at, column in enumerate(table.columns):
        header = clean(column.header)
        texts = [clean(as_cell(row[at]).text) for row in table.rows]
        widths.append(max(1, *map(cell_len, (header, *texts))))
        if column.align == "left":
            words = [word for text in texts for word in text.split()]
            texts = [word for word in words if at == 0 or cell_len(word) <= LONG_WORD]
            texts.append(" " * READABLE_WORDS)
        least.append(min(widths[at], max(1, *map(cell_len, (*header.split(), *texts)))))
    room = width - GAP * (len(widths) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((i for i, n in enumerate(widths) if n > least[i]), key=widths.__getitem__)
        widths[widest] -= 1
    return tuple(widths)
