"""The measures by name. A new one is a line of the table here.

`docs/design-guide.md` says of each what it means; a test holds that table against this one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from farklegen.errors import FarklegenError
from farklegen.policies.recipe import SKILLS, parse
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.words import dice_words
from farklegen.study.study import Study

Unit = Literal["points", "share", "turns", "dice", "count"]
"""What a measure is counted in; a share is between 0 and 1."""

Needs = Literal["rules", "points", "match", "length", "duel", "card"]
"""What has to be worked out for a measure: nothing but the scoring, the expected score, the solved
match, the length of games, a duel of policies, the card that `table` prints."""

QUICK: tuple[Needs, ...] = ("rules", "points")
"""What takes milliseconds, because no match has to be solved."""

Value: TypeAlias = float | int | None
"""None where the ruleset does not have the number."""

QUANTILES = (5, 25, 50, 75, 95)
"""Per cent of all games: a measure says by which turn that many are over."""


class MeasureFound(NamedTuple):
    """One measure of one ruleset.

    Attributes:
        value: in the unit of the measure; None if there is none.
        why: why there is none, if these rules do not allow it.
    """

    value: Value
    why: str = ""


class Measure(NamedTuple):
    """One number of a ruleset.

    Attributes:
        name: as a sweep asks for it and a CSV file heads it.
        title: as a table names it.
        unit: what it is counted in.
        needs: what has to be worked out for it.
        of: the number; raises FarklegenError where the rules allow no answer.
    """

    name: str
    title: str
    unit: Unit
    needs: Needs
    of: Callable[[Study], Value]

    def found(self, study: Study) -> MeasureFound:
        """The number, or why there is none."""
        try:
            value = self.of(study)
        except FarklegenError as error:
            return MeasureFound(None, str(error))
        if value is None or not isfinite(value):
            return MeasureFound(None)
        # numbers of Python's own: numpy's would not be written in the same way
        return MeasureFound(int(value) if hasattr(value, "__index__") else float(value))


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


def _farkle(dice: int, study: Study) -> Value:
    hand = study.tables.hands.of_size(dice)
    return None if hand is None else study.odds[hand - 1].farkle / study.odds[hand - 1].rolls


def _bank_from(dice: int, study: Study) -> Value:
    """In the first situation: on the board, with no farkle just before; none in a game that is won
    by then."""
    hand = study.tables.hands.of_size(dice)
    found = next((ranges.start for ranges in study.bank if ranges.dice == hand), None)
    return None if found is None or found >= study.loaded.ruleset.extent else found


def _over_by(percent: int, study: Study) -> Value:
    return study.length.quantile(percent / 100)


def _wins(policy: str, study: Study) -> Value:
    return study.duel(parse(policy), parse("optimal")).chances.average


def _of_card(name: str, study: Study) -> Value:
    """Points of the card; refused, as `expected` is, if the rules have none."""
    assert study.expected
    value: float = getattr(study.card.card, name)
    return value


def _first_player_wins(study: Study) -> Value:
    return study.solution.win_probability(study.solution.start())


_EVERY = range(1, MAX_DICE + 1)

_TABLE: dict[Needs, tuple[tuple[str, str, Unit, str | Callable[[Study], Value]], ...]] = {
    "points": (
        ("points_per_turn", "points per turn", "points", "expected.points_per_turn"),
        ("points_error", "... at most so much more", "points", "expected.error"),
        ("turn_spread", "spread of a turn", "points", turn_spread),
        ("farkle_per_turn", "turns that farkle", "share", "expected.farkle_probability"),
        *(
            (
                f"bank_from_{n}_dice",
                f"bank with {dice_words(n)} from",
                "points",
                partial(_bank_from, n),
            )
            for n in _EVERY
        ),
        ("always_bank_from", "bank with any dice from", "points", "expected.always_bank_from"),
        (
            "full_table_points_per_turn",
            "points per turn by the full table",
            "points",
            "analysis.card.points_per_turn",
        ),
        ("full_table_loss", "points that the full table loses", "points", "analysis.card.loss"),
        (
            "full_table_numbers",
            "numbers in the full table",
            "count",
            "analysis.card.numbers_to_remember",
        ),
    ),
    "rules": tuple(
        (f"farkle_{n}_dice", f"farkle with {dice_words(n)}", "share", partial(_farkle, n))
        for n in _EVERY
    ),
    "match": (
        ("first_player_wins", "first player wins", "share", _first_player_wins),
        ("head_start", "fair head start", "points", "head_start.points"),
        (
            "head_start_first_player_wins",
            "first player then",
            "share",
            "head_start.first_player_win_probability",
        ),
        ("match_error", "error, at most", "share", "solution.certificate.error_bound"),
    ),
    "length": (
        ("turns_mean", "turns of a game", "turns", "length.mean"),
        ("turns_spread", "... standard deviation", "turns", "length.spread"),
        *(
            (
                f"turns_{share}_percent",
                f"{share}% of games over by turn",
                "turns",
                partial(_over_by, share),
            )
            for share in QUANTILES
        ),
        ("lead_changes", "lead changes of a game", "count", "length.lead_changes"),
    ),
    "card": (
        ("card_numbers", "numbers to learn", "count", "card.numbers"),
        (
            "card_points_per_turn",
            "points per turn by the card",
            "points",
            partial(_of_card, "points_per_turn"),
        ),
        ("card_loss", "points that the card loses", "points", partial(_of_card, "loss")),
    ),
    "duel": tuple(
        (name, f"{policy}: {meaning}", "share", partial(_wins, policy))
        for policy, (name, meaning) in SKILLS.items()
    ),
}
"""By what they need: name, title, unit, and the attribute of a study or the function that tells."""

MEASURES: dict[str, Measure] = {
    name: Measure(name, title, unit, needs, attrgetter(of) if isinstance(of, str) else of)
    for needs, rows in _TABLE.items()
    for name, title, unit, of in rows
}
