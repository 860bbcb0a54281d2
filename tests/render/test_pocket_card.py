"""The card on paper: one sheet, whatever the texts; the same bytes for the same card."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from farklegen.errors import FarklegenError
from farklegen.render.pocket import html, pdf
from farklegen.report.document import Cell, Facts, Notes, Table, columns
from farklegen.report.pocket_card import DICE, PocketCard, Section

ROWS = tuple((f"+{50 * i}", "1,000", "250", "") for i in range(6, 0, -1))
GRID = Table(
    columns("worth", "3 dice", "2 dice", "1 die"),
    (*ROWS, (Cell("bank", "strong"), Cell("10,050", "strong"), "400", "0")),
    note="Each number is the turn score from which the worth on the left holds.",
)
CARD = PocketCard(
    name="Uncle Bob's",
    subtitle="the card for the most points per turn",
    facts=(("points per turn, at best", "446.57"), ("to remember", "11 numbers")),
    sections=(
        Section("Break points", (GRID,)),
        Section("How to use it", (Notes(("Add up. " * 20, "Bank."), "In short"),)),
        Section("Points", (Table(columns("", *DICE), (("Three", *"123456"),)),)),
        Section("The rules", (Facts((("Dice", "Three."), ("Goal", "500."))),)),
    ),
    left_out=("The end of the game.",),
    footer="farklegen 0",
)
HOSTILE = '<b>&" #panic(1) $x$ \\ *a* @b `c` ☃ שלום 🎲'


def pages(data: bytes) -> int:
    """Pages of a PDF, whose page tree may stand in a compressed part."""
    import zlib

    parts = [data]
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            parts.append(zlib.decompress(found[1]))
        except zlib.error:
            continue
    return max(int(n) for part in parts for n in re.findall(rb"/Count (\d+)", part))


@pytest.mark.parametrize("paper", pdf.PAPERS)
def test_a_card_is_one_page_and_always_the_same_bytes(paper: str) -> None:
    pytest.importorskip("typst")
    made = pdf.render(CARD, paper)
    assert made.startswith(b"%PDF-")
    assert b"/Type /Pages" in made or b"/Type/Pages" in made
    assert pages(made) == 1
    assert pdf.render(CARD, paper) == made


def test_texts_are_never_markup() -> None:
    pytest.importorskip("typst")
    card = replace(
        CARD,
        name=HOSTILE,
        subtitle=HOSTILE,
        sections=(*CARD.sections, Section(HOSTILE, (Notes((HOSTILE,), HOSTILE),))),
    )
    assert pages(pdf.render(card)) == 1
    page = html.render(card)
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;&quot; #panic(1)" in page


@pytest.mark.slow
def test_a_long_card_goes_on_on_the_back_and_a_longer_one_is_refused() -> None:
    pytest.importorskip("typst")
    many = Section("Rules", (Facts(tuple((f"Topic {i}", "Words. " * 40) for i in range(50))),))
    long = replace(CARD, sections=(*CARD.sections, many))
    assert pages(pdf.render(long)) == 2
    with pytest.raises(FarklegenError, match="folded to pocket size; use --paper a4"):
        pdf.render(long, "pocket")
    longer = replace(CARD, sections=(*CARD.sections, *[many] * 4))
    with pytest.raises(FarklegenError, match="too long for one sheet of paper, front and back"):
        pdf.render(longer)


@pytest.mark.slow
def test_a_card_that_goes_on_on_the_back_breaks_no_section() -> None:
    pytest.importorskip("typst")
    pypdfium2: Any = import_module("pypdfium2")

    sections = [
        Section(
            f"Part {n}", (Notes(tuple(f"part{n} line{i}. " + "Words. " * 15 for i in range(9))),)
        )
        for n in range(9)
    ]
    rules = Section("The rules", (Facts(tuple((f"Topic {i}", "rule. " * 30) for i in range(9))),))
    long = replace(CARD, sections=(*sections, CARD.sections[2], rules))
    document = pypdfium2.PdfDocument(pdf.render(long))
    front, back = (page.get_textpage().get_text_range() for page in document)
    for n in range(9):
        told = [sum(f"part{n} line{i}." in page for i in range(9)) for page in (front, back)]
        assert sorted(told) == [0, 9]
    assert "rule." not in front
    assert all(f"Topic {i}" in back for i in range(9))
    assert "Three" in back  # the points stand with the rules


def test_facts_at_the_top_stand_apart_however_long_they_are() -> None:
    pytest.importorskip("typst")
    pypdfium2: Any = import_module("pypdfium2")
    facts = (("Numbers", "2"), ("Points", "557.8, 0.31% less than at best"), ("Wins", "48% " * 20))
    page = pypdfium2.PdfDocument(pdf.render(replace(CARD, facts=facts)))[0].get_textpage()
    ends, begins = page.search("at best"), page.search("48%")
    (right, left) = (
        page.get_charbox(found.get_next()[0] + at) for found, at in ((ends, 6), (begins, 0))
    )
    assert left[0] - right[2] > 10


def test_without_typst_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "find_spec", lambda _: None)
    with pytest.raises(FarklegenError, match=re.escape("pip install typst")):
        pdf.render(CARD)


def test_the_page_prints_on_the_paper_that_was_asked_for() -> None:
    assert "@page { size: A4;" in html.render(CARD)
    assert "@page { size: letter;" in html.render(CARD, "letter")


def test_more_content_prints_in_smaller_type_down_to_seven_points() -> None:
    def size(card: PocketCard) -> float:
        return float(re.findall(r"--size: ([0-9.]+)pt", html.render(card))[0])

    assert size(CARD) == 11
    longer = [size(replace(CARD, sections=CARD.sections * times)) for times in (2, 3, 4, 9)]
    assert longer == sorted(longer, reverse=True)
    assert longer[-1] == 7


def test_faces_are_drawn_with_words_for_those_who_cannot_see_them() -> None:
    page = html.render(CARD)
    assert page.count('<svg class="die"') == 6
    assert 'aria-label="six"' in page
    assert not set(DICE) & set(page)
