"""The card: break points, and exactly what a player who goes by nothing else scores.

V(n, t) is what rolling n dice at turn score t adds to t on average; zero where you bank.
Rounded up to the next step, V changes at a few turn scores only. States that cannot occur shape
nothing; in a gap between two states that can occur, the break point is where V itself crosses.

For every number of dice the card shows a value that depends on the turn score. After a roll the
player looks at each way of setting dice aside, adds this value to the turn score that it leads to,
and takes the largest sum. Among equal sums the player prefers one in which to bank, then more dice,
then more points. Of two ways that leave the same dice, the player takes the one with more points
without adding up (unless `multiple_of` makes more points worse). Value zero means bank, where
banking is allowed.

Four things keep it short, each measured:

* *All the dice.* Players almost never weigh hot dice against anything: the row is one value and the
  turn score from which to bank, unless a longer row scores more.
* *A last die that must be rolled* is worth ever less as the turn score grows: its row stops where
  you bank any other number of dice, unless a longer row scores more.
* *Below a minimum* V is negative and zigzags. There the card may show one value per number of dice
  instead of break points: always if there would be more than a dozen break points, else if one
  value loses no more.
* *Between multiples* (`multiple_of`) a turn score cannot be banked and V is negative: one value per
  number of dice again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Booleans, Floats
from farklegen.policies.policy import GoForIt, TurnPolicy
from farklegen.results import Shown
from farklegen.rules.hands import rolled_on
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables, compile_scoring
from farklegen.solvers.decisions import probability
from farklegen.solvers.duel.arena import Duel
from farklegen.solvers.evaluate import TurnOutcome, follow, situation_shares, total_of
from farklegen.solvers.expected import (
    ExpectedScore,
    Ranges,
    RoundsTotal,
    Strategy,
    bank_ranges,
    best_total,
    rules_to_play_by,
    score_to_play_by,
    take_over_ranges,
)
from farklegen.solvers.game.planes import BankByLead
from farklegen.solvers.turn_rules import Situation

ROUNDING = 1e-9
"""V may exceed a multiple of the step by this part of a step and still count as that multiple."""


class BreakPoint(NamedTuple):
    """From a turn score on, what a state is worth more than the turn score.

    Attributes:
        value: in points; 0: bank, from the minimum on.
        turn_score: from this one on.
    """

    value: int
    turn_score: int


class Row(NamedTuple):
    """The break points of one number of dice.

    Attributes:
        dice: left to roll.
        points: smallest turn score first; the first is from zero.
    """

    dice: int
    points: tuple[BreakPoint, ...]

    def values(self, scores: NDArray[np.int64]) -> Floats:
        """float64[len(scores)]: the value shown at each turn score."""
        starts = np.array([point.turn_score for point in self.points])
        shown = np.array([point.value for point in self.points], np.float64)
        return shown[np.searchsorted(starts, scores, side="right") - 1]


def round_up(value: Floats, step: int) -> NDArray[np.int64]:
    return (np.ceil(value / step - ROUNDING) * step).astype(np.int64)


def break_points(
    value: Floats, reachable: Booleans, dice: int, unit: int, step: int, stride: int = 1
) -> Row:
    """The row of one number of dice.

    Args:
        value: float64[rows], V by turn score in units.
        reachable: bool[rows], turn scores that can occur with this many dice.
        unit: points per row.
        step: multiple to round up to, points.
        stride: rows between two turn scores that may occur, for a row that holds for these only.
    """
    shown = round_up(value, step)
    occurring = np.flatnonzero(reachable)
    if not len(occurring):
        return Row(dice, (BreakPoint(int(shown[0]), 0),))
    found = [BreakPoint(int(shown[occurring[0]]), 0)]
    changes = np.flatnonzero(np.diff(shown[occurring])) + 1
    for before, here in zip(occurring[changes - 1], occurring[changes], strict=True):
        start = int(here)
        while start - stride > before and shown[start - stride] == shown[here]:
            start -= stride
        found.append(BreakPoint(int(shown[here]), start * unit))
    return Row(dice, tuple(found))


@dataclass(frozen=True)
class Chances:
    """How often a player wins against perfect play.

    Attributes:
        moving_first, moving_second: probability, by who moves first.
    """

    KEYS = ("moving_first", "moving_second", "average")

    moving_first: float
    moving_second: float

    @classmethod
    def of(cls, duel: Duel) -> Chances:
        return cls(duel.moving_first, duel.moving_second)

    @property
    def average(self) -> float:
        """Their mean."""
        return (self.moving_first + self.moving_second) / 2

    @property
    def of_other(self) -> Chances:
        """Those of the other player."""
        return Chances(1 - self.moving_second, 1 - self.moving_first)


@dataclass(frozen=True, repr=False)
class MatchPrice(Shown):
    """The card in a match against perfect play.

    Attributes:
        go_for_it: the thresholds, points.
        step: points between two numbers that were tried.
        alone: the card without thresholds.
        with_go_for_it: the card with them.
        perfect: perfect play.
        error: of these chances, about.
        by_lead: in a game of rounds alone.
    """

    KEYS = ("go_for_it", "alone", "with_go_for_it", "perfect", "by_lead")

    go_for_it: GoForIt
    step: int
    alone: Chances
    with_go_for_it: Chances
    perfect: Chances
    error: float
    by_lead: BankByLead | None = None


MOST_BREAK_POINTS_BELOW_MINIMUM = 12

COSTLESS = 1e-9
"""A difference in expected points, as a share of a turn's points, that is only rounding."""

