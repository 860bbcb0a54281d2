"""The card as an HTML page that fits a telephone, a screen and, printed, one sheet of paper.

A page cannot measure itself without a script. The size of type in print is therefore reckoned here,
with something to spare, from how many lines the content takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from math import ceil

from farklegen.render.html import blocks_html, plain, whole_page
from farklegen.report.document import Block, Facts, Notes, Paragraph, Table, as_cell
from farklegen.report.pocket_card import DICE, PocketCard, Section

PAPERS = {"a4": ("A4", 297.0, 210.0), "letter": ("letter", 279.4, 215.9)}
"""CSS name, height and width in mm."""

MARGIN = 11
"""Around the page, mm."""

SIZES = tuple(size / 4 for size in range(44, 27, -1))
"""Sizes of type in print to choose from, points; the last one is taken in any case."""

BROKEN = 5
"""How much higher than half the content a column gets where a section is broken, in lines."""

_POINT = 25.4 / 72
_FACES = ("one", "two", "three", "four", "five", "six")
_SPOTS = ("4", "08", "048", "0268", "02468", "023568")


def render(card: PocketCard, paper: str = "a4") -> str:
    """The card as a page; `paper` is one of `PAPERS`."""
    css = files("farklegen.render.pocket").joinpath("card.css").read_text(encoding="utf-8")
    name, _, _ = PAPERS[paper]
    style = (
        f"@page {{ size: {name}; margin: {MARGIN}mm; }}\n"
        f":root {{ --size: {_print_size(card, paper):g}pt; }}\n{css}"
    )
    return whole_page(f"{card.name}: {card.subtitle}", style, card_html(card))


def card_html(card: PocketCard, level: int = 1) -> Iterator[str]:
    """The lines of a card, under a heading of this level."""
    yield f"<h{level}>{plain(card.name)}</h{level}>"
    yield f'<p class="subtitle">{plain(card.subtitle)}</p>'
    yield '<dl class="facts">'
    for label, value in card.facts:
        yield f"<div><dt>{plain(label)}</dt><dd>{plain(value)}</dd></div>"
    yield "</dl>"
    yield '<div class="columns">'
    for section in card.sections:
        yield "<section>"
        yield f"<h{level + 1}>{plain(section.title)}</h{level + 1}>"
        yield from map(_with_dice, blocks_html(section.blocks))
        yield "</section>"
    yield "</div>"
    left_out = plain(" ".join(card.left_out))
    yield f"<footer><span>{left_out}</span><span>{plain(card.footer)}</span></footer>"


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


def _print_size(card: PocketCard, paper: str) -> float:
    """The largest type with which the card should fit the sheet, points."""
    _, height, width = PAPERS[paper]
    across, down = ((side - 2 * MARGIN) / _POINT for side in (width, height))
    for size in SIZES:
        letters = (across - 8 / _POINT) / 2 / (0.53 * size)
        heights = [_lines(section, letters) for section in card.sections]
        head = 6.5 + len(" ".join(card.left_out)) * 0.43 / (across / size)
        if head + _two_columns(heights) <= 0.97 * down / size:
            return size
    return SIZES[-1]


def _two_columns(heights: list[float]) -> float:
    """The height of sections in order, in columns of about the same height."""
    whole = (max(sum(heights[:k]), sum(heights[k:])) for k in range(1, len(heights) + 1))
    return min(*whole, sum(heights) / 2 + BROKEN)


def _lines(section: Section, letters: float) -> float:
    """About how high a section is, in sizes of its type."""
    return 3.3 + sum(_height(block, letters) for block in section.blocks)


def _height(block: Block, letters: float) -> float:
    match block:
        case Table(columns, rows, title, note):
            header = 1.5 * (1 + any(len(c.header) > 8 for c in columns))
            below = 0.4 + 1.2 * ceil(len(note) / letters) if note else 0.0
            return 0.6 + (1.6 if title else 0) + header + 1.5 * len(rows) + below
        case Notes(items, title):
            return 0.8 + 1.4 * bool(title) + _text((as_cell(i).text for i in items), letters - 3)
        case Facts(pairs):
            return 0.8 + _text((f"{label} {as_cell(v).text}" for label, v in pairs), letters)
        case Paragraph(text):
            return 0.8 + _text([as_cell(text).text], letters)
        case _:
            raise TypeError(f"a card has no {type(block).__name__}")


def _text(texts: Iterable[str], letters: float) -> float:
    return sum(1.5 * ceil(len(text) / letters) for text in texts)
