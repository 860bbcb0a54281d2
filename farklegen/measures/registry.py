"""The measures by name. A new one is a function of a `Study` and one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from farklegen.measures.study import Study

Unit = Literal["points", "share", "turns", "dice", "count"]
"""What a measure is counted in; a share is between 0 and 1."""

Needs = Literal["rules", "points", "match", "length", "duel", "price"]
"""What has to be worked out for it: nothing but the scoring, the expected score, the solved match,
the length of games, a duel of policies, the thresholds and cost of the card."""

Value: TypeAlias = float | int | None
"""None where the ruleset has no such number."""


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


MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "points_per_turn",
            "points per turn",
            "points",
            "points",
            lambda study: study.analysis.expected.points_per_turn,
        ),
        Measure(
            "farkle_per_turn",
            "turns that farkle",
            "share",
            "points",
            lambda study: study.analysis.expected.farkle_probability,
        ),
        Measure(
            "first_player_wins",
            "first player wins",
            "share",
            "match",
            lambda study: study.solution.win_probability(study.solution.start()),
        ),
    )
}
