"""How pictures look, and a picture as the bytes of a file. matplotlib is imported late: all else
runs without.

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
from math import ceil
from typing import TYPE_CHECKING, Any

from farklegen.errors import need
from farklegen.render.clean import clean
from farklegen.results import Shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure, SubFigure

WIDTH = 170.0
"""Millimetres of a picture from left to right: the text of an A4 page."""

PANEL = 62.0
"""Millimetres of height of a panel that is not square, with its axes."""

MILLIMETRE = 1 / 25.4
"""Inches."""

LETTER, LINE = 0.21, 0.45
"""Millimetres that a letter takes in a line, and a line in a page, for each point of type."""

TITLE, TEXT, SMALL = 10.0, 8.0, 7.0
"""Sizes of type in points."""

INK, GREY, MAIN = "#1a1a1a", "#8c8c8c", "#5b7ea8"
"""Colours of lines and black bars, of hatches, and of bars."""

SHADES = "viridis"
"""Colour map: steady in lightness, so that shades keep their order in grey and to the colour-blind,
and with more different hues than other such maps."""

TICKS = 10
"""The distances between ticks that there is room for along the width of a picture."""

STROKES: tuple[dict[str, Any], ...] = (
    {"color": "#000000", "linestyle": "solid", "marker": "o"},
    {"color": "#0072b2", "linestyle": (0, (5, 1.5)), "marker": "s"},
    {"color": "#d55e00", "linestyle": (0, (1.2, 1.2)), "marker": "^"},
    {"color": "#007a58", "linestyle": (0, (7, 1.5, 1.2, 1.5)), "marker": "D"},
    {"color": "#a0508a", "linestyle": (0, (3, 1.5)), "marker": "v"},
    {"color": "#444444", "linestyle": "solid", "marker": "P"},
    {"color": "#8a6a00", "linestyle": (0, (9, 2)), "marker": "X"},
    {"color": "#3a8fc4", "linestyle": (0, (1, 2.5)), "marker": "*"},
)
"""Lines 0 to 7: different in colour, dashes and marks."""

SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT,
    "axes.titlesize": TEXT,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "figure.labelsize": TEXT,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.35,
    "legend.fontsize": SMALL,
    "legend.title_fontsize": SMALL,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.6,
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
}
"""The style sheet; all else is matplotlib's default, whatever settings a user has."""


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Shown):
    """A picture that can be drawn.

    Attributes:
        title: says the ruleset's name.
        caption: below the panels: what they show, the most important numbers, what is left out.
        draw: draws the panels on an empty part of a figure.
        height: millimetres that the panels and their legend need.
    """

    title: str
    caption: str
    draw: Callable[[SubFigure], None]
    height: float


def draw(picture: Picture, form: str, *, dpi: int = 300) -> bytes:
    """Draw a picture."""
    need("matplotlib", "pictures need")
    import matplotlib.style

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with warnings.catch_warnings(), matplotlib.style.context(SETTINGS, after_reset=True):
        # a letter that the font does not have is drawn as a box
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        words = "Subject" if form == "pdf" else "Description"
        about = {"Title": clean(picture.title), words: clean(picture.caption)}
        file = io.BytesIO()
        laid_out(picture).savefig(file, format=form, dpi=dpi, metadata=about)
    return file.getvalue()


def laid_out(picture: Picture) -> Figure:
    """The figure: title, panels and caption, one below the other."""
    from matplotlib.figure import Figure

    def wrapped(text: str, point: float) -> str:
        return textwrap.fill(clean(text), int(WIDTH / (point * LETTER)))

    title, caption = wrapped(picture.title, TITLE * 1.15), wrapped(picture.caption, TEXT)  # bold
    lines = len(title.splitlines()) * TITLE + len(caption.splitlines()) * TEXT
    height = picture.height + lines * LINE
    figure = Figure((WIDTH * MILLIMETRE, height * MILLIMETRE), layout="constrained")
    figure.suptitle(title, fontsize=TITLE, fontweight="bold", x=0.01, ha="left")
    figure.supxlabel(caption, x=0.01, ha="left")
    picture.draw(figure.add_subfigure(figure.add_gridspec()[0]))
    return figure


# what several kinds share


def panels(
    figure: SubFigure, count: int, x: str, y: str, *, columns: int = 1, square: bool = False
) -> list[Axes]:
    """Panels of the same axes, side by side in some columns, with names for the axes."""
    grid = figure.subplots(
        ceil(count / columns), columns, sharex=True, sharey=True, squeeze=False,
        subplot_kw={"box_aspect": 1} if square else {},
    )  # fmt: skip
    every = list(grid.flat)
    for axes in every[count:]:
        axes.remove()
    for axes in every[max(0, count - columns) : count]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel(x)
    figure.supylabel(y)
    return every[:count]


def amounts(axis: Axis, most: int = 6, *, whole: bool = False) -> None:
    """Round numbers along an axis, with at most `most` distances between them."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(most, steps=(1, 2, 2.5, 5, 10), integer=whole))
    axis.set_major_formatter("{x:,.10g}")


def shares(axis: Axis) -> None:
    """Probabilities along an axis, in per cent."""
    from matplotlib.ticker import PercentFormatter

    amounts(axis)
    axis.set_major_formatter(PercentFormatter(1))
