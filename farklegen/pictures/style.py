"""How pictures look: sizes in print, matplotlib's settings, and what several kinds share."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from farklegen.render.clean import clean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import SubFigure

WIDTH = 170.0
"""Millimetres of a picture from left to right: the text of an A4 page."""

PANEL = 62.0
"""Millimetres of height of a panel that is not square, with its axes."""

TITLE, TEXT, SMALL = 10.0, 8.0, 7.0
"""Sizes of type in points."""

INK, PALE, GREY, MAIN = "#1a1a1a", "#d9d9d9", "#8c8c8c", "#5b7ea8"
"""Colours of text and lines, of grid lines, of hatches, and of bars."""

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
    "axes.labelsize": TEXT,
    "axes.linewidth": 0.6,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": PALE,
    "grid.linewidth": 0.5,
    "figure.labelsize": TEXT,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "legend.fontsize": SMALL,
    "legend.title_fontsize": SMALL,
    "legend.framealpha": 0.9,
    "legend.edgecolor": "none",
    "legend.handlelength": 3.2,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.6,
    "hatch.linewidth": 0.35,
    "hatch.color": GREY,
    "pdf.fonttype": 42,
    "svg.hashsalt": "farklegen",
}
"""The style sheet; all else is matplotlib's default, whatever settings a user has."""


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
        axes.set_xlabel(clean(x))
    figure.supylabel(clean(y))
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


def legend_below(figure: SubFigure, title: str, columns: int, **options: Any) -> None:
    figure.legend(
        title=clean(title), loc="outside lower left", alignment="left", ncols=columns,
        frameon=False, **options,
    )  # fmt: skip
