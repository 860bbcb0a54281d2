"""The rows of a card as people see them, the same in the card, in comparisons and in notes.

Below the smallest turn score that may be banked, a worth of zero does not mean to bank. Where the
card has one worth for each number of dice below it, these are told by themselves; else what is
worth zero there is told as rolling, and banking begins at the minimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from farklegen.cards.card import Analysis, CardTable, Row
from farklegen.report.numbers import NEVER, below_goal, points, within_goal

Place = tuple[int, int | None]
"""Turn scores from the first to below the second, which is None where there is no end."""


@dataclass(frozen=True)
class ShownRow:
    """What a card says about one number of dice.

    Attributes:
        dice: the number of dice.
        below: the worth below the smallest turn score that may be banked; None if that is not told
            by itself.
        worths: the places of every worth but zero, as far as a game goes.
        rolled: places that are worth zero, where one may not bank.
        banked: places at which to bank.
        falls: whether worths only ever fall, so that each of them has one place.
    """

    dice: int
    below: int | None
    worths: dict[int, list[Place]]
    rolled: list[Place]
    banked: list[Place]
    falls: bool


@dataclass(frozen=True)
class ShownTable:
    """What a card says in one situation.

    Attributes:
        start: the turn score below which each number of dice has one worth; 0 if there is none.
        rows: most dice first, those that are ever rolled.
    """

    start: int
    rows: tuple[ShownRow, ...]


def shown_table(result: Analysis, table: CardTable) -> ShownTable:
    """One table of a card as people see it."""
    rows = [row for row in table.rows if occurs(result, row.dice)]
    start = bank_start(result, table)
    split = start if _splits(rows, start) else 0
    goal, rolled_on = result.loaded.ruleset.extent, result.expected.rules.rolled_on
    return ShownTable(
        split,
        tuple(_shown(row, start, split, goal, must_roll=row.dice in rolled_on) for row in rows),
    )


def bank_start(result: Analysis, table: CardTable) -> int:
    """The smallest turn score that the rules allow to bank in the situation of a table."""
    unit = lcm(result.expected.moves.unit, result.expected.rules.multiple_of)
    return -(-table.situation.minimum // unit) * unit


def occurs(result: Analysis, dice: int) -> bool:
    """Whether that many dice are ever rolled."""
    return result.expected.occurs(dice)


def places_text(places: Sequence[Place], goal: int, *, falls: bool) -> str:
    """Where something holds: the turn score it begins at, or ranges where it comes back; never
    where that is past the goal, nothing where it is nowhere."""
    if not places:
        return ""
    if len(places) == 1 and falls:
        return below_goal(places[0][0], goal)
    told = [
        points(first) + ("+" if end is None else f" to below {points(end)}")
        for first, end in within_goal(places, goal)
    ]
    return ", ".join(told) or NEVER


def _splits(rows: Sequence[Row], start: int) -> bool:
    """Whether nothing on the card changes below the smallest turn score that may be banked."""
    if any(0 < p.turn_score < start for row in rows for p in row.points):
        return False
    return start > 0 and any(p.turn_score == start for row in rows for p in row.points)


def _shown(row: Row, start: int, split: int, goal: int, *, must_roll: bool) -> ShownRow:
    below = row.points[0].value if split else None
    row = row.starting_at(split) if split else row
    ends = [*(p.turn_score for p in row.points[1:]), None]
    worths: dict[int, list[Place]] = {}
    for point, end in zip(row.points, ends, strict=True):
        if point.value == 0 or point.turn_score < goal:
            worths.setdefault(point.value, []).append((point.turn_score, end))
    zero = worths.pop(0, [])
    if must_roll:
        return ShownRow(row.dice, below, worths, zero, [], _falls(row))
    return ShownRow(
        row.dice,
        below,
        worths,
        [(first, end) for first, end in zero if first < start],
        [(max(first, start), end) for first, end in zero if end is None or end > start],
        _falls(row),
    )


def _falls(row: Row) -> bool:
    values = [point.value for point in row.points]
    return values == sorted(set(values), reverse=True)
