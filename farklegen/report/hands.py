"""The card of a ruleset with different dice: one line for each hand that can be left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from farklegen.cards.card import Analysis, CardTable
from farklegen.report.card_rows import occurs
from farklegen.report.document import Block, Cell, Inline, Table, columns
from farklegen.report.numbers import points
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset

MARKS = (0.05, 0.1, 0.2, 0.4)
"""Turn scores for which worths are shown, as shares of the goal."""


def hands_blocks(result: Analysis, table: CardTable) -> Iterator[Block]:
    """For each hand what it is worth at some turn scores, and from which one it is banked."""
    ruleset, unit = result.loaded.ruleset, result.expected.moves.unit
    hands, goal = hands_of(ruleset), ruleset.extent
    # a card has one worth for each hand
    flat = all(len(row.points) == 2 and row.points[1].value == 0 for row in table.rows)
    shares = MARKS if not flat else (0.0,)
    marks = sorted({max(0 if flat else unit, round(goal * s / unit) * unit) for s in shares})
    lines: list[tuple[Inline, ...]] = []
    for row in table.rows:  # most dice first
        if not occurs(result, row.dice):
            continue
        worths = row.values(np.array(marks)).tolist()
        start = next((p.turn_score for p in row.points if p.value == 0), None)
        bank = "never" if start is None or start >= goal else points(start)
        shown = ("" if worth == 0 else points(worth, signed=True) for worth in worths)
        lines.append((hands.words(row.dice), *shown, Cell(bank, "strong")))
    rises = any(later.value > row.value for r in table.rows for row, later in pairwise(r.points))
    between = "need not fall" if rises else "falls from one number to the next"
    more = (
        f" Between these turn scores the worth {between}; JSON and CSV have every number of the "
        "card."
    )
    heads = ("worth",) if flat else [f"at {points(mark)}" for mark in marks]
    yield Table(
        columns("left to roll", *heads, "bank from"),
        tuple(lines),
        note="What the dice that are left are worth beside the turn score, and the turn score from "
        f"which they are banked.{'' if flat else more}",
    )


def hands_data(ruleset: Ruleset) -> dict[str, object]:
    """Which dice each hand is, by its number; nothing where that is a number of dice."""
    hands = hands_of(ruleset)
    if hands.alike:
        return {}
    return {
        "hands": {
            str(hand): {hands.kinds[k].name: counts[k] for k in hands.order if counts[k]}
            for hand, counts in enumerate(hands.counts)
            if hand
        }
    }
