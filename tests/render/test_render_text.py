"""Documents on the terminal: fitted to its width, nothing cut off, colour only where asked for."""

import re

import pytest

from farklegen.render import layout
from farklegen.render.ascii import to_ascii
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.document import Column, Document, Facts, Paragraph, Table, Verbatim, rows
from tests.render.golden import matches_golden
from tests.render.sample import DOCUMENT

CODES = re.compile("\x1b\\[[0-9;]*m")
ADDRESS = "https://example.org/a/long/address/in/one/word"


@pytest.mark.parametrize("width", [40, 88, 200])
def test_text_at_several_widths(width: int) -> None:
    matches_golden(f"sample-{width}.txt", render(DOCUMENT, Page(width)))


@pytest.mark.parametrize("width", range(20, 130, 3))
def test_no_line_is_longer_than_the_page_and_no_word_is_lost(width: int) -> None:
    text = render(DOCUMENT, Page(width))
    unbreakable = ("https://", "as it is", "a.yaml:1:2", "1 in 46,656")
    for line in text.splitlines():
        assert len(line) <= width or any(part in line for part in unbreakable)
        assert line == line.rstrip()
    assert "…" not in text
    words = set(text.split())
    for word in ("1", "46,656", "journal", "Whoever", "score.", "50–200", "•"):
        assert word in words


def test_colours_add_codes_and_change_nothing_else() -> None:
    plain, coloured = render(DOCUMENT, Page(88)), render(DOCUMENT, Page(88, colour=True))
    assert "\x1b" not in plain
    assert "\x1b[1m302.79\x1b[0m" in coloured
    assert CODES.sub("", coloured) == plain


def test_numbers_stand_right_aligned_under_their_headers() -> None:
    table = Table((Column("Dice"), Column("Chance", "right")), rows([["1", "66.67%"], ["6", "2%"]]))
    lines = render(Document("x", "", (table,)), Page()).splitlines()
    assert lines == ["Dice  Chance", "────  ──────", "1     66.67%", "6         2%"]


def test_a_table_of_numbers_too_wide_for_the_page_is_broken_with_its_first_column_repeated() -> (
    None
):
    table = Table(
        (Column("Score"), *(Column(f"Column {i}", "right") for i in range(9))),
        rows([["1,000", *map(str, range(9))]]),
    )
    lines = render(Document("x", "", (table,)), Page(40)).splitlines()
    assert [line.split()[0] for line in lines if "1,000" in line] == ["1,000"] * 3
    assert max(map(len, lines)) <= 40


def test_text_from_a_file_cannot_steer_the_terminal() -> None:
    evil = "a\x1b[31mred\x07\x9b2J\u202ebidi\nnext"
    blocks = (Paragraph(evil), Facts(((evil, evil),)), Verbatim((evil,)), _one_cell(evil))
    text = render(Document("x", evil, blocks), Page())
    assert all(c.isprintable() or c == "\n" for c in text)
    assert text.count("\\x1b[31mred") == 6


def _one_cell(text: str) -> Table:
    return Table((Column("x"),), ((text,),))


def test_wide_characters_take_two_columns() -> None:
    assert layout.cell_width("日本") == 4
    assert layout.cell_width("e\u0301") == 1
    assert layout.pad("日本", 6, "right") == "  日本"
    assert layout.wrap("日本 語語語", 5, break_words=True) == ["日本", "語語", "語"]


def test_wrapping_keeps_addresses_whole_unless_told() -> None:
    assert layout.wrap(f"see {ADDRESS} there", 20) == ["see", ADDRESS, "there"]
    broken = layout.wrap(ADDRESS, 20, break_words=True)
    assert "".join(broken) == ADDRESS
    assert max(map(len, broken)) <= 20
    assert layout.wrap("", 20) == [""]


def test_ascii_fallback_says_the_same() -> None:
    assert to_ascii("≥ 300–450 × −5 • “é” ß 日") == '>= 300-450 x -5 * "e" ss ?'
    assert to_ascii(render(DOCUMENT, Page(88))).isascii()


def test_a_table_refuses_a_row_of_another_length() -> None:
    with pytest.raises(ValueError, match="1 columns, but a row of 2"):
        Table((Column("x"),), (("a", "b"),))
