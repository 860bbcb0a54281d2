"""The measures by name. A new one is a function of a `Study` and one line here.

`docs/compare.md` says of each what it means; a test holds that table against this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import isfinite
from typing import Literal, NamedTuple, TypeAlias

from farklegen.cards.analysis import Analysis
from farklegen.policies.reference import parse
from farklegen.rules.patterns import MAX_DICE
from farklegen.study.skill import SKILLS
from farklegen.study.study import Study

Unit = Literal["points", "share", "turns", "dice", "count"]
"""What a measure is counted in; a share is between 0 and 1."""

Needs = Literal["rules", "points", "match", "length", "duel", "price"]
"""What has to be worked out for it: nothing but the scoring, the expected score, the solved match,
the length of games, a duel of policies, the thresholds and cost of the card."""

QUICK: tuple[Needs, ...] = ("rules", "points")
"""What takes milliseconds: no match has to be solved for it."""

Value: TypeAlias = float | int | None
"""None where the ruleset does not have the number."""

QUANTILES = (5, 25, 50, 75, 95)
"""Per cent of all games by the end of which the number of turns is told."""


class Measure(NamedTuple):
    """One number of a ruleset.

    Attributes:
        name: as a sweep asks for it and a CSV file heads it.
        title: as a table names it.
        unit: what it is counted in.
        needs: what has to be worked out for it.
        of: the number; raises UnsolvableError where the rules allow no answer.
    """

    name: str
    title: str
    unit: Unit
    needs: Needs
    of: Callable[[Study], Value]


def _rules() -> Iterator[Measure]:
    """What the rolls alone say."""
    for dice in range(1, MAX_DICE + 1):
        yield Measure(
            f"farkle_{dice}_dice",
            f"farkle with {_dice(dice)}",
            "share",
            "rules",
            partial(_farkle, dice=dice),
        )


def _points() -> Iterator[Measure]:
    """A turn played for the most points, and the card."""
    yield Measure(
        "points_per_turn",
        "points per turn",
        "points",
        "points",
        lambda study: study.expected.points_per_turn,
    )
    yield Measure(
        "points_error",
        "... at most so much more",
        "points",
        "points",
        lambda study: study.expected.error,
    )
    yield Measure("turn_spread", "spread of a turn", "points", "points", turn_spread)
    yield Measure(
        "farkle_per_turn",
        "turns that farkle",
        "share",
        "points",
        lambda study: study.expected.farkle_probability,
    )
    for dice in range(1, MAX_DICE + 1):
        yield Measure(
            f"bank_from_{dice}_dice",
            f"bank with {_dice(dice)} from",
            "points",
            "points",
            partial(_bank_from, dice=dice),
        )
    yield Measure(
        "always_bank_from", "bank with any dice from", "points", "points", always_bank_from
    )
    yield Measure(
        "card_points_per_turn",
        "points per turn by the card",
        "points",
        "points",
        lambda study: study.analysis.card.points_per_turn,
    )
    yield Measure(
        "card_loss",
        "points that the card loses",
        "points",
        "points",
        lambda study: study.analysis.card.loss,
    )
    yield Measure(
        "card_numbers",
        "numbers to remember",
        "count",
        "points",
        lambda study: study.analysis.card.numbers_to_remember,
    )


def _match() -> Iterator[Measure]:
    """A match of two perfect players."""
    yield Measure(
        "first_player_wins",
        "first player wins",
        "share",
        "match",
        lambda study: study.solution.win_probability(study.solution.start()),
    )
    yield Measure(
        "head_start",
        "fair head start",
        "points",
        "match",
        lambda study: study.head_start.points,
    )
    yield Measure(
        "head_start_first_player_wins",
        "first player then",
        "share",
        "match",
        lambda study: study.head_start.first_player_win_probability,
    )
    yield Measure(
        "match_error",
        "error, at most",
        "share",
        "match",
        lambda study: _known(study.solution.certificate.error_bound),
    )


def _length() -> Iterator[Measure]:
    """How long games of perfect players are, and how they go."""
    yield Measure(
        "turns_mean",
        "turns of a game",
        "turns",
        "length",
        lambda study: _known(study.length.mean),
    )
    yield Measure(
        "turns_spread",
        "... standard deviation",
        "turns",
        "length",
        lambda study: _known(study.length.spread),
    )
    for share in QUANTILES:
        yield Measure(
            f"turns_{share}_percent",
            f"{share}% of games over by turn",
            "turns",
            "length",
            partial(_over_by, share=share / 100),
        )
    yield Measure(
        "lead_changes",
        "lead changes of a game",
        "count",
        "length",
        lambda study: _known(study.length.lead_changes),
    )


def _skill() -> Iterator[Measure]:
    """How often other ways of playing win against perfect play."""
    yield Measure(
        "card_with_go_for_it_wins",
        "card-go: the card, going for it",
        "share",
        "price",
        lambda study: study.price.with_go_for_it.average,
    )
    yield Measure(
        "card_wins",
        "card: the card alone",
        "share",
        "price",
        lambda study: study.price.alone.average,
    )
    for policy, (name, meaning) in SKILLS.items():
        yield Measure(
            name,
            f"{policy}: {meaning}",
            "share",
            "duel",
            partial(_wins, policy=policy),
        )


def turn_spread(study: Study) -> float:
    """Standard deviation of the points of a turn of the long run, whatever situation it is in."""
    expected = study.expected
    if len(expected.strategies) == 1:
        return expected.strategies[0].outcome.spread
    parts = list(zip(expected.frequency.tolist(), expected.strategies, strict=True))
    mean = sum(share * strategy.outcome.points for share, strategy in parts)
    variance = sum(
        share * (strategy.outcome.spread**2 + (strategy.outcome.points - mean) ** 2)
        for share, strategy in parts
    )
    return float(variance**0.5)


def _farkle(study: Study, dice: int) -> Value:
    hand = study.tables.hands.of_size(dice)
    return None if hand is None else study.odds[hand - 1].farkle / study.odds[hand - 1].rolls


def _bank_from(study: Study, dice: int) -> Value:
    """In the first situation: on the board, with no farkle just before; none in a game that is won
    by then."""
    hand = study.tables.hands.of_size(dice)
    start = next((ranges.start for ranges in study.bank if ranges.dice == hand), None)
    return None if start is None or start >= study.loaded.ruleset.extent else start


def always_bank_from(study: Study | Analysis) -> int | None:
    """The turn score from which one banks with any number of dice, a multiple of the unit."""
    top, unit = study.expected.always_bank_from, study.expected.moves.unit
    return None if top is None else int(-(-top // unit)) * unit


def _over_by(study: Study, share: float) -> Value:
    return study.length.quantile(share)


def _wins(study: Study, policy: str) -> Value:
    return study.duel(parse(policy), parse("optimal")).chances.average


def _dice(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def _known(value: float) -> Value:
    return value if isfinite(value) else None


MEASURES: dict[str, Measure] = {
    measure.name: measure
    for part in (_points(), _rules(), _match(), _length(), _skill())
    for measure in part
}
