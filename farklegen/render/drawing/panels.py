"""Panels in their places: how many side by side, how large, and what is written round them.

Places are in millimetres, worked out from the type that has to fit: a panel, to its left the labels
of the ticks and the name of the axis, below it the same, and its title above. Where panels share
their axes, ticks and names stand at the outer ones only.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from farklegen.render.clean import clean
from farklegen.render.drawing import style
from farklegen.render.drawing.apart import keep_apart
from farklegen.render.drawing.marks import draw_mark
from farklegen.render.drawing.ticks import AT_END, draw_axes
from farklegen.render.drawing.type import length_of
from farklegen.report.pictures.picture import Line, Panel, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE = style.TEXT * style.LEADING * style.POINT
"""Millimetres that a line of type takes, such as the name of an axis, or a title."""

TICKS = 1.9
"""Millimetres between a panel and the labels of its ticks."""

NAME = 0.8
"""Millimetres between the labels of ticks and the name of the axis."""

UNDER = TICKS + 1.2 * LINE
"""Millimetres between a panel and its legend, where the name of the axis stands elsewhere."""

BETWEEN, BELOW = 3.2, 2.2
"""Millimetres between panels side by side, and one below the other."""

ROOMY = 110.0
"""Millimetres of width from which on a panel has room for a legend inside."""

LARGEST = 112.0
"""Millimetres that a square panel has at most."""

SQUARE, FLAT = 1.0, 0.56
"""Height of a panel, in widths."""

LEAST, MOST = 46.0, 84.0
"""Millimetres of height of a panel that is not square."""


class Plan(NamedTuple):
    """Where panels stand, millimetres.

    Attributes:
        columns, rows: of panels.
        left: from the edge to the first panel.
        margin: what tick labels and the name of the axis take of that.
        across, along: from panel to panel.
        panel_width, panel_height: of each.
        title: height of the titles.
        foot: below each panel, or below all.
        legend: below each panel where there is no room for a legend inside; else 0.
        beside: entries of a legend side by side.
        height: of all.
    """

    columns: int
    rows: int
    left: float
    margin: float
    across: float
    along: float
    panel_width: float
    panel_height: float
    title: float
    foot: float
    legend: float
    beside: int
    height: float


def plan_panels(picture: Picture, inner: float) -> Plan:
    """Find places for the panels of a picture that is so many millimetres wide inside."""
    columns = _columns(picture, inner)
    rows = ceil(len(picture.panels) / columns)
    widest = max(
        (length_of(tick.text, style.SMALL) for panel in picture.panels for tick in panel.y.ticks),
        default=0.0,
    )
    left = margin = LINE + NAME + widest + TICKS
    right = _overhang(picture, columns)
    foot, gap = TICKS + 2.2 * LINE, BELOW
    title = LINE + 0.6 if any(panel.title for panel in picture.panels) else style.SMALL * 0.2
    if picture.shared:
        width = (inner - left - right - (columns - 1) * BETWEEN) / columns
        across = width + BETWEEN
    else:
        width = (inner - columns * (left + right)) / columns
        across = width + left + right
    if picture.square:
        size = min(width, LARGEST)
        left += max(0.0, (width - size) / 2) if columns == 1 else 0.0
        width = height = size
    else:
        names = [length_of(clean(panel.y.label), style.TEXT) for panel in picture.panels]
        wanted = max([LEAST, *names]) if picture.shared is False or rows == 1 else LEAST
        height = max(min(FLAT * width, MOST), wanted)
    legend, beside = _legend_below(picture, width)
    if picture.shared:
        under = UNDER if legend else 0.0
        along = title + height + under + legend + gap
        whole = rows * along - under - gap + foot
    else:
        along = title + height + foot + legend
        whole = rows * along
    return Plan(
        columns, rows, left, margin, across, along, width, height, title, foot, legend, beside,
        whole,
    )  # fmt: skip


def _legend_below(picture: Picture, width: float) -> tuple[float, int]:
    """(millimetres, entries side by side) of legends that stand below panels so wide."""
    counts = [len(_named(panel)) for panel in picture.panels if panel.legend is not None]
    if not counts or width >= ROOMY:
        return 0.0, 1
    longest = max(
        length_of(clean(line.name), style.SMALL)
        for panel in picture.panels
        for line in _named(panel)
    )
    each = longest + style.SMALL * (3.2 + 0.8 + 1.2) * style.POINT
    beside = max(1, min(max(counts), int(width / each)))
    lines = 1 + ceil(max(counts) / beside)
    return lines * style.SMALL * 1.42 * style.POINT + 2.0, beside


def _named(panel: Panel) -> list[Line]:
    """The lines that a legend names."""
    return [mark for mark in panel.marks if isinstance(mark, Line) and mark.name]


def _columns(picture: Picture, inner: float) -> int:
    """Panels side by side."""
    count = len(picture.panels)
    if picture.stacked or count == 1:
        return 1
    wide = inner > (style.SIZES["page"] + style.SIZES["column"]) / 2
    if picture.square:
        most = (4 if count in (4, 7, 8) else 3) if wide else 2
    else:
        most = 2 if wide else 1
    return min(count, most)


def _overhang(picture: Picture, columns: int) -> float:
    """What the label of the last tick reaches beyond a panel, millimetres."""
    if _inside(picture, columns):
        return 0.5
    reach = 0.5
    for axis in (panel.x for panel in picture.panels):
        for tick in axis.ticks[-1:]:
            gone = (tick.at - axis.low) / (axis.high - axis.low)
            if gone > 1 - AT_END:
                reach = max(reach, length_of(tick.text, style.SMALL) / 2)
    return reach


def _inside(picture: Picture, columns: int) -> bool:
    """Whether labels of ticks stay within the width of their panel."""
    return picture.shared and columns > 1


def draw_panels(figure: Figure, picture: Picture, plan: Plan, left: float, bottom: float) -> None:
    """Draw the panels, so many millimetres from the edges of the figure."""
    width, height = (float(inches) / style.MILLIMETRE for inches in figure.get_size_inches())
    count = len(picture.panels)
    loose = []
    for number, panel in enumerate(picture.panels):
        column, row = number % plan.columns, number // plan.columns
        x = left + plan.left + column * plan.across
        y = bottom + plan.height - plan.title - plan.panel_height - row * plan.along
        axes = figure.add_axes(
            (x / width, y / height, plan.panel_width / width, plan.panel_height / height)
        )
        draw_axes(axes, panel, inside=_inside(picture, plan.columns))
        loose.append([text for mark in panel.marks for text in draw_mark(axes, mark, picture.key)])
        if panel.legend is not None and _named(panel):
            _legend(axes, picture, plan, clean(panel.legend))
        if not picture.shared:
            _name_axes(axes, clean(panel.x.label), clean(panel.y.label), plan)
            continue
        if number + plan.columns < count:
            axes.set_xticklabels([])
        if column:
            axes.set_yticklabels([])
    if picture.shared:
        _name_all(figure, picture, plan, left, bottom)
    figure.draw_without_rendering()
    for texts in loose:
        keep_apart(texts)


def _legend(axes: Axes, picture: Picture, plan: Plan, title: str) -> None:
    """The legend of a panel: inside where it hides least, or below."""
    if not plan.legend:
        axes.legend(loc="best", title=title, title_fontsize=style.SMALL, alignment="left")
        return
    under = UNDER if picture.shared else plan.foot
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(0.0, -under / plan.panel_height),
        ncols=plan.beside,
        borderaxespad=0.0,
        columnspacing=1.2,
        frameon=False,
        borderpad=0.0,
        title=title,
        title_fontsize=style.SMALL,
        alignment="left",
    )


def _name_axes(axes: Axes, x: str, y: str, plan: Plan) -> None:
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.yaxis.set_label_coords(-(plan.margin - LINE / 2) / plan.panel_width, 0.5)
    axes.xaxis.set_label_coords(0.5, -(TICKS + 1.55 * LINE) / plan.panel_height)
    axes.xaxis.label.set_verticalalignment("center")
    axes.yaxis.label.set_verticalalignment("center")


def _name_all(figure: Figure, picture: Picture, plan: Plan, left: float, bottom: float) -> None:
    """The names of axes that all panels share, once."""
    width, height = (float(inches) / style.MILLIMETRE for inches in figure.get_size_inches())
    across = (plan.columns - 1) * plan.across + plan.panel_width
    middle = left + plan.left + across / 2
    along = plan.height - plan.foot
    figure.text(
        middle / width,
        (bottom + LINE / 2) / height,
        clean(picture.panels[0].x.label),
        ha="center",
        va="center",
        fontsize=style.TEXT,
    )
    figure.text(
        (left + LINE / 2) / width,
        (bottom + plan.foot + along / 2) / height,
        clean(picture.panels[0].y.label),
        ha="center",
        va="center",
        rotation="vertical",
        fontsize=style.TEXT,
    )
