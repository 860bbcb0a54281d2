"""How often: points of a turn and turns of a game, as bars and as a line of at least as many.

A single ruleset has bars as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.measures.comparison import labels
from farklegen.pictures import style
from farklegen.pictures.file import Picture
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
        results: each with its share, ascending; the shares are 1 together.
        mean: of all of them.
        unit: what all are multiples of.
        notes: what else is worth knowing.
    """

    results: dict[int, float]
    mean: float
    unit: int
    notes: tuple[str, ...]


def spread_picture(studies: Sequence[Study], kind: str) -> Picture:
    """A line for each ruleset; a single one also has bars of every result, black for zero and
    below."""
    if len(studies) > MOST_TOGETHER:
        raise FarklegenError(
            f"{len(studies)} rulesets are too many for one picture; name at most {MOST_TOGETHER}"
        )
    words, names = WORDS[kind], labels([study.loaded for study in studies])
    spreads = [(turn_spread if kind == "turn" else length_spread)(study) for study in studies]
    lines = [list(tails(each.results)) for each in spreads]
    ends = [quantile(each.results, 1 - TAIL) for each in spreads]
    one, share = len(studies) == 1, f"share of all {words.whole}"
    first, low = spreads[0], quantile(spreads[0].results, TAIL / 5)
    width = bin_width(ends[0] - low + first.unit, first.unit, MOST_BARS)
    shares = binned(first.results, width, low, ends[0])

    def draw(figure: SubFigure) -> None:
        *above, axes = figure.subplots(1 + one, sharex=True, squeeze=False).flat
        figure.supylabel(share)
        for bars in above:
            lost = {place: share for place, share in shares.items() if place <= 0}
            for shown, colour in ((shares, style.MAIN), (lost, style.INK)):
                bars.bar(list(shown), list(shown.values()), FILLED * width, color=colour)
            style.upright(bars, first.mean, f"average: {points(first.mean, 2)}")
            bars.legend()
            bars.set_title("Exactly this many" + (f", by {points(width)}" if width > 1 else ""))
            style.shares(bars.yaxis)
        for name, each, line, stroke in zip(names, spreads, lines, style.STROKES, strict=False):
            steps: dict[str, Any] = {**stroke, "drawstyle": "steps-pre", "marker": ""}
            axes.plot(*zip(*line, strict=True), label=f"{name}: {points(each.mean, 2)}", **steps)
        axes.set_title("At least this many")
        axes.set(xlabel=words.results, ylim=(0, 1))
        if one:
            axes.set_xlim(min(shares) - 1.5 * width, max(shares) + width)
        else:
            axes.set_xlim(min(line[0][0] for line in lines), max(ends))
            style.legend_below(figure, f"Rules, and {words.average}", 2)
        style.amounts(axes.xaxis, style.TICKS, whole=True)
        style.shares(axes.yaxis)

    title = studies[0].loaded.name if one else listed(names)
    notes = (*_bar_notes(first, shares, width, words.whole), *first.notes) if one else ()
    return Picture(
        kind,
        f"{title}: {words.title}",
        words.subtitle,
        " ".join(notes),
        draw,
        2 * style.PANEL if one else style.PANEL + 20 + 4 * len(lines),
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
    results = dict(sorted(shares.items()))
    return Spread(results, expected.points_per_turn, expected.moves.unit, tuple(notes))


def length_spread(study: Study) -> Spread:
    """Turns of a game that ends."""
    length = study.length
    if not length.distribution:
        raise UnsolvableError(
            f"a game between perfect players by the rules of {study.loaded.name} never ends, so "
            "there is no length to draw. Choose another kind of picture"
        )
    games = sum(chance for _, chance in length.distribution)
    notes = [f"Standard deviation: {points(length.spread, 2)} turns."]
    if length.beyond > LEAST:
        gone = percent(min(length.beyond, 1.0), 2)
        notes.append(f"Games that go on for ever are left out: {gone}.")
    results = {turns: chance / games for turns, chance in length.distribution}
    return Spread(results, length.mean, 1, tuple(notes))


def tails(results: Mapping[int, float]) -> Iterator[tuple[int, float]]:
    """Each result and the chance of at least that much."""
    left = 1.0
    for result, chance in results.items():
        yield result, max(left, 0.0)
        left -= chance


def quantile(results: Mapping[int, float], share: float) -> int:
    """The first result by which so large a share has come up, or else the last one."""
    total, result = 0.0, 0
    for result, chance in results.items():
        total += chance
        if total >= share:
            return result
    return result


def bin_width(length: float, unit: int, most: int) -> int:
    """The width of bars, a round multiple of the unit, with which there are at most that many."""
    widths = (int(unit * step * 10**power) for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if length <= width * most)


def binned(results: Mapping[int, float], width: int, low: int, high: int) -> dict[int, float]:
    """The chance of a result from each multiple of the width on to the next, within limits."""
    shares: dict[int, float] = defaultdict(float)
    for result, chance in results.items():
        if low <= result <= high:
            shares[result // width * width] += chance
    return dict(shares)


def _bar_notes(
    spread: Spread, shares: Mapping[int, float], width: int, whole: str
) -> Iterable[str]:
    outside = 1.0 - sum(shares.values())
    if outside > LEAST:
        yield f"Not shown as bars: {percent(outside, 2)} of the {whole}."
    if width > spread.unit or any(result % width for result in spread.results):
        first = min(shares)
        yield f"The bar at {points(first)} stands for {span(first, first + width - 1)}, and so on."
