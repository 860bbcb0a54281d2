"""Turns: when you may bank, what ends of a turn pay or cost, and what follows them; turns solved
under given payoffs; and how far they may run.

Turns are linked by situations: (on the board?, farkles in a row) at the start of a turn. Being on
the board is kept apart only where an opening minimum makes it matter. The count of farkles is kept
apart only where a streak costs something. In situation x a turn collects points and leads to the
next one; g is the long-run average and h the relative value of a situation, with h(on the board, no
farkles) = 0:

    g + h(x) = best over strategies of the turn: expected points + expected h(next situation)

A turn runs on past the goal where it may not be banked (required hot dice, multiples), or where
that makes the last turn of the others harder. A player who keeps rolling may get much further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Booleans, Floats, Integers, Turn, TurnTable
from farklegen.core.binding import core
from farklegen.errors import ImpossibleStateError, UnsolvableError, named
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.moves import TurnMoves, hot_counts_within, turn_moves

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


@dataclass(frozen=True)
class Situation:
    """What a player brings into a turn.

    Attributes:
        on_board: whether the player has banked before.
        streak: farkles in a row so far.
        minimum: fewest points that may be banked in this turn.
        after_farkle: index of the next situation when a farkle banks nothing.
        after_paid_farkle: the same when the farkle banks an award or the kept turn score.
        after_disaster: the same after a disaster.
        penalty: points lost by a farkle in this turn.
    """

    KEYS = ("on_board", "streak")

    on_board: bool
    streak: int
    minimum: int
    after_farkle: int
    after_paid_farkle: int
    after_disaster: int
    penalty: int


def situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    """The states of the process, on the board without farkles first.

    Raises:
        UnsolvableError: for `penalty: all`, whose cost is not a number of points.
    """
    penalty = ruleset.farkle.penalty
    if penalty == "all":
        raise UnsolvableError(
            "farkle.penalty: all has no expected score: what it costs depends on the banked score. "
            "Ask about a match, or give the penalty as a number of points"
        )
    streaks = ruleset.farkle.streak if penalty and ruleset.farkle.streak else 1
    opening = ruleset.bank.opening_minimum
    boards = [True, False] if ruleset.bank.has_opening else [True]

    def index(board: bool, streak: int) -> int:
        return boards.index(board) * streaks + streak % streaks

    return tuple(
        Situation(
            on_board=board,
            streak=streak,
            minimum=ruleset.bank.minimum if board else opening,
            after_farkle=index(board, streak + 1),
            after_paid_farkle=index(True, streak + 1),
            after_disaster=index(board, 0),
            penalty=penalty if penalty and streak + 1 == streaks else 0,
        )
        for board in boards
        for streak in range(streaks)
    )


def situation_number(
    states: Sequence[Situation], *, on_board: bool = False, farkles: int = 0
) -> int:
    """The number of the situation of a player, as far as these are kept apart; by default at the
    start of a game.

    Raises:
        ImpossibleStateError: for more farkles in a row than there can be.
    """
    boards, streaks = zip(*((state.on_board, state.streak) for state in states), strict=True)
    here = on_board or all(boards), farkles if any(streaks) else 0
    for number, each in enumerate(zip(boards, streaks, strict=True)):
        if each == here:
            return number
    raise ImpossibleStateError(
        f"{named('my_farkles')}: {farkles} farkles in a row cannot occur. Give 0 to {max(streaks)}"
    )


def refuse_never_on_board(states: tuple[Situation, ...], chances: Floats) -> None:
    """Refuse an opening minimum that keeps everybody off the board.

    Args:
        states: the situations.
        chances: float64[situations, situations], `[i, j]` is the chance that situation i leads to
            situation j.

    Raises:
        UnsolvableError: if situations off the board lead only to each other, except for rounding.
    """
    off = [i for i, state in enumerate(states) if not state.on_board]
    if off and np.all(chances[np.ix_(off, off)].sum(axis=1) > 1 - 1e-9):
        raise UnsolvableError(
            "almost no turn can bank the opening minimum of "
            f"{states[off[0]].minimum:,} points: nobody gets on the board. Lower bank.opening"
        )


def puts_on_board(banked: Integers | Floats | int) -> Any:
    """bool[...]: whether a farkle that banks this much puts its player on the board. Points do, a
    cost does not."""
    return np.asarray(banked) > 0


@dataclass(frozen=True)
class TurnRules:
    """The rules that act within a turn, beside its moves. All scores in points."""

    ruleset: Ruleset

    @property
    def keeps(self) -> bool:
        """Whether a farkle banks the turn score."""
        return self.ruleset.farkle.keeps_turn_score

    @property
    def multiple_of(self) -> int:
        """Turn scores that may be banked are multiples of this."""
        return self.ruleset.bank.multiple_of

    def bank_anywhere(self, moves: TurnMoves) -> bool:
        """Whether every turn score that is large enough may be banked."""
        return bool(self.stops(moves).all()) and moves.unit % self.multiple_of == 0

    def period(self, moves: TurnMoves) -> int:
        """Rows after which the turn scores that may be banked repeat."""
        return self.multiple_of // gcd(self.multiple_of, moves.unit)

    def stops(self, moves: TurnMoves) -> Booleans:
        """bool[columns]: where the dice left allow banking."""
        last = (moves.sizes > 1) | (self.ruleset.last_die != "required")
        return np.where(moves.all_dice, self.ruleset.hot_dice != "required", last)

    def may_bank(self, moves: TurnMoves, minimum: int, rows: int) -> Booleans:
        """bool[rows, columns]: where the rules allow banking."""
        points = np.arange(rows) * moves.unit
        legal = (points >= max(minimum, 1)) & (points % self.multiple_of == 0)
        allowed: Booleans = legal[:, None] & self.stops(moves)
        return allowed

    def farkle_banks(self, moves: TurnMoves, points: Floats) -> Floats:
        """float64[len(points), columns]: what a farkle banks at these turn scores, in points; below
        zero it costs points.

        A turn score of zero with all the dice is the first roll of a turn.
        """
        award = np.where(moves.all_dice, float(self.ruleset.farkle.all_dice_points), 0.0)
        banked = np.repeat(award[None, :], len(points), axis=0)
        if self.keeps:
            banked += points[:, None]
        banked[points == 0, moves.column(moves.dice)] = self.ruleset.farkle.first_roll
        return banked

    def payoffs(
        self,
        moves: TurnMoves,
        state: Situation,
        rows: int,
        worth: Callable[[int, Floats], Floats],
    ) -> tuple[Floats, Floats]:
        """What ends of a turn are worth, for a table of that many rows and those above it.

        Args:
            worth: what points are worth in the situation that follows, from float64[...] to
                float64[..., lanes].

        Returns:
            float64[rows + max_rise, columns, lanes], the value of banking, `FORBIDDEN` where that
            is not allowed; float64[rows, columns, lanes], the chance of each other end times what
            follows, added up.
        """
        points = np.arange(rows + moves.max_rise, dtype=np.float64) * moves.unit
        allowed = self.may_bank(moves, state.minimum, len(points))[:, :, None]
        bank = np.where(allowed, worth(0, points[:, None]), FORBIDDEN)
        differing = rows if self.keeps else 2  # else only the first row is another one
        banked = self.farkle_banks(moves, points[:differing])
        gained = banked - state.penalty
        after = np.where(
            puts_on_board(banked)[:, :, None],
            worth(state.after_paid_farkle, gained),
            worth(state.after_farkle, gained),
        )
        ended = moves.farkle_probability[:, None] * after
        ended += moves.disaster_probability[:, None] * worth(state.after_disaster, np.zeros(1))
        return bank, ended[np.minimum(np.arange(rows), differing - 1)]

    def at_large_scores(
        self, moves: TurnMoves, state: Situation, relative: Floats
    ) -> tuple[Floats, Floats]:
        """How a turn that is not banked ends once the turn score is large, float64[columns] each:
        the chance that one roll loses the turn score; and what one roll pays on average without the
        turn score being banked, the chance of a farkle or disaster times what follows it, in
        points."""
        award = np.where(moves.all_dice, float(self.ruleset.farkle.all_dice_points), 0.0)
        paid = puts_on_board(award) | self.keeps
        after = np.where(paid, relative[state.after_paid_farkle], relative[state.after_farkle])
        return (
            moves.disaster_probability + (0.0 if self.keeps else moves.farkle_probability),
            moves.farkle_probability * (award - state.penalty + after)
            + moves.disaster_probability * relative[state.after_disaster],
        )


def lost_in_rounds(ruleset: Ruleset, rounds: int, *, unpaid: int = 0, before: int = 0) -> int:
    """The most points that penalties take from a player in `rounds` turns. The last `unpaid` of
    them are farkles of a streak that has cost nothing yet; the turns before them end with a streak
    of `before` farkles."""
    farkle = ruleset.farkle
    lost = rounds * max(-farkle.first_roll, 0)
    if farkle.streak is not None and isinstance(farkle.penalty, int):
        lost += (rounds - unpaid + before) // farkle.streak * farkle.penalty
    return lost


def refuse(rules: Iterable[tuple[str, bool]], why: str) -> None:
    """Refuse rules that are there.

    Args:
        rules: name, and whether it is in force, of each rule that is not covered.
        why: the message, with `{rule}` for the name.

    Raises:
        UnsolvableError: with that message.
    """
    for rule, there in rules:
        if there:
            raise UnsolvableError(why.format(rule=rule))


def refuse_beyond_scores(ruleset: Ruleset, why: str) -> None:
    """Refuse rules under which a turn depends on more than the scores at its start.

    Args:
        ruleset: the rules.
        why: as for `refuse`.

    Raises:
        UnsolvableError: with that message.
    """
    rules = (
        (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
        ("bank.beat_previous", ruleset.bank.beat_previous),
    )
    refuse(rules, why)


class SolvedTurnTable(NamedTuple):
    """Solved turns.

    Attributes:
        values: float64[rows + max_rise, columns, lanes], the value of being in the state.
        rolled: float64[rows, columns, lanes], the value of rolling there.
    """

    values: Floats
    rolled: Floats


def solve_turn(
    turn: Turn, bank: Floats, ended: Floats, above: Floats, lost: Floats | None = None
) -> SolvedTurnTable:
    """Solve all lanes, under payoffs as in `TurnTable`.

    Args:
        turn: the moves, of which only the options count, and whether the goal is exact. If it is, a
            roll that leaves only states that are `FORBIDDEN` is a farkle.
        above: float64[max_rise, columns, lanes], the values of the rows above the table.
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
    ruleset: Ruleset, moves: TurnMoves, *, wants: bool, negligible: float = NEGLIGIBLE_RUN
) -> tuple[int, float]:
    """How many rows past the goal a turn may run, and the chance that it runs further.

    Where a turn may not be banked anywhere, a move from below the goal must not lead above these
    rows, and neither must running on from where it does lead.

    Args:
        wants: whether the player may want to run on; else only while it may not be banked.
        negligible: the chance to run further, at most.

    Raises:
        UnsolvableError: for turns that need not end.
    """
    anywhere = TurnRules(ruleset).bank_anywhere(moves)
    if ruleset.overshoot == "bust" or (anywhere and not wants):
        return 0, 0.0
    chance, first = _run(ruleset, moves, wants=wants, negligible=negligible)
    rows = len(chance)
    landing = 0 if anywhere else moves.max_rise
    if first > 0:
        return rows - first + landing, float(chance[first - 1])
    if chance[0] > 1e-9:
        raise UnsolvableError(
            "a turn of these rules may run on for ever: nothing, or almost nothing, ends it. Let "
            "more rolls farkle, or let hot dice be banked"
        )
    return rows + landing, float(chance[0])


