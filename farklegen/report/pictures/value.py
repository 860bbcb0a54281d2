"""What rolling on is worth, over the turn score, for each number of dice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from farklegen.cards.analysis import Analysis
from farklegen.report.numbers import NEVER, points, spans, within_goal
from farklegen.report.pictures.picture import Line, Panel, Picture
from farklegen.report.pictures.scales import amount_axis, points_axis, round_up
from farklegen.report.situations import dice_words, situation_words
from farklegen.report.table import other_banks
from farklegen.solvers.expected import Strategy
from farklegen.solvers.thresholds import Ranges

MOST_PANELS = 6
"""Situations that fit on a page."""

FAR = 0.5
"""Share of the goal beyond which a turn score from which to bank does not stretch the axis."""

NAMED = 2
"""Ranges of turn scores to bank at that a legend names."""


def value_picture(analysis: Analysis) -> Picture:
    """One panel for each situation, one line for each number of dice."""
    expected, name = analysis.expected, analysis.loaded.name
    count = len(expected.strategies)
    shown = list(zip(expected.strategies, analysis.bank, strict=True))[:MOST_PANELS]
    right = _right(analysis)
    lines = [_lines(analysis, strategy, bank, right) for strategy, bank in shown]
    heights = [y for panel in lines for line in panel for _, y in line.points]
    low, high = min([0.0, *heights]), max([1.0, *heights])
    below = -round_up(-low * 1.02) if low < 0 else 0.0
    x = points_axis("turn score", 0, right)
    y = amount_axis("points expected beyond the turn score", below, round_up(high * 1.02))
    panels = tuple(
        Panel(
            x,
            y,
            tuple(of),
            title=situation_words(strategy.situation, count),
            legend="Dice to roll, and where to bank",
        )
        for (strategy, _), of in zip(shown, lines, strict=True)
    )
    return Picture(
        "value",
        f"{name}: what rolling on is worth",
        "Points that the best play expects beyond the turn score, by turn score and dice to roll. "
        "Where a line reaches zero for good, it is time to bank.",
        panels,
        " ".join(_notes(analysis, low)),
        _alt(analysis),
        shared=len(panels) > 1,
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
    return round_up(max([*starts, 4 * unit]) * 1.1, 8)


def _lines(
    analysis: Analysis, strategy: Strategy, bank: tuple[Ranges, ...], right: float
) -> list[Line]:
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
            lines.append(Line(found, name, column, ends=ends))
    return lines


def _words(ranges: Ranges, goal: int) -> str:
    told = within_goal(ranges.ranges, goal)
    more = "" if len(told) <= NAMED else "… "
    return f"{more}{spans(told[-NAMED:])}"


def _told(ranges: Ranges, goal: int) -> str:
    where = _words(ranges, goal)
    return "never bank" if where == NEVER else f"bank at {where}"


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
    if other_banks(analysis):
        yield "The card may bank elsewhere, where the turn scores between hardly matter."
    if left > 0:
        yield f"{points(left)} more situations are not shown."


def _alt(analysis: Analysis) -> str:
    goal = analysis.loaded.ruleset.extent
    first = "; ".join(f"{dice_words(r.dice)}: {_told(r, goal)}" for r in analysis.bank[0])
    return (
        "Lines of the points expected beyond the turn score, falling with the turn score, one for "
        f"each number of dice to roll. {first}."
    )
