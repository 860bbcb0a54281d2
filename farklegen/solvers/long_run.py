"""The best points per turn in the long run, exactly.

*One turn* is solved backwards in the turn score (`turn_solver`) for every situation of the long
run (`process`): a bank is worth the turn score, a farkle what it banks less the penalty plus the
relative value of the situation it leads to.

*The long run.* The relative values h solve g + h = F(h). F is convex and piecewise linear, its
slopes being the chances of ending in each situation; Newton's method on it is Howard's policy
iteration and ends after finitely many steps. The slopes are found by following each turn
(`evaluate`). The iteration stops when g + h = F(h) up to rounding; the difference that is left is
the *residual*.

*How far up.* `tail` derives the turn score T above which banking is always best; the table ends
there. Where banking is not always allowed, lower and upper bounds of the values above the table are
carried along. The table grows until they agree for all turn scores that a game has; the gap is the
*error*.

Sources: R. A. Howard, Dynamic Programming and Markov Processes (1960); M. Busche, Maximizing
Expected Scores in the Game of Zilch (2010); M. Busche, T. W. Neller, Optimal Play of the Farkle
Dice Game (2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import TurnPolicy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.evaluate import play_turn
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.process import Situation, refuse_never_on_board, situations
from farklegen.solvers.tail import always_bank_from, hot_dice_to_count, never_ends, stationary_gain
from farklegen.solvers.turn_rules import TurnRules
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


def solve_long_run(
    ruleset: Ruleset, tables: ScoringTables, same_options: LongRun | None = None
) -> LongRun:
    """Solve the expected-score objective.

    Args:
        ruleset: the rules.
        tables: its scoring tables.
        same_options: a solution of tables with the same options and other chances; its order of
            sets is used again.

    Raises:
        UnsolvableError: for `penalty: all`, dice that can never farkle, an opening that no turn can
            reach, or a table too large for memory.
    """
    solver = SituationTurns(ruleset, tables)
    moves = solver.moves
    # with other chances a growing bonus may need more counts
    if same_options is not None and same_options.turns.moves.hot_counts == moves.hot_counts:
        moves.__dict__["in_chains"] = same_options.turns.moves.in_chains
    return solver.solve()


class SituationTurns:
    """One turn for each situation, given the values of the situations that follow.

    Attributes:
        states: the situations.
        asked: rows in which every state is solved, even if the start of a turn does not need them.
    """

    def __init__(self, ruleset: Ruleset, tables: ScoringTables) -> None:
        self.rules, self.states = TurnRules.of(ruleset), situations(ruleset)
        self.counted = counted_moves(ruleset, tables, self.states)
        self.moves = self.counted.play
        self.asked = min(2 * ruleset.extent // self.moves.unit, MOST_ASKED)
        self.start = self.moves.column(self.moves.dice)

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
        return worth, gap + self.counted.error

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
            always_bank_from=top if self.all_bank_above(relative) else None,
            error=gap + self.counted.error,
            residual=residual,
        )

    def rolled_although_bankable(self, table: SolvedTurnTable, rows: int) -> Booleans:
        """bool[rows, columns, situations]: states that may be banked and are better rolled."""
        points = np.arange(rows)[:, None, None] * float(self.moves.unit)
        allowed = [self.rules.may_bank(self.moves, state.minimum, rows) for state in self.states]
        better = np.stack(allowed, axis=2) & (
            table.rolled[:rows] > points * (1 + SETTLED) + SETTLED
        )
        better[:, self.counted.columns :] = False
        return better

    def height(self, relative: Floats) -> float:
        """T in points over all situations; at least the minimum to bank in any of them."""
        return max(
            max(
                always_bank_from(self.moves, self.rules.outcome(self.moves, state, relative)),
                float(state.minimum),
            )
            for state in self.states
        )

    def all_bank_above(self, relative: Floats) -> bool:
        """Whether every state is banked once the turn score is large enough."""
        return self.rules.bank_anywhere(self.moves) and all(
            bool((self.rules.outcome(self.moves, state, relative).risk > 0).all())
            for state in self.states
        )

    def table(self, relative: Floats, rows: int, *, upper: bool = False) -> SolvedTurnTable:
        """Solve one turn per situation; above the table it uses the lower bound, or the upper
        one."""
        moves, rules, lanes = self.moves, self.rules, len(self.states)
        points = np.arange(rows + moves.max_rise, dtype=np.float64) * moves.unit
        bank = np.empty((rows, moves.columns, lanes))
        ended = np.empty((rows, moves.columns, lanes))
        above = np.empty((moves.max_rise, moves.columns, lanes))
        for i, state in enumerate(self.states):
            allowed = rules.may_bank(moves, state.minimum, len(points))
            bank[:, :, i] = np.where(allowed[:rows], points[:rows, None], -np.inf)

            def worth(following: int, gained: Floats) -> Floats:
                return np.asarray(gained + relative[following])[..., None]

            ended[:, :, i] = rules.ended(moves, state, points[:rows], worth)[:, :, 0]
            ended[:, :, i] += moves.disaster_probability * relative[state.after_disaster]
            gain, reached = self.gain_above(state, relative, rows)
            if upper or reached:
                above[:, :, i] = points[rows:, None] + gain
            else:
                worst = min(float(relative.min()), 0.0) - state.penalty
                above[:, :, i] = np.where(allowed[rows:], points[rows:, None], worst)
        return solve_turn(moves.as_turn, bank, ended, above)

    def gain_above(self, state: Situation, relative: Floats, rows: int) -> tuple[Floats, bool]:
        """The upper bound above the table minus the turn score, and whether play really reaches
        it."""
        outcome = self.rules.outcome(self.moves, state, relative)
        gain = stationary_gain(self.moves, outcome, rows * float(self.moves.unit))
        rolls_safely = (gain > 0) & (outcome.risk == 0)
        banks = (gain == 0) & self.rules.may_bank_column(self.moves)
        return gain, bool((rolls_safely | banks).all())

    def gap(self, table: SolvedTurnTable, relative: Floats) -> tuple[float, int]:
        """The difference of the bounds at the start of a turn, and the number of rows in which they
        agree."""
        if all(self.gain_above(state, relative, table.rows)[1] for state in self.states):
            return 0.0, table.rows
        above = self.table(relative, table.rows, upper=True)
        difference = (above.values - table.values)[: table.rows]
        counted = difference[:, : self.counted.columns]
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
            outcome = play_turn(moves, rules, state, count, policy, table.rows)
            slopes[lane] = outcome.following
        refuse_never_on_board(self.states, slopes)
        slopes[:, 0] = 0.0  # h of the first is fixed at zero; g stands in its place
        system = np.eye(count) - slopes
        system[:, 0] = 1.0
        values = table.values[0, self.start]
        better = np.asarray(np.linalg.solve(system, values - slopes @ relative), np.float64)
        better[0] = 0.0
        return better


@dataclass(frozen=True)
class CountedMoves:
    """Moves that tell as many counts of hot dice apart as the ruleset needs.

    Attributes:
        every: all the moves.
        play: those a good player chooses from.
        hot_dice: counts of hot dice up to this one are solved exactly.
        error: what is lost by not counting any further, points at the start of a turn.
    """

    every: TurnMoves
    play: TurnMoves
    hot_dice: int
    error: float

    @property
    def columns(self) -> int:
        """The columns that are solved exactly, the first ones."""
        return (self.hot_dice + 1) * self.play.dice


def counted_moves(
    ruleset: Ruleset, tables: ScoringTables, states: tuple[Situation, ...]
) -> CountedMoves:
    """The moves of a ruleset.

    A growing hot-dice bonus needs the count of hot dice. Where banking is always best from some
    turn score on, only counts whose bonuses alone do not reach this score are needed. Elsewhere
    enough counts are kept that higher ones almost never happen.

    Raises:
        UnsolvableError: if a player can roll on for ever without a risk.
    """
    # where more points are never worse, an option with fewer for as many dice is never needed
    best_only = tables.unit % ruleset.bank.multiple_of == 0

    def moves(counts: int, *, best: bool) -> TurnMoves:
        return turn_moves(ruleset, tables, best_only=best, hot_counts=counts)

    single = moves(1, best=best_only)
    if never_ends(single):
        raise UnsolvableError(
            "with these combinations a player can roll on for ever and never farkle, so the "
            "expected score has no finite value. Take a combination away, or ask for `reach`"
        )
    bonus = ruleset.hot_dice_bonus
    if bonus is None or not bonus.step:
        every = moves(1, best=False) if best_only else single
        return CountedMoves(every, single, every.hot_counts - 1, 0.0)
    rules = TurnRules.of(ruleset)
    relative = np.zeros(len(states))
    for counts in COUNTS_TRIED if rules.bank_anywhere(single) else ():
        play = moves(counts + 1, best=best_only)
        outcome = rules.outcome(play, states[0], relative)
        # no situation is better than the first, whose relative value is zero, so this T is largest
        top = max(always_bank_from(play, outcome), ruleset.bank.opening_minimum)
        if (outcome.risk > 0).all() and play.bonus_before[-1] >= top:
            return CountedMoves(moves(counts + 1, best=False), play, counts, 0.0)
    count, error = hot_dice_to_count(single, bonus.step, 1e-10, MOST_HOT_DICE)
    kept = min(2 * count, MOST_HOT_DICE) + 1
    return CountedMoves(moves(kept, best=False), moves(kept, best=best_only), count, error)
