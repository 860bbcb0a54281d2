"""Results drawn with matplotlib: over one axis, over both banked scores, and how all of them look.

Lines show what rolling on is worth by turn score. Bars and lines show how many points turns bring,
and how many turns games last. Planes of both banked scores show when to bank, and the chance to
win. matplotlib is imported late: all else runs without.

Pictures are made to be read at the size they are printed in: no type below 7 points, lines that
differ in dashes and marks and not by colour alone, and shades from a colour map whose lightness
rises steadily.
"""

from __future__ import annotations

import io
import logging
import textwrap
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.card import Analysis
from farklegen.errors import FarklegenError, UnsolvableError, need
from farklegen.render.clean import clean
from farklegen.report.compare import labels
from farklegen.report.numbers import percent, points, spans, within_goal
from farklegen.report.screen import situations_words
from farklegen.results import Shown
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, listed
from farklegen.solvers.expected import Ranges, Strategy
from farklegen.solvers.game.planes import BankRegions, ChancePlane, middle_round
from farklegen.study.study import Study

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure, SubFigure

WIDTH = 170.0
"""Millimetres of a picture from left to right: the text of an A4 page."""

PANEL = 62.0
"""Millimetres of height of a panel that is not square, with its axes."""

MILLIMETRE = 1 / 25.4
"""Inches."""

LETTER, LINE = 0.21, 0.45
"""Millimetres that a letter takes in a line, and a line in a page, for each point of type."""

TITLE, TEXT, SMALL = 10.0, 8.0, 7.0
"""Sizes of type in points."""

INK, GREY, MAIN = "#1a1a1a", "#8c8c8c", "#5b7ea8"
"""Colours of lines and black bars, of hatches, and of bars."""

SHADES = "viridis"
"""Colour map: steady in lightness, so that shades keep their order in grey and to the colour-blind,
and with more different hues than other such maps."""

TICKS = 10
"""The distances between ticks that there is room for along the width of a picture."""

STROKES: tuple[dict[str, Any], ...] = (
    {"color": "#000000", "linestyle": "solid", "marker": "o"},
    {"color": "#0072b2", "linestyle": (0, (5, 1.5)), "marker": "s"},
    {"color": "#d55e00", "linestyle": (0, (1.2, 1.2)), "marker": "^"},
    {"color": "#007a58", "linestyle": (0, (7, 1.5, 1.2, 1.5)), "marker": "D"},
    {"color": "#a0508a", "linestyle": (0, (3, 1.5)), "marker": "v"},
    {"color": "#444444", "linestyle": "solid", "marker": "P"},
    {"color": "#8a6a00", "linestyle": (0, (9, 2)), "marker": "X"},
    {"color": "#3a8fc4", "linestyle": (0, (1, 2.5)), "marker": "*"},
)
"""Lines 0 to 7: different in colour, dashes and marks."""

SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT,
    "axes.titlesize": TEXT,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "figure.labelsize": TEXT,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.35,
    "legend.fontsize": SMALL,
    "legend.title_fontsize": SMALL,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.6,
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
}
"""The style sheet; all else is matplotlib's default, whatever settings a user has."""


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Shown):
    """A picture that can be drawn.

    Attributes:
        title: says the ruleset's name.
        caption: below the panels: what they show, the most important numbers, what is left out.
        draw: draws the panels on an empty part of a figure.
        height: millimetres that the panels and their legend need.
    """

    title: str
    caption: str
    draw: Callable[[SubFigure], None]
    height: float


def draw(picture: Picture, form: str, *, dpi: int = 300) -> bytes:
    need("matplotlib", "pictures need")
    import matplotlib.style

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with warnings.catch_warnings(), matplotlib.style.context(SETTINGS, after_reset=True):
        # a letter that the font does not have is drawn as a box
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        words = "Subject" if form == "pdf" else "Description"
        about = {"Title": clean(picture.title), words: clean(picture.caption)}
        file = io.BytesIO()
        laid_out(picture).savefig(file, format=form, dpi=dpi, metadata=about)
    return file.getvalue()


def laid_out(picture: Picture) -> Figure:
    """The figure: title, panels and caption, one below the other."""
    from matplotlib.figure import Figure

    def wrapped(text: str, point: float) -> str:
        return textwrap.fill(clean(text), int(WIDTH / (point * LETTER)))

    title, caption = wrapped(picture.title, TITLE * 1.15), wrapped(picture.caption, TEXT)  # bold
    lines = len(title.splitlines()) * TITLE + len(caption.splitlines()) * TEXT
    height = picture.height + lines * LINE
    figure = Figure((WIDTH * MILLIMETRE, height * MILLIMETRE), layout="constrained")
    figure.suptitle(title, fontsize=TITLE, fontweight="bold", x=0.01, ha="left")
    figure.supxlabel(caption, x=0.01, ha="left")
    picture.draw(figure.add_subfigure(figure.add_gridspec()[0]))
    return figure


