"""The result of the expected-score objective: one strategy per situation, and what it scores.

See `long_run` for how the objective is solved and `evaluate` for the figures of a strategy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import TurnPolicy
from farklegen.results import Shown
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.evaluate import TurnOutcome, follow, long_run_average
from farklegen.solvers.long_run import TIE as TIE
from farklegen.solvers.long_run import LongRun, solve_long_run
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.occurring import occurring
from farklegen.solvers.process import Situation, refuse_never_on_board
from farklegen.solvers.tail import rolling_above
from farklegen.solvers.turn_rules import TurnRules


@dataclass(frozen=True)
class Strategy:
    """The best play in one situation. Rows are turn scores in units, columns as in `TurnMoves`.

    Attributes:
        situation: what the player brings into the turn.
        value: float64[rows, columns], V: expected points beyond the turn score, what follows the
            turn included; zero where banking is best.
        rolling: float64[rows, columns], the same for rolling.
        bank: bool[rows, columns], whether to bank.
        may_bank: bool[rows, columns], whether the rules allow it.
        value_above: float64[columns], V above the table wherever banking is allowed.
        rolling_above: float64[2, columns]: above the table rolling is worth the turn score times
            the first row plus the second, points.
        outcome: how the turn ends.
    """

    KEYS = ("*situation", "*outcome")

    situation: Situation
    value: Floats
    rolling: Floats
    bank: Booleans
    may_bank: Booleans
    value_above: Floats
    rolling_above: Floats
    outcome: TurnOutcome


@dataclass(frozen=True, eq=False, repr=False)
class ExpectedScore(Shown):
    """The expected-score objective, solved.

    Attributes:
        moves: all the moves of a turn.
        play: the moves a good player chooses from: without those that set aside as many dice for
            fewer points, unless more points can be worse.
        rules: the rules that act within a turn.
        strategies: one per situation; the first is on the board without farkles.
        hot_dice: states with more hot dice than this that paid a growing bonus are so rare that
            they are solved only roughly; zero where the count does not matter.
        reachable: bool[rows, columns], states that some play leads to.
        reachable_above: bool[columns], whether some play leads there above the table.
        points_per_turn: long-run average.
        farkle_probability: share of turns that end in a farkle in the long run.
        frequency: float64[situations], share of turns played in each situation.
        relative: float64[situations], h: what the situation is worth beside the first one, points.
        always_bank_from: the turn score from which to bank with any number of dice, points; None
            where there is none.
        error: `points_per_turn` is at most this much larger, points.
        residual: how far g + h = F(h) is from holding, points.
        left_out: rules that the objective does not look at, in words.
    """

    KEYS = (
        "points_per_turn",
        "farkle_probability",
        "always_bank_from",
        "error",
        "strategies",
    )

    moves: TurnMoves
    play: TurnMoves
    rules: TurnRules
    strategies: tuple[Strategy, ...]
    hot_dice: int
    reachable: Booleans
    reachable_above: Booleans
    points_per_turn: float
    farkle_probability: float
    frequency: Floats
    relative: Floats
    always_bank_from: int | None
    error: float
    residual: float
    left_out: tuple[str, ...]

    @property
    def rows(self) -> int:
        """Turn scores in the tables, in units, from zero."""
        return len(self.reachable)

    def occurs(self, dice: int) -> bool:
        """Whether a turn ever rolls that many dice, in the tables or above them."""
        column, step = dice - 1, self.moves.dice
        below = self.reachable[:, column::step]
        return bool(below.any() or self.reachable_above[column::step].any())


MOST_ERROR = 0.5
"""The largest error of points per turn: a result is right to the point, and states its error."""


WHOLE_SCORE = 5
"""Losing the whole banked score counts as a fifth of the goal, or as the points of five turns if
that is less: of several numbers tried, this one gives the cards that win the most, or little less;
see `docs/decisions.md`."""


def expected_score(ruleset: Ruleset, tables: ScoringTables) -> ExpectedScore:
    """Find the best strategy and everything about it.

    Raises:
        UnsolvableError: see `solve_long_run`; and if the points per turn are not known well enough.
    """
    run = solve_long_run(ruleset, tables)
    if not run.error <= MOST_ERROR:
        raise UnsolvableError(
            f"the expected score was not found: it is at least {run.points_per_turn:,.1f} points a "
            f"turn, and may be {run.error:.1g} points larger, since turns of these rules can go on "
            "for very long. Let more rolls farkle, or let the bonus of hot dice not grow"
        )
    strategies = tuple(_strategy(run, lane) for lane in range(len(run.turns.states)))
    refuse_never_on_board(run.turns.states, np.array([s.outcome.following for s in strategies]))
    moves, top = run.turns.counted.every, run.always_bank_from
    reachable = reachable_states(ruleset, moves, run.rows + moves.max_rise)
    average = long_run_average([strategy.outcome for strategy in strategies])
    return ExpectedScore(
        moves=moves,
        play=run.turns.moves,
        hot_dice=run.turns.counted.hot_dice,
        rules=run.turns.rules,
        strategies=strategies,
        reachable=reachable[: run.rows],
        reachable_above=np.any(reachable[run.rows :], axis=0),
        points_per_turn=run.points_per_turn,
        farkle_probability=average.farkle_probability,
        frequency=average.frequency,
        relative=run.relative,
        always_bank_from=None if top is None else int(-(-top // moves.unit)) * moves.unit,
        error=run.error,
        residual=run.residual,
        left_out=tuple(left_out(ruleset)),
    )


def score_to_play_by(ruleset: Ruleset, tables: ScoringTables) -> ExpectedScore:
    """The expected score that cards and points-only players use: the one of `rules_to_play_by`.

    Raises:
        UnsolvableError: as `expected_score`, but for `penalty: all`.
    """
    rules = rules_to_play_by(ruleset, tables)
    expected = expected_score(rules, tables)
    if rules is ruleset:
        return expected
    note = (
        f"Losing the whole banked score is counted as {rules.farkle.penalty:,} points: what it "
        "costs depends on the score. Chances to win are those of the rules as they are."
    )
    return replace(expected, left_out=(*expected.left_out, note))


def rules_to_play_by(ruleset: Ruleset, tables: ScoringTables) -> Ruleset:
    """The same rules, except that `farkle.penalty: all`, which has no expected score, is replaced
    by a penalty of a number of points. Break points are found for this penalty.

    Raises:
        UnsolvableError: as `expected_score`, but for `penalty: all`.
    """
    farkle = ruleset.farkle
    if farkle.penalty != "all":
        return ruleset

    def costing(penalty: int) -> Ruleset:
        return ruleset.model_copy(update={"farkle": farkle.model_copy(update={"penalty": penalty})})

    turns = WHOLE_SCORE * expected_score(costing(0), tables).points_per_turn
    penalty = min(ruleset.extent // WHOLE_SCORE, int(turns)) // tables.unit * tables.unit
    return costing(max(penalty, tables.unit))


def reachable_states(ruleset: Ruleset, moves: TurnMoves, rows: int) -> Booleans:
    """bool[rows, columns]: the states that can occur, in a turn taken over as well."""
    return occurring(moves, rows, taken_over=ruleset.piggyback != "none")


def _strategy(run: LongRun, lane: int) -> Strategy:
    """The best play in one situation, followed as far up as it is ever likely to go."""
    turns, rows = run.turns, run.rows
    moves, rules, state, count = turns.moves, turns.rules, turns.states[lane], len(turns.states)
    outcome = follow(
        moves, rules, state, count, lambda longer: _policy(run, lane, longer), run.table.rows
    )
    policy = _policy(run, lane, run.table.rows)
    ends = rules.outcome(moves, state, run.relative)
    points = np.arange(rows)[:, None] * float(moves.unit)
    bank = policy.banks[:rows]
    return Strategy(
        situation=state,
        value=np.where(bank, 0.0, policy.worth[:rows] - points),
        rolling=run.table.rolled[:rows, :, lane] - points,
        bank=bank,
        may_bank=rules.may_bank(moves, state.minimum, rows),
        value_above=run.gain_above[:, lane],
        rolling_above=rolling_above(moves, ends, run.gain_above[:, lane]),
        outcome=outcome,
    )


def _policy(run: LongRun, lane: int, rows: int) -> TurnPolicy:
    """The best play as a policy with `rows` rows and as many more as a move can rise.

    Above the solved table every state is worth the turn score and what `tail` says it gains.
    """
    moves, table = run.turns.moves, run.table
    points = np.arange(rows + moves.max_rise)[:, None] * float(moves.unit)
    allowed = run.turns.rules.may_bank(moves, run.turns.states[lane].minimum, len(points))
    worth = points + run.gain_above[:, lane]
    bank = allowed & (run.gain_above[:, lane] == 0)
    solved = table.values if not run.exact_above else table.values[: table.rows]
    worth[: len(solved)] = solved[:, :, lane]
    tie = TIE * np.maximum(1.0, points[: table.rows])
    bank[: table.rows] = allowed[: table.rows] & (
        table.rolled[:, :, lane] <= points[: table.rows] + tie
    )
    return TurnPolicy(worth, bank, TIE * max(1.0, float(np.abs(worth[0]).max())))


def left_out(ruleset: Ruleset) -> list[str]:
    """The rules of this ruleset that expected score does not look at, each in a sentence."""
    out = ["The goal and the end of the game are left out: this is the long-run average."]
    if ruleset.bank.beat_previous:
        out.append("Having to beat the bank before is left out: it depends on the others.")
    farkle = ruleset.farkle
    if farkle.lowest_score is not None and (farkle.penalty or farkle.first_roll_penalty):
        out.append("The lowest score is left out: penalties are counted in full.")
    if ruleset.instant_win:
        out.append("Winning at once is left out: such a roll scores as an ordinary one.")
    if ruleset.disaster:
        out.append("A disaster ends the turn with nothing; the wiped score is not counted.")
    if ruleset.piggyback != "none":
        out.append("Taking over turns: what the next player inherits is not counted.")
    return out
