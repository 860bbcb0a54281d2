"""The outputs by name, each imported when it is wanted.

A new output is one file of its name with a `render` function that takes a document and a page and
returns a text ending in a line break, and one line here.
"""

from __future__ import annotations

from typing import NamedTuple

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
        for_people: whether they read it from top to bottom: documents stand one below the other.
            The data of the last one holds the data of all.
    """

    name: str
    suffixes: tuple[str, ...]
    for_people: bool = False

    def render(self, document: Document, page: Page | None = None) -> str:
        return str(call_by_name(f"render.{self.name}.render", document, page or Page()))


OUTPUTS: dict[str, Output] = {
    output.name: output
    for output in (
        Output("text", (".txt",), for_people=True),
        Output("markdown", (".md", ".markdown"), for_people=True),
        Output("csv", (".csv",)),
        Output("json", (".json",)),
        Output("html", (".html", ".htm")),
    )
}

PDF = Output("pdf", (".pdf",))
"""The card as PDF: the only document that has this form (`farklegen table`)."""
