"""What a card loses, over how many numbers it asks to remember."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from farklegen.cards.analysis import Analysis
from farklegen.cards.memory import Frontier, ShortCard
from farklegen.pictures import style
from farklegen.pictures.picture import Picture
from farklegen.report.numbers import count, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

BESIDE, BELOW = 1 / 6, 0.08
"""Distances between labels, as shares of the axes: so far on, or so far down."""

BEST = "the best card found"

X, Y = "numbers to remember", "chance to win that is lost"
"""The names of the axes."""

SUBTITLE = (
    "Chance to win that is lost against perfect play, by the best card found with so many "
    "numbers, the scores from which to go for the goal among them."
)

MEANT = "Moving first or second by the toss of a coin; perfect play wins 50%."


@dataclass(frozen=True, eq=False)
class Memory:
    """What cards lose: (numbers to remember, chance to win), the best ones and the usual one."""

    losses: tuple[tuple[int, float], ...]
    usual: tuple[int, float]

    def draw(self, figure: SubFigure) -> None:
        """A falling line, labelled where much changes, and a point."""
        every = style.panels(figure, 1, X, Y)
        axes = every[0]
        usual = f"the card without a limit: {percent(self.usual[1], 2)}"
        for points, name, stroke in ((self.losses, BEST, 0), ((self.usual,), usual, 1)):
            how = {**style.STROKES[stroke], "clip_on": False}
            axes.plot(*zip(*points, strict=True), label=name, **how)
        for number, loss in self.told():
            # to the right of a point nothing is in the way: the line falls
            style.label(axes, number, loss, percent(loss, 2))
        memory_axes(axes, figure, (*self.losses, self.usual))
        style.lines_legend(every, figure, "")

    def told(self) -> list[tuple[int, float]]:
        """The points to label: where the loss reads otherwise, and the labels stand clear."""
        right, highest = max(self.losses[-1][0], self.usual[0]), self.losses[0][1]
        found = [self.losses[0]]
        for number, loss in self.losses[1:]:
            before, most = found[-1]
            clear = number - before >= BESIDE * right or most - loss >= BELOW * highest
            if clear and percent(loss, 2) != percent(most, 2):
                found.append((number, loss))
        return found


def memory_axes(axes: Axes, figure: SubFigure, shown: Iterable[tuple[float, float]]) -> None:
    """The axes round what is shown."""
    numbers, losses = zip(*shown, strict=True)
    axes.set(xlim=(-0.5, max(numbers) + 0.5), ylim=(0, max(*losses, 1e-6) * 1.12))
    style.amounts(axes.xaxis, style.ticks_across(figure), whole=True)
    style.shares(axes.yaxis)


def memory_picture(analysis: Analysis, frontier: Frontier) -> Picture:
    """The loss of the best card found for each count of numbers.

    Args:
        analysis: the usual card.
        frontier: the cards.
    """
    losses = losses_of(frontier)
    return Picture(
        "memory",
        f"{analysis.loaded.name}: what each number to remember is worth",
        SUBTITLE,
        Memory(tuple(losses), (frontier.default.numbers, _loss(frontier.default))),
        f"{MEANT} A count without a point wins no more than the one before it.",
        _alt(losses),
    )


def losses_of(frontier: Frontier) -> list[tuple[int, float]]:
    """(numbers to remember, chance to win that is lost) of every card, fewest numbers first."""
    return [(short.numbers, _loss(short)) for short in frontier.cards]


def _loss(short: ShortCard) -> float:
    return max(short.price.perfect.average - short.price.with_go_for_it.average, 0.0)


def _alt(losses: list[tuple[int, float]]) -> str:
    told = ", ".join(f"{percent(loss, 2)} with {count(n, 'number')}" for n, loss in losses)
    return f"Line of the chance to win that the best card loses, falling: {told}."
