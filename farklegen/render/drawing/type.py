"""Running text in a figure: how long it is, broken into lines, and put in its place."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from farklegen.render.drawing import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OWN_LEADING = 1.164
"""Height of a line of DejaVu Sans as the library counts it, in sizes of type."""


def height_of(lines: list[str], size: float) -> float:
    """Millimetres that lines of type take."""
    return len(lines) * size * style.LEADING * style.POINT


def length_of(text: str, size: float, *, bold: bool = False) -> float:
    """The length of a line of type in millimetres."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if bold else "normal")
    length = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
    return float(length) * style.POINT


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Text in lines of at most so many millimetres; a word that is longer is cut."""
    lines: list[str] = []
    for word in text.split():
        while length_of(word, size, bold=bold) > width and len(word) > 1:
            fits = max(1, _that_fit(word, width, size, bold=bold))
            lines.append(word[:fits])
            word = word[fits:]
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length_of(longer, size, bold=bold) <= width:
            lines[-1] = longer
        elif word:
            lines.append(word)
    return lines


def _that_fit(word: str, width: float, size: float, *, bold: bool) -> int:
    """How many letters of a word fit into so many millimetres."""

    def too_long(letters: int) -> bool:
        return length_of(word[:letters], size, bold=bold) > width

    return bisect_left(range(1, len(word)), True, key=too_long)


def text_at(
    figure: Figure, x: float, y: float, lines: list[str], size: float, weight: str = "normal"
) -> None:
    """Put lines of type below a point, in shares of the figure."""
    if lines:
        figure.text(
            x,
            y,
            "\n".join(lines),
            fontsize=size,
            fontweight=weight,
            va="top",
            linespacing=style.LEADING / OWN_LEADING,
            in_layout=False,
        )
