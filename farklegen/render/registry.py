"""The outputs by name, each imported when it is wanted.

A new output is one file of its name with a `render` function that takes a document and a page and
returns a text ending in a line break, and one line here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from farklegen.report.document import Document
from farklegen.results import call_by_name

PIPED_WIDTH = 88
"""Columns of text that does not go to a terminal: fits an e-mail and a README."""


class Page(NamedTuple):
    """What a renderer may know of the place its output goes to."""

    width: int = PIPED_WIDTH
    colour: bool = False


class Output(NamedTuple):
    """An entry of the registry.

    Attributes:
        name: of the output, as `--format` has it.
        suffixes: of file names that ask for it.
        shape: what becomes of several documents: in a `text` they stand one below the other, a
            `page` has all of them, `data` is the data of the last one, which holds the data of all.
    """

    name: str
    suffixes: tuple[str, ...]
    shape: Literal["text", "page", "data"]

    def render(self, document: Document, page: Page | None = None) -> str:
        """Import the renderer and run it."""
        return str(call_by_name(f"render.{self.name}.render", document, page or Page()))


OUTPUTS: dict[str, Output] = {
    output.name: output
    for output in (
        Output("text", (".txt",), "text"),
        Output("markdown", (".md", ".markdown"), "text"),
        Output("csv", (".csv",), "data"),
        Output("json", (".json",), "data"),
        Output("html", (".html", ".htm"), "page"),
    )
}

PDF = Output("pdf", (".pdf",), "page")
"""The card as PDF: the only document that has this form (`farklegen table`)."""