GOOD_ENOUGH = 1e-4
"""Losses that differ by no more than this, relative to a turn's points, count as alike."""


@dataclass(frozen=True)
class CardTable:
    """The part of a card for one situation.

    Attributes:
        situation: what the player brings into the turn.
        rows: break points, most dice first.
        between_multiples: values by number of dice, most first, at turn scores that `multiple_of`
            does not let be banked.
        take_over: turn scores from which to take over, most dice first.
        loss: what the card costs in a turn of this situation, points.
    """

    KEYS = ("rows", "between_multiples", "take_over")

    situation: Situation
    rows: tuple[Row, ...]
    between_multiples: tuple[int, ...]
    take_over: tuple[Ranges, ...]
    loss: float

    @cached_property
    def _hash(self) -> int:
        return hash((self.situation, self.rows, self.between_multiples, self.take_over, self.loss))

    def __hash__(self) -> int:  # a search looks cards up again and again
        return self._hash


@dataclass(frozen=True, repr=False)
class Card(Shown):
    """A memorised card and its price.

    Attributes:
        step: values are multiples of this, points.
        tables: one per situation.
        points_per_turn: exact long-run average of play by the card.
        farkle_probability: share of that player's turns that end in a farkle.
        loss: points per turn lost against the optimum.
        numbers_to_remember: different turn scores above zero and below the goal in all tables.
        total: points of a whole game of rounds, played by the card; None without rounds.
    """

    KEYS = ("points_per_turn", "farkle_probability", "numbers_to_remember", "total", "tables")

    step: int
    tables: tuple[CardTable, ...]
    points_per_turn: float
    farkle_probability: float
    loss: float
    numbers_to_remember: int
    total: float | None = None


def make_card(ruleset: Ruleset, result: ExpectedScore, step: int | None = None) -> Card:
    """The card of a solved ruleset; `step` in points, by default the unit of turn scores."""
    step = result.moves.unit if step is None else step
    maker = _CardMaker(result, step)
    tables = (
        replace(maker.table(strategy), take_over=take_over_ranges(ruleset, result, strategy))
        for strategy in result.strategies
    )
    return card_of(ruleset, result, step, tuple(tables))


def card_of(
    ruleset: Ruleset, result: ExpectedScore, step: int, tables: tuple[CardTable, ...]
) -> Card:
    """A card with given tables, whose losses are measured."""
    outcomes = [_measure(result, table) for table in tables]
    shares = situation_shares(outcomes)
    average = float(shares @ [each.points for each in outcomes])
    losses = [
        _loss(_worth(result, strategy.outcome), _worth(result, outcome))
        for strategy, outcome in zip(result.strategies, outcomes, strict=True)
    ]
    total = None
    if ruleset.rounds is not None:
        total = total_of(outcomes, result.number(on_board=False), ruleset.rounds)
    return Card(
        step=step,
        tables=tuple(replace(t, loss=loss) for t, loss in zip(tables, losses, strict=True)),
        points_per_turn=average,
        farkle_probability=probability(
            float(shares @ [each.farkle_probability for each in outcomes])
        ),
        loss=_loss(result.points_per_turn, average),
        numbers_to_remember=numbers_to_remember(tables, ruleset.extent),
        total=total,
    )


def table_policy(
    result: ExpectedScore, table: CardTable, rows: int, *, anywhere: bool = False
) -> TurnPolicy:
    """One table of a card as a policy. It has `rows` rows, and as many more as a move can rise.

    Args:
        anywhere: whether it banks wherever the card says so, allowed or not.
    """
    moves, rules = result.play, result.rules
    scores = np.arange(rows + moves.max_rise) * moves.unit
    shown = np.stack([row.values(scores) for row in reversed(table.rows)], axis=1)
    if table.between_multiples:
        stuck = np.array(table.between_multiples[::-1], np.float64)
        shown = np.where((scores % rules.multiple_of == 0)[:, None], shown, stuck)
    allowed = rules.may_bank(moves, table.situation.minimum, len(scores))
    if anywhere:
        allowed |= rules.stops(moves)
    return TurnPolicy(
        worth=np.tile(shown + scores[:, None], (1, moves.hot_counts)),
        banks=allowed & np.tile(shown == 0, (1, moves.hot_counts)),
        tolerance=0.0,
    )


