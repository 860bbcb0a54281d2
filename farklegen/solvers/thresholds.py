"""When to bank and when to take over, as turn scores a person can read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Booleans
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.expected import TIE, ExpectedScore, Strategy, reachable_states

FARTHEST_ROWS = 1 << 17
"""Rows searched for a first state above the table."""

FAR_RISES = 12
"""How far above the table to search, in largest rises: within that many every turn comes back to
any number of dice."""


@dataclass(frozen=True)
class Ranges:
    """Turn scores at which to do something with one number of dice.

    Attributes:
        dice: the number of dice.
        ranges: (first, last) turn scores that can occur, points; last is None without an end.
    """

    dice: int
    ranges: tuple[tuple[int, int | None], ...]

    @property
    def start(self) -> int | None:
        """The smallest such turn score."""
        return self.ranges[0][0] if self.ranges else None


def bank_ranges(ruleset: Ruleset, result: ExpectedScore, strategy: Strategy) -> tuple[Ranges, ...]:
    """For each number of dice, most first: where to bank.

    Only states that can occur and in which the rules allow banking are looked at. Where the count
    of hot dice matters, a turn score counts if you bank there at every count.
    """
    moves = result.moves
    shape = (result.rows, moves.hot_counts, moves.dice)
    asked = (result.reachable & strategy.may_bank).reshape(shape)
    banked = asked & strategy.bank.reshape(shape)
    stops = result.rules.stops(moves).reshape(shape[1:])
    banked_above = strategy.value_above.reshape(shape[1:]) == 0
    above = (banked_above | ~stops).all(axis=0) & stops.any(axis=0)
    found = []
    for column in range(moves.dice - 1, -1, -1):
        rows = np.any(asked[:, :, column], axis=1)
        here = rows & (banked[:, :, column] == asked[:, :, column]).all(axis=1)
        ranges = _runs(rows, here, moves.unit, endless=bool(above[column]))
        if above[column] and not _endless(ranges):
            minimum = strategy.situation.minimum
            first = _first_above(ruleset, result, column, result.rows, bank_minimum=minimum)
            ranges += [] if first is None else [(first, None)]
        found.append(Ranges(column + 1, tuple(ranges)))
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
    # after a bank only turn scores that the other player could bank are inherited
    minimum = ruleset.bank.minimum if ruleset.piggyback == "after_bank" else None
    inherited = result.reachable
    if minimum is not None:
        inherited = inherited & result.rules.may_bank(moves, minimum, result.rows)
    by_dice = np.any(inherited.reshape(result.rows, moves.hot_counts, moves.dice), axis=1)
    by_dice[0] = False
    scores = np.arange(result.rows) * moves.unit
    # hot dice count afresh: the columns of count zero
    worth = scores[:, None] + strategy.rolling[:, : moves.dice]
    fresh = strategy.rolling[0, moves.column(moves.dice)]
    enough = fresh + TIE * max(1.0, abs(fresh))
    slope, constant = strategy.rolling_above
    found = []
    for column in range(moves.dice - 1, -1, -1):
        ranges = _runs(by_dice[:, column], worth[:, column] > enough, moves.unit, endless=True)
        if slope[column] > 0 and not _endless(ranges):
            start = (enough - constant[column]) / slope[column] / moves.unit
            row = max(result.rows, int(min(start, FARTHEST_ROWS)) + 1)
            first = _first_above(ruleset, result, column, row, bank_minimum=minimum)
            ranges += [] if first is None else [(first, None)]
        found.append(Ranges(column + 1, tuple(ranges)))
    return tuple(found)


def _endless(ranges: list[tuple[int, int | None]]) -> bool:
    return bool(ranges) and ranges[-1][1] is None


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


def _first_above(
    ruleset: Ruleset, result: ExpectedScore, column: int, row: int, *, bank_minimum: int | None
) -> int | None:
    """The first turn score from `row` on that can occur with these dice, points.

    With `bank_minimum` the turn score must be one that may be banked. None if there is no such
    score nearby.
    """
    moves = result.moves
    if not result.occurs(column + 1):
        return None
    rows = row + FAR_RISES * moves.max_rise
    if rows > FARTHEST_ROWS:
        return None
    occurs = reachable_states(ruleset, moves, rows)
    if bank_minimum is not None:
        occurs &= result.rules.may_bank(moves, bank_minimum, rows)
    above = np.flatnonzero(np.any(occurs[row:, column :: moves.dice], axis=1))
    return (int(above[0]) + row) * moves.unit if len(above) else None
