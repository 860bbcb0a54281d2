"""How pictures look: sizes in print, matplotlib's settings, and what several kinds draw alike.

Made to be read at the size it is printed in: no type below 7 points, lines that differ in dashes
and marks and not by colour alone, and shades from a colour map whose lightness rises steadily, so
that they keep their order in grey and for the colour-blind. matplotlib is imported in the functions
that need it: the rest of farklegen runs without.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from farklegen.render.clean import clean
from farklegen.report.numbers import percent, points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import SubFigure
    from matplotlib.legend import Legend
    from matplotlib.text import Text

MILLIMETRE = 1 / 25.4
"""Inches."""

POINT = 25.4 / 72
"""Millimetres."""

SIZES: dict[str, float] = {"page": 170.0, "column": 84.0}
"""Width of the picture in millimetres by name: the text of an A4 page, or one of two columns."""

TITLE, TEXT, SMALL = 10.0, 8.0, 7.0
"""Sizes of type in points."""

LEADING = 1.25
"""Height of a line of type, in sizes of type."""

INK, PALE, GREY, MAIN = "#1a1a1a", "#d9d9d9", "#8c8c8c", "#5b7ea8"
"""Colours of text and lines, of grid lines, of hatches, and of bars."""

SHADES = "viridis"
"""Colour map: steady in lightness, so that shades keep their order in grey and to the colour-blind,
and with more different hues than others that are."""

HATCH = "//////"

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
    "axes.titlepad": 3.0,
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
    "text.hinting": "none",
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.fontsize": SMALL,
    "legend.title_fontsize": SMALL,
    "legend.framealpha": 0.9,
    "legend.edgecolor": "none",
    "legend.borderpad": 0.3,
    "legend.handlelength": 3.2,
    "legend.labelspacing": 0.35,
    "legend.columnspacing": 1.4,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.6,
    "lines.markeredgewidth": 0.0,
    "hatch.linewidth": 0.35,
    "hatch.color": GREY,
    "figure.constrained_layout.w_pad": 0.035,
    "figure.constrained_layout.h_pad": 0.03,
    "figure.constrained_layout.wspace": 0.0,
    "figure.constrained_layout.hspace": 0.0,
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "path.simplify": False,
}
"""The style sheet; all else is as matplotlib comes, whatever settings a user has."""

STEPS = (1, 2, 2.5, 5, 10)
"""Distances between ticks, times a power of ten."""

PER_TICK = 15.0
"""Millimetres of a figure's width for each tick below it."""

LEAST, MOST = 56.0, 84.0
"""Millimetres of height that a panel has at least, and at most, where it is not square."""

SQUARE = 112.0
"""Millimetres that a square panel has at most."""

FULL = 0.9
"""Share of the width of a panel, with its ticks, that a legend below it takes at most."""

ROOMY = 110.0
"""Millimetres of width from which on a panel has room for a legend inside."""


def panels(
    figure: SubFigure, count: int, x: str, y: str, *, columns: int = 1, square: bool = False
) -> list[Axes]:
    """Panels of the same axes, side by side in so many columns, with names for the axes."""
    rows = ceil(count / columns)
    grid = figure.subplots(
        rows, columns, sharex=True, sharey=True, squeeze=False,
        subplot_kw={"box_aspect": 1} if square else {},
    )  # fmt: skip
    found = list(grid.flat)
    for axes in found[count:]:
        axes.remove()
    for axes in found[max(0, count - columns) : count]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel(clean(x))
    words = wrapped(clean(y), LEAST * rows, TEXT)
    (found[0].set_ylabel if rows == 1 else figure.supylabel)(words)
    return found[:count]


def width_of(figure: SubFigure) -> float:
    """The width of a figure in millimetres."""
    return float(figure.bbox.width) / figure.figure.dpi / MILLIMETRE


def is_page(figure: SubFigure) -> bool:
    """Whether a figure is nearer to the width of a page than to that of a column."""
    return width_of(figure) > sum(SIZES.values()) / 2


def ticks_across(figure: SubFigure, columns: int = 1) -> int:
    """The distances between ticks that there is room for below a panel."""
    return int(max(3, min(10, width_of(figure) / columns / PER_TICK)))