def _measure(result: ExpectedScore, table: CardTable) -> TurnOutcome:
    """Follow a table through a turn."""
    return follow(
        result.play,
        result.rules,
        table.situation,
        len(result.strategies),
        lambda rows: table_policy(result, table, rows),
        result.rows,
    )


def _worth(result: ExpectedScore, outcome: TurnOutcome) -> float:
    """Points of a turn and of what follows it, if play after the turn is perfect."""
    return outcome.points + float(outcome.following @ result.relative)


def bankable_every(result: ExpectedScore) -> int:
    """Points between turn scores that may be banked, as far as `bank.multiple_of` goes."""
    return lcm(result.play.unit, result.rules.multiple_of)


def numbers_to_remember(tables: tuple[CardTable, ...], goal: int) -> int:
    """Distinct numbers on the card; each kind of table is counted by itself."""
    breaks = {point.turn_score for table in tables for row in table.rows for point in row.points}
    take_over = {
        score
        for table in tables
        for ranges in table.take_over
        for bounds in ranges.ranges
        for score in bounds
        if score is not None
    }
    return sum(len({s for s in scores if 0 < s < goal}) for scores in (breaks, take_over))


def _numbers(table: CardTable) -> int:
    """Distinct turn scores and values of a table."""
    points = [point for row in table.rows for point in row.points]
    return len({p.turn_score for p in points}) + len(points)


def _loss(optimum: float, got: float) -> float:
    """What is lost; exactly zero if the difference is only rounding."""
    return 0.0 if optimum - got <= COSTLESS * max(1.0, abs(optimum)) else optimum - got


