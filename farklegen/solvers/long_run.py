"""The best points per turn in the long run, exactly.

*One turn* is solved backwards in the turn score (`core.turns`) for every situation of the long
run (`process`): a bank is worth the turn score, a farkle what it banks less the penalty plus the
relative value of the situation it leads to.

*The long run.* The relative values h solve g + h = F(h). F is convex and piecewise linear, its
slopes being the chances of ending in each situation; Newton's method on it is Howard's policy
iteration and ends after finitely many steps. The slopes are read off twin lanes in which one h is a
little larger. It stops when g + h = F(h) up to rounding; what is left is the *residual*.

*How far up.* `tail` derives the turn score T above which banking is always best; the table ends
there. Where banking is not always allowed, lower and upper bounds of what is above are carried
along and the table grows until they agree, for all turn scores that a game has; the gap is the
*error*.

Sources: R. A. Howard, Dynamic Programming and Markov Processes (1960); M. Busche, Maximizing
Expected Scores in the Game of Zilch (2010); M. Busche, T. W. Neller, Optimal Play of the Farkle
Dice Game (2017).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.counted_moves import CountedMoves, counted_moves
from farklegen.solvers.process import Situation, refuse_never_on_board, situations
from farklegen.solvers.tail import always_bank_from, stationary_gain
from farklegen.solvers.turn_rules import TurnRules
from farklegen.solvers.turn_solver import SolvedTurnTable, most_rows, solve_turn

TOLERANCE = 1e-12
"""Relative change of points per turn below which the long run has settled."""

MOST_STRETCH = 32
"""How many times the first table's height is looked at for a turn score from which all bank."""

MOST_ROUNDS = 60
"""Steps of policy iteration on one table; far more than any needs whose bounds are close."""

SETTLED = 1e-9
"""Relative difference of the bounds of a state at which it counts as solved."""

TWIN = 1e-3
"""Points by which a relative value is raised in a twin lane, to read off a slope."""

MOST_ASKED = 20_000
"""Rows that are solved for their own sake at most, whatever the goal is."""

CLOSE = 1e-9
"""Points by which the bounds of a turn of a round may be apart."""