def moves_to(
    ruleset: Ruleset,
    tables: ScoringTables,
    points: int,
    *,
    best_only: bool,
    wants: bool,
    instant_wins: bool = False,
    hot_counts: int = 1,
) -> tuple[TurnMoves, int, float]:
    """(The moves of turns for that many points, and as `rows_past_goal`).

    If the bonus of hot dice grows, as many counts are kept apart as such a turn may have, and at
    least `hot_counts`. With more counts turns run further, and then more hot dice count.
    """
    while True:
        moves = turn_moves(
            ruleset, tables, best_only=best_only, hot_counts=hot_counts, instant_wins=instant_wins
        )
        past, lost = rows_past_goal(ruleset, moves, wants=wants)
        wanted = max(points, ruleset.bank.opening_minimum) + (past + 1) * moves.unit
        more = hot_counts_within(ruleset, wanted, LONGEST_RUN)
        if more <= hot_counts:
            return moves, past, lost
        hot_counts = more


def rows_run_on(ruleset: Ruleset, moves: TurnMoves) -> int:
    """How many rows a turn may run that is never banked, whatever is set aside: rows to which it
    runs with a chance of at most `NEGLIGIBLE_RUN` are left out."""
    chance, first = _run(ruleset, moves, wants=True)
    return len(chance) - first + moves.max_rise


