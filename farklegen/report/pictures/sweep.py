"""One number of many rulesets, over the keys that a sweep varied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from farklegen.errors import UnsolvableError, named
from farklegen.measures.registry import MEASURES
from farklegen.report.numbers import count, percent, points
from farklegen.report.pictures.picture import Axis, Line, Panel, Picture, Tick
from farklegen.report.pictures.scales import amount_axis, percent_axis, points_axis
from farklegen.report.pictures.sweep_table import Choice, SweepColumnError, SweepTable, Value

MOST_LINES = 8
"""Lines that are told apart without colour."""

MOST_PANELS = 9

MARGIN = 0.06
"""Room at the ends of an axis, as a share of its length."""

SHORT = 24
"""Characters of a word at an axis or in a legend."""

Points = tuple[tuple[float, float], ...]


def sweep_picture(table: SweepTable, choice: Choice) -> Picture:
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
    measure = MEASURES[choice.y]
    x, y = _x_axis(table, choice), _y_axis(choice.y, min(heights), max(heights))
    panels = tuple(
        Panel(
            x,
            y,
            tuple(
                Line(
                    found[panel, line],
                    ", ".join(_words(each) for each in lines_by if alike[each] == line)
                    if choice.by
                    else "",
                    style=number,
                    marks=True,
                )
                for number, line in enumerate(lines_by)
                if found[panel, line] and alike[line] == line
            ),
            title=f"{choice.panels}: {_words(panel)}" if choice.panels else "",
            legend=choice.by,
        )
        for panel in panels_by
    )
    title = measure.title[:1].upper() + measure.title[1:]
    return Picture(
        "sweep",
        f"{table.name or PurePath(table.file).stem}: {title} by {choice.x}",
        f"{count(len(table.rows), 'ruleset')} of a sweep, each a point.",
        panels,
        " ".join(_notes(table, choice, hidden=hidden)),
        _alt(choice, min(heights), max(heights)),
        shared=len(panels) > 1,
    )


def _check(choice: Choice, lines: tuple[Value, ...], panels: tuple[Value, ...]) -> None:
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


def _points(table: SweepTable, choice: Choice, panel: Value, line: Value) -> Points:
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


def _x_axis(table: SweepTable, choice: Choice) -> Axis:
    places = _places(table, choice.x)
    low, high = min(places.values()), max(places.values())
    room = MARGIN * (high - low) or 0.5
    if all(isinstance(value, float) for value in places):
        axis = amount_axis(choice.x, low - room, high + room)
        if len(places) <= 8:  # few values are named themselves
            ticks = tuple(Tick(place, _words(value)) for value, place in places.items())
            return Axis(choice.x, axis.low, axis.high, ticks)
        return axis
    room = 0.5
    ticks = tuple(Tick(place, _words(value)) for value, place in places.items())
    return Axis(choice.x, low - room, high + room, ticks)


def _y_axis(name: str, low: float, high: float) -> Axis:
    measure = MEASURES[name]
    room = MARGIN * (high - low) or max(abs(high) * 0.01, 1e-9)
    if measure.unit == "share":
        return percent_axis(measure.title, min(1.0, high + room), low=max(0.0, low - room))
    axis = points_axis if measure.unit == "count" and high - low > 2 else amount_axis
    return axis(f"{measure.title}{_unit(measure.unit, measure.title)}", low - room, high + room)


def _unit(unit: str, title: str) -> str:
    return f" ({unit})" if unit in ("points", "turns") and unit not in title else ""


def _words(value: Value) -> str:
    """A value at an axis or in a legend."""
    if value is None:
        return "left out"
    if isinstance(value, float):
        return points(int(value)) if value.is_integer() else f"{value:g}"
    return value if len(value) <= SHORT else value[: SHORT - 1] + "…"


def _notes(table: SweepTable, choice: Choice, *, hidden: bool) -> Iterator[str]:
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


def _none(table: SweepTable, choice: Choice) -> str:
    """Why there is nothing to draw."""
    said = f"{table.file}: no row has a number for {choice.y}"
    if "problem" in table.columns:
        place = table.columns.index("problem")
        why = next((row[place] for row in table.rows if row[place]), None)
        if why is not None:
            said += f" ({why})"
    return f"{said}; draw another measure with {named('y')}"


def _alt(choice: Choice, low: float, high: float) -> str:
    measure = MEASURES[choice.y]
    share = measure.unit == "share"
    least, most = (percent(v, 2) if share else points(v, 2) for v in (low, high))
    by = f", a line for each value of {choice.by}" if choice.by else ""
    return f"Lines of {measure.title} over {choice.x}{by}: from {least} to {most}."
