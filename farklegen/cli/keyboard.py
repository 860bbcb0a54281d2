"""Questions and answers at the keyboard, or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.report.document import Block, Document


class StoppedError(Exception):
    """The answers have ended."""


class Keyboard:
    """Says something, and takes what is typed.

    Args:
        kind: the kind of the documents that are shown.
    """

    def __init__(self, kind: str) -> None:
        from farklegen.cli.output import destination

        self.kind = kind
        self.screen = destination("text", None)

    def line(self, prompt: str) -> str:
        """A line that is typed; shown, too, where it comes from a pipe.

        Raises:
            StoppedError: if there are no more.
        """
        self.write(prompt)
        stream = sys.stdin
        try:
            data = b"" if stream is None else stream.buffer.readline()
        except KeyboardInterrupt:
            self.write("\n")
            raise
        text = data.decode("utf-8", "replace").rstrip("\r\n")
        if stream is None or not stream.isatty():
            self.say(text)
        if not data:
            raise StoppedError
        return text

    def say(self, text: str) -> None:
        """A sentence, or an empty line."""
        from farklegen.report.document import Paragraph

        if text:
            self.blocks([Paragraph(text)])
        else:
            self.write("\n")

    def blocks(self, blocks: Sequence[Block]) -> None:
        """A part of what is said."""
        from farklegen.report.document import Document

        self.show(Document(self.kind, "", tuple(blocks)))

    def show(self, document: Document) -> None:
        """Show a document."""
        self.write(self.screen.render(document))

    def write(self, text: str) -> None:
        """Write at once.

        Raises:
            StoppedError: if there is no reader.
        """
        from farklegen.cli.output import write_text

        if not write_text(text):
            raise StoppedError
