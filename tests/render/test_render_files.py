"""Documents as Markdown, CSV, JSON and HTML."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from farklegen.render import csv as csv_output
from farklegen.render import json as json_output
from farklegen.render.registry import OUTPUTS, Page
from farklegen.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Facts,
    Heading,
    Notes,
    Paragraph,
    Table,
    Verbatim,
    columns,
)
from tests.render.golden import matches_golden
from tests.render.sample import DOCUMENT


@pytest.mark.parametrize("name", ["markdown", "csv", "json"])
def test_outputs_for_files(name: str) -> None:
    matches_golden(f"sample{OUTPUTS[name].suffixes[0]}", OUTPUTS[name].render(DOCUMENT))


def markdown(*blocks: Any) -> str:
    return OUTPUTS["markdown"].render(Document("x", "", blocks))


def test_markdown_text_means_itself() -> None:
    assert markdown(Paragraph("a*b*_c_ [d](e) <f> `g` | h_i ~~j~~ \\")) == (
        "a\\*b\\*\\_c\\_ \\[d\\](e) \\<f> \\`g\\` \\| h_i \\~\\~j\\~\\~ \\\\\n"
    )
    assert markdown(Paragraph("# no heading")) == "\\# no heading\n"
    assert markdown(Paragraph(">99.99%")) == "\\>99.99%\n"
    assert markdown(Paragraph("1. no list")) == "1\\. no list\n"
    assert markdown(Paragraph("- no list")) == "\\- no list\n"
    assert markdown(Facts((("a", "<0.01%"),))) == "- a: \\<0.01%\n"


def test_markdown_cells_escape_pipes_and_line_breaks() -> None:
    assert markdown(Table((Column("x|y", "right"),), (("a|b\nc",),))) == (
        "| x\\|y |\n| --: |\n| a\\|b c |\n"
    )


def test_a_markdown_fence_is_longer_than_any_inside() -> None:
    assert markdown(Verbatim(("````", "x"), "yaml")) == "`````yaml\n````\nx\n`````\n"


def test_a_document_without_rows_has_the_header_if_it_is_known() -> None:
    assert csv_output.render(Document("check", "", ()), Page()) == ""
    empty = Document("check", "", (), rows=(), row=Cell)
    assert csv_output.render(empty, Page()) == "text,emphasis\n"


def test_json_keeps_every_digit_and_short_lists_on_a_line() -> None:
    data = {"values": [0.1 + 0.2, 1e-300], "empty": [], "long": list(range(60))}
    text = json_output.dump(data)
    assert json.loads(text) == data
    assert '\n  "values": [0.30000000000000004, 1e-300],\n  "empty": [],\n' in text
    assert max(map(len, text.splitlines())) <= json_output.WIDTH


VOID = {"meta", "circle", "rect"}
HOSTILE = '<script>alert("1")</script> & \u202e \x1b[31m'


class HtmlPage(HTMLParser):
    """Elements in order with their attributes, and all text; fails on wrong nesting."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def html_of(*blocks: Block, title: str = "T") -> str:
    return OUTPUTS["html"].render(Document("x", title, blocks))


def test_a_page_holds_every_block_and_nothing_from_elsewhere() -> None:
    text = OUTPUTS["html"].render(DOCUMENT)
    page = HtmlPage(text)
    assert text.startswith("<!DOCTYPE html>\n")
    assert text.endswith("</html>\n")
    assert page.attributes("html") == [{"lang": "en"}]
    assert {"charset": "utf-8"} in page.attributes("meta")
    tags = {tag for tag, _ in page.elements}
    assert tags >= {"title", "h1", "h2", "h3", "p", "dl", "ul", "table", "caption", "pre"}
    assert not tags & {"script", "link", "img", "iframe"}
    assert not re.search(r"url\(|@import|\b(src|href)=", text)
    for said in ("302.79", "Look up your turn score.", "name: x   # as it is", "1 in 46,656"):
        assert said in page.text


def test_tables_name_their_rows_and_columns() -> None:
    page = HtmlPage(html_of(Table(columns("", "a", "b"), (("r", "1", Cell("2", "strong")),))))
    assert page.attributes("th") == [
        {"scope": "col", "class": "right"},
        {"scope": "col", "class": "right"},
        {"scope": "row"},
    ]
    assert len(page.attributes("strong")) == 1


@pytest.mark.parametrize(
    "block",
    [
        Heading(HOSTILE),
        Facts(((HOSTILE, Cell(HOSTILE, "bad")),)),
        Notes((HOSTILE,), HOSTILE),
        Table(columns(HOSTILE, "b"), ((HOSTILE, HOSTILE),), HOSTILE, HOSTILE),
    ],
)
def test_text_is_never_markup(block: Block) -> None:
    text = html_of(block, title=HOSTILE)
    assert not HtmlPage(text).attributes("script")
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; \\u202e \\x1b[31m" in text


def test_a_name_that_is_not_unicode_still_gives_a_page() -> None:
    assert "?" in html_of(Heading("a\udcffb")) or "\\udcff" in html_of(Heading("a\udcffb"))
