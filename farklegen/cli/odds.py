"""`farklegen odds`: how often each combination is thrown."""

from __future__ import annotations

from farklegen.cli.options import Format, Rules, Target

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
    from farklegen.cli.output import destination, warn

    place = destination(format, target, keep=[rules])

    from farklegen import api

    result = api.odds(rules)
    warn(result.warnings)

    from farklegen.report.odds import odds_document

    place.emit(odds_document(result))
