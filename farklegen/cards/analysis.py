"""Everything the main job prints about one ruleset, computed in one go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from farklegen.cards.card import Card, make_card
from farklegen.cards.price import MatchPrice
from farklegen.results import Result, as_json, card_data
from farklegen.rules.loading import LoadedRuleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.arguments import Arguments
from farklegen.solvers.expected import ExpectedScore, rules_to_play_by, score_to_play_by
from farklegen.solvers.rounds import RoundsTotal, best_total
from farklegen.solvers.thresholds import Ranges, bank_ranges


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Result):
    """The best expected score of a ruleset, and its card.

    Attributes:
        loaded: the ruleset and where it came from.
        expected: the solved objective.
        bank: for each strategy, the turn scores at which to bank, most dice first.
        card: the card and its price.
        rounds: the best expected total where the game has a number of rounds.
    """

    loaded: LoadedRuleset
    expected: ExpectedScore
    bank: tuple[tuple[Ranges, ...], ...]
    card: Card
    rounds: RoundsTotal | None = None

    def to_dict(
        self,
        *,
        full: bool = False,
        price: MatchPrice | None = None,
    ) -> dict[str, Any]:
        """What `farklegen table` prints with `--format json`, as plain data.

        Args:
            full: every situation of a turn, too, as with `--full`.
            price: what `card_price` returned; without it, as with `--quick`.

        Raises:
            ArgumentError: for arguments that cannot be meant; names all of them.
        """

        arguments = Arguments()
        arguments.truth("full", full)
        arguments.instance("price", price, MatchPrice, "farklegen.card_price", optional=True)
        arguments.check()
        return card_data(self, full=full, price=price)

    def to_json(
        self,
        *,
        full: bool = False,
        price: MatchPrice | None = None,
    ) -> str:
        """The same as text: strict JSON, exactly as the command prints it."""
        return as_json(self.to_dict(full=full, price=price))


def analyse(
    loaded: LoadedRuleset,
    step: int | None = None,
    expected: ExpectedScore | None = None,
    tables: ScoringTables | None = None,
) -> Analysis:
    """Solve a ruleset and make its card.

    Args:
        loaded: the rules.
        step: points between two lines of the card, by default the unit of turn scores.
        expected: of `score_to_play_by`, where that is known already.
        tables: the scoring tables, in the same way.

    Raises:
        UnsolvableError: if the ruleset has no expected score.
    """
    ruleset = loaded.ruleset
    tables = tables or compile_scoring(ruleset)
    result = expected or score_to_play_by(ruleset, tables)
    rounds = ruleset.rounds
    return Analysis(
        loaded=loaded,
        expected=result,
        bank=tuple(bank_ranges(ruleset, result, strategy) for strategy in result.strategies),
        card=make_card(ruleset, result, step),
        rounds=None
        if rounds is None
        else best_total(rules_to_play_by(ruleset, tables), tables, rounds),
    )
