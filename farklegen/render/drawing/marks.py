"""What stands in a panel, drawn: one function for each kind of mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING, Any

from farklegen.render.drawing import style
from farklegen.render.drawing.type import length_of
from farklegen.report.pictures.picture import (
    Axis,
    Bars,
    Cells,
    Field,
    Key,
    Label,
    Line,
    Panel,
    Tick,
    Upright,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

HALO = 1.8
"""Points of white round a text that stands on shades or lines."""

DIAGONALS = (0.6, 0.7, 0.8, 0.9, 1.0)
"""Where labels of contour lines may stand: this share of the way to the far corner."""

LABEL_GAP = 3.4
"""Millimetres between labels of contour lines."""

TICK_GAP = 1.6
"""Millimetres between labels of ticks."""

APART = 1.08
"""How much wider than a text its place is."""


def draw_panel(axes: Axes, panel: Panel, key: Key | None) -> list[Text]:
    """Draw a panel; returns its loose texts, the more important first."""
    _axes(axes, panel)
    loose: list[Text] = []
    for mark in panel.marks:
        loose += MARKS[type(mark)](axes, mark, key)
    return loose


def _axes(axes: Axes, panel: Panel) -> None:
    """Limits, ticks, grid lines and title."""
    for name, axis in (("x", panel.x), ("y", panel.y)):
        getattr(axes, f"set_{name}lim")(axis.low, axis.high)
        ticks = _thinned(axes, axis) if name == "x" else axis.ticks
        getattr(axes, f"set_{name}ticks")([t.at for t in ticks], [t.text for t in ticks])
        getattr(axes, f"set_{name}ticks")([], minor=True)
    shaded = any(isinstance(mark, Cells | Field) for mark in panel.marks)
    if not shaded:
        axes.grid(axis="y", color=style.PALE, linewidth=0.5)
    if panel.title:
        axes.set_title(panel.title)


def _thinned(axes: Axes, axis: Axis) -> tuple[Tick, ...]:
    """The ticks of an axis from left to right that have room for their labels: all, or every second
    one, or less, zero among them."""
    if len(axis.ticks) < 2:
        return axis.ticks
    gaps = [later.at - tick.at for tick, later in pairwise(axis.ticks)]
    step, width = min(gaps), millimetres(axes)
    widest = max(length_of(tick.text, style.SMALL) for tick in axis.ticks) + TICK_GAP
    each = max(1, ceil(widest / (width * step / (axis.high - axis.low))))
    return tuple(
        tick
        for number, tick in enumerate(axis.ticks)
        if (round(tick.at / step) if max(gaps) - step < step * 1e-6 else number) % each == 0
    )


def millimetres(axes: Axes) -> float:
    """The width of a panel."""
    return float(axes.get_window_extent().width) / axes.figure.dpi / style.MILLIMETRE


def _line(axes: Axes, line: Line, _key: Key | None) -> list[Text]:
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
    if line.ends:
        axes.plot(
            x[-1:], y[-1:], color=stroke.colour, marker=stroke.marker, markeredgewidth=0.0,
            markersize=style.END, clip_on=False, zorder=3,
        )  # fmt: skip
    return []


def _bars(axes: Axes, bars: Bars, _key: Key | None) -> list[Text]:
    axes.bar(
        [left for left, _, _ in bars.bars],
        [height for _, _, height in bars.bars],
        [right - left for left, right, _ in bars.bars],
        align="edge",
        color=style.STRONG if bars.strong else style.MAIN,
        linewidth=0,
    )
    return []


def _cells(axes: Axes, cells: Cells, key: Key | None) -> list[Text]:
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    assert key is not None
    shades = colormaps[style.SHADES]
    colours = [shades(e.shade) if e.shade is not None else "white" for e in key.entries]
    axes.pcolormesh(
        _edges(cells.x),
        _edges(cells.y),
        cells.entries,
        cmap=ListedColormap(colours),
        vmin=-0.5,
        vmax=len(colours) - 0.5,
        shading="flat",
        rasterized=True,
    )
    for number, entry in enumerate(key.entries):
        if entry.shade is None:
            _hatch(axes, cells, number)
    _frame(axes)
    return []


def _edges(starts: tuple[float, ...]) -> list[float]:
    """Where squares begin, and where the last one ends."""
    step = starts[1] - starts[0] if len(starts) > 1 else 1.0
    return [*starts, starts[-1] + step]


def _hatch(axes: Axes, cells: Cells, number: int) -> None:
    """Hatch the squares of an entry: between their middles, and out to the edge of the plane."""
    inside = [[float(entry == number) for entry in row] for row in cells.entries]
    if not any(map(any, inside)):
        return
    x, y = _through_middles(cells.x), _through_middles(cells.y)
    padded = [[row[0], *row, row[-1]] for row in (inside[0], *inside, inside[-1])]
    axes.contourf(x, y, padded, levels=[0.5, 1.5], colors="none", hatches=["//////"])


def _through_middles(starts: tuple[float, ...]) -> list[float]:
    """From the first edge through the middles of the squares to the last edge."""
    edges = _edges(starts)
    return [edges[0], *((a + b) / 2 for a, b in pairwise(edges)), edges[-1]]


def _frame(axes: Axes) -> None:
    for spine in axes.spines.values():
        spine.set_visible(True)


def _field(axes: Axes, field: Field, _key: Key | None) -> list[Text]:
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    shades = colormaps[style.SHADES]
    part = [style.FIELD_FROM + (1 - style.FIELD_FROM) * place / 255 for place in range(256)]
    axes.pcolormesh(
        _edges(field.x),
        _edges(field.y),
        field.values,
        cmap=ListedColormap([shades(place) for place in part]),
        vmin=0.0,
        vmax=1.0,
        shading="flat",
        rasterized=True,
    )
    _frame(axes)
    if not field.contours or len(field.x) < 2:
        return []
    levels = [tick.at for tick in field.contours]
    lines = axes.contour(
        field.x,
        field.y,
        field.values,
        levels=levels,
        colors=style.INK,
        linewidths=[1.5 if level == 0.5 else 0.6 for level in levels],
    )
    words = {tick.at: tick.text for tick in field.contours}
    texts = axes.clabel(
        lines,
        fmt=words,
        fontsize=style.SMALL,
        inline=False,
        colors=style.INK,
        manual=_with_room(axes, field, list(_across(field))),
    )
    for text in texts:
        _halo(text)
    return []


def _across(field: Field) -> Iterator[tuple[float, float]]:
    """Where each contour line crosses a falling diagonal: there they lie side by side.

    The nearer the diagonal is to the start of the game, the wider they lie apart; the first one
    that they all cross is taken.
    """
    size = min(len(field.x), len(field.y))
    for share in DIAGONALS:
        last = max(1, min(int(share * size), size - 1))
        ways = [(place, last - place) for place in range(last + 1)]
        values = [field.values[y][x] for x, y in ways]
        found = []
        for tick in field.contours:
            for place, (here, there) in enumerate(pairwise(values)):
                if min(here, there) <= tick.at < max(here, there):
                    part = (tick.at - here) / (there - here)
                    (x, y), (next_x, next_y) = ways[place], ways[place + 1]
                    across = field.x[x] + part * (field.x[next_x] - field.x[x])
                    found.append((across, field.y[y] + part * (field.y[next_y] - field.y[y])))
                    break
        if len(found) == len(field.contours) or share == DIAGONALS[-1]:
            yield from found
            return


def _with_room(
    axes: Axes, field: Field, places: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Those of the places of labels that lie far enough from each other: the middle one, the outer
    ones, then whatever fits between."""
    unit = millimetres(axes) / (field.x[-1] - field.x[0])
    middle = len(places) // 2
    outward = sorted(range(len(places)), key=lambda n: (-abs(n - middle) % 2, -abs(n - middle)))
    kept: list[int] = []
    for number in [middle, *outward] if places else []:
        here = places[number]
        near = (
            hypot(here[0] - places[n][0], here[1] - places[n][1]) * unit < LABEL_GAP for n in kept
        )
        if not any(near):
            kept.append(number)
    return [places[number] for number in kept]


