"""Turns under given payoffs, for every number of dice and turn score; and how far turns may run.

A turn runs on past the goal where it may not be banked (required hot dice, multiples), or where
that makes the last turn of the others harder. A player who keeps rolling may get much further.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Booleans, Floats, Turn, TurnTable
from farklegen.core.binding import core
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.turn_rules import TurnRules

MOST_CELLS = 24_000_000
"""The most cells (rows x columns x lanes) of a table that is solved: about a gigabyte in all."""

MOST_ROWS = 300_000
"""The most turn scores of a table that is solved: some seconds for a few lanes."""

NEGLIGIBLE_RUN = 1e-14
"""Rows past the goal are left out if the chance that a turn runs that far is below this."""

LONGEST_RUN = 4096
"""The most rows past the goal that are followed, or as many as `LONGEST_RISES` moves lead
through."""

LONGEST_RISES = 64
"""Largest moves past the goal that are followed: those of a bonus that grew many times are rare."""

MOST_TELLING = 20_000
"""The most rows of a table that shows what a turn brings, before turns run on."""

TELLING = 1e-9
"""A turn brings more than another if the difference exceeds this, in points or, for many points, as
a share of them. Anything beyond the ends of the tables matters less."""

MOST_SHIFTS = 64
"""Places for the end of a table, between two multiples that may be banked, that are tried."""


class SolvedTurnTable(NamedTuple):
    """Solved turns.

    Attributes:
        values: float64[rows + max_rise, columns, lanes], the value of being in the state.
        rolled: float64[rows, columns, lanes], the value of rolling there.
    """

    values: Floats
    rolled: Floats

    @property
    def rows(self) -> int:
        """Turn scores in the table, in units, from zero."""
        return len(self.rolled)


def solve_turn(
    turn: Turn, bank: Floats, ended: Floats, above: Floats, lost: Floats | None = None
) -> SolvedTurnTable:
    """Solve all lanes.

    Args:
        turn: the moves, of which only the options count, and whether the goal is exact.
        bank: float64[rows, columns, lanes], value of banking; `FORBIDDEN` where not allowed.
        ended: float64[rows, columns, lanes], sum over the ends of a turn of their chances times the
            values that follow.
        above: float64[max_rise, columns, lanes], the values of the rows above the table.
        lost: float64[rows, columns, lanes], what a farkle is worth, if the goal is exact: a roll
            that leaves only states that are `FORBIDDEN` is one.
    """
    rows, _, lanes = ended.shape
    values, rolled = np.empty((rows + len(above), *ended.shape[1:])), np.empty(ended.shape)
    values[rows:] = above
    bank, ended = np.ascontiguousarray(bank), np.ascontiguousarray(ended)
    lost = np.empty(0) if lost is None else np.ascontiguousarray(lost)
    asked = TurnTable(rows, lanes, bank, ended, lost, rolled, values)
    core().call("fill_table", turn, asked)
    return SolvedTurnTable(values, rolled)


def most_rows(moves: TurnMoves, lanes: int) -> int:
    """The most rows that fit into memory.

    Raises:
        UnsolvableError: if not even the rows that a single roll can rise fit.
    """
    rows = min(MOST_CELLS // (moves.columns * lanes), MOST_ROWS) - moves.max_rise
    if rows < moves.max_rise:
        raise UnsolvableError(
            f"a single roll can bring {moves.max_rise:,} steps of {moves.unit} points; with "
            f"{lanes} turns of {moves.columns} kinds of rolls side by side there is memory for "
            f"{max(rows, 0):,}. Give points with a larger common divisor, or a shorter "
            "farkle.streak"
        )
    return rows


def rows_past_goal(
    ruleset: Ruleset,
    moves: TurnMoves,
    turn: TurnRules,
    *,
    wants: bool,
    negligible: float = NEGLIGIBLE_RUN,
) -> tuple[int, float]:
    """How many rows past the goal a turn may run, and the chance that it runs further.

    Where a turn may not be banked anywhere, a move from below the goal must not lead above these
    rows, and neither must running on from where it does lead.

    Args:
        ruleset, moves, turn: the rules.
        wants: whether the player may want to run on; else only while it may not be banked.
        negligible: the chance to run further, at most.

    Raises:
        UnsolvableError: for turns that need not end.
    """
    if ruleset.overshoot == "bust":
        return 0, 0.0
    if not wants and turn.bank_anywhere(moves):
        return 0, 0.0
    chance, first = _run(moves, partial(_chance_to_run, moves, turn, wants=wants), negligible)
    rows = len(chance)
    landing = 0 if turn.bank_anywhere(moves) else moves.max_rise
    if first > 0:
        return rows - first + landing, float(chance[first - 1])
    if chance[0] > 1e-9:
        raise UnsolvableError(
            "a turn of these rules may run on for ever: nothing, or almost nothing, ends it. Let "
            "more rolls farkle, or let hot dice be banked"
        )
    return rows + landing, float(chance[0])


def telling_rows(ruleset: Ruleset, moves: TurnMoves) -> int:
    """Rows of tables that show what a turn brings without a goal, played on from any state in which
    a match may leave the turn, even by a player who never banks."""
    most = max(2 * ruleset.extent, ruleset.bank.opening_minimum)
    turn = TurnRules(ruleset)
    chance, first = _run(moves, partial(_chance_to_run, moves, turn, wants=True))
    run = len(chance) - first + moves.max_rise
    return min(most // moves.unit, MOST_TELLING) + 2 * run  # a turn gets this far, and is played on


def rows_until_banked(moves: TurnMoves, turn: TurnRules) -> int:
    """How many rows a turn may run until it may be banked, whatever is set aside: rows to which a
    turn runs with a chance of at most `NEGLIGIBLE_RUN` are left out."""
    chance, first = _run(moves, partial(_chance_to_stay, moves, turn))
    return len(chance) - first + moves.max_rise


def brings_more(points: Floats | float, others: Floats | float) -> Any:
    """bool[...]: where a turn brings more points than another one, by tables of `telling_rows`
    rows."""
    return np.asarray(points) > others + TELLING * np.maximum(1.0, np.abs(others))


def _run(
    moves: TurnMoves, chance_of: Callable[[int], Floats], negligible: float = NEGLIGIBLE_RUN
) -> tuple[Floats, int]:
    """(The chance to get above that many rows, enough of them to make it negligible, the first row
    where it is not)."""
    rows = 4 * moves.max_rise
    while True:
        chance = chance_of(rows)
        high = np.flatnonzero(chance > negligible)
        first = int(high[0]) if len(high) else rows
        if first > moves.max_rise or rows >= max(LONGEST_RUN, LONGEST_RISES * moves.max_rise):
            return chance, first
        rows *= 2


def _chance_to_run(moves: TurnMoves, turn: TurnRules, rows: int, *, wants: bool) -> Floats:
    """float64[rows]: the chance that a turn runs from a row to above all the rows.

    A player who wants to run on does so with the best possible chance. A player who does not want
    to wins by banking. That chance to win is too large if running above the table counts as won,
    and too small if it counts as lost: the result is the difference of the two.
    """
    bankable = _bankable(moves, turn, rows)
    # where the player never banks, it does not matter where the table ends
    bank = (
        np.full_like(bankable[..., :1], -np.inf, float)
        if wants
        else np.where(bankable, 1.0, -np.inf)
    )
    ended = np.zeros(bank.shape)
    if turn.keeps and not wants:
        ended += moves.farkle_probability[:, None]
    above = np.zeros((moves.max_rise, *bank.shape[1:]))
    low, high = (
        solve_turn(moves.as_turn, bank, ended, above + won).values[:rows] for won in (0.0, 1.0)
    )
    gap: Floats = (high - low).max(axis=(1, 2))
    return gap


def _chance_to_stay(moves: TurnMoves, turn: TurnRules, rows: int) -> Floats:
    """float64[rows]: the largest chance that a turn runs from a row to above all the rows, if it is
    banked as soon as that is allowed: as if states where it is were past an exact goal."""
    bankable, passes = _bankable(moves, turn, rows), moves.as_turn._replace(overshoot=1)
    bank = np.full(bankable.shape, FORBIDDEN)
    ended, lost = np.where(bankable, FORBIDDEN, 0.0), np.zeros(bankable.shape)
    above = np.ones((moves.max_rise, *bankable.shape[1:]))
    chance: Floats = solve_turn(passes, bank, ended, above, lost).values[:rows].max(axis=(1, 2))
    return np.maximum(chance, 0.0)


def _bankable(moves: TurnMoves, turn: TurnRules, rows: int) -> Booleans:
    """bool[rows, columns, shifts]: where a turn may be banked. That depends on where the table ends
    among the multiples that may be."""
    period = turn.period(moves)
    shifts = np.unique(np.linspace(1, period, min(period, MOST_SHIFTS)).astype(np.int64))
    everywhere = turn.may_bank(moves, 0, rows + period)
    found: Booleans = everywhere[np.arange(rows)[:, None] + shifts].transpose(0, 2, 1)
    return found
