"""Tables on pages of all widths: wrapped, or stacked."""

import pytest

from farklegen.render import text as layout
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.document import Cell, Column, Document, Table, columns

ADDRESS = "https://example.org/a/long/address/in/one/word"


def drawn(table: Table, width: int) -> list[str]:
    return render(Document("x", "", (table,)), Page(width)).splitlines()


def test_headers_wrap_and_numbers_never_do() -> None:
    table = Table(columns("", "one more", "two words"), (("six", "1 in 50", "123,456"),))
    assert drawn(table, 21) == [
        "         one      two",
        "        more    words",
        "─────────────────────",
        "six  1 in 50  123,456",
    ]


def test_words_wrap_and_no_name_of_a_row_is_torn_apart() -> None:
    name = "unbreakable-name-of-a-row"
    table = Table((Column("Name"), Column("Source")), ((name, f"see {ADDRESS} there"),))
    lines = drawn(table, 60)
    assert lines[2].startswith(name)
    cells = [line[len(name) + layout.GAP :] for line in lines[2:]]
    assert cells[0] == "see"
    assert "".join(cells[1:]) == ADDRESS + "there" or " there" in cells[-1]
    assert max(map(len, lines)) == 60


def test_words_too_wide_for_a_table_become_a_list() -> None:
    table = Table(
        (Column("Name"), Column("Points", "right"), Column("Source")),
        ((Cell("basic", "strong"), "100", "A paper"), ("other", "", "Another paper")),
    )
    assert drawn(table, 25) == [
        "basic",
        "  Points  100",
        "  Source  A paper",
        "",
        "other",
        "  Source  Another paper",
    ]


def test_wide_characters_take_two_columns() -> None:
    table = Table((Column("日本"), Column("n", "right")), (("e\u0301", "1"), ("語", "2")))
    assert drawn(table, 40) == ["日本  n", "───────", "e\u0301     1", "語    2"]
    assert layout.fitted(table, 40) == (4, 1)


@pytest.mark.parametrize("width", [0, 1, 20, 21, 10**9])
@pytest.mark.parametrize("text", ["", " ", "x" * 500, "語" * 50, "\t"])
def test_odd_tables_on_odd_pages(text: str, width: int) -> None:
    for align in ("left", "right"):
        table = Table((Column(text, align),) * 2, ((text, text), ("", text)), text, text)
        lines = drawn(table, width)
        assert "".join(lines).count("x") == "".join(drawn(table, 10**6)).count("x")
        one = Table((Column(text, align),), ((text,),))
        assert drawn(one, width)
    assert not drawn(Table((Column("Name"), Column("n", "right")), ()), 30)