# what several kinds share


def panels_of(
    figure: SubFigure, count: int, x: str, y: str, *, columns: int = 1, square: bool = False
) -> list[Axes]:
    """Panels of the same axes, side by side in some columns, with names for the axes."""
    grid = figure.subplots(
        ceil(count / columns), columns, sharex=True, sharey=True, squeeze=False,
        subplot_kw={"box_aspect": 1} if square else {},
    )  # fmt: skip
    every = list(grid.flat)
    for axes in every[count:]:
        axes.remove()
    for axes in every[max(0, count - columns) : count]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel(x)
    figure.supylabel(y)
    return every[:count]


def number_axis(axis: Axis, most: int = 6, *, whole: bool = False) -> None:
    """Round numbers along an axis, with at most `most` distances between them."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(most, steps=(1, 2, 2.5, 5, 10), integer=whole))
    axis.set_major_formatter("{x:,.10g}")


def percent_axis(axis: Axis) -> None:
    """Probabilities along an axis, in per cent."""
    from matplotlib.ticker import PercentFormatter

    number_axis(axis)
    axis.set_major_formatter(PercentFormatter(1))


# what rolling on is worth

MOST_PANELS = 6
"""Situations that fit on a page."""

FAR = 0.5
"""A turn score to bank from stretches the axis only up to this share of the goal."""

BEYOND = 1.15
"""How much farther the axis reaches than the turn scores to bank from."""

NAMED = 2
"""Ranges of turn scores to bank at that a legend names."""


def value_picture(analysis: Analysis) -> Picture:
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
        every = panels_of(
            figure, len(panels), "turn score", "points expected beyond the turn score",
            columns=across,
        )  # fmt: skip
        for axes, (title, lines) in zip(every, panels, strict=True):
            axes.set_title(title)
            for dice, name, x, y, ends in lines:
                stroke = STROKES[(dice - 1) % len(STROKES)]
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
        number_axis(every[0].xaxis, TICKS // across, whole=True)
        number_axis(every[0].yaxis)

    return Picture(
        f"{analysis.loaded.name}: what rolling on is worth",
        " ".join(_value_words(analysis, low)),
        draw,
        ceil(len(panels) / across) * (PANEL + 16),
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
        rows = np.flatnonzero(expected.reachable[: expected.rows, column])
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

MOST_TOGETHER = len(STROKES)
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


def spread_picture(studies: Sequence[Study], kind: str) -> Picture:
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
                bar.set_color(INK if edge <= 0 else MAIN)
            average = f"average: {points(first.mean, 2)}"
            bars.axvline(first.mean, label=average, color=INK, linestyle="dashed")
            bars.legend()
            bars.set_title("Exactly this many" + (f", by {points(width)}" if width > 1 else ""))
            percent_axis(bars.yaxis)
        for name, each, stroke in zip(names, spreads, STROKES, strict=False):
            steps: dict[str, Any] = {**stroke, "drawstyle": "steps-pre", "marker": ""}
            axes.plot(each.results, each.tails, label=f"{name}: {points(each.mean, 2)}", **steps)
        axes.set_title("At least this many")
        axes.set(xlabel=first.axis, ylim=(0, 1))
        if one:
            axes.set_xlim(low - 1.5 * width, high + width)
        else:
            axes.set_xlim(min(each.results[0] for each in spreads), max(ends))
            axes.legend(title=f"Rules, and {first.average}")
        number_axis(axes.xaxis, TICKS, whole=True)
        percent_axis(axes.yaxis)

    name, caption = listed(names), [first.shows]
    if one:
        name, gone = studies[0].loaded.name, 1.0 - float(first.shares[barred].sum())
        if gone > LEAST:
            caption.append(f"Not shown as bars: {percent(gone, 2)} of the {first.whole}.")
        caption += first.notes
    return Picture(f"{name}: {first.title}", " ".join(caption), draw, (1 + one) * PANEL)


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


# over both banked scores

MOST_CLASSES = 9
"""Shades that people still tell apart beside a key."""

DARKEST = -0.5
"""The chance to win that would be black: darker shades would swallow the contour lines."""

CONTOURS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Chances that get a line."""


