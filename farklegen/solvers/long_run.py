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
From it on banking is always best. Where banking is allowed there, the bound is then reached, and
the table below T is exact. Otherwise (hot dice that must be rolled, multiples only) a lower bound
comes from "bank if allowed, else lose everything". The table grows until both bounds agree for all
turn scores that a game has; the gap is the *error*.

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

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import TurnPolicy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.evaluate import play_turn
from farklegen.solvers.moves import TurnMoves, hot_dice_to_count, never_ends, turn_moves
from farklegen.solvers.turn_rules import (
    Situation,
    TurnRules,
    refuse_never_on_board,
    situation_number,
    situations,
)
from farklegen.solvers.turn_solver import SolvedTurnTable, most_rows, solve_turn

TOLERANCE = 1e-12
"""Relative change of points per turn below which the long run has settled."""

MOST_STRETCH = 32
"""How many times as high as the first table a table may be in the search for a turn score from
which every state banks."""

MOST_ROUNDS = 60
"""Steps of policy iteration on one table; far more than a table with close bounds ever needs."""

SETTLED = 1e-9
"""Relative difference of the bounds of a state at which it counts as solved."""

TIE = 1e-9
"""Values closer than this, relative to their size, are equal: rounding must not choose."""

MOST_ASKED = 20_000
"""The most rows that are solved for their own sake, whatever the goal is."""

CLOSE = 1e-9
"""Points by which the bounds of a turn of a round may be apart."""

MOST_HOT_DICE = 96
"""The most hot dice of a turn that count if their bonus grows; `error` bounds what this loses."""

COUNTS_TRIED = (2, 4, 6, 8, 12, 16, 24, 32, 48, 64, MOST_HOT_DICE)
"""Numbers of hot dice to try, until their bonuses alone reach the turn score from which every state
banks."""

MOST_STATIONARY = 200
"""More rounds of policy iteration than any stationary turn needs; each improves strictly."""


@dataclass(frozen=True)
class LongRun:
    """The solved process.

    Attributes:
        turns: the turns that were solved, with their moves and rules.
        points_per_turn: g, points.
        relative: float64[situations], h, points.
        table: the solved turns, lanes are the situations, values in points.
        rows: turn scores, in units, up to which every state is solved exactly (to `error`, where
            that is not negligible); to twice the goal and further, where the states above the table
            have no exact value.
        gain_above: float64[columns, situations], V above the table, points beyond the turn score.
            Zero where banking is best. The upper bound; reached if `exact_above`.
        exact_above: whether play above the table really gains that much.
        always_bank_from: T, points: at T or more, bank with any number of dice; None if there is
            no such T.
        error: `points_per_turn` is at most this much larger, points.
        residual: largest difference between g + h and F(h), points.
    """

    turns: SituationTurns
    points_per_turn: float
    relative: Floats
    table: SolvedTurnTable
    rows: int
    gain_above: Floats
    exact_above: bool
    always_bank_from: float | None
    error: float
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


def solve_long_run(ruleset: Ruleset, tables: ScoringTables) -> LongRun:
    """Solve the expected-score objective.

    Raises:
        UnsolvableError: for `penalty: all`, dice that can never farkle, an opening that no turn can
            reach, or a table too large for memory.
    """
    return SituationTurns(ruleset, tables).solve()


def best_total(ruleset: Ruleset, tables: ScoringTables, rounds: int) -> RoundsTotal:
    """Solve the rounds one after the other, from the last.

    Args:
        ruleset: the rules; the rules that `expected.left_out` names are left out, except the
            rounds.
    """
    turns = SituationTurns(ruleset, tables)
    totals, error = np.zeros((rounds + 1, len(turns.states))), 0.0
    for left in range(1, rounds + 1):
        before = totals[left - 1]
        worth, lacking = turns.worth(before - before[0])
        totals[left] = before[0] + worth
        error += lacking
    return RoundsTotal(turns.states, totals, error)


