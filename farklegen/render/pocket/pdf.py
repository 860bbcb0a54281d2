"""The card as PDF, set by typst from a fixed template.

The content reaches the template as data, so that no text of a ruleset is ever read as markup. The
same card gives the same bytes: no date, and the fonts that typst brings along. Only where a name is
written in letters that those lack are the fonts of the machine used as well.
"""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from importlib.util import find_spec

from farklegen.errors import FarklegenError, install
from farklegen.render.clean import clean
from farklegen.report import document as doc
from farklegen.report.card import PocketCard, Section

PAPERS = ("a4", "letter", "pocket")
"""Sheets of paper; `pocket` is to be cut out and folded once, to the size of a bank card."""

_BRINGS = (0x530, 0x1E00, 0x2C00)
"""Below the first, and from the second to the third, typst's own fonts have every usual letter."""


def check_installed() -> None:
    """Find out early whether PDF can be made."""
    if find_spec("typst") is None:
        raise FarklegenError(
            f"PDF needs typst, which is not installed here. Install it: {install('typst')}"
        )


def render(card: PocketCard, paper: str = "a4") -> bytes:
    """The card as a PDF file."""
    check_installed()
    import typst

    text = json.dumps(_data(card, paper), ensure_ascii=False)
    text = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates, from file names
    with as_file(files("farklegen.render.pocket").joinpath("card.typ")) as template:
        made = typst.compile(
            str(template),
            root=str(template.parent),
            format="pdf",
            sys_inputs={"card": text},
            ignore_system_fonts=not _needs_more_fonts(text),
        )
    if not isinstance(made, bytes):
        raise TypeError(f"one file was expected of typst, not {type(made).__name__}")
    return made


def _needs_more_fonts(text: str) -> bool:
    below, low, high = _BRINGS
    return any(not (ord(c) < below or low <= ord(c) < high) for c in text)


def _data(card: PocketCard, paper: str) -> dict[str, object]:
    return {
        "paper": paper,
        "name": clean(card.name),
        "subtitle": clean(card.subtitle),
        "facts": [_pair(label, value) for label, value in card.facts],
        "sides": [_section(side) for side in card.sides],
        "sections": [_section(section) for section in card.sections],
        "left_out": [clean(text) for text in card.left_out],
        "footer": clean(card.footer),
    }


def _section(section: Section) -> dict[str, object]:
    return {
        "title": clean(section.title),
        "blocks": [_block(block) for block in section.blocks],
        "spare": [_block(block) for block in section.spare],
    }


def _block(block: doc.Block) -> dict[str, object]:
    match block:
        case doc.Table(columns, rows, title, _, over):
            return {
                "kind": "table",
                "title": clean(title),
                "over": clean(over),
                "columns": [{"header": clean(c.header), "align": c.align} for c in columns],
                "rows": [[_cell(cell) for cell in row] for row in rows],
            }
        case doc.Notes(items, _, numbered):
            return {
                "kind": "notes",
                "numbered": numbered,
                "items": [_cell(item) for item in items],
            }
        case doc.Facts(pairs):
            return {"kind": "facts", "pairs": [_pair(label, value) for label, value in pairs]}
        case doc.Paragraph(text):
            return {"kind": "paragraph", "text": _cell(text)}
        case doc.Heading() | doc.Verbatim():
            raise TypeError(f"a card has no {type(block).__name__}")


def _pair(label: str, value: doc.Inline) -> list[dict[str, str]]:
    return [_cell(label), _cell(value)]


def _cell(text: doc.Inline) -> dict[str, str]:
    cell = doc.as_cell(text)
    return {"text": clean(cell.text), "emphasis": cell.emphasis}
