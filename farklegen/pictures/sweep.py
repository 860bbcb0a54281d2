"""One number of many rulesets, over the keys that a sweep varied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from farklegen.errors import UnsolvableError, named
from farklegen.measures.registry import MEASURES
from farklegen.pictures import style
from farklegen.pictures.picture import Picture
from farklegen.report.numbers import count, percent, points
from farklegen.report.sweep_table import SweepColumnError, SweepTable, SweepView, Value
from farklegen.rules.words import upper_first

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

MOST_LINES = 8
"""Lines that are told apart without colour."""

MOST_PANELS = 9

MARGIN = 0.06
"""Room at the ends of an axis, as a share of its length."""

SHORT = 24
"""Characters of a word at an axis or in a legend."""

FEW = 8
"""Numbers along the axis that are named themselves, instead of round ones."""

LONG = 60
"""Characters of all words along the axis from which on they stand aslant."""

Points = tuple[tuple[float, float], ...]


class SweepLine(NamedTuple):
    """A line of a panel: its name, its number among the lines of all panels, and its points."""

    name: str
    number: int
    points: Points


@dataclass(frozen=True, eq=False)
class SweepPicture:
    """A measure of many rulesets.

    Attributes:
        panels: lines, by what stands above them.
        x: the key along the axis.
        places: where its values stand there, in words.
        words: whether these are words, and not numbers.
        y: the measure.
        by: the key that tells lines apart, or None.
    """

    panels: tuple[tuple[str, tuple[SweepLine, ...]], ...]
    x: str
    places: dict[str, float]
    words: bool
    y: str
    by: str | None

    def draw(self, figure: SubFigure) -> None:
        """Lines with marks; one legend where all panels have the same lines."""
        count = len(self.panels)
        columns = 2 if count > 1 and style.is_page(figure) else 1
        measure = MEASURES[self.y]
        every = style.panels(
            figure, count, self.x, f"{measure.title}{_unit(measure.unit, measure.title)}",
            columns=columns,
        )  # fmt: skip
        for axes, (title, lines) in zip(every, self.panels, strict=True):
            axes.set_title(title)
            for line in lines:
                stroke = style.STROKES[line.number]
                axes.plot(*zip(*line.points, strict=True), label=line.name, **stroke, clip_on=False)
        self._axes(every[0], style.ticks_across(figure, columns))
        if self.by:
            names = {tuple(line.name for line in lines) for _, lines in self.panels}
            style.lines_legend(every, figure, self.by, columns, alike=count > 1 == len(names))

    def _axes(self, axes: Axes, most: int) -> None:
        from matplotlib.ticker import FixedLocator

        places = list(self.places.values())
        room = 0.5 if self.words else MARGIN * (max(places) - min(places)) or 0.5
        axes.set_xlim(min(places) - room, max(places) + room)
        if self.words or len(places) <= FEW:
            axes.set_xticks(places, list(self.places))
            if not self.words:
                axes.xaxis.set_major_locator(FixedLocator(places, nbins=most))
            elif sum(map(len, self.places)) > LONG:
                axes.tick_params(axis="x", labelrotation=20)
        else:
            style.amounts(axes.xaxis, most)
        heights = [y for _, lines in self.panels for line in lines for _, y in line.points]
        low, high = min(heights), max(heights)
        room = MARGIN * (high - low) or max(abs(high) * 0.01, 1e-9)
        axes.set_ylim(low - room, high + room)
        if MEASURES[self.y].unit == "share":
            axes.set_ylim(max(0.0, low - room), min(1.0, high + room))
            style.shares(axes.yaxis)
        else:
            whole = MEASURES[self.y].unit == "count" and high - low > 2
            style.amounts(axes.yaxis, whole=whole)


def sweep_picture(table: SweepTable, choice: SweepView) -> Picture:
    """Lines by one key, panels by another one.

    Args:
        table: the rows to draw.
        choice: its columns.

    Raises:
        SweepColumnError: if a key takes too many values.
        UnsolvableError: if no row has the number that is to be drawn.
    """
    lines_by = table.values(choice.by) if choice.by else (None,)
    panels_by = table.values(choice.panels) if choice.panels else (None,)
    _check(choice, lines_by, panels_by)
    found = {
        (panel, line): _points(table, choice, panel, line)
        for panel in panels_by
        for line in lines_by
    }
    heights = [y for line in found.values() for _, y in line]
    alike = {
        line: next(
            first for first in lines_by
            if all(found[panel, first] == found[panel, line] for panel in panels_by)
        )
        for line in lines_by
    }  # fmt: skip
    drawn = [(panel, found[panel, line]) for panel, line in found if alike[line] == line]
    drawn = [(panel, line) for panel, line in drawn if line]
    hidden = len(set(drawn)) < len(drawn)
    if not heights:
        raise UnsolvableError(_none(table, choice))
    panels = tuple(
        (
            f"{choice.panels}: {_words(panel)}" if choice.panels else "",
            tuple(
                SweepLine(
                    ", ".join(_words(each) for each in lines_by if alike[each] == line)
                    if choice.by
                    else "",
                    number,
                    found[panel, line],
                )
                for number, line in enumerate(lines_by)
                if found[panel, line] and alike[line] == line
            ),
        )
        for panel in panels_by
    )
    places = _places(table, choice.x)
    measure = MEASURES[choice.y]
    title = upper_first(measure.title)
    return Picture(
        "sweep",
        f"{table.name or PurePath(table.file).stem}: {title} by {choice.x}",
        f"{count(len(table.rows), 'ruleset')} of a sweep, each a point.",
        SweepPicture(
            panels,
            choice.x,
            {_words(value): place for value, place in places.items()},
            not all(isinstance(value, float) for value in places),
            choice.y,
            choice.by,
        ),
        " ".join(_notes(table, choice, hidden=hidden)),
        _alt(choice, min(heights), max(heights)),
    )


def _check(choice: SweepView, lines: tuple[Value, ...], panels: tuple[Value, ...]) -> None:
    problems = [
        f"{key} takes {points(len(values))} values, too many for {what} (at most {most}); put it "
        f"along the axis with {named(f'x={key!r}', f'--x {key}')}, or hold it to one value with "
        f"{named(f'only=[({key!r}, VALUE)]', f'--only {key}=VALUE')}"
        for key, values, what, most in (
            (choice.by, lines, "lines", MOST_LINES),
            (choice.panels, panels, "panels", MOST_PANELS),
        )
        if len(values) > most
    ]
    if problems:
        raise SweepColumnError("\n".join(problems))


def _points(table: SweepTable, choice: SweepView, panel: Value, line: Value) -> Points:
    """(x, y) of the rows of a line, ascending; words stand at 0, 1, 2, …"""
    columns = table.columns
    place, height = columns.index(choice.x), columns.index(choice.y)
    wanted = [(columns.index(choice.by), line)] if choice.by else []
    wanted += [(columns.index(choice.panels), panel)] if choice.panels else []
    places = _places(table, choice.x)
    found = []
    for row in table.rows:
        if all(row[at] == value for at, value in wanted):
            y = row[height]
            if isinstance(y, float):
                found.append((places[row[place]], y))
    return tuple(sorted(found))


def _places(table: SweepTable, key: str) -> dict[Value, float]:
    """Where each value of a key stands on its axis."""
    values = table.values(key)
    if all(isinstance(value, float) for value in values):
        return {value: value for value in values if isinstance(value, float)}
    return {value: float(number) for number, value in enumerate(values)}


def _unit(unit: str, title: str) -> str:
    return f" ({unit})" if unit in ("points", "turns") and unit not in title else ""


def _words(value: Value) -> str:
    """A value at an axis or in a legend."""
    if value is None:
        return "left out"
    if isinstance(value, float):
        return points(int(value)) if value.is_integer() else f"{value:g}"
    return value if len(value) <= SHORT else value[: SHORT - 1] + "…"


def _notes(table: SweepTable, choice: SweepView, *, hidden: bool) -> Iterator[str]:
    place = table.columns.index(choice.y)
    missing = sum(not isinstance(row[place], float) for row in table.rows)
    if missing:
        yield f"{count(missing, 'ruleset')} without this number: see the column 'problem'."
    fixed = [key for key in table.keys if key not in (choice.x, choice.by, choice.panels)]
    for key in fixed:
        yield f"{key}: {_words(table.values(key)[0])}."
    if hidden:
        yield "Lines with equal values lie on each other."
    yield "The vertical axis does not begin at zero."


def _none(table: SweepTable, choice: SweepView) -> str:
    """Why there is nothing to draw."""
    said = f"{table.file}: no row has a number for {choice.y}"
    if "problem" in table.columns:
        place = table.columns.index("problem")
        why = next((row[place] for row in table.rows if row[place]), None)
        if why is not None:
            said += f" ({why})"
    return f"{said}; draw another measure with {named('y')}"


def _alt(choice: SweepView, low: float, high: float) -> str:
    measure = MEASURES[choice.y]
    share = measure.unit == "share"
    least, most = (percent(v, 2) if share else points(v, 2) for v in (low, high))
    by = f", a line for each value of {choice.by}" if choice.by else ""
    return f"Lines of {measure.title} over {choice.x}{by}: from {least} to {most}."
