"""The best points per turn in the long run, exactly; and the most points of a game of rounds.

*One turn* is solved backwards in the turn score (`turn_solver`) for every situation (`turn_rules`):
a bank is worth the turn score, a farkle what it banks less the penalty plus the relative value of
the situation it leads to.

*The long run.* The relative values h solve g + h = F(h). F is convex and piecewise linear, its
slopes being the chances of ending in each situation; Newton's method on it is Howard's policy
iteration and ends after finitely many steps. The slopes are found by following each turn
(`evaluate`). The iteration stops when g + h = F(h) up to rounding; the difference that is left is
the *residual*.

*How far up.* Let a farkle lose the turn score, wholly (risk 1) or not at all (risk 0,
`keeps_turn_score`), and let every other payoff grow with the turn score point by point. Write
V(c, t) = t + e_c. For all turn scores of at least T an upper bound of V is given by the *stationary
turn* in which a farkle costs exactly T (in truth it costs at least T), and in which you may always
bank:

    e_c = max(0, sum over sets p_s max over options (points + e_target)
                 + chance of a farkle * (award - T) + the same for disasters)

For T large enough nobody takes a risk any more: e_c is zero wherever a roll can lose the turn
score. The smallest such T comes from one division per column, T = gain of one more roll / risk.
From it on banking is best in these columns, if it is allowed. A turn that may not be banked there
(hot dice that must be rolled, multiples only), or that risks nothing, goes on: the table has so
many rows more that it almost never runs above them (`longest_run`). What it then brings is
left out, and bounded by the *error*.

*Rounds.* With k rounds left, V_k(x) is the most that a player can expect to add to the banked
score, given situation x before the next turn:

    V_0(x) = 0
    V_k(x) = V_(k-1)(on the board, no farkles) + W_x

where W_x is the turn with the relative values h(y) = V_(k-1)(y) - V_(k-1)(first), so that a penalty
falls exactly where a streak is completed before the rounds are over, and nowhere else. Nothing
leads back to a round, so it is enough to solve N turns for each situation, one after the other. The
errors of the turns add up.

Sources: R. A. Howard, Dynamic Programming and Markov Processes (1960); M. Busche, Maximizing
Expected Scores in the Game of Zilch (2010); M. Busche, T. W. Neller, Optimal Play of the Farkle
Dice Game (2017).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import TurnPolicy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.evaluate import play_turn
from farklegen.solvers.moves import TurnMoves, counted_moves, never_ends, turn_moves
from farklegen.solvers.turn_rules import (
    Situation,
    TurnRules,
    refuse_never_on_board,
    situation_number,
    situations,
)
from farklegen.solvers.turn_solver import (
    SolvedTurnTable,
    chance_to_run,
    longest_run,
    most_rows,
    solve_situation,
)

TOLERANCE = 1e-12
"""Relative change of points per turn below which the long run has settled."""

MOST_ROUNDS = 60
"""Steps of policy iteration; far more than it ever needs."""

TIE = 1e-9
"""Values closer than this, relative to their size, are equal: rounding must not choose."""

MOST_ASKED = 20_000
"""The most rows up to twice the goal."""

MOST_ROLLS = 10_000
"""Rolls without a risk, one after the other, that are looked at."""


class LongRun(NamedTuple):
    """The solved process.

    Attributes:
        relative: float64[situations], h, points.
        table: the solved turns, lanes are the situations, values in points.
        residual: largest difference between g + h and F(h), points.
    """

    relative: Floats
    table: SolvedTurnTable
    residual: float


@dataclass(frozen=True)
class RoundsTotal:
    """The best expected total of that many rounds.

    Attributes:
        situations: what a player may bring into a turn.
        totals: float64[rounds + 1, situations], by rounds left, points.
        error: the total of all rounds is at most this much larger, points.
    """

    KEYS = ("rounds", "total", "error", "situations", "totals")

    situations: tuple[Situation, ...]
    totals: Floats
    error: float

    @property
    def rounds(self) -> int:
        """Turns of each player."""
        return len(self.totals) - 1

    @property
    def start(self) -> int:
        """The situation in which a game begins: nobody has banked."""
        return situation_number(self.situations)

    @property
    def total(self) -> float:
        """The most points that can be expected of a whole game."""
        return float(self.totals[-1, self.start])


def best_total(ruleset: Ruleset, tables: ScoringTables, rounds: int) -> RoundsTotal:
    """Solve the rounds one after the other, from the last.

    Args:
        ruleset: the rules; the rules that `expected.left_out` names are left out, except the
            rounds.
    """
    turns = SituationTurns(ruleset, tables)
    totals, error = np.zeros((rounds + 1, len(turns.states))), 0.0
    for left in range(1, rounds + 1):
        relative = totals[left - 1] - totals[left - 1, 0]
        table = turns.solved(relative, turns.rows(relative))
        totals[left] = totals[left - 1, 0] + table.values[0, turns.start]
        error += turns.error(table)
    return RoundsTotal(turns.states, totals, error)


class SituationTurns:
    """One turn for each situation, given the values of the situations that follow.

    Attributes:
        states: the situations.
        every, moves: all the moves; those a good player chooses from.
        run: rows that a turn may run above those from which banking is best.
        asked: rows up to twice the goal.
        period: rows after which the turn scores that may be banked repeat.
        limit: the most rows there is memory for.

    Raises:
        UnsolvableError: for `penalty: all`, dice that can never farkle, an opening that no turn can
            reach, or a table too large for memory.
    """

    def __init__(self, ruleset: Ruleset, tables: ScoringTables) -> None:
        self.rules, self.states = TurnRules.of(ruleset), situations(ruleset)
        self.asked = min(2 * ruleset.extent // tables.unit, MOST_ASKED)
        # no situation is better than the first, whose value is zero, so T is largest
        equal = np.zeros(len(self.states))

        def most(moves: TurnMoves) -> int:
            run, top = self._run(moves) * moves.unit, int(self.height(moves, equal))
            return max(top, self.asked * moves.unit) + run if run else top

        moves_of = partial(turn_moves, ruleset, tables)
        self.moves = counted_moves(ruleset, partial(moves_of, best_only=True), most)
        if never_ends(self.moves):
            raise UnsolvableError(
                "with these combinations a player can roll on for ever and never farkle, so the "
                "expected score has no finite value. Take a combination away, or ask for `reach`"
            )
        self.every = moves_of(best_only=False, hot_counts=self.moves.hot_counts)
        self.run = self._run(self.moves)
        self.period = self.rules.period(self.moves)
        self.start = self.moves.column(self.moves.dice)
        self.limit = most_rows(self.moves, len(self.states))

    def _run(self, moves: TurnMoves) -> int:
        risky = self.rules.risk(moves) > 0
        if self.rules.bank_anywhere(moves) and risky.all():
            return 0
        return longest_run(moves, self.rules, risky)

    def solve(self, further: int = 0) -> LongRun:
        """Policy iteration.

        Args:
            further: rises above twice the goal up to which every state is solved, at least; 0: only
                as far as the start of a turn needs.
        """
        moves, relative = self.moves, np.zeros(len(self.states))
        asked = further and self.asked + further * moves.max_rise
        minimum = max(state.minimum for state in self.states)
        if minimum // moves.unit >= self.limit:
            raise UnsolvableError(
                f"a bank of at least {minimum:,} points is {minimum // moves.unit:,} steps of "
                f"{moves.unit}; at most {self.limit:,} are solved. Lower bank.minimum or "
                "bank.opening"
            )
        for _ in range(MOST_ROUNDS):
            table = self.solved(relative, max(asked, self.rows(relative) + self.period))
            here = table.values[0, self.start]
            residual = float(np.abs(here - here[0] - relative).max())
            if residual <= TOLERANCE * max(1.0, float(np.abs(here).max())):
                break
            relative = self.improve(table, relative)
        return LongRun(relative, table, residual)

    def rows(self, relative: Floats) -> int:
        """The rows that are looked at: up to T and, where banking is not always allowed, at least
        to twice the goal."""
        needed = int(self.height(self.moves, relative) // self.moves.unit) + 2
        return needed if self.rules.bank_anywhere(self.moves) else max(needed, self.asked)

    def height(self, moves: TurnMoves, relative: Floats) -> float:
        """T in points over all situations; at least the minimum to bank in any of them."""
        risk, found = self.rules.risk(moves), [float(state.minimum) for state in self.states]
        for state in self.states:
            award = self.rules.award_at_large_scores(moves, state, relative)
            found.append(always_bank_from(moves, risk, award))
        return max(found)

    def solved(self, relative: Floats, known: int) -> SolvedTurnTable:
        """One turn per situation, with the values of `known` rows, and more above them. Above the
        table the turn is banked, or lost if it may not be.

        Args:
            relative: float64[situations], the value of each situation relative to the first,
                points.
        """
        moves, rows, turns = self.moves, min(known + self.run, self.limit), []

        def worth(following: int, gained: Floats) -> Floats:
            return np.asarray(gained + relative[following])[..., None]

        for state in self.states:
            worst = min(float(relative.min()), 0.0) - state.penalty
            turns.append(solve_situation(moves, self.rules, state, rows, worth, lost=worst)[1])
        return SolvedTurnTable(*(np.concatenate(each, axis=2) for each in zip(*turns, strict=True)))

    def error(self, table: SolvedTurnTable) -> float:
        """By how many points the value of the start of a turn may be larger: what a turn that runs
        above the table may bring, times the chance that it does; zero if that is only rounding."""
        complete = table.rows < self.limit
        if complete and not self.run:
            return 0.0  # there it is banked
        stops = self.rules.risk(self.moves) > 0 if complete else None
        known = table.rows - self.run
        lost = chance_to_run(self.moves, self.rules, table.rows, stops=stops, first=known)[0]
        error = 2 * float(lost * np.ptp(table.values))
        return error if error > TOLERANCE else 0.0

    def improve(self, table: SolvedTurnTable, relative: Floats) -> Floats:
        """One Newton step: the relative values under the strategies just found."""
        moves, rules, count = self.moves, self.rules, len(self.states)
        slopes = np.zeros((count, count))
        for lane, state in enumerate(self.states):
            rolling, bank = self.play(table, lane)
            policy = points_policy(rules, moves, state, np.where(bank, 0.0, rolling), table.rows)
            slopes[lane] = play_turn(moves, rules, state, count, policy).following
        refuse_never_on_board(self.states, slopes)
        slopes[:, 0] = 0.0  # h of the first is fixed at zero; g stands in its place
        system = np.eye(count) - slopes
        system[:, 0] = 1.0
        values = table.values[0, self.start]
        better = np.asarray(np.linalg.solve(system, values - slopes @ relative), np.float64)
        better[0] = 0.0
        return better

    def play(self, table: SolvedTurnTable, lane: int) -> tuple[Floats, Booleans]:
        """The best play in a situation: what rolling adds to the turn score, in points, and where
        to bank, [rows, columns] each."""
        points = np.arange(table.rows)[:, None] * float(self.moves.unit)
        rolling: Floats = table.rolled[:, :, lane] - points
        allowed = self.rules.may_bank(self.moves, self.states[lane].minimum, table.rows)
        return rolling, allowed & (rolling <= TIE * np.maximum(1.0, points))


def points_policy(
    rules: TurnRules, moves: TurnMoves, state: Situation, value: Floats, rows: int
) -> TurnPolicy:
    """Play for points, with `rows` rows and as many more as a move can rise.

    Args:
        value: float64[...], V by turn score and column; zero where you bank, if that is allowed.
            Above its last row it goes on as between the last two turn scores that may be banked.
    """
    row, period = np.arange(rows + moves.max_rise), min(rules.period(moves), len(value))
    last = len(value) - period
    gain = value[np.where(row < last, row, last + (row - last) % period)]
    worth = row[:, None] * float(moves.unit) + gain
    banks = rules.may_bank(moves, state.minimum, len(row)) & (gain == 0)
    return TurnPolicy(worth, banks, TIE * max(1.0, float(np.abs(worth[0]).max())))


def always_bank_from(moves: TurnMoves, risk: Floats, award: Floats) -> float:
    """T in points: from this turn score on, no roll that can lose the turn score is worth the risk.

    Zero where no roll can ever lose the turn score. If the count of hot dice of a column implies
    more bonus points than the column's own bound, the column does not raise T.

    Args:
        risk, award: of `TurnRules.risk` and `award_at_large_scores`.
    """
    gain, risky = np.zeros(moves.columns), risk > 0
    for _ in range(MOST_ROLLS):
        best = np.maximum.reduceat(
            moves.rise * float(moves.unit) + gain[moves.target], moves.option_start
        )
        rolled = award + np.add.reduceat(best * moves.set_probability, moves.column_start)
        more = np.where(risky, 0.0, np.maximum(rolled, 0.0))
        if np.abs(more - gain).max() <= TOLERANCE * max(1.0, float(more.max())):
            break
        gain = more
    needed = np.where(risky, rolled / np.where(risky, risk, 1.0), 0.0)
    return float(np.where(needed > moves.bonus_before, needed, 0.0).max(initial=0.0))
