"""Break points of cards with few numbers, judged by the expected score.

A number is a turn score at which some value of the card changes; rows may share it. To remove a
number, each row that has it either merges the two values beside it into one or moves the change to
a number that stays.

The chain of cards begins with one table for every situation: that of a player on the board who did
not farkle just before. This card loses one number after the other. Then, at every length, one
situation at a time gets a number of its own in one row, as long as the card then brings more points
than any shared card of the same length. After that, the worths and numbers that stay shared are
moved once more. Situations share what they can, and each difference between them was measured.

*Different dice.* The card has two lines of numbers, and what each kind of die changes. What the
dice left to roll are worth, and the turn score from which they are banked, are each

    a number for how many dice there are + a number for each of them that is not of the usual kind,

where the usual kind is the one of which most dice are brought. The numbers are fitted by least
squares. Worths are fitted to what rolling brings below the turn score from which to bank, on
average over the visits of the best play. Turn scores from which to bank are fitted to the ones that
cost each hand least (to first order: how often the best play comes there, times what the wrong
choice loses). Then each number is moved by a few steps as long as the card brings more points.
These points are followed exactly, as for every card. If a turn has too many options to follow, the
numbers stay as fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np

from farklegen.cards.card import (
    Analysis,
    BreakPoint,
    CardTable,
    Row,
    bankable_every,
    card_of,
    table_policy,
)
from farklegen.cards.ladder import (
    CardOption,
    KindLine,
    KindRules,
    Tables,
    break_numbers,
)
from farklegen.core.arrays import Floats
from farklegen.rules.hands import Hands, hands_of
from farklegen.solvers.evaluate import LEAST_RISES, TurnOutcome, situation_shares, visits_of
from farklegen.solvers.expected import ExpectedScore

Found = TypeVar("Found")

BETTER = 1e-9
"""Points per turn that a change must gain."""

SHIFTS = (-1, 1, -2, 2)
"""Units by which a number is moved to look for a better place."""

LOOKED_AT = 3
"""The loss of at least this many numbers is worked out again: the ones that last cost least."""


def climb(
    start: Found,
    near: Callable[[Found], Sequence[Found]],
    worth: Callable[[Found], float],
    most: int | None = None,
    *,
    once: bool = False,
) -> Found:
    """Change one thing after the other, and keep each change that is worth more.

    Args:
        near: all results of a single change, always in about the same order.
        most: changes that are tried, at most.
        once: whether each change is tried only once; by default, until no change is worth more.
    """
    best, others = worth(start), near(start)
    at = since = tried = 0
    while since < len(others) and tried != most and not (once and at >= len(others)):
        other = others[at % len(others)]
        found = worth(other)
        tried += 1
        if found > best + BETTER:
            start, best, others, since = other, found, near(other), 0
            at += most is not None  # the same change again, unless only a few are tried
        else:
            at, since = at + 1, since + 1
    return start


class _Ends(NamedTuple):
    """How a turn by one table ends, whatever its situation makes of that.

    Attributes:
        banked, points: chance to bank, and the points banked, on average.
        paid, paid_points: the same of farkles that bank something.
        unpaid: chance of the other farkles.
        disaster: chance of a disaster.
    """

    banked: float
    points: float
    paid: float
    paid_points: float
    unpaid: float
    disaster: float


class Shortener:
    """Makes the card of one ruleset shorter, by the expected score.

    The card has a table for each situation, or one that all of them share.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.result = result = analysis.expected
        self.step = analysis.card.step
        self.goal = goal = analysis.loaded.ruleset.extent
        self.unit = bankable_every(result)  # turn scores in between have lines of their own
        depth = max(result.rows, LEAST_RISES * result.play.max_rise)
        self.depth = min(depth, _seldom_above(result))
        self.before: Floats = _turns_before(result) * max(result.points_per_turn, 0.0) / goal
        """float64[situations]: turns in situations that do not last, as a share of a game's."""
        self.known: dict[tuple[object, ...], _Ends] = {}
        self.guesses: dict[int, float] = {}
        moves = result.play
        self.scores = np.arange(self.depth + moves.max_rise, dtype=np.float64) * moves.unit
        paid = result.rules.farkle_banks(moves, self.scores[: self.depth])
        farkle = np.broadcast_to(moves.farkle_probability, paid.shape)
        disaster = np.broadcast_to(moves.disaster_probability, paid.shape)
        each = (farkle * (paid > 0), farkle * paid, farkle * (paid <= 0), disaster)
        self.counted = np.stack(each).reshape(len(each), -1)
        """float64[4, cells]: what the rolls of a turn add to the last four fields of `_Ends`."""

    def whole(self, tables: Tables) -> Tables:
        """A table for each situation."""
        strategies = self.result.strategies
        every = tables if len(tables) > 1 else tables * len(strategies)
        return tuple(
            replace(table, situation=strategy.situation)
            for table, strategy in zip(every, strategies, strict=True)
        )

    def points(self, tables: Tables) -> float:
        """Points per turn by a card, over all turns of a game.

        In the long run everybody is on the board. What is lost before the first bank is added as a
        share of the turns of a game.
        """
        outcomes = [self.outcome(table) for table in self.whole(tables)]
        worth = [o.points + float(o.following @ self.result.relative) for o in outcomes]
        points = [outcome.points for outcome in outcomes]
        return float(situation_shares(outcomes) @ points + self.before @ worth)

    def outcome(self, table: CardTable) -> TurnOutcome:
        """How a turn by one table ends, as far as points and what follows go."""
        situation = table.situation
        key = (table.rows, table.between_multiples, situation.minimum)
        if key not in self.known:
            self.known[key] = self._ends(table)
        ends = self.known[key]
        following = np.zeros(len(self.result.strategies))
        following[0] += ends.banked
        following[situation.after_paid_farkle] += ends.paid
        following[situation.after_farkle] += ends.unpaid
        following[situation.after_disaster] += ends.disaster
        farkles = ends.paid + ends.unpaid
        points = ends.points + ends.paid_points - situation.penalty * farkles
        nothing = np.empty(0)
        return TurnOutcome(points, np.nan, farkles, ends.disaster, (), following, nothing, np.nan)

    def _ends(self, table: CardTable) -> _Ends:
        """Follow a table through one turn."""
        policy = table_policy(self.result, table, self.depth)
        visits = visits_of(policy, self.result.play)
        banked = (visits * policy.banks).sum(axis=1)
        rolled = (visits[: self.depth] * ~policy.banks[: self.depth]).ravel()
        counted = (float(each @ rolled) for each in self.counted)
        return _Ends(float(banked.sum()), float(banked @ self.scores), *counted)

    def shorter(self, tables: Tables) -> Tables | None:
        """The card without the number that is missed least; None if it has none.

        What a number was worth before is a guess of what it is worth now, so only the numbers with
        the smallest guesses are looked at.
        """
        before, best, least = self.points(tables), None, np.inf
        order = sorted(break_numbers(tables, self.goal), key=lambda n: self.guesses.get(n, -np.inf))
        for place, number in enumerate(order):
            if place >= LOOKED_AT and self.guesses.get(number, -np.inf) >= least:
                break
            found = self.without(tables, number)
            loss = self.guesses[number] = before - self.points(found)
            if loss < least:
                best, least = found, loss
        return best

    def without(self, tables: Tables, number: int) -> Tables:
        """The card without one number, each row in the way that costs least."""
        others = [n for n in break_numbers(tables, self.goal) if n != number]
        for place, at, index in _places(tables, number):
            row = tables[place].rows[at]
            ways = [with_row(tables, place, at, way) for way in self._ways(row, index, others)]
            tables = max(ways, key=self.points)
        return tables

    def _ways(self, row: Row, index: int, others: list[int]) -> Iterator[Row]:
        """The row without its change number `index`."""
        before, after = row.points[index - 1].value, row.points[index].value
        middle = round((before + after) / 2 / self.step) * self.step
        for value in dict.fromkeys((before, after, middle)):
            yield merged(row, index, value)
        for to in _around(row.points[index].turn_score, others):
            if fits(row, index, to):
                yield changed(row, index, turn_score=to)

    def polished(self, tables: Tables) -> Tables:
        return climb(tables, self._near, self.points, once=True)

    def moved(self, tables: Tables, shifts: Sequence[int] = SHIFTS) -> list[Tables]:
        """The cards in which one number is moved by some units, in every row that has it."""
        found, numbers = [], break_numbers(tables, self.goal)
        for number in numbers:
            places = _places(tables, number)
            for to in (number + shift * self.unit for shift in shifts):
                fitting = all(fits(tables[p].rows[at], index, to) for p, at, index in places)
                if 0 < to < self.goal and to not in numbers and fitting:
                    card = tables
                    for place, at, index in places:
                        card = with_row(
                            card, place, at, changed(card[place].rows[at], index, turn_score=to)
                        )
                    found.append(card)
        return found

    def _near(self, tables: Tables) -> list[Tables]:
        found, numbers = self.moved(tables), break_numbers(tables, self.goal)
        for place, table in enumerate(tables):
            for at, row in enumerate(table.rows):
                for index, point in enumerate(row.points):
                    rows = [
                        changed(row, index, value=point.value + by)
                        for by in (-self.step, self.step)
                    ]
                    if index and point.turn_score < self.goal:
                        there = _around(point.turn_score, numbers)
                        rows += [
                            changed(row, index, turn_score=to)
                            for to in there
                            if fits(row, index, to)
                        ]
                    found += [with_row(tables, place, at, each) for each in rows]
        return found