class SituationTurns:
    """One turn for each situation, given the values of the situations that follow.

    Attributes:
        states: the situations.
        every, moves: all the moves; those a good player chooses from.
        hot_dice: counts of hot dice up to this one are solved exactly, ...
        uncounted: ... and what is lost by it, points at the start of a turn.
        asked: rows in which every state is solved, even if the start of a turn does not need them.
    """

    def __init__(self, ruleset: Ruleset, tables: ScoringTables) -> None:
        self.rules, self.states = TurnRules.of(ruleset), situations(ruleset)

        @cache
        def moves(counts: int) -> TurnMoves:
            return turn_moves(ruleset, tables, best_only=True, hot_counts=counts)

        counts, self.hot_dice, self.uncounted = self._hot_counts(ruleset, moves)
        self.moves = moves(counts)
        self.every = turn_moves(ruleset, tables, best_only=False, hot_counts=counts)
        self.asked = min(2 * ruleset.extent // self.moves.unit, MOST_ASKED)
        self.start = self.moves.column(self.moves.dice)

    def _hot_counts(
        self, ruleset: Ruleset, moves: Callable[[int], TurnMoves]
    ) -> tuple[int, int, float]:
        """(counts of hot dice to keep apart, the count up to which they are solved exactly, points
        that are lost by that at the start of a turn).

        A growing hot-dice bonus needs the count of hot dice. Where banking is always best from some
        turn score on, only counts whose bonuses alone do not reach this score are needed. Elsewhere
        enough counts are kept that higher ones almost never happen.

        Raises:
            UnsolvableError: if a player can roll on for ever without a risk.
        """
        single = moves(1)
        if never_ends(single):
            raise UnsolvableError(
                "with these combinations a player can roll on for ever and never farkle, so the "
                "expected score has no finite value. Take a combination away, or ask for `reach`"
            )
        bonus = ruleset.hot_dice_bonus
        if bonus is None or not bonus.step:
            return 1, 0, 0.0
        relative = np.zeros(len(self.states))
        for counts in COUNTS_TRIED if self.rules.bank_anywhere(single) else ():
            play = moves(counts + 1)
            risk, award = self.rules.at_large_scores(play, self.states[0], relative)
            # no situation is better than the first, whose value is zero, so this T is largest
            top = max(always_bank_from(play, risk, award), ruleset.bank.opening_minimum)
            if (risk > 0).all() and play.bonus_before[-1] >= top:
                return counts + 1, counts, 0.0
        count, error = hot_dice_to_count(single, bonus.step, 1e-10, MOST_HOT_DICE)
        return min(2 * count, MOST_HOT_DICE) + 1, count, error

    @property
    def columns(self) -> int:
        """The columns that are solved exactly, the first ones."""
        return (self.hot_dice + 1) * self.moves.dice

    def worth(self, relative: Floats) -> tuple[Floats, float]:
        """(float64[situations], the value of each turn in points; by how much one may be larger).

        Args:
            relative: float64[situations], the value of each situation relative to the first,
                points.
        """
        limit = most_rows(self.moves, len(self.states))
        rows = min(int(self.height(relative) // self.moves.unit) + 2, limit)
        while True:
            table = self.table(relative, rows)
            gap, _ = self.gap(table, relative)
            if gap <= CLOSE or rows == limit:
                break
            rows = min(2 * rows, limit)
        worth: Floats = table.values[0, self.start].copy()
        return worth, gap + self.uncounted

    def solve(self) -> LongRun:
        """Policy iteration, on a table grown until both bounds agree."""
        relative = np.zeros(len(self.states))
        stretch = 1
        limit = most_rows(self.moves, len(self.states))
        minimum = max(state.minimum for state in self.states)
        if minimum // self.moves.unit >= limit:
            raise UnsolvableError(
                f"a bank of at least {minimum:,} points is {minimum // self.moves.unit:,} steps of "
                f"{self.moves.unit}; at most {limit:,} are solved. Lower bank.minimum or "
                "bank.opening"
            )
        while True:
            for _ in range(MOST_ROUNDS):
                needed = int(self.height(relative) // self.moves.unit) + 2
                rows = min(stretch * needed, limit)
                table = self.table(relative, rows)
                here = table.values[0, self.start]
                average = float(here[0])
                residual = float(np.abs(here - average - relative).max())
                settled_down = residual <= TOLERANCE * max(1.0, float(np.abs(here).max()))
                if settled_down:
                    break
                relative = self.improve(table, relative)
            gap, settled = self.gap(table, relative)
            exact = all(self.gain_above(state, relative, rows)[1] for state in self.states)
            if not exact:
                # where banking is not always allowed, play settles at its own turn score
                rolls = self.rolled_although_bankable(table, settled)
                last = int(np.flatnonzero(np.any(rolls, axis=(1, 2)))[-1:].sum())
                if stretch < MOST_STRETCH:
                    needed = max(needed, last + 1 + self.rules.period(self.moves))
                needed = max(needed, self.asked)
            # the value of rolling at the top is known only if the values of the rows above are
            wanted = needed if exact else needed + self.moves.max_rise
            if (settled >= wanted and settled_down) or rows == limit:
                break
            stretch *= 2
        top = self.height(relative)
        above = np.array([self.gain_above(state, relative, rows)[0] for state in self.states]).T
        if not exact and settled >= needed:
            # the upper bound is no value: keep it only for columns rolled at the very top, too
            above = np.where(np.any(rolls[-self.rules.period(self.moves) :], axis=0), above, 0.0)
            # the best option keeps changing above the last roll, where you must roll on
            needed = max(needed, settled - self.moves.max_rise)
        return LongRun(
            turns=self,
            points_per_turn=average,
            relative=relative,
            table=table,
            rows=min(needed, table.rows),
            gain_above=above,
            exact_above=exact,
            always_bank_from=top if self.all_bank_above() else None,
            error=gap + self.uncounted,
            residual=residual,
        )

    def rolled_although_bankable(self, table: SolvedTurnTable, rows: int) -> Booleans:
        """bool[rows, columns, situations]: states that may be banked and are better rolled."""
        points = np.arange(rows)[:, None, None] * float(self.moves.unit)
        allowed = [self.rules.may_bank(self.moves, state.minimum, rows) for state in self.states]
        better = np.stack(allowed, axis=2) & (
            table.rolled[:rows] > points * (1 + SETTLED) + SETTLED
        )
        better[:, self.columns :] = False
        return better

    def height(self, relative: Floats) -> float:
        """T in points over all situations; at least the minimum to bank in any of them."""
        found = [float(state.minimum) for state in self.states]
        for state in self.states:
            ends = self.rules.at_large_scores(self.moves, state, relative)
            found.append(always_bank_from(self.moves, *ends))
        return max(found)

    def all_bank_above(self) -> bool:
        """Whether every state is banked once the turn score is large enough."""
        risk, _ = self.rules.at_large_scores(self.moves, self.states[0], np.zeros(len(self.states)))
        return self.rules.bank_anywhere(self.moves) and bool((risk > 0).all())

    def table(self, relative: Floats, rows: int, *, upper: bool = False) -> SolvedTurnTable:
        """Solve one turn per situation; above the table it uses the lower bound, or the upper
        one."""
        moves, lanes = self.moves, []
        points = np.arange(rows, rows + moves.max_rise)[:, None] * float(moves.unit)

        def worth(following: int, gained: Floats) -> Floats:
            return np.asarray(gained + relative[following])[..., None]

        for state in self.states:
            bank, ended = self.rules.payoffs(moves, state, rows, worth)
            gain, reached = self.gain_above(state, relative, rows)
            above = points + gain
            if not (upper or reached):
                banked, worst = bank[rows:, :, 0], min(float(relative.min()), 0.0) - state.penalty
                above = np.where(banked == FORBIDDEN, worst, banked)
            lanes.append((bank[:rows], ended, above[:, :, None]))
        bank, ended, above = (np.concatenate(each, axis=2) for each in zip(*lanes, strict=True))
        return solve_turn(moves.as_turn, bank, ended, above)

    def gain_above(self, state: Situation, relative: Floats, rows: int) -> tuple[Floats, bool]:
        """The upper bound above the table minus the turn score, and whether play really reaches
        it."""
        risk, award = self.rules.at_large_scores(self.moves, state, relative)
        gain = stationary_gain(self.moves, risk, award, rows * float(self.moves.unit))
        rolls_safely = (gain > 0) & (risk == 0)
        legal = self.moves.unit % self.rules.multiple_of == 0
        banks = (gain == 0) & self.rules.stops(self.moves) & legal
        return gain, bool((rolls_safely | banks).all())

    def gap(self, table: SolvedTurnTable, relative: Floats) -> tuple[float, int]:
        """The difference of the bounds at the start of a turn, and the number of rows in which they
        agree."""
        if all(self.gain_above(state, relative, table.rows)[1] for state in self.states):
            return 0.0, table.rows
        above = self.table(relative, table.rows, upper=True)
        difference = (above.values - table.values)[: table.rows]
        counted = difference[:, : self.columns]
        scale = np.maximum(1.0, np.arange(table.rows) * float(self.moves.unit))
        apart = np.flatnonzero(counted.max(axis=(1, 2)) > SETTLED * scale)
        gap = max(0.0, float(difference[0, self.start].max()))
        return gap, int(apart[0]) if len(apart) else table.rows

    def improve(self, table: SolvedTurnTable, relative: Floats) -> Floats:
        """One Newton step: the relative values under the strategies just found."""
        moves, rules, count = self.moves, self.rules, len(self.states)
        points = np.arange(table.rows)[:, None] * float(moves.unit)
        slopes = np.zeros((count, count))
        for lane, state in enumerate(self.states):
            worth = table.values[:, :, lane]
            banks = rules.may_bank(moves, state.minimum, len(worth))
            banks[: table.rows] &= table.rolled[:, :, lane] <= points + TIE * np.maximum(1, points)
            policy = TurnPolicy(worth, banks, TIE * max(1.0, float(np.abs(worth[0]).max())))
            outcome = play_turn(moves, rules, state, count, policy)
            slopes[lane] = outcome.following
        refuse_never_on_board(self.states, slopes)
        slopes[:, 0] = 0.0  # h of the first is fixed at zero; g stands in its place
        system = np.eye(count) - slopes
        system[:, 0] = 1.0
        values = table.values[0, self.start]
        better = np.asarray(np.linalg.solve(system, values - slopes @ relative), np.float64)
        better[0] = 0.0
        return better


def stationary_gain(moves: TurnMoves, risk: Floats, award: Floats, lost: float) -> Floats:
    """e_c: float64[columns], what rolling on adds to a turn score when a loss costs `lost` points.

    `risk` and `award` are those of `TurnRules.at_large_scores`, here and below.
    Found by policy iteration from "always bank", each policy evaluated by a linear system.
    `lost` may be infinite: then only columns without risk are ever rolled.
    """
    if np.isinf(lost):
        allowed, base = risk == 0, award
    else:
        allowed = np.ones(moves.columns, bool)
        base = award - risk * np.maximum(lost, moves.bonus_before)
    gain = np.zeros(moves.columns)
    for _ in range(MOST_STATIONARY):
        worth, best, rolled = _one_roll(moves, base, gain)
        scale = 1e-12 * max(1.0, float(np.abs(gain).max()))
        rolls = allowed & (rolled > scale)
        if np.all(np.where(rolls, rolled, 0.0) <= gain + scale):
            break
        gain = _evaluate(moves, base, rolls, worth >= np.repeat(best, moves.set_sizes))
    else:
        raise ArithmeticError("policy iteration on the stationary turn does not settle")
    return gain


def _one_roll(moves: TurnMoves, base: Floats, gain: Floats) -> tuple[Floats, Floats, Floats]:
    """The value of each option, the best value of each set, and what one roll from each column
    adds."""
    worth = moves.rise * float(moves.unit) + gain[moves.target]
    best = np.maximum.reduceat(worth, moves.option_start)
    rolled = base + np.add.reduceat(best * moves.set_probability, moves.column_start)
    return worth, best, rolled


def _evaluate(moves: TurnMoves, base: Floats, rolls: Booleans, is_best: Booleans) -> Floats:
    """The gain of rolling in the columns `rolls`, taking the first best option of each set."""
    column = moves.column_of_set
    position = np.where(is_best, np.arange(len(is_best)), len(is_best))
    taken = np.minimum.reduceat(position, moves.option_start)
    chance = moves.set_probability * rolls[column]
    transition = np.zeros((moves.columns, moves.columns))
    np.add.at(transition, (column, moves.target[taken]), chance)
    points = np.bincount(column, chance * moves.rise[taken] * moves.unit, minlength=moves.columns)
    gain = np.linalg.solve(np.eye(moves.columns) - transition, points + np.where(rolls, base, 0.0))
    return np.where(rolls, gain, 0.0)


def rolling_above(moves: TurnMoves, risk: Floats, award: Floats, gain: Floats) -> Floats:
    """If the value of every state is the turn score t plus `gain`, the value of rolling is a t + b.

    Returns a and b by column: float64[2, columns], b in points.
    """
    _, _, rolled = _one_roll(moves, award, gain)
    return np.stack([1.0 - risk, rolled])


def always_bank_from(moves: TurnMoves, risk: Floats, award: Floats) -> float:
    """T in points: from this turn score on, no roll that can lose the turn score is worth the risk.

    Zero where no roll can ever lose the turn score. If the count of hot dice of a column implies
    more bonus points than the column's own bound, the column does not raise T.
    """
    gain = stationary_gain(moves, risk, award, np.inf)
    _, _, rolled = _one_roll(moves, award, gain)
    risky = risk > 0
    needed = np.where(risky, rolled / np.where(risky, risk, 1.0), 0.0)
    return float(np.where(needed > moves.bonus_before, needed, 0.0).max(initial=0.0))
