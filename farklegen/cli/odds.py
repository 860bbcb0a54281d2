"""`farklegen odds`: how often each combination is thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.cli.options import Format, Rules, Target

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen odds facebook", "as per cent and as 1 in so many"),
    ("farklegen odds ours.yaml -o odds.csv", "for a spreadsheet"),
)


def odds(rules: Rules, format: Format = None, target: Target = None) -> None:
    """How often a roll farkles, and how often it holds what.

    By number of dice: the chance of a farkle, of each combination with every roll counted once
    under its most valuable one, as printed rules sheets do, and of a roll that contains the
    combination at all.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.remember import emit_remembered

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.report.odds import odds_document

        return odds_document(api.odds(loaded))

    emit_remembered(destination(format, target, keep=[rules]), "odds", rules, {}, build)
