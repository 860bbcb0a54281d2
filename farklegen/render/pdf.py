"""The card as PDF, set by typst from a fixed template.

The content reaches the template as data, so that no text of a ruleset is ever read as markup. The
same card gives the same bytes: no date, and the fonts that typst brings along. If a name has
letters that these fonts lack, the fonts of the machine are used as well.
"""

from __future__ import annotations

import json
from importlib.resources import as_file, files

from farklegen.errors import need
from farklegen.render.clean import clean
from farklegen.report import document as doc

PAPERS = ("a4", "letter", "pocket")
"""Sheets of paper; `pocket` is to be cut out and folded once, to the size of a bank card."""

_BRINGS = (0x530, 0x1E00, 0x2C00)
"""typst's own fonts have every usual letter below the first code point, and from the second to the
third."""


def render_card(card: doc.PocketCard, paper: str = "a4") -> bytes:
    need("typst", "PDF needs")
    import typst

    text = json.dumps({"paper": paper, "card": _data(card)}, ensure_ascii=False)
    text = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates, from file names
    below, low, high = _BRINGS
    with as_file(files("farklegen.render").joinpath("card.typ")) as template:
        made = typst.compile(
            str(template),
            root=str(template.parent),
            format="pdf",
            sys_inputs={"sheet": text},
            ignore_system_fonts=all(ord(c) < below or low <= ord(c) < high for c in text),
        )
    if not isinstance(made, bytes):
        raise TypeError(f"one file was expected of typst, not {type(made).__name__}")
    return made


def _data(value: object) -> object:
    """A card, or a part of one, as the template reads it: its fields by name, and its kind."""
    if isinstance(value, doc.Heading | doc.Verbatim):
        raise TypeError(f"a card has no {type(value).__name__}")
    if isinstance(value, str):
        return clean(value)
    fields = value._asdict() if hasattr(value, "_asdict") else getattr(value, "__dict__", None)
    if fields is not None:
        kind = type(value).__name__.lower()
        return {"kind": kind, **{name: _data(part) for name, part in fields.items()}}
    return [_data(part) for part in value] if isinstance(value, tuple) else value
