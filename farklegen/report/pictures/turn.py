"""What a turn brings under the best play: how often it brings so much, and at least so much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from farklegen.cards.analysis import Analysis
from farklegen.report.numbers import percent, points, span
from farklegen.report.pictures.bars import bar_marks, bin_width, binned
from farklegen.report.pictures.picture import Label, Line, Panel, Picture, Upright
from farklegen.report.pictures.scales import percent_axis, points_axis

TAIL = 0.005
"""Share of the turns that are left out on the right."""

MOST_BARS = 80

BESIDE = 6
"""Bars that a label covers: so near the high bar at 0, that of a penalty has no room beside it."""

LEVELS = (0.5, 0.25, 0.1, 0.05, 0.02, 0.01)
"""Chances of at least so many points that are told."""


def turn_picture(analysis: Analysis) -> Picture:
    """Bars of every result, and below them the chance of at least so many points."""
    results = results_of(analysis)
    low = min(results)
    most = turn_quantile(results, 1 - TAIL)
    unit = analysis.expected.moves.unit
    width = bin_width(most - min(low, 0) + unit, unit, MOST_BARS)
    shares = binned(results, width, most)
    right = max(shares) + width
    left = min(shares) - 1.5 * width
    top = max(shares.values()) * 1.15
    mean = analysis.expected.points_per_turn
    x = points_axis("points of the turn", left, right, 10)
    lost = [place for place in shares if place <= 0]
    marks = bar_marks(shares, width, strong=lost)
    labels = [
        Label(
            float(place),
            shares[place],
            percent(shares[place], 1),
            "above" if place < 0 and place + BESIDE * width > 0 else "right",
        )
        for place in lost
    ]
    upright = Upright(mean, f"average {points(mean, 2)}")
    reached = at_least(results, right)
    levels = [
        Label(at, chance, f"{points(int(at))} or more: {percent(chance, 0)}", "right", dot=True)
        for at, chance in _levels(results)
        if at > 0
    ]
    return Picture(
        "turn",
        f"{analysis.loaded.name}: what a turn brings",
        "How often a turn of the best play ends with so many points, and with at least so many.",
        (
            Panel(
                x,
                percent_axis("share of all turns", top),
                (*marks, upright, *labels),
                title=f"So many points{_per(width)}",
            ),
            Panel(
                x,
                percent_axis("share of all turns", 1.0),
                (Line(reached, stepped=True), *levels),
                title="At least so many points",
            ),
        ),
        " ".join(_notes(analysis, results, most, width)),
        _alt(analysis, results),
        stacked=True,
    )


def _per(width: int) -> str:
    return f", by {points(width)}" if width > 1 else ""


def results_of(analysis: Analysis) -> dict[int, float]:
    """Share of each result in the long run, ascending."""
    expected = analysis.expected
    found: dict[int, float] = defaultdict(float)
    for share, strategy in zip(expected.frequency.tolist(), expected.strategies, strict=True):
        if share > 0:
            for result, chance in strategy.outcome.distribution:
                found[result] += share * chance
    return dict(sorted(found.items()))


def turn_quantile(results: dict[int, float], share: float) -> int:
    """The smallest result that so many turns do not exceed."""
    total = 0.0
    for result, chance in results.items():
        total += chance
        if total >= share:
            return result
    return max(results)


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


def _levels(results: dict[int, float]) -> Iterator[tuple[float, float]]:
    """(points, chance) of the most points that are reached about so often, each once."""
    told = set()
    for level in LEVELS:
        left, best = 1.0, None
        for result, chance in results.items():
            if left < level:
                break
            best = (float(result), left)
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
        f"{points(int(at))} or more in {percent(chance, 1)}" for at, chance in _levels(results)
    )
    zero = sum(chance for result, chance in results.items() if result <= 0)
    return (
        f"Bars of what a turn brings. Nothing, or less, in {percent(zero, 1)} of the turns; "
        f"{told}; {points(analysis.expected.points_per_turn, 1)} on average."
    )
