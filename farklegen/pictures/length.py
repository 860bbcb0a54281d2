"""How many turns a game takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from farklegen.errors import UnsolvableError
from farklegen.pictures import style
from farklegen.pictures.bars import FILLED, bin_width, binned, quantile
from farklegen.pictures.picture import Picture
from farklegen.report.numbers import percent, points
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.length import GameLength

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

LEAST = 1e-9
"""Share of the games that is told."""

TAIL = 0.001
"""Share of the games that are left out on each side."""

MOST_BARS = 100

X = "turns, both players' together"
"""The name of the axis."""

HEADROOM = 1.25
"""Height of the axis, in highest bars: the lines are labelled above them."""

TOLD = (0.05, 0.5, 0.95)
"""Shares of the games of which it is told by which turn they are over."""


@dataclass(frozen=True, eq=False)
class Length:
    """The share of all games that take so many turns.

    Attributes:
        shares: by the number of turns from which a bar counts, ascending.
        width: turns of a bar.
        told: shares of the games, and the turn by which so many are over.
    """

    shares: dict[int, float]
    width: int
    told: tuple[tuple[float, int], ...]

    def draw(self, figure: SubFigure) -> None:
        """Bars, and dashed lines at what is told."""
        per = f", by {points(self.width)} turns" if self.width > 1 else ""
        (axes,) = style.panels(figure, 1, X, f"share of all games{per}")
        shares = list(self.shares.values())
        axes.bar(list(self.shares), shares, FILLED * self.width, color=style.MAIN)
        ends = (min(self.shares) - self.width, max(self.shares) + self.width)
        axes.set(xlim=ends, ylim=(0, max(shares) * HEADROOM))
        style.amounts(axes.xaxis, style.ticks_across(figure), whole=True)
        style.shares(axes.yaxis)
        for line, (share, number) in enumerate(self.told):
            side = "left" if share < 0.25 else "right"
            words = f"{percent(share, 0)}: {points(number)}"
            style.upright(axes, number, words, side=side, line=line)


def length_picture(loaded: LoadedRuleset, length: GameLength) -> Picture:
    """Bars of the number of turns of both players together.

    Raises:
        UnsolvableError: if no game ever ends.
    """
    if not length.distribution:
        raise UnsolvableError(
            "a game between perfect players of these rules never ends, so there is no length to "
            "draw. Choose another kind of picture"
        )
    games = sum(chance for _, chance in length.distribution)
    low, high = (quantile(length.distribution, share * games) for share in (TAIL, 1 - TAIL))
    width = bin_width(high - low + 1, 1, MOST_BARS)
    shares = binned({n: share for n, share in length.distribution if n >= low}, width, high)
    over = tuple((share, quantile(length.distribution, share * games)) for share in TOLD)
    return Picture(
        "length",
        f"{loaded.name}: how long a game lasts",
        "Turns of a game between two perfect players, those of both counted. Dashed: the turn by "
        f"which {', '.join(percent(share, 0) for share in TOLD)} of all games are over.",
        Length(shares, width, over),
        " ".join(_notes(length, low, high, games)),
        _alt(length, over),
    )


def _notes(length: GameLength, low: int, high: int, games: float) -> Iterator[str]:
    yield (
        f"On average {points(length.mean, 2)} turns, standard deviation {points(length.spread, 2)}."
    )
    outside = sum(chance for number, chance in length.distribution if not low <= number <= high)
    if outside > LEAST * games:
        yield f"Not shown: {percent(min(outside / games, 1.0), 2)} of the games, on both sides."
    if length.beyond > LEAST:
        yield f"Games that go on for ever are left out: {percent(min(length.beyond, 1.0), 2)}."


def _alt(length: GameLength, over: tuple[tuple[float, int], ...]) -> str:
    told = ", ".join(f"{percent(share, 0)} by turn {points(turns)}" for share, turns in over)
    return (
        f"Bars of the number of turns of a game: {points(length.mean, 1)} on average; games that "
        f"are over: {told}."
    )
