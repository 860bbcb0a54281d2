"""The chance to win, over both banked scores."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.report.numbers import percent, points
from farklegen.report.pictures.match_words import standing_sentences
from farklegen.report.pictures.picture import Field, Panel, Picture, Tick
from farklegen.report.pictures.scales import points_axis
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.planes import ChancePlane

CONTOURS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Chances that get a line."""


def win_picture(loaded: LoadedRuleset, plane: ChancePlane) -> Picture:
    """Shades and contour lines of the chance to win.

    Args:
        loaded: the rules.
        plane: the chances.
    """
    goal = loaded.ruleset.extent
    scores = tuple(float(score) for score in plane.scores)
    low, high = float(plane.chance.min()), float(plane.chance.max())
    contours = tuple(Tick(level, percent(level, 0)) for level in CONTOURS if low < level < high)
    values = tuple(tuple(row) for row in plane.chance.T.tolist())
    return Picture(
        "win",
        f"{loaded.name}: chance to win",
        "Chance of the player to move, when both play perfectly, by both banked scores.",
        (
            Panel(
                points_axis("banked score of the player to move", 0, goal),
                points_axis("opponent's banked score", 0, goal),
                (Field(scores, scores, values, contours),),
            ),
        ),
        " ".join(_notes(loaded, plane)),
        _alt(plane),
        square=True,
    )


def _notes(loaded: LoadedRuleset, plane: ChancePlane) -> Iterator[str]:
    yield f"At the start of the game: {percent(float(plane.chance[0, 0]), 2)}."
    yield from standing_sentences(loaded.ruleset)


def _alt(plane: ChancePlane) -> str:
    middle = len(plane.scores) // 2
    level = points(plane.scores[middle])
    equal = percent(float(plane.chance[middle, middle]), 1)
    last = points(plane.scores[-1])
    behind = percent(float(plane.chance[0, -1]), 1)
    ahead = percent(float(plane.chance[-1, 0]), 1)
    return (
        "Plane of both banked scores with contour lines of the chance to win of the player to "
        f"move: {percent(float(plane.chance[0, 0]), 1)} at 0 to 0, {equal} at {level} to {level}, "
        f"{ahead} at {last} to 0, {behind} at 0 to {last}."
    )
