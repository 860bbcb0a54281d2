"""What rolling on is worth, over the turn score, for each number of dice."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from farklegen.cards.card import Analysis
from farklegen.pictures import style
from farklegen.pictures.file import Picture
from farklegen.report.numbers import points, spans, within_goal
from farklegen.report.screen import situations_words
from farklegen.rules.words import dice_words
from farklegen.solvers.expected import Strategy
from farklegen.solvers.thresholds import Ranges

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

MOST_PANELS = 6
"""Situations that fit on a page."""

FAR = 0.5
"""A turn score to bank from stretches the axis only up to this share of the goal."""

BEYOND = 1.15
"""How much farther the axis reaches than the turn scores to bank from."""

NAMED = 2
"""Ranges of turn scores to bank at that a legend names."""


class ValueLine(NamedTuple):
    """A number of dice: points expected beyond turn scores, up to where you always bank.

    Attributes:
        dice: to roll.
        name: the dice, and where to bank, for the legend.
        x, y: turn scores, ascending, and the points.
        ends: whether you bank from the last point on.
    """

    dice: int
    name: str
    x: list[int]
    y: list[float]
    ends: bool


def value_picture(analysis: Analysis) -> Picture:
    """One panel for each situation, one line for each number of dice. Each panel has its own
    legend, because where to bank differs."""
    strategies, right = analysis.expected.strategies, _right(analysis)
    every = [each.situation for each in strategies]
    shown = list(zip(strategies, analysis.bank, strict=True))[:MOST_PANELS]
    panels = [
        (situations_words([each.situation], every), list(_lines(analysis, each, bank, right)))
        for each, bank in shown
    ]
    heights = [y for _, lines in panels for line in lines for y in line.y]
    low, high = min(0.0, *heights), max(1.0, *heights)

    across = min(len(panels), 2)

    def draw(figure: SubFigure) -> None:
        every = style.panels(
            figure, len(panels), "turn score", "points expected beyond the turn score",
            columns=across,
        )  # fmt: skip
        for axes, (title, lines) in zip(every, panels, strict=True):
            axes.set_title(title)
            for line in lines:
                stroke = style.STROKES[(line.dice - 1) % len(style.STROKES)]
                marks = (0.02 * line.dice, 0.16)  # a few, at other places on each line
                axes.plot(line.x, line.y, label=line.name, **stroke, markevery=marks)
                if line.ends or len(line.x) == 1:  # a point alone would not be seen
                    axes.plot(line.x[-1:], line.y[-1:], **stroke, clip_on=False, zorder=3)
            axes.legend(
                title="Dice to roll, and where to bank", alignment="left", frameon=False,
                loc="upper left", bbox_to_anchor=(0, -0.22 if axes.get_xlabel() else -0.04),
                ncols=4 // across,
            )  # fmt: skip
        every[0].set(xlim=(0, right), ylim=(low * 1.05, high * 1.1))
        style.amounts(every[0].xaxis, style.TICKS // across, whole=True)
        style.amounts(every[0].yaxis)

    return Picture(
        f"{analysis.loaded.name}: what rolling on is worth",
        "Points that the best play expects beyond the turn score, by turn score and dice to roll. "
        "Where a line reaches zero for good, it is time to bank.",
        " ".join(_notes(analysis, low)),
        draw,
        ceil(len(panels) / across) * (style.PANEL + 16),
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
) -> Iterator[ValueLine]:
    """The lines of a situation, most dice first; each ends where it stays at zero."""
    expected, unit = analysis.expected, analysis.expected.moves.unit
    for ranges in bank:
        column = ranges.dice - 1  # before any hot dice, where they are counted
        rows = np.flatnonzero(expected.reachable[:, column])
        last = ranges.ranges[-1] if ranges.ranges else (0, 0)
        rows = rows[rows * unit <= (right if last[1] is not None else min(right, last[0]))]
        if rows.size:
            shown = within_goal(ranges.ranges, analysis.loaded.ruleset.extent)
            more = "" if len(shown) <= NAMED else "… "
            name = f"{dice_words(ranges.dice)}: {more}{spans(shown[-NAMED:])}"
            y, ends = strategy.value[rows, column].tolist(), last[1] is None and last[0] <= right
            yield ValueLine(ranges.dice, name, (rows * unit).tolist(), y, ends)


def _notes(analysis: Analysis, low: float) -> Iterator[str]:
    expected, bank = analysis.expected, analysis.loaded.ruleset.bank
    left = len(expected.strategies) - MOST_PANELS
    yield f"Best play brings {points(expected.points_per_turn, 2)} points per turn in the long run."
    if len(expected.strategies) > 1:
        yield "What follows the turn is included."
    if low < 0:
        least = max(bank.minimum, bank.opening_minimum)
        why = f"too little to bank (less than {points(least)})" if least else "banking not allowed"
        yield f"Below zero: {why}, so you have to roll, and may lose what you have."
    if expected.moves.hot_counts > 1:
        yield "Before any hot dice, which pay a growing bonus."
    if left > 0:
        yield f"{points(left)} more situations are not shown."
