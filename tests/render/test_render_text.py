"""Documents on the terminal: fitted to its width, nothing cut off, colour only where asked for."""

import re
from pathlib import Path

import pytest

from farklegen import report
from farklegen.render.clean import to_ascii
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.document import Column, Document, Facts, Paragraph, Table, Verbatim
from tests.render.golden import matches_golden
from tests.render.sample import DOCUMENT

CODES = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize("width", [40, 88, 200])
def test_text_at_several_widths(width: int) -> None:
    matches_golden(f"sample-{width}.txt", render(DOCUMENT, Page(width)))


@pytest.mark.parametrize("width", [20, 33, 47, 88, 129])
def test_no_line_is_longer_than_the_page_and_no_word_is_lost(width: int) -> None:
    text = render(DOCUMENT, Page(width))
    verbatim = ("name: x   # as it is", "a.yaml:1:2: error: no")
    for line in text.splitlines():
        assert len(line) <= width or line in verbatim
        assert line == line.rstrip()
    assert "…" not in text
    words = set(text.split())
    for word in ("1", "46,656", "journal", "first", "score.", "50–200", "•"):
        assert word in words


def test_colours_add_codes_and_change_nothing_else() -> None:
    plain, coloured = render(DOCUMENT, Page(88)), render(DOCUMENT, Page(88, colour=True))
    assert "\x1b" not in plain
    assert "\x1b[1m302.79\x1b[0m" in coloured
    bare = CODES.sub("", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()


def test_text_from_a_file_cannot_steer_the_terminal() -> None:
    evil = "a\x1b[31mred\x07\x9b2J\u202ebidi\nnext"
    blocks = (Paragraph(evil), Facts(((evil, evil),)), Verbatim((evil,)), _one_cell(evil))
    text = render(Document("x", evil, blocks), Page())
    assert all(c.isprintable() or c == "\n" for c in text)
    assert text.count("\\x1b[31mred") == 6


def _one_cell(text: str) -> Table:
    return Table((Column("x"),), ((text,),))


def test_ascii_fallback_says_the_same() -> None:
    assert to_ascii("≥ 300–450 × −5 • “é” ß 日") == '>= 300-450 x -5 * "e" ss ?'
    assert to_ascii(render(DOCUMENT, Page(88))).isascii()


def test_whatever_reports_say_has_a_form_in_ascii() -> None:
    said = {
        sign
        for path in Path(report.__path__[0]).rglob("*.py")
        for sign in path.read_text(encoding="utf-8")
    }
    assert [sign for sign in sorted(said) if "?" in to_ascii(sign) and sign != "?"] == []