class _CardMaker:
    """Builds and measures the tables of one card."""

    def __init__(self, result: ExpectedScore, step: int) -> None:
        self.result = result
        self.moves = result.play
        self.step = step

    def table(self, strategy: Strategy) -> CardTable:
        """The best table for one situation.

        Forms are tried in order, fewest numbers first. Of forms that differ little in what they
        lose, the first is taken.
        """
        optimum = _worth(self.result, strategy.outcome)
        enough = GOOD_ENOUGH * max(1.0, abs(optimum))
        tried: list[tuple[float, CardTable]] = []
        for short in (True, False):
            for table in self.candidates(strategy, short=short):
                worth = _worth(self.result, _measure(self.result, table))
                tried.append((_loss(optimum, worth), table))
                if tried[-1][0] <= enough:
                    return next(table for loss, table in tried if loss <= tried[-1][0] + enough)
        least = min(loss for loss, _ in tried)
        return next(table for loss, table in tried if loss <= least + enough)

    def candidates(self, strategy: Strategy, *, short: bool) -> list[CardTable]:
        """Tables to choose from, fewest numbers first; `short`: cut the row of all the dice."""
        situation = strategy.situation
        value, reachable, weight = self.by_dice(strategy)
        scores = np.arange(len(value)) * self.moves.unit
        bankable = scores % self.result.rules.multiple_of == 0
        legal = bankable & (scores >= situation.minimum)
        start = next((int(s) for s in scores[legal]), 0)
        everywhere = self.rows(value, reachable & bankable[:, None])
        ways: list[list[Row]] = []
        few = sum(0 < p.turn_score < start for row in everywhere[1:] for p in row.points)
        if few <= MOST_BREAK_POINTS_BELOW_MINIMUM:
            ways.append(everywhere)
        below = (scores < situation.minimum)[:, None] & reachable
        if start > self.moves.unit and below.any():
            above = self.rows(value, reachable & legal[:, None])
            for share in (weight, np.ones_like(weight), weight + 1 / int(below.sum())):
                shown = self.average(value, below * share)
                ways.append([_joined(row, int(shown[row.dice - 1]), start) for row in above])
        stuck: list[tuple[int, ...]] = [()]
        if not bankable.all():
            top = max((p.turn_score for row in everywhere[1:] for p in row.points), default=0)
            stuck = [
                tuple(
                    self.average(value, reachable & (~bankable & (scores <= limit))[:, None])[::-1]
                )
                for limit in (top, top // 2)
            ]
        must_roll = rolled_on(self.result.rules.ruleset)
        may_bank = self.moves.dice not in must_roll
        if short:
            left = set(must_roll) - {self.moves.dice}
            ways = [[_cut(row, rows) if row.dice in left else row for row in rows] for rows in ways]
        found = {
            CardTable(
                situation,
                (_short(rows[0], start, may_bank=may_bank) if short else rows[0], *rows[1:]),
                between,
                (),
                0.0,
            )
            for rows in ways
            for between in stuck
        }
        return sorted(found, key=lambda t: (_numbers(t), t.between_multiples, repr(t.rows)))

    def rows(self, value: Floats, reachable: Booleans) -> list[Row]:
        """Break points by number of dice, most dice first: at turn scores that may be banked."""
        unit, stride = self.moves.unit, bankable_every(self.result) // self.moves.unit
        return [
            break_points(value[:, i], reachable[:, i], i + 1, unit, self.step, stride)
            for i in range(self.moves.dice - 1, -1, -1)
        ]

    def average(self, value: Floats, weight: Floats) -> list[int]:
        total = weight.sum(axis=0)
        mean = (value * weight).sum(axis=0) / np.where(total > 0, total, 1.0)
        return [round(float(v) / self.step) * self.step for v in mean]

    def by_dice(self, strategy: Strategy) -> tuple[Floats, Booleans, Floats]:
        """V, reachability and how often a state is visited, by turn score and number of dice.

        A few rows above the table stand for all rows above it. Counts of hot dice are averaged
        by how often they occur.
        """
        result, moves = self.result, self.moves
        more = bankable_every(result) // moves.unit
        rows = result.rows + more
        value, reachable = strategy.value[:rows], result.reachable[:rows].copy()
        reachable[-more:] = strategy.may_bank[rows - more : rows] & result.reachable_above
        visits = np.vstack(
            [strategy.outcome.visits[: result.rows], np.zeros((more, moves.columns))]
        )
        if moves.hot_counts == 1:
            return value, reachable, visits
        shape = (rows, moves.hot_counts, moves.dice)
        reachable = reachable.reshape(shape)
        weight = visits.reshape(shape) + 1e-12 * reachable
        total = weight.sum(axis=1)
        mean = (value.reshape(shape) * weight).sum(axis=1) / np.where(total > 0, total, 1.0)
        return mean, np.any(reachable, axis=1), total


def _joined(row: Row, below: int, start: int) -> Row:
    """The row from the smallest score that may be banked on, with one value below it."""
    first, *later = row.points
    if first.value == below:
        return row
    return Row(row.dice, (BreakPoint(below, 0), BreakPoint(first.value, start), *later))


def _cut(row: Row, rows: Sequence[Row]) -> Row:
    """The row up to the highest turn score from which any row but that of all the dice banks."""
    ends = [other.points[-1] for other in rows[1:]]
    top = max((end.turn_score for end in ends if end.value == 0), default=0)
    return Row(row.dice, tuple(point for point in row.points if point.turn_score <= top))


def _short(row: Row, start: int, *, may_bank: bool) -> Row:
    """One value below the minimum, one from there on, and the turn score from which to bank.

    Where all the dice must be rolled again (`may_bank` false) there is no such turn score.
    """
    points = list(row.points)
    kept = [points[0]]
    at_start = [p for p in points if p.turn_score <= start][-1]
    if at_start.value != points[0].value:
        kept.append(BreakPoint(at_start.value, start))
    if may_bank and points[-1].value == 0 and kept[-1].value != 0:
        kept.append(points[-1])
    return Row(row.dice, tuple(kept))


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Shown):
    """The best expected score of a ruleset, and its card.

    Attributes:
        loaded: the ruleset and where it came from.
        expected: the solved objective.
        bank: for each strategy, where to bank, most dice first.
        card: the card and its price.
        rounds: the best expected total of a game of rounds.
    """

    KEYS = ("*expected", "bank", "full_table", "rounds")

    loaded: LoadedRuleset
    expected: ExpectedScore
    bank: tuple[tuple[Ranges, ...], ...]
    card: Card
    rounds: RoundsTotal | None = None

    @property
    def full_table(self) -> Card:
        """The full table and its price."""
        return self.card


def analyse(
    loaded: LoadedRuleset,
    step: int | None = None,
    expected: ExpectedScore | None = None,
    tables: ScoringTables | None = None,
) -> Analysis:
    """Solve a ruleset and make its card.

    Args:
        step: points between two lines of the card, by default the unit of turn scores.
        expected: of `score_to_play_by`, where that is known already.
    """
    ruleset = loaded.ruleset
    tables = tables or compile_scoring(ruleset)
    result = expected or score_to_play_by(ruleset, tables)
    rounds = ruleset.rounds
    return Analysis(
        loaded=loaded,
        expected=result,
        bank=tuple(bank_ranges(result, strategy) for strategy in result.strategies),
        card=make_card(ruleset, result, step),
        rounds=None
        if rounds is None
        else best_total(rules_to_play_by(ruleset, tables), tables, rounds),
    )