@dataclass(frozen=True)
class LongRun:
    """The solved process.

    Attributes:
        moves: the moves that were solved.
        rules: the rules that act within a turn.
        situations: the states of the process.
        points_per_turn: g, points.
        relative: float64[situations], h, points.
        table: the solved turns, lanes are the situations, values in points.
        rows: turn scores, in units, up to which every state is solved exactly (to `error`, where
            that is not negligible); to twice the goal and further, where what is above the table
            has no such value.
        gain_above: float64[columns, situations], V above the table, points beyond the turn score.
            Zero where one banks there. The upper bound; reached if `exact_above`.
        exact_above: whether play above the table really gets that much.
        always_bank_from: T, points: at T or more one banks with any number of dice; None if not so.
        error: `points_per_turn` is at most this much larger, points.
        residual: largest difference between g + h and F(h), points.
        rounds: steps of policy iteration.
    """

    moves: CountedMoves
    rules: TurnRules
    situations: tuple[Situation, ...]
    points_per_turn: float
    relative: Floats
    table: SolvedTurnTable
    rows: int
    gain_above: Floats
    exact_above: bool
    always_bank_from: float | None
    error: float
    residual: float
    rounds: int


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
    states = situations(ruleset)
    moves = counted_moves(ruleset, tables, states)
    # with other chances a growing bonus may have to be counted further
    if same_options is not None and same_options.moves.play.hot_counts == moves.play.hot_counts:
        moves.play.__dict__["in_chains"] = same_options.moves.play.in_chains
    asked = min(2 * ruleset.extent // moves.play.unit, MOST_ASKED)
    return _Solver(TurnRules.of(ruleset), states, moves, asked).solve()


class RoundTurns:
    """One turn for each situation, given what the situations are worth that follow."""

    def __init__(
        self, ruleset: Ruleset, tables: ScoringTables, states: tuple[Situation, ...]
    ) -> None:
        moves = counted_moves(ruleset, tables, states)
        self._solver = _Solver(TurnRules.of(ruleset), states, moves)

    def worth(self, relative: Floats) -> tuple[Floats, float]:
        """(float64[situations], points; how much larger one may be).

        Args:
            relative: float64[situations], what each is worth beside the first, points.
        """
        solver = self._solver
        limit = most_rows(solver.moves, 2 * len(solver.states))
        rows = min(int(solver.height(relative) // solver.moves.unit) + 2, limit)
        while True:
            table = solver.table(relative, rows)
            gap, _ = solver.gap(table, relative)
            if gap <= CLOSE or rows == limit:
                break
            rows = min(2 * rows, limit)
        worth: Floats = table.values[0, solver.start].copy()
        return worth, gap + solver.counted.error


class _Solver:
    """The steps of one solution; holds what they share.

    Of the rows that are `asked` about every state is solved, also where the start of a turn would
    not need them.
    """

    def __init__(
        self,
        rules: TurnRules,
        states: tuple[Situation, ...],
        counted: CountedMoves,
        asked: int = 0,
    ) -> None:
        self.rules = rules
        self.states = states
        self.counted = counted
        self.asked = asked
        self.moves = counted.play
        self.start = self.moves.column(self.moves.dice)
        # (situation, following situation) whose slope is needed; h of the first is fixed at zero
        self.links = [
            (lane, following)
            for lane, state in enumerate(states)
            for following in sorted(self.following(state) - {0})
        ]

    def following(self, state: Situation) -> set[int]:
        """The situations that a turn may lead to, other than by banking."""
        found = {state.after_farkle}
        if self.rules.keeps or self.rules.first_award > 0 or self.rules.all_dice_award:
            found.add(state.after_paid_farkle)
        if self.moves.disaster_probability.any():
            found.add(state.after_disaster)
        return found

    def solve(self) -> LongRun:
        """Policy iteration, on a table grown until both bounds agree."""
        relative = np.zeros(len(self.states))
        rounds, stretch = 0, 1
        limit = most_rows(self.moves, len(self.states) + len(self.links))
        minimum = max(state.minimum for state in self.states)
        if minimum // self.moves.unit >= limit:
            raise UnsolvableError(
                f"a bank of at least {minimum:,} points is {minimum // self.moves.unit:,} steps of "
                f"{self.moves.unit}; at most {limit:,} are solved. Lower bank.minimum or "
                "bank.opening"
            )
        # slopes cost lanes: on a longer table the values of the shorter one mostly stand
        with_slopes = True
        while True:
            for _ in range(MOST_ROUNDS):
                rounds += 1
                needed = int(self.height(relative) // self.moves.unit) + 2
                rows = min(stretch * needed, limit)
                table = self.table(relative, rows, slopes=with_slopes)
                values = table.values[0, self.start]
                here = values[: len(self.states)]
                average = float(here[0])
                residual = float(np.abs(here - average - relative).max())
                settled_down = residual <= TOLERANCE * max(1.0, float(np.abs(here).max()))
                if settled_down:
                    break
                if with_slopes:
                    relative = self.improve(values, relative)
                with_slopes = True
            with_slopes = False
            gap, settled = self.gap(table, relative)
            exact = all(self.gain_above(state, relative, rows)[1] for state in self.states)
            if not exact:
                # where banking is not always allowed, play settles at its own turn score
                rolls = self.rolled_although_bankable(table, settled)
                last = int(np.flatnonzero(np.any(rolls, axis=(1, 2)))[-1:].sum())
                if stretch < MOST_STRETCH:
                    needed = max(needed, last + 1 + self.period)
                needed = max(needed, self.asked)
            # what rolling is worth at the top is only known if what it leads to is
            wanted = needed if exact else needed + self.moves.max_rise
            if (settled >= wanted and settled_down) or rows == limit:
                break
            stretch *= 2
        top = self.height(relative)
        lanes = len(self.states)
        above = np.array([self.gain_above(state, relative, rows)[0] for state in self.states]).T
        if not exact and settled >= needed:
            # the upper bound is no value: it stands only for what is rolled at the very top, too
            above = np.where(np.any(rolls[-self.period :], axis=0), above, 0.0)
            # which scoring to take goes on changing above the last roll, where one must roll on
            needed = max(needed, settled - self.moves.max_rise)
        return LongRun(
            moves=self.counted,
            rules=self.rules,
            situations=self.states,
            points_per_turn=average,
            relative=relative,
            table=SolvedTurnTable(table.values[:, :, :lanes], table.rolled[:, :, :lanes]),
            rows=min(needed, table.rows),
            gain_above=above,
            exact_above=exact,
            always_bank_from=top if self.all_bank_above(relative) else None,
            error=gap + self.counted.error,
            residual=residual,
            rounds=rounds,
        )

    @property
    def period(self) -> int:
        """Rows after which the turn scores that may be banked repeat."""
        return self.rules.multiple_of // gcd(self.rules.multiple_of, self.moves.unit)

    def rolled_although_bankable(self, table: SolvedTurnTable, rows: int) -> Booleans:
        """bool[rows, columns, situations]: states that may be banked and are better rolled."""
        points = np.arange(rows)[:, None, None] * float(self.moves.unit)
        allowed = [self.rules.may_bank(self.moves, state.minimum, rows) for state in self.states]
        rolled = table.rolled[:rows, :, : len(self.states)]
        better = np.stack(allowed, axis=2) & (rolled > points * (1 + SETTLED) + SETTLED)
        better[:, self.counted.columns :] = False
        return better

    def height(self, relative: Floats) -> float:
        """T in points over all situations; at least what any of them must have to bank."""
        return max(
            max(
                always_bank_from(self.moves, self.rules.outcome(self.moves, state, relative)),
                float(state.minimum),
            )
            for state in self.states
        )

    def all_bank_above(self, relative: Floats) -> bool:
        """Whether far up every state is banked."""
        return self.rules.bank_anywhere(self.moves) and all(
            bool((self.rules.outcome(self.moves, state, relative).risk > 0).all())
            for state in self.states
        )

    def table(
        self, relative: Floats, rows: int, *, slopes: bool = False, upper: bool = False
    ) -> SolvedTurnTable:
        """Solve one turn per situation, and with `slopes` one per link, its relative value raised.

        Above the table stands the lower bound, or the upper one.
        """
        lanes = [(state, relative) for state in self.states]
        for lane, following in self.links if slopes else ():
            raised = relative.copy()
            raised[following] += TWIN
            lanes.append((self.states[lane], raised))
        moves, rules = self.moves, self.rules
        points = np.arange(rows + moves.max_rise, dtype=np.float64) * moves.unit
        bank = np.empty((rows, moves.columns, len(lanes)))
        ended = np.empty((rows, moves.columns, len(lanes)))
        above = np.empty((moves.max_rise, moves.columns, len(lanes)))
        for i, (state, following_values) in enumerate(lanes):
            allowed = rules.may_bank(moves, state.minimum, len(points))
            bank[:, :, i] = np.where(allowed[:rows], points[:rows, None], -np.inf)
            ended[:, :, i] = rules.ended(moves, state, following_values, points[:rows])
            gain, reached = self.gain_above(state, following_values, rows)
            if upper or reached:
                above[:, :, i] = points[rows:, None] + gain
            else:
                # the same for the twin lanes: a bound that moved with them would spoil the slopes
                worst = min(float(relative.min()), 0.0) - state.penalty
                above[:, :, i] = np.where(allowed[rows:], points[rows:, None], worst)
        return solve_turn(moves, bank, ended, above)

    def gain_above(self, state: Situation, relative: Floats, rows: int) -> tuple[Floats, bool]:
        """The upper bound above the table less the turn score, and whether play really gets it."""
        outcome = self.rules.outcome(self.moves, state, relative)
        gain = stationary_gain(self.moves, outcome, rows * float(self.moves.unit))
        rolls_safely = (gain > 0) & (outcome.risk == 0)
        banks = (gain == 0) & self.rules.may_bank_column(self.moves)
        return gain, bool((rolls_safely | banks).all())

    def gap(self, table: SolvedTurnTable, relative: Floats) -> tuple[float, int]:
        """Difference of the bounds at the start of a turn, and how many rows they agree in."""
        if all(self.gain_above(state, relative, table.rows)[1] for state in self.states):
            return 0.0, table.rows
        above = self.table(relative, table.rows, upper=True)
        lanes = len(self.states)
        difference = (above.values - table.values[:, :, :lanes])[: table.rows]
        counted = difference[:, : self.counted.columns]
        scale = np.maximum(1.0, np.arange(table.rows) * float(self.moves.unit))
        apart = np.flatnonzero(counted.max(axis=(1, 2)) > SETTLED * scale)
        gap = max(0.0, float(difference[0, self.start].max()))
        return gap, int(apart[0]) if len(apart) else table.rows

    def improve(self, values: Floats, relative: Floats) -> Floats:
        """One Newton step: the relative values under the strategies just found."""
        count = len(self.states)
        slopes = np.zeros((count, count))
        for i, (lane, following) in enumerate(self.links):
            slopes[lane, following] = (values[count + i] - values[lane]) / TWIN
        refuse_never_on_board(self.states, slopes)
        # g stands in the place of h(on the board, no farkles), which is zero
        system = np.eye(count) - slopes
        system[:, 0] = 1.0
        better = np.asarray(np.linalg.solve(system, values[:count] - slopes @ relative), np.float64)
        better[0] = 0.0
        return better
