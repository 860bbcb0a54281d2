"""A picture as the bytes of a file. matplotlib is imported late: all else runs without.

Made to be read at the size it is printed in: no type below 7 points, lines that differ in dashes
and marks and not by colour alone, and shades from a colour map whose lightness rises steadily.
"""

from __future__ import annotations

import io
import logging
import textwrap
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from farklegen.errors import need
from farklegen.pictures.style import SETTINGS, SMALL, TEXT, TITLE, WIDTH
from farklegen.render.clean import clean
from farklegen.results import Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure


MILLIMETRE = 1 / 25.4
"""Inches."""

EDGE = 2.0
"""Millimetres to the left and right of what is written."""

LETTER, LINE = 0.205, 0.45
"""Millimetres that a letter takes in a line, and a line in a page, for each point of type."""


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Shown):
    """A picture that can be drawn.

    Attributes:
        title: says the ruleset's name.
        subtitle: what the picture shows, in a sentence or two.
        note: below the panels: the most important numbers, what is left out.
        draw: draws the panels on an empty part of a figure.
        height: millimetres that the panels and their legend need.
    """

    title: str
    subtitle: str
    note: str
    draw: Callable[[SubFigure], None]
    height: float


def draw(picture: Picture, form: str, *, dpi: int = 300) -> bytes:
    """Draw a picture."""
    need("matplotlib", "pictures need")
    import matplotlib
    import matplotlib.style

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with warnings.catch_warnings(), matplotlib.style.context(SETTINGS, after_reset=True):
        # a letter that the font does not have is drawn as a box
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        file = io.BytesIO()
        figure = laid_out(picture)
        figure.savefig(file, format=form, dpi=dpi, metadata=_about(picture, form))
    return file.getvalue()


def laid_out(picture: Picture) -> Figure:
    """The figure: title, subtitle, panels and note, one below the other."""
    from matplotlib.figure import Figure

    def wrapped(text: str, point: float) -> str:
        return textwrap.fill(clean(text), int((WIDTH - 2 * EDGE) / (point * LETTER)))

    title = wrapped(picture.title, TITLE * 1.15)  # bold
    subtitle, note = wrapped(picture.subtitle, TEXT), wrapped(picture.note, SMALL)
    height = picture.height
    for text, point in ((title, TITLE), (subtitle, TEXT), (note, SMALL)):
        height += len(text.splitlines()) * point * LINE
    figure = Figure((WIDTH * MILLIMETRE, height * MILLIMETRE), layout="constrained")
    left: dict[str, Any] = {"x": EDGE / WIDTH, "ha": "left"}
    figure.suptitle(title, fontsize=TITLE, fontweight="bold", **left)
    outer = figure.add_subfigure(figure.add_gridspec()[0])
    outer.suptitle(subtitle, fontsize=TEXT, **left)
    if note:
        outer.supxlabel(note, fontsize=SMALL, **left)
    picture.draw(outer.add_subfigure(outer.add_gridspec()[0]))
    return figure


def _about(picture: Picture, form: str) -> dict[str, Any]:
    """Title and description in the words of the format, and no time."""
    words = clean(f"{picture.subtitle} {picture.note}".strip())
    about = {"Title": clean(picture.title), "Subject" if form == "pdf" else "Description": words}
    if form == "png":
        return {**about, "Software": "farklegen"}
    return {**about, "Creator": "farklegen", "CreationDate" if form == "pdf" else "Date": None}
