"""The chance to win, over both banked scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from farklegen.pictures import style
from farklegen.pictures.picture import Picture
from farklegen.pictures.planes import edges, match_state_sentences, plane_axes
from farklegen.report.numbers import percent, points
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.planes import ChancePlane

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

CONTOURS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Chances that get a line."""


DARKEST = 0.35
"""Where on the colour map chances begin: darker shades would swallow the contour lines."""

ACROSS = 0.6
"""The labels of contour lines stand on a falling diagonal, this share of the way to the far
corner: the nearer it is to the start of the game, the wider the lines lie apart."""

APART = 3.4
"""Millimetres between labels of contour lines."""


@dataclass(frozen=True, eq=False)
class Win:
    """The chances at both banked scores, and the goal."""

    plane: ChancePlane
    goal: int

    def draw(self, figure: SubFigure) -> None:
        """Shades with contour lines."""
        from matplotlib import colormaps
        from matplotlib.colors import ListedColormap

        (axes,) = plane_axes(
            figure, 1, "banked score of the player to move", "opponent's banked score", self.goal
        )
        scores, chance = list(self.plane.scores), self.plane.chance.T
        lighter = ListedColormap(colormaps[style.SHADES](np.linspace(DARKEST, 1, 256)))
        axes.pcolormesh(
            edges(scores), edges(scores), chance, cmap=lighter, vmin=0, vmax=1, rasterized=True
        )
        levels = [level for level in CONTOURS if chance.min() < level < chance.max()]
        if not levels:
            return
        widths = [1.5 if level == 0.5 else 0.6 for level in levels]
        lines = axes.contour(
            scores, scores, chance, levels=levels, colors=style.INK, linewidths=widths
        )
        across = min(0.75 * style.width_of(figure), style.SQUARE)  # about
        texts = axes.clabel(
            lines,
            fmt={level: percent(level, 0) for level in levels},
            fontsize=style.SMALL,
            colors=style.INK,
            inline=False,
            manual=self._places(levels, APART * self.goal / across),
        )
        for text in texts:
            style.halo(text)

    def _places(self, levels: list[float], apart: float) -> list[tuple[float, float]]:
        """Where each contour line crosses the diagonal, from 50% outwards, without those that come
        too near to others."""
        last = int(ACROSS * (len(self.plane.scores) - 1))
        here = np.arange(1, last)
        along = self.plane.chance[here, last - here]
        kept: list[tuple[float, float]] = []
        for level in sorted(levels, key=lambda level: abs(level - 0.5)):
            above = np.flatnonzero(along >= level)
            if len(above) and above[0]:
                x = self.plane.scores[here[above[0]]]
                y = self.plane.scores[last - here[above[0]]]
                if all(hypot(x - a, y - b) > apart for a, b in kept):
                    kept.append((x, y))
        return kept


def win_picture(loaded: LoadedRuleset, plane: ChancePlane) -> Picture:
    """Shades and contour lines of the chance to win.

    Args:
        loaded: the rules.
        plane: the chances.
    """
    return Picture(
        "win",
        f"{loaded.name}: chance to win",
        "Chance of the player to move, when both play perfectly, by both banked scores.",
        Win(plane, loaded.ruleset.extent),
        " ".join(_notes(loaded, plane)),
        _alt(plane),
    )


def _notes(loaded: LoadedRuleset, plane: ChancePlane) -> Iterator[str]:
    yield f"At the start of the game: {percent(plane.start, 2)}."
    yield from match_state_sentences(loaded.ruleset)


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
