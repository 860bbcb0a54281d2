"""Planes in shades: squares with a key, and values with contour lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING

from farklegen.render.drawing import style
from farklegen.render.drawing.apart import halo
from farklegen.render.drawing.ticks import millimetres
from farklegen.report.pictures.picture import Cells, Field, Key

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DIAGONALS = (0.6, 0.7, 0.8, 0.9, 1.0)
"""Where labels of contour lines may stand: this share of the way to the far corner."""

EDGE = 0.04
"""Share of a plane along its edges in which a label of a contour line would be cut."""

LABEL_GAP = 3.4
"""Millimetres between labels of contour lines."""


def draw_cells(axes: Axes, cells: Cells, key: Key) -> None:
    """Squares in the shades of a key, hatched where it says so."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

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


def draw_field(axes: Axes, field: Field) -> None:
    """Shades with contour lines."""
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
        return
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
        halo(text)


def _across(field: Field) -> Iterator[tuple[float, float]]:
    """Where each contour line crosses a falling diagonal: there they lie side by side.

    The nearer the diagonal is to the start of the game, the wider they lie apart; the first one
    that they all cross, away from the edge, is taken.
    """
    size = min(len(field.x), len(field.y))
    edge = ceil(EDGE * size)
    for share in DIAGONALS:
        last = max(1, min(int(share * size), size - 1))
        ways = [(place, last - place) for place in range(last + 1)]
        ways = ways[edge : len(ways) - edge] or ways
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
