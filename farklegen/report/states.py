"""Every state of a turn: its value, whether to bank, and its place in the order of preference."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from farklegen.report import document as doc
from farklegen.report.numbers import points
from farklegen.report.situation_names import situation_words
from farklegen.rules.words import dice_words, lower_first
from farklegen.solvers.expected import ExpectedScore, Strategy

ROUNDING_DIGITS = 8
"""Digits of points after the decimal point that rounding does not reach."""


def ranks(result: ExpectedScore, strategy: Strategy) -> NDArray[np.int64]:
    """int64[rows, columns]: place of each state that can occur, 1 is best; 0 for the others.

    A state is worth its turn score and V. Among equals one in which to bank comes first, then the
    one with more dice, then more points.
    """
    counted = np.arange(result.moves.columns) < (result.hot_dice + 1) * result.moves.dice
    rows, cells = np.nonzero(result.reachable & counted)
    score = rows * result.moves.unit
    worth = score + strategy.value[rows, cells]
    # values that differ by rounding only are equal
    worth = np.round(worth, ROUNDING_DIGITS)
    dice = cells % result.moves.dice
    order = np.lexsort((-score, -dice, ~strategy.bank[rows, cells], -worth))
    place = np.zeros(result.reachable.shape, np.int64)
    place[rows[order], cells[order]] = np.arange(1, len(order) + 1)
    return place


def _states(result: ExpectedScore, strategy: Strategy) -> Iterator[dict[str, doc.Raw]]:
    """What is said of every state, by turn score and dice. `value` is V: points expected beyond the
    turn score."""
    moves = result.moves
    place = ranks(result, strategy)
    for row in range(result.rows):
        for column in range(moves.columns):
            hot, dice = divmod(column, moves.dice)
            if hot > result.hot_dice:
                break
            yield {
                "dice": dice + 1,
                "turn_score": row * moves.unit,
                "hot_dice": hot,
                "value": float(strategy.value[row, column]),
                "bank": bool(strategy.bank[row, column]),
                "reachable": bool(result.reachable[row, column]),
                "rank": int(place[row, column]) or None,
            }


def states_data(result: ExpectedScore, strategy: Strategy) -> list[dict[str, doc.Raw]]:
    """The states for JSON; hot dice are told where they matter."""
    unsaid = () if result.moves.hot_counts > 1 else ("hot_dice",)
    return [
        {key: value for key, value in state.items() if key not in unsaid}
        for state in _states(result, strategy)
    ]


def state_records(result: ExpectedScore) -> doc.Records:
    """The states for CSV."""
    return doc.records(
        {"on_board": strategy.situation.on_board, "streak": strategy.situation.streak} | state
        for strategy in result.strategies
        for state in _states(result, strategy)
    )


def full_tables(result: ExpectedScore, goal: int, step: int) -> Iterator[doc.Block]:
    """One table per strategy (and count of hot dice): V by turn score and number of dice.

    Args:
        result: the strategies.
        goal: turn scores below it are told.
        step: what the card rounds V to, points.
    """
    moves = result.moves
    count = len(result.strategies)
    for strategy in result.strategies:
        words = situation_words(strategy.situation, count)
        yield doc.Heading("Every state" + (f": {lower_first(words)}" if words else ""))
        for hot in range(result.hot_dice + 1):
            first = hot * moves.dice
            cells = slice(first, first + moves.dice)
            most_first = range(first + moves.dice - 1, first - 1, -1)
            occurring = result.reachable[:, cells]
            rows: list[tuple[doc.Inline, ...]] = []
            for row in np.flatnonzero(occurring.any(axis=1)):
                score = int(row) * moves.unit
                if score >= goal:
                    break
                line = (_cell(result, strategy, int(row), column) for column in most_first)
                rows.append((points(score), *line))
            above = result.rows * moves.unit
            if above < goal and result.reachable_above[cells].any():
                line = (_cell_above(result, strategy, column) for column in most_first)
                rows.append((f"{points(above)} and more", *line))
            if rows:
                title = f"After {hot} hot dice" if moves.hot_counts > 1 else ""
                yield doc.Table(
                    doc.columns(
                        "turn score",
                        *(dice_words(dice) for dice in range(moves.dice, 0, -1)),
                        first="right",
                    ),
                    tuple(rows),
                    title=title,
                    note="V: points expected beyond the turn score. Empty: cannot occur. "
                    f"Turn scores below the goal. The worths of the card are V in round numbers, "
                    f"multiples of {points(step)}, as far as that costs hardly anything.",
                )


def _cell(result: ExpectedScore, strategy: Strategy, row: int, column: int) -> doc.Inline:
    if not result.reachable[row, column]:
        return ""
    if strategy.bank[row, column]:
        return doc.Cell("bank", "strong")
    return points(float(strategy.value[row, column]), 2)


def _cell_above(result: ExpectedScore, strategy: Strategy, column: int) -> doc.Inline:
    """Above the table V is the same at every turn score that may be banked."""
    if not result.reachable_above[column]:
        return ""
    value = float(strategy.value_above[column])
    return points(value, 2) if value > 0 else doc.Cell("bank", "strong")
