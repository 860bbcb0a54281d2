"""The card of a ruleset, as `farklegen table` prints it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from farklegen.cards.analysis import Analysis
from farklegen.cards.short import Ladder, Rung
from farklegen.report.document import Document
from farklegen.report.short_card import rung_of, short_document
from farklegen.report.table import table_document
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset


@dataclass(frozen=True, eq=False, repr=False)
class CardResult(Result):
    """The card, and the easier and stronger ones beside it.

    Attributes:
        analysis: the rules, and their full table.
        ladder: cards of all lengths, by what they win or by points.
        numbers: the most that the card may have; None for the fewest that lose almost nothing.
    """

    analysis: Analysis
    ladder: Ladder
    numbers: int | None = None

    @property
    def loaded(self) -> LoadedRuleset:
        """The rules."""
        return self.analysis.loaded

    @property
    def card(self) -> Rung:
        """The card: what it says is its `way`, how often it wins its `chances`."""
        return rung_of(self.ladder, self.numbers)


def card_document(result: CardResult) -> Document:
    """What `farklegen table` prints; the data have the full table as well."""
    shown = short_document(result.analysis, result.ladder, result.numbers)
    return replace(shown, data={**table_document(result.analysis).data, **shown.data})
