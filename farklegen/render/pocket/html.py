"""The card as an HTML page for a phone, a screen and, printed, a sheet of paper.

Its two sides are as large as a bank card, or taller if their text needs more room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from farklegen.render.html import blocks_html, plain, whole_page
from farklegen.report.card import DICE, PocketCard, Section

PAPERS = {"a4": "A4", "letter": "letter"}
"""Their names in CSS."""

_FACES = ("one", "two", "three", "four", "five", "six")
_SPOTS = ("4", "08", "048", "0268", "02468", "023568")


def render(card: PocketCard, paper: str = "a4") -> str:
    """The card as a page; `paper` is one of `PAPERS`."""
    css = _style("card.css") + panels_style()
    style = f"@page {{ size: {PAPERS[paper]}; margin: 11mm; }}\n{css}"
    return whole_page(f"{card.name}: {card.subtitle}", style, card_html(card))


def card_html(card: PocketCard, level: int = 1) -> Iterator[str]:
    """The lines of a card, under a heading of this level."""
    yield f"<h{level}>{plain(card.name)}</h{level}>"
    yield f'<p class="subtitle">{plain(card.subtitle)}</p>'
    yield '<div class="panels">'
    for side in card.sides:
        yield from _section(side, level + 1, "article")
    yield "</div>"
    yield '<dl class="facts">'
    for label, value in card.facts:
        yield f"<div><dt>{plain(label)}</dt><dd>{plain(value)}</dd></div>"
    yield "</dl>"
    yield '<div class="columns">'
    for section in card.sections:
        yield from _section(section, level + 1)
    yield "</div>"
    left_out = plain(" ".join(card.left_out))
    yield f"<footer><span>{left_out}</span><span>{plain(card.footer)}</span></footer>"


def panels_style() -> str:
    """The CSS of the two sides."""
    return _style("panels.css")


def _style(name: str) -> str:
    return files("farklegen.render.pocket").joinpath(name).read_text(encoding="utf-8")


def _section(section: Section, level: int, tag: str = "section") -> Iterator[str]:
    yield f"<{tag}>"
    yield f"<h{level}>{plain(section.title)}</h{level}>"
    yield from map(_with_dice, blocks_html(section.blocks))
    yield f"</{tag}>"


def _with_dice(line: str) -> str:
    """The faces of dice drawn: not every machine has letters for them."""
    return re.sub(f"[{DICE}]", lambda found: _die(DICE.index(found[0])), line)


def _die(face: int) -> str:
    spots = "".join(
        f'<circle cx="{3 * (int(spot) % 3) + 3}" cy="{3 * (int(spot) // 3) + 3}" r="1.1"/>'
        for spot in _SPOTS[face]
    )
    return (
        f'<svg class="die" viewBox="0 0 12 12" role="img" aria-label="{_FACES[face]}">'
        '<rect x=".5" y=".5" width="11" height="11" rx="2.2" fill="none" stroke="currentColor"/>'
        f"{spots}</svg>"
    )
