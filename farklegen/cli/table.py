"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from farklegen.cli.options import Format, Numbers, Rules, Target

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

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
    from farklegen.cli.output import destination
    from farklegen.cli.remember import emit_remembered

    numbers = Numbers()
    rounding = numbers.whole("--step", step, least=1)
    numbers.check()
    place = destination(format, target, keep=[rules])

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.report.table import table_document

        return table_document(api.table(loaded, step=rounding, full=full, quick=quick), full=full)

    options = {"step": rounding, "full": full, "quick": quick}
    emit_remembered(place, "table", rules, options, build)
