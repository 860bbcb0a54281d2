"""A ruleset as one page for a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.api.studying import study_of
from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report


def page(
    rules: Reference,
    *,
    quick: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> str:
    """One HTML file with the card, advice at the table, an explorer, the odds and a drill.

    What cannot be worked out is named on the page.

    Args:
        quick: leave the match out: card, odds and drill.
    """
    from farklegen.pages.build import build_page

    arguments = Arguments()
    arguments.truth("quick", quick)
    return build_page(study_of(arguments, rules, None, progress, report, mixed=True), quick=quick)
