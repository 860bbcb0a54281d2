"""Documents as GitHub-flavoured Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from farklegen.render.clean import clean
from farklegen.render.registry import Page
from farklegen.report import document as doc

_SPECIAL = re.compile(r"([\\`*\[\]<|~]|(?<![^\W_])_|_(?![^\W_]))")
"""Characters that would start markup; an underscore inside a word does not."""

_AT_LINE_START = re.compile(r"^([#>+-])|^(\d+)([.)])(?=\s|$)")
_RULES = {"left": ":--", "right": "--:"}


def render(document: doc.Document, _page: Page) -> str:
    """The document as Markdown; widths and colours of the page do not matter."""
    parts = [f"# {_inline(document.title)}"] if document.title else []
    parts += ["\n".join(_block(block)) for block in document.blocks]
    return "\n\n".join(parts) + "\n"


def _block(block: doc.Block) -> Iterator[str]:
    match block:
        case doc.Heading(text, level):
            yield f"{'#' * level} {_inline(text)}"
        case doc.Paragraph(text):
            yield _line(text)
        case doc.Facts(pairs):
            for label, value in pairs:
                yield f"- {_inline(label)}: {_inline(value)}" if label else f"  {_line(value)}"
        case doc.Notes(items, title, numbered):
            if title:
                yield f"**{_inline(title)}**"
                yield ""
            for number, item in enumerate(items, start=1):
                yield f"{f'{number}.' if numbered else '-'} {_line(item)}"
        case doc.Verbatim(lines, language):
            texts = [doc.as_cell(line).text for line in lines]
            fence = "`" * max([3, *(len(m) + 1 for t in texts for m in re.findall("`{3,}", t))])
            yield fence + language
            yield from texts
            yield fence
        case doc.Table():
            yield from _table(block)


def _table(table: doc.Table) -> Iterator[str]:
    if table.title:
        yield f"**{_inline(table.title)}**"
        yield ""
    if table.over:
        yield f"{_inline(table.over)}:"
        yield ""
    yield _row(column.header for column in table.columns)
    yield "|" + "|".join(f" {_RULES[column.align]} " for column in table.columns) + "|"
    for row in table.rows:
        yield _row(row)
    if table.note:
        yield ""
        yield _line(table.note)


def _row(cells: Iterable[doc.Inline]) -> str:
    return "| " + " | ".join(_inline(cell) for cell in cells) + " |"


def _inline(text: doc.Inline) -> str:
    """Text escaped so that nothing in it is markup, except at the start of a line."""
    cell = doc.as_cell(text)
    escaped = _SPECIAL.sub(r"\\\1", clean(cell.text).strip())
    return f"**{escaped}**" if cell.emphasis == "strong" and escaped else escaped


def _line(text: doc.Inline) -> str:
    """Text escaped so that nothing in it is markup, even at the start of a line."""
    return _AT_LINE_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", _inline(text))
