"""Texts from files and command lines made harmless before they are shown."""

from __future__ import annotations

_JOINERS = "\u200c\u200d"
"""Inside Persian words and compound emoji."""


def clean(text: str) -> str:
    """A text without line breaks and control characters, which could rewrite the reader's screen.

    Tabs and line breaks become spaces, other unprintable characters are written as escapes.
    """
    if text.isprintable():
        return text
    return "".join(
        c
        if c.isprintable() or c in _JOINERS
        else " "
        if c in "\t\r\n"
        else c.encode("unicode_escape").decode("ascii")
        for c in text
    )