def _turns_before(result: ExpectedScore) -> Floats:
    """float64[situations]: turns of a game that begin in each situation that players leave for
    good."""
    situations = [strategy.situation for strategy in result.strategies]
    turns = np.zeros(len(situations))
    passing = [i for i, situation in enumerate(situations) if not situation.on_board]
    if passing:
        step = np.array([strategy.outcome.following for strategy in result.strategies])
        start = np.array([float(situations[i].streak == 0) for i in passing])
        turns[passing] = np.linalg.solve(
            np.eye(len(passing)) - step[np.ix_(passing, passing)].T, start
        )
    return turns


def _places(tables: Tables, number: int) -> list[tuple[int, int, int]]:
    """Where a number stands: (table, row, index of the break point)."""
    return [
        (place, at, index)
        for place, table in enumerate(tables)
        for at, row in enumerate(table.rows)
        for index, point in enumerate(row.points)
        if index and point.turn_score == number
    ]


def _around(number: int, numbers: list[int]) -> list[int]:
    """The nearest numbers below and above."""
    below = [n for n in numbers if n < number]
    above = [n for n in numbers if n > number]
    return below[-1:] + above[:1]


def fits(row: Row, index: int, to: int) -> bool:
    """Whether a change may move there without passing another one."""
    points = row.points
    last = index + 1 == len(points)
    return points[index - 1].turn_score < to and (last or to < points[index + 1].turn_score)


