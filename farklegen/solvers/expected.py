"""The result of the expected-score objective: one strategy per situation, what it scores, and when
to bank and to take over, as turn scores a person can read.

See `long_run` for how the objective is solved and `evaluate` for the figures of a strategy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.results import Shown
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.evaluate import TurnOutcome, follow, long_run_average
from farklegen.solvers.long_run import TIE as TIE
from farklegen.solvers.long_run import LongRun, points_policy, solve_long_run
from farklegen.solvers.moves import TurnMoves, reachable_states
from farklegen.solvers.turn_rules import (
    Situation,
    TurnRules,
    refuse_never_on_board,
    situation_number,
)

FAR_RISES = 12
"""How far above twice the goal states are solved, in largest rises: within that many every turn
comes back to any number of dice."""


@dataclass(frozen=True)
class Strategy:
    """The best play in one situation. Rows are turn scores in units, to twice the goal and further,
    columns as in `TurnMoves`.

    Attributes:
        situation: what the player brings into the turn.
        value: float64[rows, columns], V: expected points beyond the turn score, what follows the
            turn included; zero where banking is best.
        rolling: float64[rows, columns], the same for rolling.
        bank: bool[rows, columns], whether to bank.
        may_bank: bool[rows, columns], whether the rules allow it.
        outcome: how the turn ends.
    """

    KEYS = ("*situation", "*outcome")

    situation: Situation
    value: Floats
    rolling: Floats
    bank: Booleans
    may_bank: Booleans
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
        rows: turn scores, in units, from zero, from which on V is the same at all turn scores that
            may be banked; or up to twice the goal and further.
        reachable: bool[rows and more, columns], states that some play leads to.
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
    rows: int
    reachable: Booleans
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
    def reachable_above(self) -> Booleans:
        """bool[columns], whether some play leads there above `rows`."""
        above: Booleans = np.logical_or.reduce(self.reachable[self.rows :], axis=0)
        return above

    def occurs(self, dice: int) -> bool:
        """Whether a turn ever rolls that many dice."""
        return bool(self.reachable[:, dice - 1 :: self.moves.dice].any())


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
    run = solve_long_run(ruleset, tables, further=FAR_RISES)
    if not run.error <= MOST_ERROR:
        raise UnsolvableError(
            f"the expected score was not found: it is at least {run.points_per_turn:,.1f} points a "
            f"turn, and may be {run.error:.1g} points larger, since turns of these rules can go on "
            "for very long. Let more rolls farkle, or let the bonus of hot dice not grow"
        )
    strategies = tuple(_strategy(run, lane) for lane in range(len(run.turns.states)))
    refuse_never_on_board(run.turns.states, np.array([s.outcome.following for s in strategies]))
    moves, top = run.turns.every, run.always_bank_from
    average = long_run_average([strategy.outcome for strategy in strategies])
    return ExpectedScore(
        moves=moves,
        play=run.turns.moves,
        hot_dice=run.turns.hot_dice,
        rules=run.turns.rules,
        strategies=strategies,
        rows=run.rows,
        reachable=reachable_states(ruleset, moves, run.known),
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
    turns = run.turns
    moves, rules, state, count = turns.moves, turns.rules, turns.states[lane], len(turns.states)
    rolling, bank = turns.play(run.table, lane)
    rolling, bank = rolling[: run.known], bank[: run.known]
    value = np.where(bank, 0.0, rolling)
    best = partial(points_policy, rules, moves, state, value)
    return Strategy(
        situation=state,
        value=value,
        rolling=rolling,
        bank=bank,
        may_bank=rules.may_bank(moves, state.minimum, run.known),
        outcome=follow(moves, rules, state, count, best, run.rows),
    )


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


def bank_ranges(result: ExpectedScore, strategy: Strategy) -> tuple[Ranges, ...]:
    """For each number of dice, most first: where to bank.

    Only states that can occur and in which the rules allow banking are looked at. Where the count
    of hot dice matters, a turn score counts if you bank there at every count.
    """
    shape = (-1, result.moves.hot_counts, result.moves.dice)
    asked = (result.reachable & strategy.may_bank).reshape(shape)
    rolled = asked & ~strategy.bank.reshape(shape)
    return _ranges(result, np.any(asked, axis=1), ~np.any(rolled, axis=1))


def take_over_ranges(
    ruleset: Ruleset, result: ExpectedScore, strategy: Strategy
) -> tuple[Ranges, ...]:
    """For each number of dice, most first: inherited turn scores at which to take the turn over.

    A turn taken over must be rolled; it competes with a fresh turn. Empty without piggyback.
    """
    if ruleset.piggyback == "none":
        return ()
    moves, inherited = result.moves, result.reachable
    if ruleset.piggyback == "after_bank":
        # only turn scores that the other player could bank
        minimum = ruleset.bank.minimum
        inherited = inherited & result.rules.may_bank(moves, minimum, len(inherited))
    by_dice = np.any(inherited.reshape(-1, moves.hot_counts, moves.dice), axis=1)
    by_dice[0] = False
    # hot dice count afresh: the columns of count zero
    worth = np.arange(len(inherited))[:, None] * moves.unit + strategy.rolling[:, : moves.dice]
    fresh = strategy.rolling[0, moves.column(moves.dice)]
    return _ranges(result, by_dice, worth > fresh + TIE * max(1.0, abs(fresh)))


def _ranges(result: ExpectedScore, rows: Booleans, here: Booleans) -> tuple[Ranges, ...]:
    """The runs of `here` among `rows`, bool[rows, dice], for each number of dice, most first. A run
    up to the last of the rows has no end."""
    unit, found = result.moves.unit, list[Ranges]()
    for column in range(result.moves.dice - 1, -1, -1):
        places = np.flatnonzero(rows[:, column])
        edges = np.flatnonzero(np.diff([False, *here[places, column], False]))
        scores = [*(places * unit).tolist(), None]
        runs = zip(edges[::2], edges[1::2], strict=True)
        ranges = tuple((scores[a], None if b == len(places) else scores[b - 1]) for a, b in runs)
        found.append(Ranges(column + 1, ranges))
    return tuple(found)
