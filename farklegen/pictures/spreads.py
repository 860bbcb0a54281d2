"""How often: points of a turn and turns of a game, as bars and as a line of at least as many.

A single ruleset has bars as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.pictures import style
from farklegen.pictures.file import Picture
from farklegen.report.compare import labels
from farklegen.report.numbers import percent, points, span
from farklegen.rules.words import listed
from farklegen.study.study import Study

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

TAIL = 0.005
"""Share of all turns, or games, that is left out at the far end; at the near end a fifth of it."""

MOST_BARS = 100

FILLED = 0.8
"""Share of its place that a bar takes."""

LEAST = 1e-9
"""Share of all turns, or games, that a note mentions."""

MOST_TOGETHER = len(style.STROKES)
"""Lines that people can tell apart without colour."""


class Words(NamedTuple):
    """What a kind of picture is called in its parts."""

    title: str
    subtitle: str
    results: str
    whole: str
    average: str


WORDS = {
    "turn": Words(
        "what a turn brings",
        "How many points a turn of the best play brings, and how often.",
        "points of the turn",
        "turns",
        "points per turn",
    ),
    "length": Words(
        "how long a game lasts",
        "How many turns a game of two perfect players takes, and how often.",
        "turns, both players' together",
        "games",
        "turns on average",
    ),
}
"""The kinds that can show several rulesets: their axis means the same in all of them."""


class Spread(NamedTuple):
    """The results of a ruleset.

    Attributes:
        results: int64[results], ascending.
        shares: float64[results], how often each comes up; 1 together.
        mean: of all results.
        unit: what all are multiples of.
        notes: what else is worth knowing.
    """

    results: NDArray[np.int64]
    shares: NDArray[np.float64]
    mean: float
    unit: int
    notes: tuple[str, ...]

    @property
    def tails(self) -> NDArray[np.float64]:
        """float64[results], the chance of at least each result."""
        return np.clip(1.0 - np.append(0.0, self.shares[:-1]).cumsum(), 0.0, 1.0)

    def quantile(self, share: float) -> int:
        """The first result by which so large a share has come up, or else the last one."""
        place = int(np.searchsorted(self.shares.cumsum(), share))
        return int(self.results[min(place, len(self.results) - 1)])


def spread_picture(studies: Sequence[Study], kind: str) -> Picture:
    """A line for each ruleset; a single one also has bars of every result, black for zero and
    below."""
    if len(studies) > MOST_TOGETHER:
        raise FarklegenError(
            f"{len(studies)} rulesets are too many for one picture; name at most {MOST_TOGETHER}"
        )
    words, names = WORDS[kind], labels([study.loaded for study in studies])
    spreads = [(turn_spread if kind == "turn" else length_spread)(study) for study in studies]
    ends = [each.quantile(1 - TAIL) for each in spreads]
    one, share, first = len(studies) == 1, f"share of all {words.whole}", spreads[0]
    low = first.quantile(TAIL / 5)
    width = bin_width(ends[0] - low + first.unit, first.unit, MOST_BARS)
    within = (low <= first.results) & (first.results <= ends[0])
    bars, places = np.unique(first.results[within] // width * width, return_inverse=True)
    heights = np.bincount(places, first.shares[within])

    def draw(figure: SubFigure) -> None:
        *above, axes = figure.subplots(1 + one, sharex=True, squeeze=False).flat
        figure.supylabel(share)
        if above:
            colours = [style.INK if result <= 0 else style.MAIN for result in bars]
            above[0].bar(bars, heights, FILLED * width, color=colours)
            average = f"average: {points(first.mean, 2)}"
            above[0].axvline(first.mean, label=average, color=style.INK, linestyle="dashed")
            above[0].legend()
            above[0].set_title("Exactly this many" + (f", by {points(width)}" if width > 1 else ""))
            style.shares(above[0].yaxis)
        for name, each, stroke in zip(names, spreads, style.STROKES, strict=False):
            steps: dict[str, Any] = {**stroke, "drawstyle": "steps-pre", "marker": ""}
            axes.plot(each.results, each.tails, label=f"{name}: {points(each.mean, 2)}", **steps)
        axes.set_title("At least this many")
        axes.set(xlabel=words.results, ylim=(0, 1))
        if one:
            axes.set_xlim(bars[0] - 1.5 * width, bars[-1] + width)
        else:
            axes.set_xlim(min(each.results[0] for each in spreads), max(ends))
            style.legend_below(figure, f"Rules, and {words.average}", 2)
        style.amounts(axes.xaxis, style.TICKS, whole=True)
        style.shares(axes.yaxis)

    title = studies[0].loaded.name if one else listed(names)
    notes = (
        (*_bar_notes(first, float(heights.sum()), int(bars[0]), width, words.whole), *first.notes)
        if one
        else ()
    )
    return Picture(
        f"{title}: {words.title}",
        words.subtitle,
        " ".join(notes),
        draw,
        2 * style.PANEL if one else style.PANEL + 20 + 4 * len(spreads),
    )


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
    results, chances = zip(*sorted(shares.items()), strict=True)
    mean, unit = expected.points_per_turn, expected.moves.unit
    return Spread(np.array(results), np.array(chances), mean, unit, tuple(notes))


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
    return Spread(turns, chances / chances.sum(), length.mean, 1, tuple(notes))


def bin_width(length: float, unit: int, most: int) -> int:
    """The width of bars, a round multiple of the unit, with which there are at most that many."""
    widths = (int(unit * step * 10**power) for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if length <= width * most)


def _bar_notes(spread: Spread, shown: float, first: int, width: int, whole: str) -> Iterator[str]:
    """What bars leave out, and what one stands for; `first` is the place of the first."""
    if 1.0 - shown > LEAST:
        yield f"Not shown as bars: {percent(1.0 - shown, 2)} of the {whole}."
    if width > spread.unit or (spread.results % width).any():
        yield f"The bar at {points(first)} stands for {span(first, first + width - 1)}, and so on."
