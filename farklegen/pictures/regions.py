"""When to bank, over both banked scores, for each number of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from farklegen.pictures import style
from farklegen.pictures.picture import Picture
from farklegen.pictures.planes import edges, match_state_sentences, plane_axes
from farklegen.report.numbers import percent, points, span
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import dice_words
from farklegen.solvers.match.planes import NEVER, NOTHING, BankRegions

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure

MOST_CLASSES = 9
"""Shades that people still tell apart beside a key."""

LIGHTEST = 0.93
"""The shade of the highest turn scores: white is for never."""

LIMITS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
"""Where classes may begin, times a power of ten."""

LEGEND = "Bank from a turn score of"

NEVER_WORDS = "never short of the goal"


@dataclass(frozen=True, eq=False)
class Regions:
    """The class of the turn score from which to bank, at each square.

    Attributes:
        scores: banked scores of both players, ascending, points.
        number: int64[dice, mine, theirs]: place in `classes`, with so many dice to roll, fewest
            first; as many as there are classes where one never banks.
        classes: the turn scores of each class, in words, ascending.
        goal: points.
    """

    scores: tuple[int, ...]
    number: NDArray[np.int64]
    classes: tuple[str, ...]
    goal: int

    def draw(self, figure: SubFigure) -> None:
        """A panel for each number of dice, most first; what is never banked shows the hatched
        ground."""
        from matplotlib import colormaps
        from matplotlib.colors import ListedColormap
        from matplotlib.patches import Patch

        count, most = len(self.number), len(self.classes)
        columns = (4 if count in (4, 7, 8) else 3) if style.is_page(figure) else 2
        columns = min(count, columns)
        every = plane_axes(
            figure, count, "own banked score", "opponent's banked score", self.goal, columns
        )
        shades = colormaps[style.SHADES](np.linspace(0, LIGHTEST if most > 1 else 0, most))
        ground: dict[str, Any] = {"fc": "white", "ec": style.GREY, "hatch": style.HATCH}
        for axes, dice in zip(every, reversed(range(count)), strict=True):
            axes.set_title(dice_words(dice + 1))
            axes.patch.set(**ground, linewidth=0)
            axes.pcolormesh(
                edges(self.scores),
                edges(self.scores),
                np.ma.masked_equal(self.number[dice].T, most),
                cmap=ListedColormap(shades),
                vmin=-0.5,
                vmax=most - 0.5,
                rasterized=True,
            )
        patches = [
            Patch(facecolor=shade, edgecolor=style.GREY, linewidth=0.4, label=words)
            for shade, words in zip(shades, self.classes, strict=True)
        ]
        if (self.number == most).any():
            patches.append(Patch(**ground, linewidth=0.4, label=NEVER_WORDS))
        style.legend_below(figure, LEGEND, handles=patches, handlelength=2.0)


def regions_picture(loaded: LoadedRuleset, unit: int, regions: BankRegions) -> Picture:
    """One panel for each number of dice, most first.

    Args:
        loaded: the rules.
        unit: turn scores come in multiples of this, points.
        regions: from which turn score on one banks.
    """
    ruleset, start = loaded.ruleset, regions.start
    banked = start[start > 0]
    found = class_limits(banked.tolist(), unit, MOST_CLASSES) if banked.size else ()
    number = np.searchsorted([low for low, _ in found], start, side="right") - 1
    number[(start == NEVER) | (start == NOTHING)] = len(found)
    return Picture(
        "regions",
        f"{loaded.name}: when to bank",
        "The lowest turn score at which the best play banks instead of rolling the dice that are "
        "left, by both banked scores.",
        Regions(regions.scores, number, tuple(text for _, text in found), ruleset.extent),
        " ".join(_notes(loaded, regions)),
        _alt(regions),
    )


def class_limits(values: Iterable[int], unit: int, most: int) -> tuple[tuple[int, str], ...]:
    """Classes of points with round limits, about as many values in each: (lowest, text).

    Args:
        values: what is to be put into classes; not empty.
        unit: points come in multiples of this.
        most: classes at most.
    """
    counted = Counter(values)
    low, high = min(counted), max(counted)
    limits = sorted(counted)
    if len(limits) > most:
        limits = [low, *(limit for limit in _limits(unit) if low < limit <= high)]
    sizes = [
        sum(number for value, number in counted.items() if first <= value < end)
        for first, end in zip(limits, [*limits[1:], high + 1], strict=True)
    ]
    while len(limits) > most or (len(limits) > 1 and min(sizes) == 0):
        # the limit whose loss makes the smallest class
        place = min(range(1, len(limits)), key=lambda at: (sizes[at - 1] + sizes[at], at))
        del limits[place]
        sizes[place - 1 : place + 1] = [sizes[place - 1] + sizes[place]]
    ends: list[int | None] = [limit - unit for limit in limits[1:]]
    ends.append(high if len(limits) == 1 or high - limits[-1] <= unit else None)
    return tuple((first, span(first, end)) for first, end in zip(limits, ends, strict=True))


def _limits(unit: int) -> Iterator[int]:
    """Round multiples of the unit, ascending, up to what no score reaches."""
    found = {
        -(-int(unit * factor * 10**power) // unit) * unit for power in range(9) for factor in LIMITS
    }
    yield from sorted(found)


def _notes(loaded: LoadedRuleset, regions: BankRegions) -> Iterator[str]:
    step = regions.scores[1] - regions.scores[0] if len(regions.scores) > 1 else 0
    if step:
        yield f"One square for every {points(step)} points."
    again = float(regions.again.mean())
    if again:
        yield (
            f"In {percent(again, 1)} of the squares one rolls again at some higher turn score: "
            "where it comes close to the goal, for instance."
        )
    yield from match_state_sentences(loaded.ruleset)


def _alt(regions: BankRegions) -> str:
    """At 0 to 0, and where one goes for the goal."""
    parts = []
    for dice in range(len(regions.start) - 1, -1, -1):
        first = int(regions.start[dice, 0, 0])
        share = float(np.isin(regions.start[dice], (NEVER, NOTHING)).mean())
        words = f"from {points(first)}" if first > 0 else "never"
        parts.append(
            f"{dice_words(dice + 1)}: {words}, never in {percent(share, 0)} of the squares"
        )
    return (
        "Planes of both banked scores, one for each number of dice to roll; shades say from which "
        f"turn score on to bank. At 0 to 0, {'; '.join(parts)}."
    )
