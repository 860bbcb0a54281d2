"""A picture as data: panels with axes, and what is drawn in them.

Whatever a person reads in a picture is text here already, tick labels included, and has gone
through `report.numbers`; the drawing only decides on places, lines and shades. Numbers are in the
unit that the axis names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from farklegen.results import Shown


class Tick(NamedTuple):
    """A mark on an axis."""

    at: float
    text: str


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high`."""

    label: str
    low: float
    high: float
    ticks: tuple[Tick, ...]


@dataclass(frozen=True)
class Line:
    """Points joined by a line.

    Attributes:
        points: (x, y) from left to right.
        name: for the legend; empty to leave it out there.
        style: lines of different numbers are told apart without colour, too.
        marks: whether every point is marked; else a few are, to tell lines apart.
        ends: whether the last point is marked.
        stepped: whether the value holds up to the next point.
    """

    points: tuple[tuple[float, float], ...]
    name: str = ""
    style: int = 0
    marks: bool = False
    ends: bool = False
    stepped: bool = False


@dataclass(frozen=True)
class Bars:
    """Bars that stand on the lower end of the axis.

    Attributes:
        bars: (left, right, height).
        strong: whether they stand out from others.
    """

    bars: tuple[tuple[float, float, float], ...]
    strong: bool = False


@dataclass(frozen=True)
class Cells:
    """A plane of squares, each of one entry of the picture's key.

    Attributes:
        x, y: lower ends of the squares, ascending and evenly spaced.
        entries: by y, then by x.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    entries: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Field:
    """A plane of values from 0 to 1 as shades, with contour lines.

    Attributes:
        x, y: where the values are, ascending and evenly spaced; shades last up to the next one.
        values: by y, then by x.
        contours: (value, its label) of every line, ascending.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    contours: tuple[Tick, ...]


@dataclass(frozen=True)
class Label:
    """A short text at a point: above it, or above and to one side; with `dot` the point is marked
    where there is room for the text."""

    x: float
    y: float
    text: str
    side: Literal["above", "right", "left"] = "above"
    dot: bool = False


@dataclass(frozen=True)
class Upright:
    """A thin line from bottom to top, with a text at its upper end."""

    x: float
    text: str
    side: Literal["left", "right"] = "right"


Mark: TypeAlias = Line | Bars | Cells | Field | Label | Upright


@dataclass(frozen=True)
class Panel:
    """One coordinate system.

    Attributes:
        x, y: the axes.
        marks: what is drawn, from back to front.
        title: above it.
        legend: heads a legend of the named lines; None for no legend.
    """

    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    title: str = ""
    legend: str | None = None


class Entry(NamedTuple):
    """An entry of a key: its text, and a shade from 0 (dark) to 1 (light), or hatched white
    (None)."""

    text: str
    shade: float | None


@dataclass(frozen=True)
class Key:
    """What the shades of `Cells` mean."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, repr=False)
class Picture(Shown):
    """One picture.

    Attributes:
        kind: what it shows, as the command line names it.
        title: says the ruleset's name.
        subtitle: what is to be seen, in a sentence or two.
        panels: side by side, wrapped to the width; with `stacked` one below the other.
        note: below: what was left out, how to read it.
        alt: the picture in words, for whoever cannot see it.
        key: what shades mean; None without `Cells`.
        shared: whether all panels have the same axes, which are then labelled once.
        stacked: whether panels stand one below the other.
        square: whether the panels are.
    """

    kind: str
    title: str
    subtitle: str
    panels: tuple[Panel, ...]
    note: str
    alt: str
    key: Key | None = None
    shared: bool = False
    stacked: bool = False
    square: bool = False
