"""The result of the expected-score objective: one strategy per situation, what it scores, and when
to bank and to take over, as turn scores a person can read.

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
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.evaluate import TurnOutcome, follow, long_run_average
from farklegen.solvers.long_run import TIE as TIE
from farklegen.solvers.long_run import LongRun, rolling_above, solve_long_run
from farklegen.solvers.moves import TurnMoves, reachable_states
from farklegen.solvers.turn_rules import (
    Situation,
    TurnRules,
    refuse_never_on_board,
    situation_number,
)

FARTHEST_ROWS = 1 << 17
"""Rows searched for a first state above the table."""

FAR_RISES = 12
"""How far above the table to search, in largest rises: within that many every turn comes back to
any number of dice."""


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

    def number(self, *, on_board: bool, farkles: int = 0) -> int:
        """The number of a player's strategy: on the board or off it, after that many farkles in a
        row."""
        situations = [strategy.situation for strategy in self.strategies]
        return situation_number(situations, on_board=on_board, farkles=farkles)

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
    moves, top = run.turns.every, run.always_bank_from
    reachable = reachable_states(ruleset, moves, run.rows + moves.max_rise)
    average = long_run_average([strategy.outcome for strategy in strategies])
    return ExpectedScore(
        moves=moves,
        play=run.turns.moves,
        hot_dice=run.turns.hot_dice,
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


def _strategy(run: LongRun, lane: int) -> Strategy:
    """The best play in one situation, followed as far up as it is ever likely to go."""
    turns, rows = run.turns, run.rows
    moves, rules, state, count = turns.moves, turns.rules, turns.states[lane], len(turns.states)
    outcome = follow(
        moves, rules, state, count, lambda longer: _policy(run, lane, longer), run.table.rows
    )
    policy = _policy(run, lane, run.table.rows)
    ends = rules.at_large_scores(moves, state, run.relative)
    points = np.arange(rows)[:, None] * float(moves.unit)
    bank = policy.banks[:rows]
    return Strategy(
        situation=state,
        value=np.where(bank, 0.0, policy.worth[:rows] - points),
        rolling=run.table.rolled[:rows, :, lane] - points,
        bank=bank,
        may_bank=rules.may_bank(moves, state.minimum, rows),
        value_above=run.gain_above[:, lane],
        rolling_above=rolling_above(moves, *ends, run.gain_above[:, lane]),
        outcome=outcome,
    )


def _policy(run: LongRun, lane: int, rows: int) -> TurnPolicy:
    """The best play as a policy with `rows` rows and as many more as a move can rise.

    Above the solved table every state is worth the turn score and what `gain_above` adds to it.
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
        row, minimum = result.rows if above[column] else None, strategy.situation.minimum
        found.append(
            _ranges(ruleset, result, column, rows, here, bool(above[column]), row, minimum)
        )
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
        row = None
        if slope[column] > 0:
            start = (enough - constant[column]) / slope[column] / moves.unit
            row = max(result.rows, int(min(start, FARTHEST_ROWS)) + 1)
        rows, here = by_dice[:, column], worth[:, column] > enough
        found.append(_ranges(ruleset, result, column, rows, here, True, row, minimum))
    return tuple(found)


def _ranges(
    ruleset: Ruleset,
    result: ExpectedScore,
    column: int,
    rows: Booleans,
    here: Booleans,
    endless: bool,
    above: int | None,
    minimum: int | None,
) -> Ranges:
    """The runs of `here` among `rows`, bool[rows], turn scores with one number of dice.

    Args:
        endless: whether a run up to the last of the rows has no end.
        above: the row from which on it holds above the table, too; None if it does not.
        minimum: above the table only turn scores count that may be banked under this minimum; None:
            all that can occur.
    """
    unit, places = result.moves.unit, np.flatnonzero(rows)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], here[places], [False]])))
    runs: list[tuple[int, int | None]] = []
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        last = None if endless and end == len(places) else int(places[end - 1]) * unit
        runs.append((int(places[begin]) * unit, last))
    if above is not None and not (runs and runs[-1][1] is None):
        first = _first_above(ruleset, result, column, above, bank_minimum=minimum)
        runs += [] if first is None else [(first, None)]
    return Ranges(column + 1, tuple(runs))


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
