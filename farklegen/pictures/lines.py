"""Pictures over one axis: what rolling on is worth, over the turn score; and how often, points of a
turn and turns of a game, as bars of a single ruleset and as a line of at least as many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.card import Analysis
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.pictures import style
from farklegen.report.compare import labels
from farklegen.report.numbers import percent, points, spans, within_goal
from farklegen.report.screen import situations_words
from farklegen.rules.words import dice_words, listed
from farklegen.solvers.expected import Ranges, Strategy
from farklegen.study.study import Study

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


def value_picture(analysis: Analysis) -> style.Picture:
    """One panel for each situation, one line for each number of dice. Each panel has its own
    legend, because where to bank differs."""
    strategies, right = analysis.expected.strategies, _right(analysis)
    every = [each.situation for each in strategies]
    shown = list(zip(strategies, analysis.bank, strict=True))[:MOST_PANELS]
    panels = [
        (situations_words([each.situation], every), list(_value_lines(analysis, each, bank, right)))
        for each, bank in shown
    ]
    heights = [y for _, lines in panels for *_, ys, _ in lines for y in ys]
    low, high = min(0.0, *heights), max(1.0, *heights)

    across = min(len(panels), 2)

    def draw(figure: SubFigure) -> None:
        every = style.panels(
            figure, len(panels), "turn score", "points expected beyond the turn score",
            columns=across,
        )  # fmt: skip
        for axes, (title, lines) in zip(every, panels, strict=True):
            axes.set_title(title)
            for dice, name, x, y, ends in lines:
                stroke = style.STROKES[(dice - 1) % len(style.STROKES)]
                marks = (0.02 * dice, 0.16)  # a few, at other places on each line
                axes.plot(x, y, label=name, **stroke, markevery=marks)
                if ends or len(x) == 1:  # a point alone would not be seen
                    axes.plot(x[-1:], y[-1:], **stroke, clip_on=False, zorder=3)
            axes.legend(
                title="Dice to roll, and where to bank", alignment="left",
                loc="upper left", bbox_to_anchor=(0, -0.22 if axes.get_xlabel() else -0.04),
                ncols=4 // across,
            )  # fmt: skip
        every[0].set(xlim=(0, right), ylim=(low * 1.05, high * 1.1))
        style.amounts(every[0].xaxis, style.TICKS // across, whole=True)
        style.amounts(every[0].yaxis)

    return style.Picture(
        f"{analysis.loaded.name}: what rolling on is worth",
        " ".join(_value_words(analysis, low)),
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


def _value_lines(
    analysis: Analysis, strategy: Strategy, bank: tuple[Ranges, ...], right: float
) -> Iterator[tuple[int, str, list[int], list[float], bool]]:
    """The lines of a situation, most dice first, each up to where it stays at zero: the number of
    dice, its name in the legend, turn scores, points expected beyond them, and whether you bank
    from the last point on."""
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
            yield ranges.dice, name, (rows * unit).tolist(), y, ends


def _value_words(analysis: Analysis, low: float) -> Iterator[str]:
    expected, bank = analysis.expected, analysis.loaded.ruleset.bank
    left = len(expected.strategies) - MOST_PANELS
    yield (
        "Points that the best play expects beyond the turn score, by turn score and dice to roll. "
        "Where a line reaches zero for good, it is time to bank."
    )
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


# how often

TAIL = 0.005
"""Share of all turns, or games, that is left out at the far end; at the near end a fifth of it."""

MOST_BARS = 100

FILLED = 0.8
"""Share of its place that a bar takes."""

LEAST = 1e-9
"""Share of all turns, or games, that a caption mentions."""

MOST_TOGETHER = len(style.STROKES)
"""Lines that people can tell apart without colour."""


class Spread(NamedTuple):
    """The results of a ruleset, and what they are called.

    Attributes:
        results: int64[results], ascending.
        shares: float64[results], how often each comes up; 1 together.
        mean: of all results.
        unit: what all are multiples of.
        notes: what else is worth knowing.
        title, shows: of a picture, behind the name of the rules, and what it shows.
        axis: what the results are.
        whole: what they are the results of.
        average: what the mean is.
    """

    results: NDArray[np.int64]
    shares: NDArray[np.float64]
    mean: float
    unit: int
    notes: tuple[str, ...]
    title: str
    shows: str
    axis: str
    whole: str
    average: str

    @property
    def tails(self) -> NDArray[np.float64]:
        """float64[results], the chance of at least each result."""
        return np.clip(1.0 - np.append(0.0, self.shares[:-1]).cumsum(), 0.0, 1.0)

    def quantile(self, share: float) -> int:
        """The first result by which so large a share has come up, or else the last one."""
        place = int(np.searchsorted(self.shares.cumsum(), share))
        return int(self.results[min(place, len(self.results) - 1)])


def spread_picture(studies: Sequence[Study], kind: str) -> style.Picture:
    """A line for each ruleset; a single one also has bars of every result, black for zero and
    below."""
    if len(studies) > MOST_TOGETHER:
        raise FarklegenError(
            f"{len(studies)} rulesets are too many for one picture; name at most {MOST_TOGETHER}"
        )
    names, spreads = labels([study.loaded for study in studies]), list(map(SPREADS[kind], studies))
    one, first, ends = len(studies) == 1, spreads[0], [each.quantile(1 - TAIL) for each in spreads]
    low, high = first.quantile(TAIL / 5), ends[0]
    width = bin_width(high - low + first.unit, first.unit, MOST_BARS)
    low -= low % width
    barred = (low <= first.results) & (first.results <= high)

    def draw(figure: SubFigure) -> None:
        *above, axes = figure.subplots(1 + one, sharex=True, squeeze=False).flat
        figure.supylabel(f"share of all {first.whole}")
        for bars in above:
            edges = np.arange(low, high + width + 1, width)
            *_, drawn = bars.hist(
                first.results[barred], edges, weights=first.shares[barred], align="left",
                rwidth=FILLED,
            )  # fmt: skip
            for edge, bar in zip(edges, drawn, strict=False):
                bar.set_color(style.INK if edge <= 0 else style.MAIN)
            average = f"average: {points(first.mean, 2)}"
            bars.axvline(first.mean, label=average, color=style.INK, linestyle="dashed")
            bars.legend()
            bars.set_title("Exactly this many" + (f", by {points(width)}" if width > 1 else ""))
            style.shares(bars.yaxis)
        for name, each, stroke in zip(names, spreads, style.STROKES, strict=False):
            steps: dict[str, Any] = {**stroke, "drawstyle": "steps-pre", "marker": ""}
            axes.plot(each.results, each.tails, label=f"{name}: {points(each.mean, 2)}", **steps)
        axes.set_title("At least this many")
        axes.set(xlabel=first.axis, ylim=(0, 1))
        if one:
            axes.set_xlim(low - 1.5 * width, high + width)
        else:
            axes.set_xlim(min(each.results[0] for each in spreads), max(ends))
            axes.legend(title=f"Rules, and {first.average}")
        style.amounts(axes.xaxis, style.TICKS, whole=True)
        style.shares(axes.yaxis)

    name, caption = listed(names), [first.shows]
    if one:
        name, gone = studies[0].loaded.name, 1.0 - float(first.shares[barred].sum())
        if gone > LEAST:
            caption.append(f"Not shown as bars: {percent(gone, 2)} of the {first.whole}.")
        caption += first.notes
    return style.Picture(f"{name}: {first.title}", " ".join(caption), draw, (1 + one) * style.PANEL)


def turn_spread(study: Study) -> Spread:
    """Points of a turn in the long run."""
    expected = study.expected
    shares: dict[int, float] = defaultdict(float)
    for share, strategy in zip(expected.frequency.tolist(), expected.strategies, strict=True):
        if share > 0:
            for result, chance in strategy.outcome.distribution:
                shares[result] += share * chance
    notes = [f"Turns that end in a farkle: {percent(expected.farkle_probability, 2)}."]
    if min(shares) < 0:
        notes.append("Below zero: a penalty.")
    if len(expected.strategies) > 1:
        notes.append("Turns of all situations, as often as they occur in the long run.")
    results, chances = map(np.array, zip(*sorted(shares.items()), strict=True))
    return Spread(
        results, chances, expected.points_per_turn, expected.moves.unit, tuple(notes),
        "what a turn brings", "How many points a turn of the best play brings, and how often.",
        "points of the turn", "turns", "points per turn",
    )  # fmt: skip


def length_spread(study: Study) -> Spread:
    """Turns of a game that ends."""
    length = study.length
    if not length.distribution:
        raise UnsolvableError(
            f"a game between perfect players by the rules of {study.loaded.name} never ends, so "
            "there is no length to draw. Choose another kind of picture"
        )
    turns, chances = map(np.array, zip(*length.distribution, strict=True))
    notes = [f"Standard deviation: {points(length.spread, 2)} turns."]
    if length.beyond > LEAST:
        gone = percent(min(length.beyond, 1.0), 2)
        notes.append(f"Games that go on for ever are left out: {gone}.")
    return Spread(
        turns, chances / chances.sum(), length.mean, 1, tuple(notes),
        "how long a game lasts",
        "How many turns a game of two perfect players takes, and how often.",
        "turns, both players' together", "games", "turns on average",
    )  # fmt: skip


SPREADS = {"turn": turn_spread, "length": length_spread}
"""The kinds that can show several rulesets: their axis means the same in all of them."""


def bin_width(length: float, unit: int, most: int) -> int:
    """The width of bars, a round multiple of the unit, with which there are at most that many."""
    widths = (int(unit * step * 10**power) for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if length <= width * most)
