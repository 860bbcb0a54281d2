"""Several rulesets in one picture: a line for each.

Only what is a line over an axis that means the same in all of them can be drawn so: points of a
turn, turns of a game. Planes of scores cannot lie on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.measures.comparison import labels
from farklegen.pictures import style, turn
from farklegen.pictures.bars import quantile
from farklegen.pictures.length import X as LENGTH_X
from farklegen.pictures.picture import Picture
from farklegen.pictures.turn import at_least, results_of
from farklegen.report.numbers import points
from farklegen.rules.words import listed
from farklegen.study.study import Study

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

MOST = 8
"""Lines that are told apart without colour."""

TAIL = 0.005
"""Share of the turns, or of the games, that the axis may leave out of each ruleset."""


Y_OVER = "share of all games that are over"

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class TogetherPicture:
    """A line for each ruleset.

    Attributes:
        lines: by what the legend calls them: (x, y), ascending.
        x, y, legend: names of the axes, and what heads the legend.
    """

    lines: tuple[tuple[str, Points], ...]
    x: str
    y: str
    legend: str

    def draw(self, figure: SubFigure) -> None:
        """Steps."""
        every = style.panels(figure, 1, self.x, self.y)
        axes = every[0]
        for (name, line), stroke in zip(self.lines, style.STROKES, strict=False):
            x, y = zip(*line, strict=True)
            axes.plot(x, y, label=name, **{**stroke, "drawstyle": "steps-post", "marker": ""})
        shown = [point for _, line in self.lines for point in line]
        axes.set(xlim=(min(shown)[0], max(shown)[0]), ylim=(0, 1))
        style.amounts(axes.xaxis, style.ticks_across(figure), whole=True)
        style.shares(axes.yaxis)
        style.lines_legend(every, figure, self.legend)


def together(studies: Sequence[Study], kind: str) -> Picture:
    """One picture of several rulesets.

    Args:
        studies: two or more.
        kind: one of `TOGETHER`.

    Raises:
        FarklegenError: for another kind, or too many rulesets.
        UnsolvableError: if one of them has no such picture.
    """
    if kind not in TOGETHER:
        raise FarklegenError(
            f"{kind} shows one ruleset at a time; draw them one by one, or draw together: "
            f"{', '.join(TOGETHER)}"
        )
    if len(studies) > MOST:
        raise FarklegenError(
            f"{len(studies)} rulesets are too many for one picture; name at most {MOST}"
        )
    return TOGETHER[kind](studies, labels([study.loaded for study in studies]))


def _turn(studies: Sequence[Study], names: Sequence[str]) -> Picture:
    analyses = [study.analysis for study in studies]
    results = [results_of(analysis) for analysis in analyses]
    right = float(max(quantile(found.items(), 1 - TAIL) for found in results))
    lines = tuple(
        (_said(name, analysis.expected.points_per_turn), at_least(found, right))
        for found, name, analysis in zip(results, names, analyses, strict=True)
    )
    means = [f"{name} {points(a.expected.points_per_turn, 2)}"
             for name, a in zip(names, analyses, strict=True)]  # fmt: skip
    return Picture(
        "turn",
        f"{listed(names)}: what a turn brings",
        "How often a turn of the best play ends with at least so many points.",
        TogetherPicture(lines, turn.X, turn.Y, "Rules, and points per turn"),
        "",
        f"Falling lines of the chance of at least so many points. On average {listed(means)}.",
    )


def _length(studies: Sequence[Study], names: Sequence[str]) -> Picture:
    found = [study.length for study in studies]
    for name, length in zip(names, found, strict=True):
        if not length.distribution:
            raise UnsolvableError(
                f"a game between perfect players by the rules of {name} never ends"
            )
    over = [_over(length.distribution) for length in found]
    right = max(next(x for x, share in line if share >= 1 - TAIL) for line in over)
    lines = tuple(
        (_said(name, length.mean), tuple(point for point in line if point[0] <= right))
        for line, name, length in zip(over, names, found, strict=True)
    )
    means = [f"{name} {points(length.mean, 1)}" for name, length in zip(names, found, strict=True)]
    return Picture(
        "length",
        f"{listed(names)}: how long a game lasts",
        "Share of the games between two perfect players that are over by so many turns.",
        TogetherPicture(lines, LENGTH_X, Y_OVER, "Rules, and turns on average"),
        "",
        f"Rising lines of the share of games that are over. On average {listed(means)} turns.",
    )


def _over(distribution: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
    """(turn, share of the games that are over by then), of those that end."""
    whole = sum(chance for _, chance in distribution)
    total, line = 0.0, [(0.0, 0.0)]
    for number, chance in distribution:
        total += chance
        line.append((float(number), min(total / whole, 1.0)))
    line[-1] = (line[-1][0], 1.0)
    return line


def _said(name: str, mean: float) -> str:
    return f"{name}: {points(mean, 2)}"


TOGETHER: dict[str, Callable[[Sequence[Study], Sequence[str]], Picture]] = {
    "turn": _turn,
    "length": _length,
}
"""The kinds that can show several rulesets."""
