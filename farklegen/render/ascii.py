"""Text in plain ASCII, for terminals and pipes that cannot hold more."""

from __future__ import annotations

from unicodedata import normalize

_PLAIN = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "─": "-",
        "═": "=",
        "•": "*",
        "×": "x",
        "≥": ">=",
        "≤": "<=",
        "±": "+/-",
        "→": "->",
        "←": "<",
        "▲": "^",
        "▼": "v",
        "…": "...",
        "·": ".",
        "½": "1/2",
        "“": '"',
        "”": '"',
        "„": '"',
        "‘": "'",
        "’": "'",
        "\u00a0": " ",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    }
)


def to_ascii(text: str) -> str:
    """The text with every other character replaced: accents dropped, the unknown written as `?`."""
    if text.isascii():
        return text
    bare = "".join(
        c for c in normalize("NFKD", text.translate(_PLAIN)) if not "\u0300" <= c <= "\u036f"
    )
    return bare.encode("ascii", "replace").decode("ascii")
