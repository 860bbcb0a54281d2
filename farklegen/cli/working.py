"""What a command asks of the API: told how far it is, and found as a document."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.results import Result
    from farklegen.study.estimate import Estimate

PATIENCE = 1800.0
"""Seconds that a match of several players may take without a question at a terminal."""


def answers() -> bool:
    """Whether a person can answer: where both input and standard error are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def says_yes(question: str) -> bool:
    """Ask at the terminal; only y and yes agree."""
    from farklegen.cli.output import complain

    complain(f"{question} [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def agreed(ahead: Estimate) -> Estimate:
    """The same estimate, once the person at the terminal agrees to a long wait; scripts go on.

    Raises:
        Exit: with code 1, if not.
    """
    from farklegen.cli.output import complain

    if ahead.seconds > PATIENCE and answers():
        import typer

        if not says_yes(f"This will take about {ahead.words}. Begin?"):
            complain("Nothing was begun. A lower goal takes less time.")
            raise typer.Exit(1)
    return ahead


def found(
    ask: Callable[..., Result], doing: str = "working", ahead: Estimate | None = None
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