def changed(row: Row, index: int, **fields: int) -> Row:
    """The row with another turn score or value of its change number `index`."""
    points = list(row.points)
    points[index] = points[index]._replace(**fields)
    return Row(row.dice, tuple(points))


def merged(row: Row, index: int, value: int) -> Row:
    """The row without its change number `index`: one value holds before and after it."""
    points = list(row.points)
    points[index - 1 : index + 1] = [BreakPoint(value, points[index - 1].turn_score)]
    return Row(row.dice, tuple(points))


def with_row(tables: Tables, place: int, at: int, row: Row) -> Tables:
    """The card with another row, in which changes that change nothing are left out."""
    kept = [row.points[0]]
    for point in row.points[1:]:
        if point.value != kept[-1].value:
            kept.append(point)
    table = tables[place]
    rows = (*table.rows[:at], Row(row.dice, tuple(kept)), *table.rows[at + 1 :])
    return (*tables[:place], replace(table, rows=rows), *tables[place + 1 :])


MOST = 12
"""Numbers on a card at most; with more nobody learns it."""

WORTH = 1e-3
"""Share of a turn's points that a number of one situation must bring."""

MOST_SHARED = 5
"""Situations get numbers of their own on cards with up to this many shared numbers."""

SELDOM = 1e-6
"""How often a turn may come to turn scores above the range in which cards are compared."""

SHIFTS_APART = (-6, -4, -3, -2, -1, 1, 2, 3, 4, 6)
"""Units by which a number is moved for a table of several, or for one situation."""


