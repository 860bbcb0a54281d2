"""Documents for the terminal, drawn by rich: wrapped to its width, coloured where that is wanted.

Our own part is the order of things on the page, and what becomes of a table that is too wide.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from rich import box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from farklegen.render.clean import clean
from farklegen.render.registry import Page
from farklegen.report import document as doc
from farklegen.report.document import Table, as_cell

PROSE = 100
"""Sentences are not wrapped later than this, however wide the page."""

NARROWEST = 20
"""A page is never taken to be narrower than this."""

_STYLES: dict[doc.Emphasis, str] = {"strong": "bold", "muted": "dim", "good": "green", "bad": "red"}


def render(document: doc.Document, page: Page) -> str:
    """The document as text for people, without trailing spaces."""
    file = StringIO()
    # Every setting is given here, so that rich asks neither the environment nor the terminal.
    console = Console(
        file=file,
        width=max(NARROWEST, page.width),
        height=25,
        force_terminal=page.colour,
        color_system="standard" if page.colour else None,
        no_color=not page.colour,
        force_interactive=False,
        force_jupyter=False,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    writer = _Writer(console)
    if document.title:
        writer.headline(document.title, "═")
    under_heading = not document.title
    for block in document.blocks:
        close = isinstance(block, doc.Facts | doc.Notes) and block.close
        if not (under_heading or close):
            writer.blank()
        writer.block(block)
        under_heading = isinstance(block, doc.Heading)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


def _text(inline: doc.Inline) -> Text:
    """A piece of text as rich takes it. Padding around it stays without style."""
    cell = doc.as_cell(inline)
    text = Text(clean(cell.text), overflow="fold")
    if cell.emphasis:
        text.stylize(_STYLES[cell.emphasis])
    return text


class _Writer:
    """Prints blocks on one page."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.prose = min(console.width, PROSE)

    def block(self, block: doc.Block) -> None:
        match block:
            case doc.Heading(text, level):
                self.headline(text, "─" if level == 2 else "")
            case doc.Paragraph(text):
                self.print(_text(text))
            case doc.Facts(pairs):
                self.facts(pairs)
            case doc.Notes():
                self.notes(block)
            case doc.Verbatim(lines):
                for line in lines:
                    self.console.print(_text(line), no_wrap=True, overflow="ignore", crop=False)
            case doc.Table():
                self.table(block)

    def print(self, what: RenderableType, indent: int = 0) -> None:
        """Print something no wider than sentences should be."""
        self.console.print(Padding(what, (0, 0, 0, indent)) if indent else what, width=self.prose)

    def blank(self) -> None:
        self.console.print()

    def headline(self, text: str, underline: str) -> None:
        title = _text(doc.Cell(text, "strong"))
        self.print(title)
        if underline:
            rule = Rule(characters=underline, style="dim")
            self.console.print(rule, width=min(self.prose, title.cell_len))

    def facts(self, pairs: Iterable[tuple[str, doc.Inline]], indent: int = 0) -> None:
        """Labels and values side by side, or below each other where there is no room for that."""
        texts = [(_text(label), _text(value)) for label, value in pairs]
        labels = max((label.cell_len for label, _ in texts), default=0)
        values = max((value.cell_len for _, value in texts), default=0)
        if self.prose - indent - labels - GAP < min(values, 20):
            for label, value in texts:
                if label:
                    self.print(label, indent)
                self.print(value, indent + 2)
            return
        grid = Grid.grid()
        grid.add_column(no_wrap=True)
        for label, value in texts:
            label.pad_right(GAP)
            grid.add_row(label, value)
        self.print(grid, indent)

    def notes(self, notes: doc.Notes) -> None:
        if notes.title:
            self.print(_text(doc.Cell(notes.title, "strong")))
        grid = Grid.grid()
        grid.add_column(no_wrap=True)
        for number, item in enumerate(notes.items, start=1):
            grid.add_row(f"{number}. " if notes.numbered else "• ", _text(item))
        self.print(grid)

    def table(self, table: doc.Table) -> None:
        if table.title:
            self.print(_text(doc.Cell(table.title, "strong")))
        widths = fitted(table, self.console.width)
        if widths is None:
            self.stacked(table)
        else:
            self.grid(table, widths)
        if table.note:
            self.blank()
            self.print(_text(doc.Cell(table.note, "muted")))

    def grid(self, table: Table, widths: tuple[int, ...]) -> None:
        grid = Grid(
            box=box.SIMPLE_HEAD, show_edge=False, padding=0, header_style="", border_style="dim"
        )
        # The gap is part of every column but the last, less the one that the box adds. As padding
        # of the table some versions of rich would count it for the last column too.
        gaps = [GAP - 1] * (len(widths) - 1) + [0]
        for column, width, gap in zip(table.columns, widths, gaps, strict=True):
            header = Padding(_text(doc.Cell(column.header, "strong")), (0, gap, 0, 0))
            grid.add_column(header, justify=column.align, width=width + gap)
        if table.over:
            first, *others = widths
            room = sum(others) + GAP * (len(others) - 1)
            self.console.print(" " * (first + GAP), table.over.center(room).rstrip(), sep="")
        for row in table.rows:
            cells = zip(map(_text, row), gaps, strict=True)
            grid.add_row(*(Padding(text, (0, gap, 0, 0)) for text, gap in cells))
        self.console.print(grid)

    def stacked(self, table: doc.Table) -> None:
        """Each row as a small list of its own, for pages too narrow for the table."""
        headers = [column.header for column in table.columns[1:]]
        if table.over:
            self.print(_text(table.over))
        for i, (name, *cells) in enumerate(table.rows):
            if i:
                self.blank()
            self.print(_text(doc.Cell(doc.as_cell(name).text, "strong")))
            pairs = zip(headers, cells, strict=True)
            self.facts([(header, cell) for header, cell in pairs if doc.as_cell(cell).text], 2)


GAP = 2
"""Columns between two columns of a table."""

READABLE_WORDS = 14
"""A column of words is not squeezed below this."""

LONG_WORD = 32
"""A longer word, such as an address, may be broken; the name of a row never is."""


def fitted(table: Table, width: int) -> tuple[int, ...] | None:
    """The widths of the columns on a page, wrapped if need be; None if the table does not fit."""
    texts = [_texts(table, i) for i in range(len(table.columns))]
    widths = [max(1, *map(cell_len, column)) for column in texts]
    least = [min(n, _least(table, i)) for i, n in enumerate(widths)]
    room = width - GAP * (len(widths) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((i for i, n in enumerate(widths) if n > least[i]), key=widths.__getitem__)
        widths[widest] -= 1
    return tuple(widths)


def _least(table: Table, column: int) -> int:
    """The width below which a column would be hard to read: numbers stay whole, words in a line."""
    header, *texts = _texts(table, column)
    if table.columns[column].align == "left":
        words = [word for text in texts for word in text.split()]
        texts = [word for word in words if column == 0 or cell_len(word) <= LONG_WORD]
        texts.append(" " * READABLE_WORDS)
    return max(map(cell_len, (*header.split(), *texts)), default=1)


def _texts(table: Table, column: int) -> list[str]:
    """What is shown in a column, its header first."""
    cells = (table.columns[column].header, *(row[column] for row in table.rows))
    return [clean(as_cell(cell).text) for cell in cells]
