"""When to bank, over both banked scores, for each number of dice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from farklegen.report.numbers import percent, points
from farklegen.report.pictures.match_words import standing_sentences
from farklegen.report.pictures.picture import Cells, Entry, Key, Panel, Picture
from farklegen.report.pictures.scales import class_limits, points_axis
from farklegen.report.situations import dice_words
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.planes import NEVER, NOTHING, BankRegions

MOST_CLASSES = 9
"""Shades that people still tell apart beside a key."""

LIGHTEST = 0.93
"""The shade of the highest turn scores: white is for never."""


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
    entries = [
        Entry(text, LIGHTEST * number / max(1, len(found) - 1))
        for number, (_, text) in enumerate(found)
    ]
    entries.append(Entry("never short of the goal", None))
    nothing = start == NOTHING
    number = np.searchsorted([low for low, _ in found], start, side="right") - 1
    number[start == NEVER] = len(found)
    number[nothing] = len(found)
    x = points_axis("own banked score", 0, ruleset.extent, 3)
    y = points_axis("opponent's banked score", 0, ruleset.extent, 3)
    scores = tuple(float(score) for score in regions.scores)
    panels = tuple(
        Panel(x, y, (Cells(scores, scores, _rows(number[dice])),), title=dice_words(dice + 1))
        for dice in range(len(start) - 1, -1, -1)
    )
    return Picture(
        "regions",
        f"{loaded.name}: when to bank",
        "The lowest turn score at which the best play banks instead of rolling the dice that are "
        "left, by both banked scores.",
        panels,
        " ".join(_notes(loaded, regions)),
        _alt(regions),
        key=Key("Bank from a turn score of", tuple(entries)),
        shared=True,
        square=True,
    )


def _rows(numbers: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    """Entries by the opponent's score, then by the own."""
    return tuple(tuple(row) for row in numbers.T.tolist())


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
    yield from standing_sentences(loaded.ruleset)


def _alt(regions: BankRegions) -> str:
    """At the start of the game, and where one goes for the goal."""
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
        f"turn score on to bank. At the start of the game, {'; '.join(parts)}."
    )