def amounts(axis: Axis, most: int = 6, *, whole: bool = False) -> None:
    """Round numbers along an axis, with at most so many distances between them."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(most, steps=STEPS, integer=whole))
    axis.set_major_formatter(FuncFormatter(lambda value, _: points(value, _decimals(value))))


EDGE = 1e-9
"""By how much a tick may lie beyond a probability, for rounding."""


def shares(axis: Axis) -> None:
    """Probabilities along an axis, in per cent."""
    from matplotlib.ticker import FuncFormatter

    amounts(axis)

    def said(value: float, _place: int | None = None) -> str:
        return percent(value, _decimals(100 * value)) if -EDGE < value < 1 + EDGE else ""

    axis.set_major_formatter(FuncFormatter(said))


def _decimals(value: float) -> int:
    """Decimals that a round number needs, up to eight."""
    return next((digits for digits in range(8) if abs(round(value, digits) - value) < 1e-9), 8)


def lines_legend(
    every: Sequence[Axes], figure: SubFigure, title: str, columns: int = 1, *, alike: bool = False
) -> None:
    """Legends of named lines: inside wide panels where they hide least; below narrow ones; and one
    below all if their lines are alike."""
    if alike or (len(every) == 1 and width_of(figure) < ROOMY):
        legend_below(figure, title, handles=every[0].get_legend_handles_labels()[0])
        return
    from matplotlib.transforms import offset_copy

    for axes in every:
        if width_of(figure) / columns >= ROOMY:
            axes.legend(loc="best", title=clean(title), alignment="left")
            continue
        down = 2 * SMALL + 1.5 * TEXT if axes.get_xlabel() else SMALL
        under = offset_copy(axes.transAxes, axes.get_figure(root=True), 0, -down, "points")
        room = float(figure.bbox.width) / columns
        _fitting(axes, title, room, loc="upper left", bbox_to_anchor=(0, 0), bbox_transform=under)


def legend_below(figure: SubFigure, title: str, **options: Any) -> None:
    """A legend below all panels."""
    _fitting(figure, title, float(figure.bbox.width), loc="outside lower left", **options)


def _fitting(owner: Axes | SubFigure, title: str, room: float, **options: Any) -> None:
    """A legend in as many columns as there is room for."""
    for columns in (5, 4, 3, 2, 1):
        found: Legend = owner.legend(
            title=clean(title), alignment="left", ncols=columns, frameon=False, borderpad=0.0,
            **options,
        )  # fmt: skip
        if columns == 1 or found.get_window_extent().width <= FULL * room:
            return
        found.remove()


def few_marks(number: int) -> dict[str, Any]:
    """A few marks along a line, at other places on each."""
    return {"markevery": (0.02 * (1 + number % len(STROKES)), 0.16)}


def halo(text: Text) -> None:
    """White round a text, so that it is read on anything."""
    from matplotlib.patheffects import withStroke

    text.set_path_effects([withStroke(linewidth=1.8, foreground="white")])


def label(axes: Axes, x: float, y: float, words: str, side: str = "right") -> None:
    """A short text above a point, centred or to one side."""
    across, where = {"above": (0, "center"), "left": (2, "right"), "right": (4, "left")}[side]
    halo(
        axes.annotate(
            words, (x, y), xytext=(across, 3), textcoords="offset points", ha=where, va="bottom",
            fontsize=SMALL, annotation_clip=False,
        )
    )  # fmt: skip


def upright(axes: Axes, x: float, words: str, *, side: str = "right", line: int = 0) -> None:
    """A dashed line from bottom to top, with a text at its upper end, so many lines of type
    down."""
    axes.axvline(x, color=INK, linewidth=0.7, dashes=(4, 2))
    halo(
        axes.annotate(
            words, (x, 1.0), xycoords=axes.get_xaxis_transform(),
            xytext=(-4 if side == "left" else 4, -1 - line * SMALL * LEADING),
            textcoords="offset points", ha="right" if side == "left" else "left", va="top",
            fontsize=SMALL, annotation_clip=False,
        )
    )  # fmt: skip


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Text in lines of at most so many millimetres; a word that is longer is cut."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if bold else "normal")

    def fits(line: str) -> bool:
        measured = text_to_path.get_text_width_height_descent(line, font, ismath=False)
        return float(measured[0]) * POINT <= width

    letters = max(2, int(width / (size * POINT * 0.3)))  # of narrow type
    while letters > 1 and not all(map(fits, lines := textwrap.wrap(text, letters))):
        letters -= 1
    return "\n".join(lines)
