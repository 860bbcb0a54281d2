"""Everything the main job prints about one ruleset, computed in one go."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.cards.card import Card, make_card
from farklegen.rules.loading import LoadedRuleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.expected import ExpectedScore, expected_score
from farklegen.solvers.thresholds import Ranges, bank_ranges


@dataclass(frozen=True)
class Analysis:
    """The best expected score of a ruleset, and its card.

    Attributes:
        loaded: the ruleset and where it came from.
        expected: the solved objective.
        bank: for each strategy, the turn scores at which to bank, most dice first.
        card: the card and its price.
    """

    loaded: LoadedRuleset
    expected: ExpectedScore
    bank: tuple[tuple[Ranges, ...], ...]
    card: Card


def analyse(
    loaded: LoadedRuleset, step: int | None = None, expected: ExpectedScore | None = None
) -> Analysis:
    """Solve a ruleset and make its card.

    Args:
        loaded: the rules.
        step: points between two lines of the card, by default the unit of turn scores.
        expected: the best expected score, where that is known already.

    Raises:
        UnsolvableError: if the ruleset has no expected score.
    """
    ruleset = loaded.ruleset
    result = expected or expected_score(ruleset, compile_scoring(ruleset))
    return Analysis(
        loaded=loaded,
        expected=result,
        bank=tuple(bank_ranges(ruleset, result, strategy) for strategy in result.strategies),
        card=make_card(ruleset, result, step),
    )
