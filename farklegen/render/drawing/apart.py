"""Texts that stand on what is drawn: readable there, and clear of each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from farklegen.render.drawing import style

if TYPE_CHECKING:
    from matplotlib.lines import Line2D
    from matplotlib.text import Annotation, Text

HALO = 1.8
"""Points of white round a text that stands on shades or lines."""

APART = 1.08
"""How much wider than a text its place is."""

MOVES = 6
"""Lines of type that a text is moved down at most."""


class Loose(NamedTuple):
    """A text that may have to give way.

    Attributes:
        text: with its place relative to a point.
        moves: whether it moves down to where there is room, and is not dropped.
        dot: what marks its point, and goes when it is dropped.
    """

    text: Annotation
    moves: bool = False
    dot: Line2D | None = None


def halo(text: Text) -> None:
    """White round a text, so that it is read on anything."""
    from matplotlib.patheffects import withStroke

    text.set_path_effects([withStroke(linewidth=HALO, foreground="white")])


def keep_apart(texts: Sequence[Loose]) -> None:
    """Move those that move down until they touch nothing, and drop others that touch a text before
    them. The figure has its layout already."""
    placed: list[Any] = []
    for loose in texts:
        _pull_in(loose.text)
    for text, moves, dot in sorted(texts, key=lambda loose: not loose.moves):
        box = _box(text)
        for _ in range(MOVES if moves else 0):
            if not any(box.overlaps(other) for other in placed):
                break
            across, along = text.xyann
            text.xyann = (across, along - style.SMALL * style.LEADING)
            box = _box(text)
        if not moves and any(box.overlaps(other) for other in placed):
            text.set_visible(False)
            if dot is not None:
                dot.set_visible(False)
            continue
        placed.append(box)


def _box(text: Annotation) -> Any:
    return text.get_window_extent().expanded(APART, 1.0)


def _pull_in(text: Annotation) -> None:
    """Put a text that runs over the right end of its panel to the other side of its point."""
    axes = text.axes
    if axes is None or text.get_horizontalalignment() != "left":
        return
    if text.get_window_extent().x1 > axes.get_window_extent().x1 + style.SMALL:
        text.set_horizontalalignment("right")
        across, along = text.xyann
        text.xyann = (-across, along + style.SMALL)