def table_chain(analysis: Analysis) -> list[CardOption]:
    """The best break points found for every count of numbers up to `MOST`, as fields `tables`, and
    the card without a limit, if it brings more; each loses fewer points than all before it."""
    expected, goal = analysis.expected, analysis.loaded.ruleset.extent
    plain = tuple(replace(table, take_over=()) for table in analysis.card.tables)
    shortener = Shortener(analysis)
    best: dict[int, tuple[float, Tables]] = {}

    def record(tables: Tables) -> None:
        numbers, points = len(break_numbers(tables, goal)), shortener.points(tables)
        if (numbers <= MOST or tables == plain) and (
            numbers not in best or points > best[numbers][0]
        ):
            best[numbers] = points, tables

    tables: Tables | None = plain[:1]
    while tables is not None:
        record(shortener.whole(tables))
        tables = shortener.shorter(tables)
        if tables is not None:
            tables = shortener.polished(tables)
    if len(plain) > 1:
        for numbers in sorted(best)[: MOST_SHARED + 1]:
            points, whole = best[numbers]
            while len(break_numbers(whole, goal)) < MOST:
                found = max(_each_apart(shortener, whole), key=shortener.points)
                gain = shortener.points(found) - points
                if gain <= WORTH * max(1.0, abs(expected.points_per_turn)):
                    break
                whole, points = found, points + gain
                record(whole)
                record(_polished_together(shortener, whole))
    record(plain)
    chain: list[CardOption] = []
    top = max(points for points, _ in best.values())
    for numbers, (points, whole) in sorted(best.items()):
        if not chain or top - points < chain[-1].loss:
            chain.append(CardOption(numbers, top - points, {"tables": whole}))
    return chain


def _polished_together(shortener: Shortener, tables: Tables) -> Tables:
    """The card with better worths and better numbers. Worths are moved in rows of the usual
    situation and of every situation with the same row. What suits all situations need not suit the
    others once one has a row of its own."""

    def near(tables: Tables) -> list[Tables]:
        found = shortener.moved(tables, (-1, 1))
        for at, row in enumerate(tables[0].rows):
            for index, by in product(range(len(row.points)), (shortener.step, -shortener.step)):
                card = tables
                for place, table in enumerate(tables):
                    if table.rows[at] == row:
                        card = with_row(
                            card, place, at, changed(row, index, value=row.points[index].value + by)
                        )
                found.append(card)
        return found

    return climb(tables, near, shortener.points, once=True)


