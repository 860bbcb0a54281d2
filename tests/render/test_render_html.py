"""Documents as HTML: one valid page, everything in it escaped, nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from farklegen.render.registry import OUTPUTS, output_for_suffix
from farklegen.report.document import Block, Cell, Document, Facts, Heading, Notes, Table, columns
from tests.render.sample import DOCUMENT

VOID = {"meta", "circle", "rect"}
HOSTILE = '<script>alert("1")</script> & \u202e \x1b[31m'


class Page(HTMLParser):
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


def html(*blocks: Block, title: str = "T") -> str:
    return OUTPUTS["html"].render(Document("x", title, blocks))


def test_a_page_holds_every_block_and_nothing_from_elsewhere() -> None:
    text = OUTPUTS["html"].render(DOCUMENT)
    page = Page(text)
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
    page = Page(html(Table(columns("", "a", "b"), (("r", "1", Cell("2", "strong")),))))
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
    text = html(block, title=HOSTILE)
    assert not Page(text).attributes("script")
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; \\u202e \\x1b[31m" in text


def test_a_name_that_is_not_unicode_still_gives_a_page() -> None:
    assert "?" in html(Heading("a\udcffb")) or "\\udcff" in html(Heading("a\udcffb"))


def test_file_names_ask_for_it() -> None:
    for suffix in (".html", ".htm", ".HTML"):
        assert output_for_suffix(suffix) is OUTPUTS["html"]
