"""What rolling on is worth, over the turn score, for each number of dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from farklegen.cards.card import Analysis
from farklegen.pictures import style
from farklegen.pictures.file import Picture
from farklegen.report.numbers import points, spans, within_goal
from farklegen.report.table import situation_words
from farklegen.rules.words import dice_words
from farklegen.solvers.expected import Strategy
from farklegen.solvers.thresholds import Ranges

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

MOST_PANELS = 6
"""Situations that fit on a page."""

FAR = 0.5
"""Share of the goal beyond which a turn score from which to bank does not stretch the axis."""

BEYOND = 1.15
"""How much farther than those the axis reaches."""

NAMED = 2
"""Ranges of turn scores to bank at that a legend names."""


class ValueLine(NamedTuple):
    """A number of dice: (turn score, points expected beyond it), up to where one banks for good.

    Attributes:
        dice: to roll.
        name: the dice, and where to bank, for the legend.
        points: ascending.
        ends: whether one banks from the last point on.
    """

    dice: int
    name: str
    points: tuple[tuple[float, float], ...]
    ends: bool


@dataclass(frozen=True, eq=False)
class Value:
    """The lines of each situation, by its name; `right` is the end of the axis."""

    panels: tuple[tuple[str, tuple[ValueLine, ...]], ...]
    right: float

    def height(self, width: float, *, page: bool) -> float:  # noqa: ARG002
        rows = ceil(len(self.panels) / self._columns(page=page))
        return rows * (style.PANEL + 16)

    def _columns(self, *, page: bool) -> int:
        return 2 if len(self.panels) > 1 and page else 1

    def draw(self, figure: SubFigure, *, page: bool) -> None:
        """A panel for each situation, with a legend each: where to bank differs."""
        columns = self._columns(page=page)
        every = style.panels(
            figure, len(self.panels), "turn score", "points expected beyond the turn score",
            columns=columns,
        )  # fmt: skip
        for axes, (title, lines) in zip(every, self.panels, strict=True):
            axes.set_title(title)
            for line in lines:
                x, y = zip(*line.points, strict=True)
                stroke = style.STROKES[(line.dice - 1) % len(style.STROKES)]
                marks = (0.02 * line.dice, 0.16)  # a few, at other places on each line
                axes.plot(x, y, label=line.name, **stroke, markevery=marks)
                if line.ends or len(x) == 1:  # a point alone would not be seen
                    axes.plot(x[-1:], y[-1:], **stroke, clip_on=False, zorder=3)
            axes.legend(
                title="Dice to roll, and where to bank", alignment="left", frameon=False,
                loc="upper left", bbox_to_anchor=(0, -0.22 if axes.get_xlabel() else -0.04),
                ncols=4 if page and columns == 1 else 2,
            )  # fmt: skip
        heights = [y for _, lines in self.panels for line in lines for _, y in line.points]
        low, high = min(0.0, *heights), max(1.0, *heights)
        every[0].set(xlim=(0, self.right), ylim=(low * 1.05, high * 1.1))
        style.amounts(every[0].xaxis, style.ticks(page=page) // columns, whole=True)
        style.amounts(every[0].yaxis)


def value_picture(analysis: Analysis) -> Picture:
    """One panel for each situation, one line for each number of dice."""
    count = len(analysis.expected.strategies)
    shown = list(zip(analysis.expected.strategies, analysis.bank, strict=True))[:MOST_PANELS]
    right = _right(analysis)
    panels = tuple(
        (situation_words(strategy.situation, count), _lines(analysis, strategy, bank, right))
        for strategy, bank in shown
    )
    low = min(y for _, lines in panels for line in lines for _, y in line.points)
    return Picture(
        "value",
        f"{analysis.loaded.name}: what rolling on is worth",
        "Points that the best play expects beyond the turn score, by turn score and dice to roll. "
        "Where a line reaches zero for good, it is time to bank.",
        Value(panels, right),
        " ".join(_notes(analysis, low)),
    )


def _right(analysis: Analysis) -> float:
    """The end of the axis: past the turn scores from which to bank, but for the far ones."""
    goal, unit = analysis.loaded.ruleset.extent, analysis.expected.moves.unit
    starts = [
        ranges.ranges[-1][0]
        for bank in analysis.bank
        for ranges in bank
        if ranges.ranges and ranges.ranges[-1][0] <= FAR * goal
    ]
    return max([*starts, 4 * unit]) * BEYOND


def _lines(
    analysis: Analysis, strategy: Strategy, bank: tuple[Ranges, ...], right: float
) -> tuple[ValueLine, ...]:
    """The lines of a situation, most dice first; each ends where it stays at zero."""
    expected, goal = analysis.expected, analysis.loaded.ruleset.extent
    moves = expected.moves
    lines = []
    for ranges in bank:
        column = ranges.dice - 1  # before any hot dice, where they are counted
        rows = np.flatnonzero(expected.reachable[:, column])
        rows = rows[rows * moves.unit <= right]
        last = ranges.ranges[-1] if ranges.ranges else None
        if last is not None and last[1] is None:
            rows = rows[rows * moves.unit <= last[0]]
        found = tuple((float(row * moves.unit), float(strategy.value[row, column])) for row in rows)
        if found:
            ends = last is not None and last[1] is None and last[0] <= right
            name = f"{dice_words(ranges.dice)}: {_words(ranges, goal)}"
            lines.append(ValueLine(ranges.dice, name, found, ends))
    return tuple(lines)


def _words(ranges: Ranges, goal: int) -> str:
    told = within_goal(ranges.ranges, goal)
    more = "" if len(told) <= NAMED else "… "
    return f"{more}{spans(told[-NAMED:])}"


def _notes(analysis: Analysis, low: float) -> Iterator[str]:
    expected, bank = analysis.expected, analysis.loaded.ruleset.bank
    left = len(expected.strategies) - MOST_PANELS
    yield f"Best play brings {points(expected.points_per_turn, 2)} points per turn in the long run."
    if len(expected.strategies) > 1:
        yield "What follows the turn is included."
    if low < 0:
        least = max(bank.minimum, bank.opening_minimum)
        why = f"too little to bank (less than {points(least)})" if least else "banking not allowed"
        yield f"Below zero: {why}, so one has to roll, and may lose what there is."
    if expected.moves.hot_counts > 1:
        yield "Before any hot dice, which pay a growing bonus."
    if left > 0:
        yield f"{points(left)} more situations are not shown."
