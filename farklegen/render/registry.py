"""The outputs by name, each imported when it is wanted.

A new output is one file with a `render` function of the type `Renderer`, and one line here.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from farklegen.report.document import Document

PIPED_WIDTH = 88
"""Columns of text that does not go to a terminal: fits an e-mail and a README."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a renderer may know of the place its output goes to.

    Attributes:
        width: columns of the page, for outputs that wrap.
        colour: whether emphasis may be shown with terminal colours.
    """

    width: int = PIPED_WIDTH
    colour: bool = False


class Renderer(Protocol):
    """A document as the text of one output, ending in a line break."""

    def __call__(self, document: Document, page: Page, /) -> str:
        """Render a document for a page."""
        ...


@dataclass(frozen=True, slots=True)
class Output:
    """An entry of the registry: where the renderer is, and which file names ask for it."""

    name: str
    module: str
    suffixes: tuple[str, ...]

    def render(self, document: Document, page: Page | None = None) -> str:
        """Import the renderer and run it.

        Raises:
            FarklegenError: if this output cannot hold the document.
        """
        renderer = cast(Renderer, import_module(self.module).render)
        return renderer(document, page or Page())


OUTPUTS: dict[str, Output] = {
    output.name: output
    for output in (
        Output("text", "farklegen.render.text", (".txt",)),
        Output("markdown", "farklegen.render.markdown", (".md", ".markdown")),
        Output("csv", "farklegen.render.csv", (".csv",)),
        Output("json", "farklegen.render.json", (".json",)),
    )
}


def output_for_suffix(suffix: str) -> Output | None:
    """The output that a file name with this suffix (`.md`) asks for; None if it asks for none."""
    for output in OUTPUTS.values():
        if suffix.lower() in output.suffixes:
            return output
    return None
