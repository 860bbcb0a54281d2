"""The card on paper: one sheet, whatever the texts; the same bytes for the same card."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from farklegen.render import html, pdf
from farklegen.report.document import (
    DICE,
    Cell,
    Facts,
    Notes,
    Paragraph,
    PocketCard,
    Section,
    Table,
    columns,
)

ROWS = tuple((f"+{50 * i}", "1,000", "250", "") for i in range(6, 0, -1))
GRID = Table(
    columns("turn score", "3", "2", "1"),
    (*ROWS, ("400+", Cell("BANK", "strong"), "+400", "+0")),
    over="dice left to roll",
)
CARD = PocketCard(
    name="Uncle Bob's",
    subtitle="your card for two players",
    sides=(
        Section("My turn", (GRID, Paragraph("Bank it."))),
        Section("The points", (Table(columns("", *DICE), (("Three", *"123456"),)),)),
    ),
    sections=(
        Section("After every roll", (Notes(("Add up. " * 20, "Bank."), numbered=True),)),
        Section("The rules", (Facts((("Dice", "Three."), ("Goal", "500."))),)),
    ),
    footer="farklegen 0",
)
HOSTILE = '<b>&" #panic(1) $x$ \\ *a* @b `c` ☃ שלום 🎲'


def pages(data: bytes) -> list[str]:
    """The texts of the pages of a PDF."""
    pypdfium2: Any = import_module("pypdfium2")
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


@pytest.mark.parametrize("paper", pdf.PAPERS)
def test_a_card_is_one_page_and_always_the_same_bytes(paper: str) -> None:
    pytest.importorskip("typst")
    made = pdf.render_card(CARD, paper)
    assert made.startswith(b"%PDF-")
    assert len(pages(made)) == 1
    assert pdf.render_card(CARD, paper) == made


def test_texts_are_never_markup() -> None:
    pytest.importorskip("typst")
    card = replace(
        CARD,
        name=HOSTILE,
        subtitle=HOSTILE,
        sides=(CARD.sides[0], Section(HOSTILE, (Paragraph(HOSTILE),))),
        sections=(*CARD.sections, Section(HOSTILE, (Notes((HOSTILE,)),))),
    )
    assert len(pages(pdf.render_card(card))) == 1
    page = html.render_card(card)
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;&quot; #panic(1)" in page


def test_a_side_that_is_too_long_is_on_a_higher_panel_and_loses_nothing() -> None:
    pytest.importorskip("typst")
    said = tuple(Paragraph(f"part{n} " * 30) for n in range(5))
    long = Section("My turn", (replace(GRID, rows=ROWS * 4), *said))
    text = "".join(pages(pdf.render_card(replace(CARD, sides=(long, CARD.sides[1])), "pocket")))
    assert [text.count(f"part{n}") for n in range(5)] == [30] * 5
    assert text.count("+150") == 4  # the rows of the table


def test_the_page_prints_on_the_paper_that_was_asked_for() -> None:
    assert "@page { size: A4;" in html.render_card(CARD)
    assert "@page { size: letter;" in html.render_card(CARD, "letter")


def test_faces_are_drawn_with_words_for_those_who_cannot_see_them() -> None:
    page = html.render_card(CARD)
    assert page.count('<svg class="die"') == 6
    assert 'aria-label="six"' in page
    assert not set(DICE) & set(page)
