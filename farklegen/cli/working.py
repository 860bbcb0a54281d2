"""What a command asks of the API: told how far it is, and found as a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.results import Result
    from farklegen.solvers.course import Forecast


def found(
    ask: Callable[..., Result], doing: str = "working", ahead: Forecast | None = None
) -> Document:
    """The document of what a function of the API finds.

    Args:
        ask: the function with all its arguments but `progress` and `report`.
        doing: what is shown until the solver says what it does.
        ahead: what it is expected to take.

    Raises:
        FarklegenError: whatever the function raises.
    """
    from farklegen.api.exporting import document
    from farklegen.cli.progress import progress_bar

    with progress_bar(doing, ahead) as bar:
        return document(ask(progress=bar, report=bar.say))
