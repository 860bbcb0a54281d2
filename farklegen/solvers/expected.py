"""The best points per turn in the long run, exactly: one strategy per situation, what it scores,
and when to bank and to take over. And the most points of a game of rounds.

*One turn* is solved backwards in the turn score for every situation (`turn_rules`): a bank is worth
the turn score, a farkle what it banks less the penalty plus the relative value of the situation it
leads to.

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
comes from "bank if allowed, else lose everything". The table grows until both bounds agree up to
twice the goal; the gap is the *error*.

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
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Booleans, Floats
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import TurnPolicy
from farklegen.results import Shown
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.decisions import probability
from farklegen.solvers.evaluate import TurnOutcome, follow, play_turn, situation_shares
from farklegen.solvers.moves import (
    TurnMoves,
    hot_counts_within,
    reachable_states,
    turn_moves,
)
from farklegen.solvers.turn_rules import (
    Situation,
    SolvedTurnTable,
    TurnRules,
    most_rows,
    refuse_never_on_board,
    situation_number,
    situations,
    solve_turn,
)

TOLERANCE = 1e-12
"""Relative change of points per turn below which the long run has settled."""

MOST_ROUNDS = 60
"""Steps of policy iteration on one table; far more than a table with close bounds ever needs."""

SETTLED = 1e-9
"""Relative difference of the bounds of a state at which it counts as solved."""

TIE = 1e-9
"""Values closer than this, relative to their size, are equal: rounding must not choose."""

MOST_ASKED = 20_000
"""The most rows up to twice the goal."""

CLOSE = 1e-9
"""Points by which the bounds of a turn of a round may be apart."""

MOST_HOT_DICE = 96
"""The most hot dice of a turn that count if their bonus grows; `error` bounds what this loses."""

UNCOUNTED = 1e-10
"""Points that counting fewer of them may lose."""

MOST_STATIONARY = 200
"""More rounds of policy iteration than any stationary turn needs; each improves strictly."""

FAR_RISES = 12
"""How far above twice the goal states are solved, in largest rises: within that many every turn
comes back to any number of dice."""

MOST_ERROR = 0.5
"""The largest error of points per turn: a result is right to the point, and states its error."""

WHOLE_SCORE = 5
"""Losing the whole banked score counts as a fifth of the goal, or as the points of five turns if
that is less: of several numbers tried, this one gives the cards that win the most, or little
less."""


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


def expected_score(ruleset: Ruleset, tables: ScoringTables) -> ExpectedScore:
    """Find the best strategy and everything about it.

    Raises:
        UnsolvableError: for `penalty: all`, dice that can never farkle, an opening that no turn can
            reach, a table too large for memory, or points per turn that are not known well enough.
    """
    turns = SituationTurns(ruleset, tables)
    run = turns.solve(turns.asked + FAR_RISES * turns.moves.max_rise)
    error = run.gap + turns.uncounted
    if not error <= MOST_ERROR:
        raise UnsolvableError(
            f"the expected score was not found: it is at least {run.points_per_turn:,.1f} points a "
            f"turn, and may be {error:.1g} points larger, since turns of these rules can go on "
            "for very long. Let more rolls farkle, or let the bonus of hot dice not grow"
        )
    strategies = tuple(_strategy(turns, run, lane) for lane in range(len(turns.states)))
    outcomes = [strategy.outcome for strategy in strategies]
    refuse_never_on_board(turns.states, np.array([outcome.following for outcome in outcomes]))
    moves, rules, here = turns.every, turns.rules, run.table.values[0, turns.start]
    risk, _ = rules.at_large_scores(turns.moves, turns.states[0], run.relative)
    top = turns.height(run.relative) if rules.bank_anywhere(turns.moves) and all(risk > 0) else None
    frequency = situation_shares(outcomes)
    return ExpectedScore(
        moves=moves,
        play=turns.moves,
        hot_dice=turns.hot_dice,
        rules=rules,
        strategies=strategies,
        rows=run.rows,
        reachable=reachable_states(ruleset, moves, run.known),
        points_per_turn=run.points_per_turn,
        farkle_probability=probability(
            float(frequency @ [each.farkle_probability for each in outcomes])
        ),
        frequency=frequency,
        relative=run.relative,
        always_bank_from=None if top is None else int(-(-top // moves.unit)) * moves.unit,
        error=error,
        residual=float(np.abs(here - run.points_per_turn - run.relative).max()),
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


def _strategy(turns: SituationTurns, run: LongRun, lane: int) -> Strategy:
    """The best play in one situation, followed as far up as it is ever likely to go."""
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


class LongRun(NamedTuple):
    """The solved process.

    Attributes:
        points_per_turn: g, points; at most `gap` too small.
        relative: float64[situations], h, points.
        table: the solved turns, lanes are the situations, values in points.
        rows: turn scores, in units, that are looked at: up to T, and where banking is not always
            allowed, at least up to twice the goal and further.
        known: rows of the table in which every state is solved exactly (to `gap`, where that is
            not negligible): more than `rows`.
        gap: points.
    """

    points_per_turn: float
    relative: Floats
    table: SolvedTurnTable
    rows: int
    known: int
    gap: float


class SituationTurns:
    """One turn for each situation, given the values of the situations that follow.

    Attributes:
        states: the situations.
        every, moves: all the moves; those a good player chooses from.
        hot_dice: counts of hot dice up to this one are solved exactly, ...
        uncounted: ... and what is lost by it, points at the start of a turn.
        asked: rows up to twice the goal.
    """

    def __init__(self, ruleset: Ruleset, tables: ScoringTables) -> None:
        self.rules, self.states = TurnRules(ruleset), situations(ruleset)

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
        if _never_ends(single):
            raise UnsolvableError(
                "with these combinations a player can roll on for ever and never farkle, so the "
                "expected score has no finite value. Take a combination away, or ask for `reach`"
            )
        bonus = ruleset.hot_dice_bonus
        if bonus is None or not bonus.step:
            return 1, 0, 0.0
        counts, relative = 3, np.zeros(len(self.states))  # fewer cannot see the bonus grow
        while self.rules.bank_anywhere(single) and counts <= MOST_HOT_DICE + 1:
            risk, award = self.rules.at_large_scores(moves(counts), self.states[0], relative)
            if not (risk > 0).all():
                break
            # no situation is better than the first, whose value is zero, so this T is largest
            top = max(always_bank_from(moves(counts), risk, award), ruleset.bank.opening_minimum)
            more = hot_counts_within(ruleset, top, MOST_HOT_DICE + 2)
            if more <= counts:
                return counts, counts - 1, 0.0
            counts = more
        count, error = _hot_dice_to_count(moves(2), bonus.step)
        return min(2 * count, MOST_HOT_DICE) + 1, count, error

    def worth(self, relative: Floats) -> tuple[Floats, float]:
        """(float64[situations], the value of each turn in points; by how much one may be larger).

        Args:
            relative: float64[situations], the value of each situation relative to the first,
                points.
        """
        limit = most_rows(self.moves, len(self.states))
        rows = min(self.rows(relative), limit)
        while True:
            table, gap, _ = self.solved(relative, rows)
            if gap <= CLOSE or rows == limit:
                break
            rows = min(2 * rows, limit)
        worth: Floats = table.values[0, self.start].copy()
        return worth, gap + self.uncounted

    def solve(self, asked: int = 0) -> LongRun:
        """Policy iteration, on a table grown until both bounds agree in `asked` rows, and in those
        that the start of a turn needs."""
        relative, rows, period = np.zeros(len(self.states)), asked, self.rules.period(self.moves)
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
                needed = self.rows(relative) + period
                rows = min(max(rows, needed), limit)
                table, gap, known = self.solved(relative, rows)
                here = table.values[0, self.start]
                average = float(here[0])
                residual = float(np.abs(here - average - relative).max())
                settled_down = residual <= TOLERANCE * max(1.0, float(np.abs(here).max()))
                if settled_down:
                    break
                relative = self.improve(table, relative)
            if (settled_down and known >= max(needed, asked)) or rows == limit:
                break
            rows *= 2
        needed, known = min(needed, rows), max(min(needed, rows), known)
        # where turns must go on, the best option keeps changing
        looked_at = (needed if self.rules.bank_anywhere(self.moves) else known) - period
        return LongRun(average, relative, table, looked_at, known, gap)

    def rows(self, relative: Floats) -> int:
        """The rows that are looked at: up to T and, where banking is not always allowed, at least
        to twice the goal."""
        needed = int(self.height(relative) // self.moves.unit) + 2
        return needed if self.rules.bank_anywhere(self.moves) else max(needed, self.asked)

    def height(self, relative: Floats) -> float:
        """T in points over all situations; at least the minimum to bank in any of them."""
        found = [float(state.minimum) for state in self.states]
        for state in self.states:
            ends = self.rules.at_large_scores(self.moves, state, relative)
            found.append(always_bank_from(self.moves, *ends))
        return max(found)

    def solved(self, relative: Floats, rows: int) -> tuple[SolvedTurnTable, float, int]:
        """(One turn per situation, the difference of the bounds at its start, the number of rows in
        which the bounds agree, also about the states that one roll leads to)."""
        above = self.table(relative, rows, upper=True)
        unit = float(self.moves.unit)
        if self.rules.bank_anywhere(self.moves) and rows * unit >= self.height(relative):
            return above, 0.0, rows  # play really reaches the upper bound
        table = self.table(relative, rows, upper=False)
        difference = (above.values - table.values)[:rows]
        counted = difference[:, : (self.hot_dice + 1) * self.moves.dice]
        scale = np.maximum(1.0, np.arange(rows) * unit)
        apart = np.flatnonzero(counted.max(axis=(1, 2)) > SETTLED * scale)
        gap = max(0.0, float(difference[0, self.start].max()))
        return table, gap, (int(apart[0]) if len(apart) else rows) - self.moves.max_rise

    def table(self, relative: Floats, rows: int, *, upper: bool) -> SolvedTurnTable:
        """Solve one turn per situation; above the table it uses the upper bound, or the lower
        one."""
        moves, lanes = self.moves, []
        points = np.arange(rows, rows + moves.max_rise)[:, None] * float(moves.unit)

        def worth(following: int, gained: Floats) -> Floats:
            return np.asarray(gained + relative[following])[..., None]

        for state in self.states:
            bank, ended = self.rules.payoffs(moves, state, rows, worth)
            if upper:
                ends = self.rules.at_large_scores(moves, state, relative)
                above = points + stationary_gain(moves, *ends, rows * float(moves.unit))
            else:
                banked, worst = bank[rows:, :, 0], min(float(relative.min()), 0.0) - state.penalty
                above = np.where(banked == FORBIDDEN, worst, banked)
            lanes.append((bank[:rows], ended, above[:, :, None]))
        bank, ended, above = (np.concatenate(each, axis=2) for each in zip(*lanes, strict=True))
        return solve_turn(moves.as_turn, bank, ended, above)

    def improve(self, table: SolvedTurnTable, relative: Floats) -> Floats:
        """One Newton step: the relative values under the strategies just found."""
        moves, rules, count = self.moves, self.rules, len(self.states)
        slopes = np.zeros((count, count))
        for lane, state in enumerate(self.states):
            rolling, bank = self.play(table, lane)
            policy = points_policy(
                rules, moves, state, np.where(bank, 0.0, rolling), len(table.rolled)
            )
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
        points = np.arange(len(table.rolled))[:, None] * float(self.moves.unit)
        rolling: Floats = table.rolled[:, :, lane] - points
        allowed = self.rules.may_bank(self.moves, self.states[lane].minimum, len(table.rolled))
        return rolling, allowed & (rolling <= TIE * np.maximum(1.0, points))


def _never_ends(moves: TurnMoves) -> bool:
    """Whether some way of playing may roll on for ever without risking a farkle."""
    safe = moves.farkle_probability + moves.disaster_probability == 0
    while True:
        stays = np.maximum.reduceat(safe[moves.target], moves.option_start)
        kept = safe.copy()
        np.logical_and.at(kept, moves.column_of_set, stays | (moves.set_probability == 0))
        if np.array_equal(kept, safe):
            break
        safe = kept
    seen: set[int] = set()
    more = {moves.column(moves.dice)}
    steps = moves.distinct() if safe.any() else []
    while more:
        seen |= more
        more = {target for column, _, target in steps if column in seen} - seen
    return bool(safe[sorted(seen)].any())


def _hot_dice_to_count(moves: TurnMoves, step: int) -> tuple[int, float]:
    """How many counts of hot dice to tell apart, `MOST_HOT_DICE` at most, when their bonus grows by
    `step` points; and the error that this leaves, points.

    With q the best chance to reach a hot dice that pays, from any number of dice, counting only the
    first K loses at most the sum over j > K of q**j (j - K) step = step q**(K + 1) / (1 - q)**2
    points. `moves` tell two counts apart.
    """
    chance = np.zeros(moves.columns)
    for _ in range(10_000):
        worth = np.where(moves.target >= moves.dice, 1.0, chance[moves.target])
        best = np.maximum.reduceat(worth, moves.option_start)
        better = np.add.reduceat(best * moves.set_probability, moves.column_start)
        if np.abs(better - chance).max() < 1e-14:
            break
        chance = better
    q = min(float(chance[: moves.dice].max()) + 1e-9, 1.0 - 1e-9)
    for count in range(1, MOST_HOT_DICE + 1):
        error = step * q ** (count + 1) / (1 - q) ** 2
        if error < UNCOUNTED:
            break
    return count, error


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
