"""Break points of cards: one table for all situations, and numbers of their own where that
pays.

The chain begins with the table of a player on the board who did not farkle just before, in every
situation. It loses one number after the other (`cards.shorten`). Then, at every length, one
situation at a time gets a number of its own in one row, as long as that brings more points than any
shared card that is as long; the worths and numbers that stay shared are moved once more then. So
situations share what they can, and each difference was measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from farklegen.cards.analysis import Analysis
from farklegen.cards.break_points import Row
from farklegen.cards.card import CardTable
from farklegen.cards.shorten import (
    BETTER,
    Shortener,
    Tables,
    break_numbers,
    fits,
    merged,
    placed,
    with_row,
)
from farklegen.solvers.evaluate import LEAST_RISES
from farklegen.solvers.expected import ExpectedScore

MOST = 12
"""Numbers on a card at most; with more nobody learns it."""

WORTH = 1e-3
"""Share of a turn's points that a number of one situation must bring."""

MOST_SHARED = 5
"""Shared numbers up to which situations get some of their own."""

SELDOM = 1e-6
"""How often a turn may come to scores above those in which cards are compared."""

SHIFTS = (-6, -4, -3, -2, -1, 1, 2, 3, 4, 6)
"""Units by which a situation may bank later than the others, to begin with."""


class TableChain(NamedTuple):
    """The best break points found for every count of numbers up to `MOST`.

    Attributes:
        cards: (numbers, points per turn over a game, a table for each situation), fewest first;
            each brings more points than all before it.
        points: what the card without a limit brings.
    """

    cards: list[tuple[int, float, Tables]]
    points: float


def table_chain(analysis: Analysis) -> TableChain:
    """Find them.

    Args:
        analysis: the card without a limit.
    """
    expected, goal = analysis.expected, analysis.loaded.ruleset.extent
    situations = len(expected.strategies)
    plain = tuple(replace(table, take_over=()) for table in analysis.card.tables)
    alike = Shortener(expected, analysis.card.step, goal, (0,) * situations)
    apart = Shortener(expected, analysis.card.step, goal)
    alike.depth = apart.depth = min(apart.depth, _seldom_above(expected))
    apart.known = alike.known
    best: dict[int, tuple[float, Tables]] = {}

    def record(tables: Tables) -> None:
        numbers, points = len(break_numbers(tables, goal)), apart.points(tables)
        if numbers <= MOST and (numbers not in best or points > best[numbers][0]):
            best[numbers] = points, tables

    tables: Tables | None = plain[:1]
    while tables is not None:
        record(alike.whole(tables))
        tables = alike.shorter(tables)
        if tables is not None:
            tables = alike.polished(tables, passes=1)
    if situations > 1:
        for numbers in sorted(best)[: MOST_SHARED + 1]:
            points, whole = best[numbers]
            while len(break_numbers(whole, goal)) < MOST:
                found = max(_each_apart(apart, whole), key=apart.points)
                gain = apart.points(found) - points
                if gain <= WORTH * max(1.0, abs(expected.points_per_turn)):
                    break
                whole, points = found, points + gain
                record(whole)
                record(_polished_together(apart, whole))
        record(plain)
    chain: list[tuple[int, float, Tables]] = []
    for numbers, (points, whole) in sorted(best.items()):
        if not chain or points > chain[-1][1]:
            chain.append((numbers, points, whole))
    return TableChain(chain, apart.points(plain))


def _polished_together(shortener: Shortener, tables: Tables) -> Tables:
    """The card with better worths in rows of the usual situation, and of all that have the same
    row, and with better numbers: what suits all situations need not suit those that are left when
    one has its own."""
    best = shortener.points(tables)
    for at, index, shift in _worths(tables[0]):
        row = tables[0].rows[at]
        if index >= len(row.points):
            continue
        points = list(row.points)
        points[index] = points[index]._replace(value=points[index].value + shift * shortener.step)
        changed = tables
        for place, table in enumerate(tables):
            if table.rows[at] == row:
                changed = with_row(changed, place, at, Row(row.dice, tuple(points)))
        brought = shortener.points(changed)
        if brought > best + BETTER:
            tables, best = changed, brought
    moved = max(shortener.moved(tables, (-1, 1)), key=shortener.points, default=tables)
    return moved if shortener.points(moved) > best + BETTER else tables


def _worths(table: CardTable) -> Iterator[tuple[int, int, int]]:
    """The row and the break point of every worth, and where to move it, in steps."""
    for at, row in enumerate(table.rows):
        for index in range(len(row.points)):
            yield from ((at, index, shift) for shift in (1, -1))


def _seldom_above(expected: ExpectedScore) -> int:
    """Rows above which hardly any turn of the best play comes, and one rise more."""
    above = [
        strategy.outcome.visits.sum(axis=1)[::-1].cumsum()[::-1] for strategy in expected.strategies
    ]
    most = max(int((often > SELDOM).sum()) for often in above)
    return max(most, LEAST_RISES * expected.play.max_rise // 2) + expected.play.max_rise


def _each_apart(shortener: Shortener, tables: Tables) -> Iterator[Tables]:
    """The card, and with one number of one situation, in one row, left out there or moved to a
    number of its own."""
    yield tables
    for place, table in enumerate(tables):
        for at, row in enumerate(table.rows):
            for index in range(1, len(row.points)):
                for value in (row.points[index - 1].value, row.points[index].value):
                    yield with_row(tables, place, at, merged(row, index, value))
                for shift in SHIFTS:
                    to = row.points[index].turn_score + shift * shortener.unit
                    if 0 < to < shortener.goal and fits(row, index, to):
                        yield with_row(tables, place, at, placed(row, index, to))
