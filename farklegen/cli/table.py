"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from typing import Annotated

import typer

from farklegen.cli.options import Format, Numbers, Rules, Target

EXAMPLES = (
    ("farklegen table basic", "the card for built-in rules"),
    ("farklegen table ours.yaml --full", "every situation, not only the card"),
    ("farklegen table facebook -o card.md", "as Markdown, into a file"),
    ("farklegen table zilch --format json", "for a program"),
)


def table(
    rules: Rules,
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="Also every situation: its value, and whether to bank or to roll."
        ),
    ] = False,
    step: Annotated[
        str | None,
        typer.Option(
            "--step",
            metavar="N",
            help="Points between two lines of the card. Default: what the rules need.",
            show_default=False,
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out whatever takes longer than a moment.")
    ] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """The card to memorise, for the most points per turn.

    Which dice to keep, when to roll on and when to bank, as a few numbers for each count of dice;
    with the expected score of somebody who plays by the card, and what that loses against perfect
    play.
    """
    from farklegen.cli.output import destination, warn

    numbers = Numbers()
    rounding = numbers.whole("--step", step, least=1)
    numbers.check()
    place = destination(format, target, keep=[rules])

    from farklegen import api

    result = api.table(rules, step=rounding, full=full, quick=quick)
    warn(result.warnings)

    from farklegen.report.table import table_document

    place.emit(table_document(result, full=full))
