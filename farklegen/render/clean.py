"""Texts from files and command lines made harmless before they are shown."""

from __future__ import annotations

from unicodedata import normalize

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


_PLAIN = str.maketrans("−–—─═•×←▲▼·ø“”„‘’⚀⚁⚂⚃⚄⚅", '----=*x<^v.o"""\'\'123456') | str.maketrans(
    {"≥": ">=", "≤": "<=", "±": "+/-", "→": "->", "½": "1/2", "ß": "ss", "æ": "ae", "œ": "oe"}
)


def to_ascii(text: str) -> str:
    """The text with every other character replaced: accents dropped, the unknown written as `?`."""
    if text.isascii():
        return text
    bare = "".join(
        c for c in normalize("NFKD", text.translate(_PLAIN)) if not "\u0300" <= c <= "\u036f"
    )
    return bare.encode("ascii", "replace").decode("ascii")
