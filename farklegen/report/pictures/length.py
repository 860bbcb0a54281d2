"""How many turns a game takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from farklegen.errors import UnsolvableError
from farklegen.report.numbers import percent, points
from farklegen.report.pictures.bars import bar_marks, bin_width, binned
from farklegen.report.pictures.picture import Panel, Picture, Upright
from farklegen.report.pictures.scales import percent_axis, points_axis
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.length import GameLength

TAIL = 0.001
"""Share of the games that are left out on each side."""

MOST_BARS = 100

HEADROOM = 1.25
"""Height of the axis, in highest bars: the lines are labelled above them."""

TOLD = (0.05, 0.5, 0.95)
"""Shares of the games of which it is told by which turn they are over."""


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
    low, high = _turns(length, TAIL * games), _turns(length, (1 - TAIL) * games)
    width = bin_width(high - low + 1, 1, MOST_BARS)
    shares = binned({n: share for n, share in length.distribution if n >= low}, width, high)
    top = max(shares.values()) * HEADROOM
    told = [(share, _turns(length, share * games)) for share in TOLD]
    uprights = [
        Upright(number, f"{percent(share, 0)}: {points(number)}", _side(share))
        for share, number in told
    ]
    return Picture(
        "length",
        f"{loaded.name}: how long a game lasts",
        "Turns of a game between two perfect players, those of both counted. Dashed: the turn by "
        f"which {', '.join(percent(share, 0) for share in TOLD)} of all games are over.",
        (
            Panel(
                points_axis(
                    "turns, both players' together", min(shares) - width, max(shares) + width, 10
                ),
                percent_axis(f"share of all games{_per(width)}", top),
                (*bar_marks(shares, width), *uprights),
            ),
        ),
        " ".join(_notes(length, low, high, games)),
        _alt(length, games),
    )


def _turns(length: GameLength, share: float) -> int:
    """The number of turns by which so many games are over."""
    total = 0.0
    for number, chance in length.distribution:
        total += chance
        if total >= share:
            return number
    return length.distribution[-1][0]


def _side(share: float) -> Literal["left", "right"]:
    return "left" if share < 0.25 else "right"


def _per(width: int) -> str:
    return f", by {points(width)} turns" if width > 1 else ""


def _notes(length: GameLength, low: int, high: int, games: float) -> Iterator[str]:
    yield (
        f"On average {points(length.mean, 2)} turns, standard deviation {points(length.spread, 2)}."
    )
    outside = sum(chance for number, chance in length.distribution if not low <= number <= high)
    if outside > 0:
        yield f"Not shown: {percent(min(outside / games, 1.0), 2)} of the games, on both sides."
    if length.beyond > 1e-9:
        yield f"Games that go on for ever are left out: {percent(min(length.beyond, 1.0), 2)}."


def _alt(length: GameLength, games: float) -> str:
    told = ", ".join(
        f"{percent(share, 0)} by turn {points(_turns(length, share * games))}" for share in TOLD
    )
    return (
        f"Bars of the number of turns of a game: {points(length.mean, 1)} on average; games that "
        f"are over: {told}."
    )
