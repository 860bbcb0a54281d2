"""The axes of a panel: limits, and as many ticks as there is room for."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from farklegen.render.drawing import style
from farklegen.render.drawing.type import length_of
from farklegen.report.pictures.picture import Axis, Cells, Field, Panel, Tick

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAP = 1.6
"""Millimetres between labels of ticks."""

AT_END = 0.03
"""Share of an axis within which a tick is at its end."""


def draw_axes(axes: Axes, panel: Panel, *, inside: bool) -> None:
    """Limits, ticks, grid lines and title.

    Args:
        axes: where to draw.
        panel: what to draw.
        inside: whether labels of ticks stay within the width of the panel, away from the next one.
    """
    axes.set_xlim(panel.x.low, panel.x.high)
    axes.set_ylim(panel.y.low, panel.y.high)
    across = _thinned(axes, panel.x, inside=inside)
    axes.set_xticks([tick.at for tick in across], [tick.text for tick in across])
    axes.set_yticks([tick.at for tick in panel.y.ticks], [tick.text for tick in panel.y.ticks])
    axes.set_xticks([], minor=True)
    axes.set_yticks([], minor=True)
    if inside:
        _pull_in(axes)
    shaded = any(isinstance(mark, Cells | Field) for mark in panel.marks)
    if not shaded:
        axes.grid(axis="y", color=style.PALE, linewidth=0.5)
    if panel.title:
        axes.set_title(panel.title)


def _thinned(axes: Axes, axis: Axis, *, inside: bool) -> tuple[Tick, ...]:
    """The ticks of an axis from left to right that have room for their labels: all, or every second
    one, or less, zero among them."""
    if len(axis.ticks) < 2:
        return axis.ticks
    gaps = [later.at - tick.at for tick, later in pairwise(axis.ticks)]
    step, width = min(gaps), millimetres(axes)
    widest = max(length_of(tick.text, style.SMALL) for tick in axis.ticks)
    # a label that is pulled in comes nearer to its neighbour by half its length
    needed = widest * (1.5 if inside else 1.0) + GAP
    each = max(1, ceil(needed / (width * step / (axis.high - axis.low))))
    return tuple(
        tick
        for number, tick in enumerate(axis.ticks)
        if (round(tick.at / step) if max(gaps) - step < step * 1e-6 else number) % each == 0
    )


def _pull_in(axes: Axes) -> None:
    """Keep the labels of the first and the last tick within the panel."""
    labels, places = axes.get_xticklabels(), axes.get_xticks()
    low, high = axes.get_xlim()
    if len(labels) > 1 and places[0] <= low + AT_END * (high - low):
        labels[0].set_horizontalalignment("left")
    if len(labels) > 1 and places[-1] >= high - AT_END * (high - low):
        labels[-1].set_horizontalalignment("right")


def millimetres(axes: Axes) -> float:
    """The width of a panel."""
    return float(axes.get_window_extent().width) / axes.figure.dpi / style.MILLIMETRE
