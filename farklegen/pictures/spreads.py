"""How often: points of a turn and turns of a game, of one ruleset as bars, of several as lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from farklegen.cards.card import Analysis
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.measures.comparison import labels
from farklegen.pictures import style
from farklegen.pictures.file import Picture
from farklegen.report.numbers import percent, points, span
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import listed
from farklegen.solvers.multiplayer.length import GameLength
from farklegen.study.study import Study

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

TAIL = 0.005
"""Share of all turns, or games, that is left out at the far end."""

MOST_BARS = 100

FILLED = 0.8
"""Share of its place that a bar takes."""

OVER = (0.05, 0.5, 0.95)
"""Shares of the games of which the picture says by which turn they are over."""

LEAST = 1e-9
"""Share of the games that a note mentions."""

POINTS, ALL_TURNS = "points of the turn", "share of all turns"
TURNS, ALL_GAMES = "turns, both players' together", "share of all games"

TOGETHER = ("turn", "length")
"""Kinds that can show several rulesets: lines over an axis that means the same in all of them."""

MOST_TOGETHER = len(style.STROKES)
"""Lines that people can tell apart without colour."""


def bin_width(length: float, unit: int, most: int) -> int:
    """The width of bars, a round multiple of the unit, with which there are at most that many."""
    widths = (int(unit * step * 10**power) for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if length <= width * most)


def quantile(pairs: Iterable[tuple[int, float]], share: float) -> int:
    """The first of some results by which so large a share has come up, or else the last one. The
    results are given with their chances."""
    total, result = 0.0, 0
    for result, chance in pairs:
        total += chance
        if total >= share:
            return result
    return result


def binned(results: Mapping[int, float], width: int, most: int) -> dict[int, float]:
    """The chance of a result from each multiple of the width on to the next, up to `most`."""
    shares: dict[int, float] = defaultdict(float)
    for result, chance in results.items():
        if result <= most:
            shares[result // width * width] += chance
    return dict(shares)


# What a turn brings


def turn_picture(analysis: Analysis) -> Picture:
    """Bars of every result, black for zero and below; under them, in steps, the chance of at least
    that many points."""
    results, mean = turn_results(analysis), analysis.expected.points_per_turn
    most = quantile(results.items(), 1 - TAIL)
    unit = analysis.expected.moves.unit
    width = bin_width(most - min(*results, 0) + unit, unit, MOST_BARS)
    shares = binned(results, width, most)

    def draw(figure: SubFigure) -> None:
        bars, steps = figure.subplots(2, 1, sharex=True)
        per = f", by {points(width)}" if width > 1 else ""
        bars.set_title(f"Exactly these points{per}")
        lost = {place: share for place, share in shares.items() if place <= 0}
        for shown, colour in ((shares, style.MAIN), (lost, style.INK)):
            bars.bar(list(shown), list(shown.values()), FILLED * width, color=colour)
        style.upright(bars, mean, f"average: {points(mean, 2)}")
        bars.legend()
        steps.set_title("At least these points")
        steps.step(*zip(*tails(results), strict=True), where="pre", color=style.INK)
        steps.set(xlabel=POINTS, ylim=(0, 1))
        steps.set_xlim(min(shares) - 1.5 * width, max(shares) + width)
        style.amounts(steps.xaxis, style.TICKS, whole=True)
        for axes in (bars, steps):
            axes.set_ylabel(ALL_TURNS)
            style.shares(axes.yaxis)

    return Picture(
        "turn",
        f"{analysis.loaded.name}: what a turn brings",
        "How often a turn of the best play ends with exactly, and with at least, some points.",
        " ".join(_turn_notes(analysis, results, most, width)),
        draw,
        2 * style.PANEL,
    )


def turn_results(analysis: Analysis) -> dict[int, float]:
    """Share of each result in the long run, ascending."""
    expected = analysis.expected
    shares: dict[int, float] = defaultdict(float)
    for share, strategy in zip(expected.frequency.tolist(), expected.strategies, strict=True):
        if share > 0:
            for result, chance in strategy.outcome.distribution:
                shares[result] += share * chance
    return dict(sorted(shares.items()))


def tails(results: Mapping[int, float]) -> Iterator[tuple[int, float]]:
    """Each result and the chance of at least that many points."""
    left = 1.0
    for result, chance in results.items():
        yield result, max(left, 0.0)
        left -= chance


def _turn_notes(
    analysis: Analysis, results: Mapping[int, float], most: int, width: int
) -> Iterator[str]:
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


# How long a game lasts


def length_picture(loaded: LoadedRuleset, length: GameLength) -> Picture:
    """Bars of the number of turns of both players together, and lines where shares of the games
    are over."""
    _check_ends(loaded.name, length)
    games = sum(chance for _, chance in length.distribution)
    low, high = (quantile(length.distribution, share * games) for share in (TAIL / 5, 1 - TAIL / 5))
    width = bin_width(high - low + 1, 1, MOST_BARS)
    shares = binned({n: share for n, share in length.distribution if n >= low}, width, high)

    def draw(figure: SubFigure) -> None:
        per = f", by {points(width)} turns" if width > 1 else ""
        (axes,) = style.panels(figure, 1, TURNS, f"{ALL_GAMES}{per}")
        axes.bar(list(shares), list(shares.values()), FILLED * width, color=style.MAIN)
        axes.set_xlim(min(shares) - width, max(shares) + width)
        style.amounts(axes.xaxis, style.TICKS, whole=True)
        style.shares(axes.yaxis)
        for share, stroke in zip(OVER, style.STROKES, strict=False):
            number = quantile(length.distribution, share * games)
            words = f"{percent(share, 0)} over: {points(number)}"
            style.upright(axes, number, words, linestyle=stroke["linestyle"])
        axes.legend()

    return Picture(
        "length",
        f"{loaded.name}: how long a game lasts",
        "Turns of a game between two perfect players, those of both counted. Lines: the turn by "
        f"which {', '.join(percent(share, 0) for share in OVER)} of all games are over.",
        " ".join(_length_notes(length, low, high, games)),
        draw,
        style.PANEL + 8,
    )


def _check_ends(name: str, length: GameLength) -> None:
    if not length.distribution:
        raise UnsolvableError(
            f"a game between perfect players by the rules of {name} never ends, so there is no "
            "length to draw. Choose another kind of picture"
        )


def _length_notes(length: GameLength, low: int, high: int, games: float) -> Iterator[str]:
    yield (
        f"On average {points(length.mean, 2)} turns, standard deviation {points(length.spread, 2)}."
    )
    outside = sum(chance for number, chance in length.distribution if not low <= number <= high)
    if outside > LEAST * games:
        yield f"Not shown: {percent(min(outside / games, 1.0), 2)} of the games, on both sides."
    if length.beyond > LEAST:
        yield f"Games that go on for ever are left out: {percent(min(length.beyond, 1.0), 2)}."


# Several rulesets


def shared_picture(studies: Sequence[Study], kind: str) -> Picture:
    """One picture of two rulesets or more, a line for each."""
    if kind not in TOGETHER:
        raise FarklegenError(
            f"{kind} shows one ruleset at a time; draw them one by one, or draw together: "
            f"{', '.join(TOGETHER)}"
        )
    if len(studies) > MOST_TOGETHER:
        raise FarklegenError(
            f"{len(studies)} rulesets are too many for one picture; name at most {MOST_TOGETHER}"
        )
    names = labels([study.loaded for study in studies])
    if kind == "turn":
        means = [study.analysis.expected.points_per_turn for study in studies]
        results = [turn_results(study.analysis) for study in studies]
        lines, drawn = [list(tails(each)) for each in results], "steps-pre"
        right = max(quantile(each.items(), 1 - TAIL) for each in results)
        title = "what a turn brings"
        subtitle = "How often a turn of the best play ends with at least some points."
        x, y, legend = POINTS, ALL_TURNS, "Rules, and points per turn"
    else:
        for name, study in zip(names, studies, strict=True):
            _check_ends(name, study.length)
        means = [study.length.mean for study in studies]
        lines, drawn = [list(_over(study.length.distribution)) for study in studies], "steps-post"
        right = max(next(x for x, share in line if share >= 1 - TAIL) for line in lines)
        title = "how long a game lasts"
        subtitle = "Share of the games between two perfect players that are over, by turn."
        x, y, legend = TURNS, f"{ALL_GAMES} that are over", "Rules, and turns on average"

    def draw(figure: SubFigure) -> None:
        (axes,) = style.panels(figure, 1, x, y)
        for name, mean, line, stroke in zip(names, means, lines, style.STROKES, strict=False):
            steps: dict[str, Any] = {**stroke, "drawstyle": drawn, "marker": ""}
            axes.plot(*zip(*line, strict=True), label=f"{name}: {points(mean, 2)}", **steps)
        axes.set(xlim=(min(line[0][0] for line in lines), right), ylim=(0, 1))
        style.amounts(axes.xaxis, style.TICKS, whole=True)
        style.shares(axes.yaxis)
        style.legend_below(figure, legend, 2)

    return Picture(
        kind,
        f"{listed(names)}: {title}",
        subtitle,
        "",
        draw,
        style.PANEL + 20 + 4 * len(lines),
    )


def _over(distribution: Sequence[tuple[int, float]]) -> Iterator[tuple[int, float]]:
    """(turn, share of the games that are over by then), of those that end."""
    whole = sum(chance for _, chance in distribution)
    total = 0.0
    yield 0, total
    for number, chance in distribution:
        total += chance
        yield number, 1.0 if number == distribution[-1][0] else min(total / whole, 1.0)
