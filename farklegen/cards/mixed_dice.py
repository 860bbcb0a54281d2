"""The card of different dice: two lines of numbers, and what each kind of die changes.

What the dice left to roll are worth, and the turn score from which they are banked, are each

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

from dataclasses import replace

import numpy as np

from farklegen.cards.card import Analysis, BreakPoint, Card, Row, card_of
from farklegen.cards.tables import CardFields, CardOption, KindLine, KindRules, Tables, climb
from farklegen.core.arrays import Floats
from farklegen.rules.hands import Hands, hands_of

SELDOM = 1e-9
"""The visits counted for a state that can occur but that the best play does not come to."""

NEAR = 6
"""Rows around the turn score from which a hand is banked. The more often the best play comes to
these rows, the more that turn score matters."""

SHIFTS = (-1, 1, -4, 4)
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
    visits = strategy.outcome.visits[:rows] + SELDOM * expected.reachable[:rows]
    often = visits.reshape(counted).sum(axis=1)
    gained = (visits * np.maximum(rolling, 0)).reshape(counted).sum(axis=1)
    wasted = (visits * np.maximum(-rolling, 0)).reshape(counted).sum(axis=1)
    if_rolled, if_banked = wasted.cumsum(axis=0), gained[::-1].cumsum(axis=0)[::-1]
    # rolling below row t and banking from row t on; t is at least 1
    lost = if_rolled + np.vstack([if_banked[1:], np.zeros(hands.all)])
    first = lost.argmin(axis=0) + 1
    bank = np.minimum(first * moves.unit, goal).astype(float)
    near = np.array([often[max(t - NEAR, 0) : t + NEAR, h].sum() for h, t in enumerate(first)])
    banks = _line(hands, bank, near, moves.unit)

    worth, weight = np.zeros(hands.all), np.zeros(hands.all)
    for hand in range(hands.all):
        below = slice(0, -(-banks.of(hands.counts[hand + 1]) // moves.unit))
        weight[hand] = often[below, hand].sum()
        worth[hand] = gained[below, hand].sum() / max(weight[hand], SELDOM)
    worths = _line(hands, worth, weight, step)
    return KindRules(worths, banks)


def _polished(analysis: Analysis, rules: KindRules) -> KindRules:
    ruleset, step = analysis.loaded.ruleset, analysis.card.step
    most = TRIED // len(analysis.expected.play.rise)
    if most < LEAST_TRIED:
        return rules
    places = list(range(ruleset.dice + len(rules.bank.by_kind)))
    places.remove(ruleset.dice + rules.bank.usual)

    def near(rules: KindRules) -> list[KindRules]:
        return [
            replace(rules, **{name: getattr(rules, name).moved(place, shift * step)})
            for name in ("worth", "bank")
            for place in places
            for shift in SHIFTS
        ]

    return climb(rules, near, lambda rules: _card(analysis, rules).points_per_turn, most)


def _tables(analysis: Analysis, rules: KindRules) -> Tables:
    rows = tuple(
        Row(hand, (BreakPoint(rules.worth.of(counts), 0), BreakPoint(0, rules.bank.of(counts))))
        for hand, counts in reversed(list(enumerate(hands_of(analysis.loaded.ruleset).counts)))
        if hand
    )
    return tuple(replace(table, rows=rows, take_over=()) for table in analysis.card.tables)


def _card(analysis: Analysis, rules: KindRules) -> Card:
    ruleset, step = analysis.loaded.ruleset, analysis.card.step
    return card_of(ruleset, analysis.expected, step, _tables(analysis, rules))


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
    share = np.sqrt(weight + SELDOM)
    found = np.linalg.lstsq(counts_of * share[:, None], wanted * share, rcond=None)[0]
    points = [int(round(each / step) * step) for each in found.tolist()]
    more = dict(zip(others, points[dice:], strict=True))
    by_kind = tuple(more.get(kind, 0) for kind in range(len(hands.kinds)))
    return KindLine(usual, tuple(points[:dice]), by_kind, step)


def kind_chain(analysis: Analysis) -> list[CardOption]:
    """The break points of different dice: one card, as fields `tables` and `by_kind`."""
    rules = _polished(analysis, _fitted(analysis))
    fields: CardFields = {"tables": _tables(analysis, rules), "by_kind": rules}
    return [CardOption(len(rules.bank.numbers), 0.0, fields)]
