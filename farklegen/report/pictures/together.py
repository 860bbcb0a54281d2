"""Several rulesets in one picture: a line for each.

Only what is a line over an axis that means the same in all of them can be drawn so: points of a
turn, turns of a game, numbers to remember. Planes of scores cannot lie on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.measures.comparison import labels
from farklegen.report.numbers import percent, points
from farklegen.report.pictures.memory import losses_of
from farklegen.report.pictures.picture import Line, Panel, Picture
from farklegen.report.pictures.scales import percent_axis, points_axis
from farklegen.report.pictures.turn import at_least, results_of, turn_quantile
from farklegen.rules.words import listed
from farklegen.study.study import Study

MOST = 8
"""Lines that are told apart without colour."""

TAIL = 0.005
"""Share of the turns, or of the games, that the axis may leave out of each ruleset."""


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
    right = float(max(turn_quantile(found, 1 - TAIL) for found in results))
    left = min(0.0, *(float(min(found)) for found in results))
    lines = tuple(
        Line(at_least(found, right), _said(name, analysis.expected.points_per_turn), number,
             stepped=True)
        for number, (found, name, analysis) in enumerate(zip(results, names, analyses, strict=True))
    )  # fmt: skip
    means = [f"{name} {points(a.expected.points_per_turn, 2)}"
             for name, a in zip(names, analyses, strict=True)]  # fmt: skip
    panel = Panel(
        points_axis("points of the turn", left, right, 10),
        percent_axis("share of all turns", 1.0),
        lines,
        legend="Rules, and points per turn",
    )
    return Picture(
        "turn",
        f"{listed(names)}: what a turn brings",
        "How often a turn of the best play ends with at least so many points.",
        (panel,),
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
        Line(tuple(p for p in line if p[0] <= right), _said(name, length.mean), number,
             stepped=True)
        for number, (line, name, length) in enumerate(zip(over, names, found, strict=True))
    )  # fmt: skip
    means = [f"{name} {points(length.mean, 1)}" for name, length in zip(names, found, strict=True)]
    panel = Panel(
        points_axis("turns, both players' together", 0, right, 10),
        percent_axis("share of all games that are over", 1.0),
        lines,
        legend="Rules, and turns on average",
    )
    return Picture(
        "length",
        f"{listed(names)}: how long a game lasts",
        "Share of the games between two perfect players that are over by so many turns.",
        (panel,),
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


def _memory(studies: Sequence[Study], names: Sequence[str]) -> Picture:
    losses = [losses_of(study.frontier) for study in studies]
    highest = max(loss for line in losses for _, loss in line)
    right = max(number for line in losses for number, _ in line)
    lines = tuple(
        Line(tuple((float(n), loss) for n, loss in line), name, number, marks=True)
        for number, (line, name) in enumerate(zip(losses, names, strict=True))
    )
    least = [f"{name} {percent(line[-1][1], 2)} with {line[-1][0]}"
             for name, line in zip(names, losses, strict=True)]  # fmt: skip
    panel = Panel(
        points_axis("numbers to remember", -0.5, right + 0.5, 14),
        percent_axis("chance to win that is lost", max(highest * 1.12, 1e-6)),
        lines,
        legend="Rules",
    )
    return Picture(
        "memory",
        f"{listed(names)}: what each number to remember is worth",
        "Chance to win that is lost against perfect play, by the best card found with so many "
        "numbers, the scores from which to go for the goal among them.",
        (panel,),
        "Moving first or second by the toss of a coin; perfect play wins 50%.",
        f"Falling lines of the chance to win that the best card loses: {listed(least)}.",
    )


def _said(name: str, mean: float) -> str:
    return f"{name}: {points(mean, 2)}"


TOGETHER: dict[str, Callable[[Sequence[Study], Sequence[str]], Picture]] = {
    "turn": _turn,
    "length": _length,
    "memory": _memory,
}
"""The kinds that can show several rulesets."""
