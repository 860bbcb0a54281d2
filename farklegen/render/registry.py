"""The outputs by name, each imported when it is wanted.

A new output is one file with a `render` function that takes a document and a page and returns a
text ending in a line break (`Renderer`), and one line here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from farklegen.report.document import Document

if TYPE_CHECKING:
    Renderer: TypeAlias = Callable[[Document, "Page"], str]

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
        module: where the renderer is.
        suffixes: of file names that ask for it.
        shape: what becomes of several documents: in a `text` they stand one below the other, a
            `page` has all of them, `data` is the data of the last one, which holds the data of all.
    """

    name: str
    module: str
    suffixes: tuple[str, ...]
    shape: Literal["text", "page", "data"]

    def render(self, document: Document, page: Page | None = None) -> str:
        """Import the renderer and run it."""
        renderer: Renderer = import_module(self.module).render
        return renderer(document, page or Page())


OUTPUTS: dict[str, Output] = {
    output.name: output
    for output in (
        Output("text", "farklegen.render.text", (".txt",), "text"),
        Output("markdown", "farklegen.render.markdown", (".md", ".markdown"), "text"),
        Output("csv", "farklegen.render.csv", (".csv",), "data"),
        Output("json", "farklegen.render.json", (".json",), "data"),
        Output("html", "farklegen.render.html", (".html", ".htm"), "page"),
    )
}

PDF = Output("pdf", "farklegen.render.pocket.pdf", (".pdf",), "page")
"""The card as PDF: the only document that has this form (`farklegen table`)."""