def regions_picture(loaded: LoadedRuleset, unit: int, regions: BankRegions) -> Picture:
    """One panel for each number of dice, most first. Squares where the best play never banks are
    hatched."""
    start, count = regions.start, len(regions.start)
    across = min(count, 4 if count in (4, 7, 8) else 3)

    def draw(figure: SubFigure) -> None:
        from matplotlib.colors import BoundaryNorm

        every = _plane_axes(figure, count, "own banked score", loaded.ruleset.extent, across)
        shade = BoundaryNorm(class_limits(start[start > 0], unit, MOST_CLASSES), 256)
        for axes, dice in zip(every, reversed(range(count)), strict=True):
            axes.set_title(dice_words(dice + 1))
            axes.patch.set(facecolor="white", edgecolor=GREY, hatch="//////", linewidth=0)
            lowest = np.ma.masked_less_equal(start[dice], 0)
            squares = _squares(axes, regions.scores, lowest, norm=shade)
        figure.colorbar(
            squares, ax=every, location="bottom", label="bank from a turn score of",
            format="{x:,}", aspect=40,
        )  # fmt: skip

    return Picture(
        f"{loaded.name}: when to bank",
        " ".join(_regions_words(loaded, regions)),
        draw,
        ceil(count / across) * ((WIDTH - 20) / across + 3) + 20,
    )


def class_limits(values: NDArray[np.int64], unit: int, most: int) -> list[int]:
    """Where classes of points begin, at most `most` with about the same number of values in each;
    and where the last one ends."""
    distinct = np.unique(values)
    if len(distinct) > most:
        shares = np.arange(most) / most
        distinct = np.unique(np.quantile(values, shares, method="higher"))
    return [*(distinct.tolist() or [0]), int(values.max(initial=0)) + unit]


def _regions_words(loaded: LoadedRuleset, regions: BankRegions) -> Iterator[str]:
    yield (
        "The lowest turn score at which the best play banks, by the number of dice left and both "
        "banked scores."
    )
    if (regions.start <= 0).any():
        yield "Hatched: never short of the goal."
    if len(regions.scores) > 1:
        yield f"One square for every {points(regions.scores[1] - regions.scores[0])} points."
    if again := float(regions.again.mean()):
        yield (
            f"In {percent(again, 1)} of the squares the best play rolls again at some higher turn "
            "score: close to the goal, for instance."
        )
    yield from match_state_sentences(loaded.ruleset)


def win_picture(loaded: LoadedRuleset, plane: ChancePlane) -> Picture:
    """Shades and contour lines of the chance to win."""
    scores, chance = plane.scores, plane.chance

    def draw(figure: SubFigure) -> None:
        across = "banked score of the player to move"
        (axes,) = _plane_axes(figure, 1, across, loaded.ruleset.extent, 1)
        _squares(axes, scores, chance, vmin=DARKEST, vmax=1)
        levels = [level for level in CONTOURS if chance.min() < level < chance.max()]
        if levels:
            widths = [1.5 if level == 0.5 else 0.6 for level in levels]
            lines = axes.contour(
                scores, scores, chance.T, levels=levels, colors=INK, linewidths=widths
            )
            words = {level: percent(level, 0) for level in levels}
            axes.clabel(lines, fmt=words, fontsize=SMALL, colors=INK)

    shows = "Chance of the player to move, when both play perfectly, by both banked scores."
    start = f"At the start of the game: {percent(plane.start, 2)}."
    return Picture(
        f"{loaded.name}: chance to win",
        " ".join([shows, start, *match_state_sentences(loaded.ruleset)]),
        draw,
        125.0,
    )


def match_state_sentences(ruleset: Ruleset) -> Iterator[str]:
    """What a plane of both banked scores takes for granted."""
    farkle, bonus = ruleset.farkle, ruleset.hot_dice_bonus
    if farkle.streak_costs:
        yield "Neither player has just farkled."
    if ruleset.bank.has_opening:
        yield "A player with a score is on the board, one without is not."
    if ruleset.tells_seats:
        yield "The player to move has moved first in the game."
    if ruleset.rounds is not None:
        yield f"It is round {middle_round(ruleset.rounds)} of {ruleset.rounds}."
    if ruleset.bank.beat_previous:
        yield "There is nothing to beat."
    if ruleset.piggyback != "none":
        yield "There is nothing to take over."
    if bonus is not None and bonus.step:
        yield "No hot dice have paid a bonus in the turn."
    if farkle.falls_below_zero:
        yield "Scores below zero are left out."


def _plane_axes(figure: SubFigure, count: int, x: str, goal: int, columns: int) -> list[Axes]:
    """Square panels of both scores, from 0 to the goal."""
    every = panels_of(figure, count, x, "opponent's banked score", columns=columns, square=True)
    every[0].set(xlim=(0, goal), ylim=(0, goal))
    for axis in (every[0].xaxis, every[0].yaxis):
        number_axis(axis, max(3, TICKS // columns), whole=True)
    for axes in every:
        axes.grid(visible=False)
        axes.spines[:].set_visible(True)
    return every


def _squares(axes: Axes, scores: Sequence[int], values: NDArray[Any], **options: Any) -> Any:
    """Fill a square for each pair of scores."""
    step = scores[1] - scores[0] if len(scores) > 1 else 1
    edges = [*scores, scores[-1] + step]
    return axes.pcolormesh(edges, edges, values.T, cmap=SHADES, rasterized=True, **options)
