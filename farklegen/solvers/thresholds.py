"""When to bank and when to take over, as turn scores a person can read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.expected import TIE, ExpectedScore, Strategy, reachable_states

Booleans = NDArray[np.bool_]

FARTHEST_ROWS = 1 << 18
"""Rows in which the first reachable state above the table is looked for."""


@dataclass(frozen=True)
class Ranges:
    """Turn scores at which to do something with one number of dice.

    Attributes:
        dice: the number of dice.
        ranges: (first, last) turn scores in points among those that can occur; last is None where
            the range has no end.
    """

    dice: int
    ranges: tuple[tuple[int, int | None], ...]

    @property
    def start(self) -> int | None:
        """The smallest such turn score."""
        return self.ranges[0][0] if self.ranges else None

    @property
    def one_threshold(self) -> bool:
        """Whether a single number says it all: never, or always from there on."""
        return not self.ranges or (len(self.ranges) == 1 and self.ranges[0][1] is None)


def bank_ranges(ruleset: Ruleset, result: ExpectedScore, strategy: Strategy) -> tuple[Ranges, ...]:
    """For each number of dice, most first: where to bank.

    Only states that can occur and in which the rules allow to bank are looked at. Where the count
    of hot dice matters, a turn score counts if one banks there whatever the count.
    """
    moves = result.moves
    shape = (result.rows, moves.hot_counts, moves.dice)
    asked = (result.reachable & strategy.may_bank).reshape(shape)
    banked = asked & strategy.bank.reshape(shape)
    found = []
    for dice in range(moves.dice, 0, -1):
        column = dice - 1
        rows = np.any(asked[:, :, column], axis=1)
        here = rows & (banked[:, :, column] == asked[:, :, column]).all(axis=1)
        above = bool((strategy.value_above.reshape(shape[1:])[:, column] == 0).all())
        ranges = _runs(rows, here, moves.unit, endless=above)
        if not ranges and above:
            first = _first_above(ruleset, result, strategy.situation.minimum, column)
            ranges = [] if first is None else [(first, None)]
        found.append(Ranges(dice, tuple(ranges)))
    return tuple(found)


def take_over_ranges(
    ruleset: Ruleset, result: ExpectedScore, strategy: Strategy
) -> tuple[Ranges, ...]:
    """For each number of dice, most first: inherited turn scores at which to take the turn over.

    A turn taken over must be rolled; it competes with a fresh turn. Empty without piggyback.
    """
    if ruleset.piggyback == "none":
        return ()
    moves = result.moves
    shape = (result.rows, moves.hot_counts, moves.dice)
    inherited = np.any(result.reachable.reshape(shape), axis=1)
    scores = np.arange(result.rows) * moves.unit
    if ruleset.piggyback == "after_bank":
        inherited &= result.rules.may_bank(moves, ruleset.bank.minimum, result.rows)[
            :, : moves.dice
        ]
    inherited[0] = False
    # hot dice count afresh: the columns of count zero
    worth = scores[:, None] + strategy.rolling[:, : moves.dice]
    fresh = strategy.rolling[0, moves.column(moves.dice)]
    takes = worth > fresh + TIE * max(1.0, abs(fresh))
    return tuple(
        Ranges(
            dice,
            tuple(_runs(inherited[:, dice - 1], takes[:, dice - 1], moves.unit, endless=True)),
        )
        for dice in range(moves.dice, 0, -1)
    )


def _runs(
    rows: Booleans, here: Booleans, unit: int, *, endless: bool
) -> list[tuple[int, int | None]]:
    """The (first, last) turn scores of runs of `here` among `rows`; the last may have no end."""
    places = np.flatnonzero(rows)
    flags = here[places]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]])))
    runs: list[tuple[int, int | None]] = []
    for first, end in zip(edges[::2], edges[1::2], strict=True):
        last = None if endless and end == len(places) else int(places[end - 1]) * unit
        runs.append((int(places[first]) * unit, last))
    return runs


def _first_above(ruleset: Ruleset, result: ExpectedScore, minimum: int, column: int) -> int | None:
    """The first turn score above the table that can occur in a column and be banked, points."""
    rows = 2 * result.rows
    while rows <= FARTHEST_ROWS:
        occurs = reachable_states(ruleset, result.moves, rows)
        occurs &= result.rules.may_bank(result.moves, minimum, rows)
        column_occurs = np.any(occurs.reshape(rows, -1, result.moves.dice)[:, :, column], axis=1)
        above = np.flatnonzero(column_occurs[result.rows :])
        if len(above):
            return int(above[0] + result.rows) * result.moves.unit
        rows *= 2
    return None
