"""Planes of both banked scores: their axes, and which turns of a match they are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from farklegen.pictures import style
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.planes import middle_round

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure


def match_state_sentences(ruleset: Ruleset) -> Iterator[str]:
    """What is taken for granted in a plane of both banked scores."""
    farkle, bonus = ruleset.farkle, ruleset.hot_dice_bonus
    if farkle.streak_costs:
        yield "Neither player has just farkled."
    if ruleset.bank.has_opening:
        yield "A player with a score is on the board, one without is not."
    if ending_of(ruleset).tells_seats:
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


def plane_axes(
    figure: SubFigure, count: int, x: str, y: str, goal: int, columns: int = 1
) -> list[Axes]:
    """Square panels of both scores, from 0 to the goal."""
    found = style.panels(figure, count, x, y, columns=columns, square=True)
    found[0].set(xlim=(0, goal), ylim=(0, goal))
    most = style.ticks_across(figure, columns)
    style.amounts(found[0].xaxis, most, whole=True)
    style.amounts(found[0].yaxis, most, whole=True)
    for axes in found:
        axes.grid(visible=False)
        axes.spines[:].set_visible(True)
    return found


def edges(scores: Sequence[int]) -> list[int]:
    """Where squares begin, and where the last one ends."""
    step = scores[1] - scores[0] if len(scores) > 1 else 1
    return [*scores, scores[-1] + step]