def _seldom_above(expected: ExpectedScore) -> int:
    """The rows that almost no turn of the best play goes above, and one rise more."""
    above = [
        strategy.outcome.visits.sum(axis=1)[::-1].cumsum()[::-1] for strategy in expected.strategies
    ]
    most = max(int((often > SELDOM).sum()) for often in above)
    return max(most, LEAST_RISES * expected.play.max_rise // 2) + expected.play.max_rise


def _each_apart(shortener: Shortener, tables: Tables) -> Iterator[Tables]:
    """The card, and each card in which one row of one situation leaves out a number or moves it to
    a number of its own."""
    yield tables
    for place, table in enumerate(tables):
        for at, row in enumerate(table.rows):
            for index in range(1, len(row.points)):
                for value in (row.points[index - 1].value, row.points[index].value):
                    yield with_row(tables, place, at, merged(row, index, value))
                for shift in SHIFTS_APART:
                    to = row.points[index].turn_score + shift * shortener.unit
                    if 0 < to < shortener.goal and fits(row, index, to):
                        yield with_row(tables, place, at, changed(row, index, turn_score=to))


RARE = 1e-9
"""The visits counted for a state that can occur but that the best play does not come to."""

NEAR_BANK = 6
"""Rows around the turn score from which a hand is banked. The more often the best play comes to
these rows, the more that turn score matters."""

SHIFTS_OF_KINDS = (-1, 1, -4, 4)
"""Steps by which a number is moved to look for a better one."""

TRIED = 1_500_000
"""The most options, of all turns that are followed to move numbers: a second or two of work."""

LEAST_TRIED = 40
"""The fewest cards to follow; if they are too much work, the numbers stay as they were fitted."""


def _fitted(analysis: Analysis) -> KindRules:
    """The two lines by least squares."""
    expected = analysis.expected
    hands, moves, step = hands_of(analysis.loaded.ruleset), expected.play, analysis.card.step
    strategy, goal = expected.strategies[0], analysis.loaded.ruleset.extent
    rows, rolling = expected.rows, strategy.rolling[: expected.rows]
    counted = (rows, moves.hot_counts, hands.all)  # the card looks at no hot dice before
    visits = strategy.outcome.visits[:rows] + RARE * expected.reachable[:rows]
    often = visits.reshape(counted).sum(axis=1)
    gained = (visits * np.maximum(rolling, 0)).reshape(counted).sum(axis=1)
    wasted = (visits * np.maximum(-rolling, 0)).reshape(counted).sum(axis=1)
    if_rolled, if_banked = wasted.cumsum(axis=0), gained[::-1].cumsum(axis=0)[::-1]
    # rolling below row t and banking from row t on; t is at least 1
    lost = if_rolled + np.vstack([if_banked[1:], np.zeros(hands.all)])
    first = lost.argmin(axis=0) + 1
    bank = np.minimum(first * moves.unit, goal).astype(float)
    near = np.array(
        [often[max(t - NEAR_BANK, 0) : t + NEAR_BANK, h].sum() for h, t in enumerate(first)]
    )
    banks = _line(hands, bank, near, moves.unit)

    worth, weight = np.zeros(hands.all), np.zeros(hands.all)
    for hand in range(hands.all):
        below = slice(0, -(-banks.of(hands.counts[hand + 1]) // moves.unit))
        weight[hand] = often[below, hand].sum()
        worth[hand] = gained[below, hand].sum() / max(weight[hand], RARE)
    worths = _line(hands, worth, weight, step)
    return KindRules(worths, banks)


def _tables(analysis: Analysis, rules: KindRules) -> Tables:
    rows = tuple(
        Row(hand, (BreakPoint(rules.worth.of(counts), 0), BreakPoint(0, rules.bank.of(counts))))
        for hand, counts in reversed(list(enumerate(hands_of(analysis.loaded.ruleset).counts)))
        if hand
    )
    return tuple(replace(table, rows=rows, take_over=()) for table in analysis.card.tables)


def _line(hands: Hands, wanted: Floats, weight: Floats, step: int) -> KindLine:
    """The line that fits numbers of hands best. The numbers of the line are multiples of a step,
    and it shows no less than that step."""
    usual = max(hands.order, key=lambda kind: hands.brought[kind])
    others = [kind for kind in hands.order if kind != usual]
    dice = hands.sizes[hands.all]
    counts_of = np.zeros((hands.all, dice + len(others)))
    for hand, counts in enumerate(hands.counts[1:]):
        counts_of[hand, sum(counts) - 1] = 1
        counts_of[hand, dice:] = [counts[kind] for kind in others]
    share = np.sqrt(weight + RARE)
    found = np.linalg.lstsq(counts_of * share[:, None], wanted * share, rcond=None)[0]
    points = [int(round(each / step) * step) for each in found.tolist()]
    more = dict(zip(others, points[dice:], strict=True))
    by_kind = tuple(more.get(kind, 0) for kind in range(len(hands.kinds)))
    return KindLine(usual, tuple(points[:dice]), by_kind, step)


def kind_chain(analysis: Analysis) -> list[CardOption]:
    """The break points of different dice: one card, as fields `tables` and `by_kind`."""
    ruleset, expected, step = analysis.loaded.ruleset, analysis.expected, analysis.card.step
    rules, most = _fitted(analysis), TRIED // len(expected.play.rise)
    places = list(range(ruleset.dice + len(rules.bank.by_kind)))
    places.remove(ruleset.dice + rules.bank.usual)

    def near(rules: KindRules) -> list[KindRules]:
        return [
            replace(rules, **{name: getattr(rules, name).moved(place, shift * step)})
            for name in ("worth", "bank")
            for place in places
            for shift in SHIFTS_OF_KINDS
        ]

    def points(rules: KindRules) -> float:
        return card_of(ruleset, expected, step, _tables(analysis, rules)).points_per_turn

    if most >= LEAST_TRIED:
        rules = climb(rules, near, points, most)
    fields = {"tables": _tables(analysis, rules), "by_kind": rules}
    return [CardOption(len(rules.bank.numbers), 0.0, fields)]
