"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from farklegen.cli.options import Format, Numbers, Rules, Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.analysis import Analysis
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
        bool,
        typer.Option(
            "--quick", help="Leave out when to go for the goal, and what the card costs in a match."
        ),
    ] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """The card to memorise, for the most points per turn.

    Which dice to keep, when to roll on and when to bank, as a few numbers for each count of dice;
    with the expected score of somebody who plays by the card. Then, after the match of two players
    has been solved, when to go for the goal, and how often the card wins against perfect play.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.remember import emit_parts

    numbers = Numbers()
    rounding = numbers.whole("--step", step, least=1)
    numbers.check()
    place = destination(format, target, keep=[rules])

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from farklegen import api
        from farklegen.report.table import table_document

        analysis = api.table(loaded, step=rounding)
        card = table_document(analysis, full=full)
        yield card
        if not quick:
            yield _price(analysis, card)

    options = {"step": rounding, "full": full, "quick": quick}
    emit_parts(place, "table", rules, options, build)


def _price(analysis: Analysis, card: Document) -> Document:
    """The part about the match."""
    from farklegen import api
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
    from farklegen.report.card_price import price_document

    price, why = None, ""
    with progress_bar("solving the match") as bar:
        try:
            price = api.card_price(analysis, progress=bar, report=bar.say)
        except UnsolvableError as error:
            why = str(error)
    return price_document(card, analysis.loaded.ruleset, price, why)
