"""Documents, and the card on paper, as one HTML page each: no scripts, nothing from elsewhere, good
to read and to print.

Every text is escaped. Tables name their rows and columns (`scope`), so that a screen reader can
read them out; on a narrow screen a wide table scrolls by itself. The two sides of a card are as
large as a bank card, or taller if their text needs more room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from farklegen.render.clean import clean
from farklegen.render.registry import Page
from farklegen.report import document as doc

PRINTED = "@page { size: A4; margin: 15mm; }\n"

PAPERS = {"a4": "A4", "letter": "letter"}
"""Papers of a card, and their names in CSS."""

_FACES = ("one", "two", "three", "four", "five", "six")
_SPOTS = ("4", "08", "048", "0268", "02468", "023568")

_TAGS = {"strong": ("<strong>", "</strong>")} | {
    emphasis: (f'<span class="{emphasis}">', "</span>") for emphasis in ("muted", "good", "bad")
}


def render(document: doc.Document, _page: Page) -> str:
    """The document as a page of its own; widths and colours of a terminal do not matter."""
    headings = (block.text for block in document.blocks if isinstance(block, doc.Heading))
    headline = [f"<h1>{plain(document.title)}</h1>"] if document.title else []
    title = document.title or next(headings, document.kind)
    return whole_page(title, PRINTED, [*headline, *blocks_html(document.blocks)])


def fragment(document: doc.Document) -> str:
    """The document as a part of another page."""
    title = [f"<h2>{plain(document.title)}</h2>"] if document.title else []
    return "\n".join([*title, *blocks_html(document.blocks)]) + "\n"


def whole_page(title: str, style: str, body: Iterable[str]) -> str:
    styled = ("<style>", style_sheet("page") + style.rstrip(), "</style>")
    return framed(title, styled, ("<main>", *body, "</main>"))


def framed(title: str, head: Iterable[str], body: Iterable[str], first: Iterable[str] = ()) -> str:
    """The frame of every page, around lines of HTML; `first` stand before all others of the head,
    `head` behind the title of the window."""
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        *first,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="generator" content="farklegen">',
        f"<title>{plain(title)}</title>",
        *head,
        "</head>",
        "<body>",
        *body,
        "</body>",
        "</html>",
    )
    # A file name that is not UTF-8 reaches us with lone surrogates, which no page can hold.
    text = "\n".join(lines) + "\n"
    return text.encode("utf-8", "replace").decode("utf-8")


@cache
def style_sheet(name: str) -> str:
    """CSS: `page` is that of every page, `panels` that of the two sides of a card."""
    return files("farklegen.render").joinpath(f"{name}.css").read_text(encoding="utf-8")


def plain(text: str) -> str:
    """Text escaped so that nothing in it is markup, in elements and in attributes."""
    return escape(clean(text).strip())


def blocks_html(blocks: Iterable[doc.Block]) -> Iterator[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: doc.Block) -> Iterator[str]:
    match block:
        case doc.Heading(text, level):
            yield f"<h{level}>{plain(text)}</h{level}>"
        case doc.Paragraph(text):
            yield f"<p>{_inline(text)}</p>"
        case doc.Facts(pairs):
            yield "<dl>"
            for i, (label, value) in enumerate(pairs):
                if label or not i:
                    yield f"<dt>{plain(label)}</dt>"
                yield f"<dd>{_inline(value)}</dd>"
            yield "</dl>"
        case doc.Notes(items, title, numbered):
            if title:
                yield f'<p class="title">{plain(title)}</p>'
            tag = "ol" if numbered else "ul"
            yield f"<{tag}>"
            yield from (f"<li>{_inline(item)}</li>" for item in items)
            yield f"</{tag}>"
        case doc.Verbatim(lines):
            yield "<pre>" + "\n".join(_inline(line, strip=False) for line in lines) + "</pre>"
        case doc.Table():
            yield from table_html(block)


def table_html(table: doc.Table) -> Iterator[str]:
    """The lines of a table: its rows named by their first cells, its note below."""
    yield '<div class="wide" tabindex="0">'  # for keys that scroll it
    yield "<table>"
    if table.title:
        yield f"<caption>{plain(table.title)}</caption>"
    classes = ["" if c.align == "left" else f' class="{c.align}"' for c in table.columns]
    if any(column.header for column in table.columns):
        heads = (
            f'<th scope="col"{of}>{plain(column.header)}</th>'
            if column.header
            else f"<td{of}></td>"
            for of, column in zip(classes, table.columns, strict=True)
        )
        span = f'scope="colgroup" colspan="{len(table.columns) - 1}"'
        over = f"<tr><td></td><th {span}>{plain(table.over)}</th></tr>"
        yield f"<thead>{over if table.over else ''}<tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        name, *others = zip(classes, row, strict=True)
        cells = "".join(f"<td{of}>{_inline(cell)}</td>" for of, cell in others)
        named = doc.as_cell(name[1])
        strong = ' class="strong"' if named.emphasis == "strong" else ""
        yield f'<tr{strong}><th scope="row"{name[0]}>{_inline(named)}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</div>"
    if table.note:
        yield f'<p class="note">{plain(table.note)}</p>'


def _inline(text: doc.Inline, *, strip: bool = True) -> str:
    cell: doc.Cell = doc.as_cell(text)
    shown = plain(cell.text) if strip else escape(clean(cell.text))
    before, after = _TAGS.get(cell.emphasis, ("", ""))
    return f"{before}{shown}{after}" if shown else ""


def render_card(card: doc.PocketCard, paper: str = "a4") -> str:
    """The card as a page; `paper` is one of `PAPERS`."""
    css = style_sheet("card") + style_sheet("panels")
    style = f"@page {{ size: {PAPERS[paper]}; margin: 11mm; }}\n{css}"
    return whole_page(f"{card.name}: {card.subtitle}", style, card_html(card))


def card_html(card: doc.PocketCard, level: int = 1) -> Iterator[str]:
    """The lines of a card, under a heading of this level."""
    yield f"<h{level}>{plain(card.name)}</h{level}>"
    yield f'<p class="subtitle">{plain(card.subtitle)}</p>'
    yield '<div class="panels">'
    for side in card.sides:
        yield from _section(side, level + 1, "article")
    yield "</div>"
    yield '<div class="columns">'
    for section in card.sections:
        yield from _section(section, level + 1)
    yield "</div>"
    yield f"<footer>{plain(card.footer)}</footer>"


def _section(section: doc.Section, level: int, tag: str = "section") -> Iterator[str]:
    yield f"<{tag}>"
    yield f"<h{level}>{plain(section.title)}</h{level}>"
    for line in blocks_html(section.blocks):
        yield re.sub(f"[{doc.DICE}]", lambda found: _die(doc.DICE.index(found[0])), line)
    yield f"</{tag}>"


def _die(face: int) -> str:
    """A face, drawn: not every machine has letters for them."""
    spots = "".join(
        f'<circle cx="{3 * (int(spot) % 3) + 3}" cy="{3 * (int(spot) // 3) + 3}" r="1.1"/>'
        for spot in _SPOTS[face]
    )
    return (
        f'<svg class="die" viewBox="0 0 12 12" role="img" aria-label="{_FACES[face]}">'
        '<rect x=".5" y=".5" width="11" height="11" rx="2.2" fill="none" stroke="currentColor"/>'
        f"{spots}</svg>"
    )
