"""Planes of both banked scores: when to bank, and the chance to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from farklegen.pictures import style
from farklegen.report.numbers import percent, points
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.solvers.game.planes import BankRegions, ChancePlane, middle_round

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

MOST_CLASSES = 9
"""Shades that people still tell apart beside a key."""

DARKEST = -0.5
"""The chance to win that would be black: darker shades would swallow the contour lines."""

CONTOURS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Chances that get a line."""


def regions_picture(loaded: LoadedRuleset, unit: int, regions: BankRegions) -> style.Picture:
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
            axes.patch.set(facecolor="white", edgecolor=style.GREY, hatch="//////", linewidth=0)
            lowest = np.ma.masked_less_equal(start[dice], 0)
            squares = _squares(axes, regions.scores, lowest, norm=shade)
        figure.colorbar(
            squares, ax=every, location="bottom", label="bank from a turn score of",
            format="{x:,}", aspect=40,
        )  # fmt: skip

    return style.Picture(
        f"{loaded.name}: when to bank",
        " ".join(_regions_words(loaded, regions)),
        draw,
        ceil(count / across) * ((style.WIDTH - 20) / across + 3) + 20,
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


def win_picture(loaded: LoadedRuleset, plane: ChancePlane) -> style.Picture:
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
                scores, scores, chance.T, levels=levels, colors=style.INK, linewidths=widths
            )
            words = {level: percent(level, 0) for level in levels}
            axes.clabel(lines, fmt=words, fontsize=style.SMALL, colors=style.INK)

    shows = "Chance of the player to move, when both play perfectly, by both banked scores."
    start = f"At the start of the game: {percent(plane.start, 2)}."
    return style.Picture(
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
    every = style.panels(figure, count, x, "opponent's banked score", columns=columns, square=True)
    every[0].set(xlim=(0, goal), ylim=(0, goal))
    for axis in (every[0].xaxis, every[0].yaxis):
        style.amounts(axis, max(3, style.TICKS // columns), whole=True)
    for axes in every:
        axes.grid(visible=False)
        axes.spines[:].set_visible(True)
    return every


def _squares(axes: Axes, scores: Sequence[int], values: NDArray[Any], **options: Any) -> Any:
    """Fill a square for each pair of scores."""
    step = scores[1] - scores[0] if len(scores) > 1 else 1
    edges = [*scores, scores[-1] + step]
    return axes.pcolormesh(edges, edges, values.T, cmap=style.SHADES, rasterized=True, **options)