def _label(axes: Axes, label: Label, _key: Key | None) -> list[Text]:
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
    _halo(text)
    return [text]


def _upright(axes: Axes, upright: Upright, _key: Key | None) -> list[Text]:
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
    _halo(text)
    text.set_gid("upright")
    return [text]


def _halo(text: Text) -> None:
    """White round a text, so that it is read on anything."""
    from matplotlib.patheffects import withStroke

    text.set_path_effects([withStroke(linewidth=HALO, foreground="white")])


def keep_apart(texts: Sequence[Text]) -> None:
    """Move texts at upright lines down until they touch nothing, and drop labels that touch a text
    before them. The figure has its layout already."""
    from matplotlib.text import Annotation

    placed: list[Any] = []
    for text in texts:
        _pull_in(text)
    for text in sorted(texts, key=lambda text: text.get_gid() != "upright"):
        box = text.get_window_extent().expanded(APART, 1.0)
        if text.get_gid() == "upright" and isinstance(text, Annotation):
            for _ in range(6):
                if not any(box.overlaps(other) for other in placed):
                    break
                across, along = text.xyann
                text.xyann = (across, along - style.SMALL * style.LEADING)
                box = text.get_window_extent().expanded(APART, 1.0)
        elif any(box.overlaps(other) for other in placed):
            text.set_visible(False)
            continue
        placed.append(box)


def _pull_in(text: Text) -> None:
    """Put a text that runs over the right end of its panel to the other side of its point."""
    from matplotlib.text import Annotation

    axes = text.axes
    if axes is None or not isinstance(text, Annotation) or text.get_horizontalalignment() != "left":
        return
    if text.get_window_extent().x1 > axes.get_window_extent().x1 + style.SMALL:
        text.set_horizontalalignment("right")
        across, along = text.xyann
        text.xyann = (-across, along + style.SMALL)


MARKS: dict[type, Callable[..., list[Text]]] = {
    Line: _line,
    Bars: _bars,
    Cells: _cells,
    Field: _field,
    Label: _label,
    Upright: _upright,
}
"""What draws each kind of mark."""