def telling_rows(ruleset: Ruleset, moves: TurnMoves) -> int:
    """Rows of tables that show what a turn brings without a goal, played on from any state in which
    a match may leave the turn, even by a player who never banks."""
    most = max(2 * ruleset.extent, ruleset.bank.opening_minimum)
    # a turn gets this far, and is played on
    return min(most // moves.unit, MOST_TELLING) + 2 * rows_run_on(ruleset, moves)


def brings_more(points: Floats | float, others: Floats | float) -> Any:
    """bool[...]: where a turn brings more points than another one, by tables of `telling_rows`
    rows."""
    return np.asarray(points) > others + TELLING * np.maximum(1.0, np.abs(others))


def _run(
    ruleset: Ruleset, moves: TurnMoves, *, wants: bool, negligible: float = NEGLIGIBLE_RUN
) -> tuple[Floats, int]:
    """(The chance to get above that many rows, enough of them to make it negligible, the first row
    where it is not)."""
    rows = 4 * moves.max_rise
    while True:
        chance = _chance_to_run(ruleset, moves, rows, wants=wants)
        high = np.flatnonzero(chance > negligible)
        first = int(high[0]) if len(high) else rows
        if first > moves.max_rise or rows >= max(LONGEST_RUN, LONGEST_RISES * moves.max_rise):
            return chance, first
        rows *= 2


def _chance_to_run(ruleset: Ruleset, moves: TurnMoves, rows: int, *, wants: bool) -> Floats:
    """float64[rows]: the chance that a turn runs from a row to above all the rows.

    A player who wants to run on does so with the best possible chance. A player who does not want
    to wins by banking. That chance to win is too large if running above the table counts as won,
    and too small if it counts as lost: the result is the difference of the two.
    """
    turn = TurnRules(ruleset)
    if wants:  # where the player never banks, it does not matter where the table ends
        bank = np.full((rows, moves.columns, 1), -np.inf)
    else:
        period = turn.period(moves)
        shifts = np.unique(np.linspace(1, period, min(period, MOST_SHIFTS)).astype(np.int64))
        everywhere = turn.may_bank(moves, 0, rows + period)
        bankable = everywhere[np.arange(rows)[:, None] + shifts].transpose(0, 2, 1)
        bank = np.where(bankable, 1.0, -np.inf)
    ended = np.zeros(bank.shape)
    if turn.keeps and not wants:
        ended += moves.farkle_probability[:, None]
    above = np.zeros((moves.max_rise, *bank.shape[1:]))
    low, high = (
        solve_turn(moves.as_turn, bank, ended, above + won).values[:rows] for won in (0.0, 1.0)
    )
    gap: Floats = (high - low).max(axis=(1, 2))
    return gap
