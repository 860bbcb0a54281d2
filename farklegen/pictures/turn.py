"""What a turn brings under the best play: how often it brings so much, and at least so much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from farklegen.cards.analysis import Analysis
from farklegen.pictures import style
from farklegen.pictures.bars import FILLED, bin_width, binned, quantile
from farklegen.pictures.picture import Picture
from farklegen.report.numbers import percent, points, span
from farklegen.solvers.rounding import probability

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

TAIL = 0.005
"""Share of the turns that are left out on the right."""

MOST_BARS = 80

LEVELS = (0.5, 0.25, 0.1, 0.05, 0.02, 0.01)
"""Chances of at least so many points that are told."""


APART = 3.1
"""Millimetres between labels."""

X, Y = "points of the turn", "share of all turns"
"""The names of the axes."""


@dataclass(frozen=True, eq=False)
class TurnPicture:
    """What a turn brings.

    Attributes:
        shares: share of all turns, by the points from which a bar counts, ascending.
        width: points of a bar.
        mean: points.
        at_least: (points, chance of at least so many), from where it begins to hold.
        levels: (points, chance of at least so many) to tell.
    """

    shares: dict[int, float]
    width: int
    mean: float
    at_least: tuple[tuple[float, float], ...]
    levels: tuple[tuple[int, float], ...]

    def draw(self, figure: SubFigure) -> None:
        """Bars above, those that bring nothing in black, and steps below."""
        bars, steps = figure.subplots(2, 1)
        per = f", by {points(self.width)}" if self.width > 1 else ""
        bars.set_title(f"So many points{per}")
        lost = {place: share for place, share in self.shares.items() if place <= 0}
        for shown, colour in ((self.shares, style.MAIN), (lost, style.INK)):
            bars.bar(list(shown), list(shown.values()), FILLED * self.width, color=colour)
        for place, share in lost.items():
            told = percent(probability(share), 1)
            style.label(bars, place, share, told, "above" if place else "right")
        style.upright(bars, self.mean, f"average {points(self.mean, 2)}")
        bars.set_ylim(0, max(self.shares.values()) * 1.2)
        steps.set_title("At least so many points")
        steps.step(*zip(*self.at_least, strict=True), where="post", color=style.INK)
        before, page = 1.0, style.is_page(figure)
        for at, chance in self.levels:
            if at > 0 and before - chance > APART / (style.MOST if page else style.LEAST):
                steps.plot(at, chance, color=style.INK, marker="o")
                style.label(steps, at, chance, f"{points(at)} or more: {percent(chance, 0)}")
                before = chance
        steps.set_ylim(0, 1)
        for axes in (bars, steps):
            axes.set(xlabel=X, ylabel=Y)
            axes.set_xlim(min(self.shares) - 1.5 * self.width, max(self.shares) + self.width)
            style.amounts(axes.xaxis, style.ticks_across(figure), whole=True)
            style.shares(axes.yaxis)


def turn_picture(analysis: Analysis) -> Picture:
    """Bars of every result, and below them the chance of at least so many points."""
    results = results_of(analysis)
    most = quantile(results.items(), 1 - TAIL)
    unit = analysis.expected.moves.unit
    width = bin_width(most - min(*results, 0) + unit, unit, MOST_BARS)
    shares = binned(results, width, most)
    return Picture(
        "turn",
        f"{analysis.loaded.name}: what a turn brings",
        "How often a turn of the best play ends with so many points, and with at least so many.",
        TurnPicture(
            shares,
            width,
            analysis.expected.points_per_turn,
            at_least(results, max(shares) + width),
            tuple(_levels(results)),
        ),
        " ".join(_notes(analysis, results, most, width)),
        _alt(analysis, results),
    )


def results_of(analysis: Analysis) -> dict[int, float]:
    """Share of each result in the long run, ascending."""
    expected = analysis.expected
    found: dict[int, float] = defaultdict(float)
    for share, strategy in zip(expected.frequency.tolist(), expected.strategies, strict=True):
        if share > 0:
            for result, chance in strategy.outcome.distribution:
                found[result] += share * chance
    return dict(sorted(found.items()))


def at_least(results: dict[int, float], right: float) -> tuple[tuple[float, float], ...]:
    """The chance of at least so many points, from each result on."""
    found, left = [], 1.0
    before = None
    for result, chance in results.items():
        if result > right:
            break
        if before is not None:
            # the chance of at least `result` holds from just above the one before
            found.append((float(before), max(left, 0.0)))
        before, left = result, left - chance
    found.append((right, max(left, 0.0)))
    return ((float(min(results)), 1.0), *found)


def _levels(results: dict[int, float]) -> Iterator[tuple[int, float]]:
    """(points, chance) of the most points that are reached about so often, each once."""
    told = set()
    for level in LEVELS:
        left, best = 1.0, None
        for result, chance in results.items():
            if left < level:
                break
            best = (result, left)
            left -= chance
        if best is not None and best[0] not in told:
            told.add(best[0])
            yield best


def _notes(analysis: Analysis, results: dict[int, float], most: int, width: int) -> Iterator[str]:
    expected = analysis.expected
    yield f"Turns that end in a farkle: {percent(expected.farkle_probability, 2)}."
    beyond = sum(chance for result, chance in results.items() if result > most)
    if beyond > 0:
        yield f"More than {points(most)} points, not shown: {percent(beyond, 2)} of the turns."
    if width > expected.moves.unit or any(result % width for result in results):
        yield f"The bar at 0 stands for {span(0, width - 1)} points, and so on."
    if min(results) < 0:
        yield "Below zero: a penalty."
    if len(expected.strategies) > 1:
        yield "Turns of all situations, as often as they occur in the long run."


def _alt(analysis: Analysis, results: dict[int, float]) -> str:
    told = ", ".join(
        f"{points(at)} or more in {percent(chance, 1)}" for at, chance in _levels(results)
    )
    zero = probability(sum(chance for result, chance in results.items() if result <= 0))
    return (
        f"Bars of what a turn brings. Nothing, or less, in {percent(zero, 1)} of the turns; "
        f"{told}; {points(analysis.expected.points_per_turn, 1)} on average."
    )
