"""What stands in a panel, drawn: one function for each kind of mark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from farklegen.render.drawing import style
from farklegen.render.drawing.apart import Loose, halo
from farklegen.render.drawing.shades import draw_cells, draw_field
from farklegen.report.pictures.picture import (
    Bars,
    Cells,
    Field,
    Key,
    Label,
    Line,
    Mark,
    Upright,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_mark(axes: Axes, mark: Mark, key: Key | None) -> list[Loose]:
    """Draw a mark; returns its loose texts."""
    return MARKS[type(mark)](axes, mark, key)


def _line(axes: Axes, line: Line, _key: Key | None) -> list[Loose]:
    stroke = style.STROKES[line.style % len(style.STROKES)]
    dashes: Any = (0, stroke.dashes) if stroke.dashes else "solid"
    x, y = [x for x, _ in line.points], [y for _, y in line.points]
    plain = line.stepped or (not line.name and not line.marks)
    axes.plot(
        x,
        y,
        label=line.name or None,
        color=stroke.colour,
        linestyle=dashes,
        marker=None if plain else stroke.marker,
        markevery=None if line.marks else (0.02 * (1 + line.style % 8), 0.16),
        markeredgewidth=0.0,
        drawstyle="steps-post" if line.stepped else "default",
        clip_on=not line.marks,
        solid_joinstyle="round",
    )
    if line.ends or len(x) == 1:  # a point alone would not be seen
        axes.plot(
            x[-1:], y[-1:], color=stroke.colour, marker=stroke.marker, markeredgewidth=0.0,
            markersize=style.END, clip_on=False, zorder=3,
        )  # fmt: skip
    return []


def _bars(axes: Axes, bars: Bars, _key: Key | None) -> list[Loose]:
    axes.bar(
        [left for left, _, _ in bars.bars],
        [height for _, _, height in bars.bars],
        [right - left for left, right, _ in bars.bars],
        align="edge",
        color=style.STRONG if bars.strong else style.MAIN,
        linewidth=0,
    )
    return []


def _cells(axes: Axes, cells: Cells, key: Key | None) -> list[Loose]:
    assert key is not None
    draw_cells(axes, cells, key)
    return []


def _field(axes: Axes, field: Field, _key: Key | None) -> list[Loose]:
    draw_field(axes, field)
    return []


def _label(axes: Axes, label: Label, _key: Key | None) -> list[Loose]:
    x, y, across, along = {
        "above": (0, 3, "center", "bottom"),
        "left": (2, 4, "right", "bottom"),
        "right": (4, 3, "left", "bottom"),
    }[label.side]
    text = axes.annotate(
        label.text,
        (label.x, label.y),
        xytext=(x, y),
        textcoords="offset points",
        ha=across,
        va=along,
        fontsize=style.SMALL,
        annotation_clip=False,
    )
    halo(text)
    dot = None
    if label.dot:
        (dot,) = axes.plot([label.x], [label.y], color=style.INK, marker="o", markeredgewidth=0.0)
    return [Loose(text, dot=dot)]


def _upright(axes: Axes, upright: Upright, _key: Key | None) -> list[Loose]:
    axes.axvline(upright.x, color=style.INK, linewidth=0.7, dashes=(4, 2))
    text = axes.annotate(
        upright.text,
        (upright.x, 1.0),
        xycoords=axes.get_xaxis_transform(),
        xytext=(-4 if upright.side == "left" else 4, -1),
        textcoords="offset points",
        ha="right" if upright.side == "left" else "left",
        va="top",
        fontsize=style.SMALL,
        annotation_clip=False,
    )
    halo(text)
    return [Loose(text, moves=True)]


MARKS: dict[type, Callable[..., list[Loose]]] = {
    Line: _line,
    Bars: _bars,
    Cells: _cells,
    Field: _field,
    Label: _label,
    Upright: _upright,
}
"""What draws each kind of mark."""
