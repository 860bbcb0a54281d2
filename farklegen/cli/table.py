"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from farklegen.cli.options import Format, Numbers, Rules, Target, UsageProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.analysis import Analysis
    from farklegen.cards.memory import Frontier
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen table basic", "the card for built-in rules"),
    ("farklegen table ours.yaml --full", "every situation, not only the card"),
    ("farklegen table basic --remember 4", "the best card with at most four numbers"),
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
    remember: Annotated[
        str | None,
        typer.Option(
            "--remember",
            metavar="K",
            help="The best card found with at most K numbers, go-for-it thresholds included.",
            show_default=False,
        ),
    ] = None,
    frontier: Annotated[
        bool,
        typer.Option(
            "--frontier",
            help="Also what the best card for every count of numbers to remember loses.",
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
    most = numbers.whole("--remember", remember, least=0)
    numbers.check()
    _check(remember is not None, frontier, quick=quick, full=full)
    place = destination(format, target, keep=[rules])

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from farklegen import api
        from farklegen.report.table import table_document

        analysis = api.table(loaded, step=rounding)
        if most is not None or frontier:
            yield from _short_cards(analysis, most, frontier=frontier)
            return
        card = table_document(analysis, full=full)
        yield card
        if not quick and place.output.name != "csv":  # whose rows are those of the first part
            yield _price(analysis, card)

    options = {"step": rounding, "full": full, "quick": quick, "remember": most}
    options["frontier"] = frontier
    emit_parts(place, "table", rules, options, build)


def _check(remember: bool, frontier: bool, *, quick: bool, full: bool) -> None:
    """Refuse options that do not go together.

    Raises:
        UsageProblemError: with all of them.
    """
    problems = []
    for option, given in (("--remember", remember), ("--frontier", frontier)):
        if given and quick:
            problems.append(
                f"{option} goes by the match, which --quick leaves out; leave one of them out"
            )
        if given and full:
            problems.append(
                f"{option} is about cards, --full about every situation; leave one of them out"
            )
    if problems:
        raise UsageProblemError("\n".join(problems))


def _short_cards(analysis: Analysis, most: int | None, *, frontier: bool) -> Iterator[Document]:
    """The card with at most so many numbers, or the usual one; and the curve."""
    from farklegen.report.memory import frontier_document, remember_documents
    from farklegen.report.table import table_document

    found = _frontier(analysis)
    if most is not None:
        documents = remember_documents(analysis, found, most)
    else:
        card = table_document(analysis)
        documents = (card, _price(analysis, card))
    yield from documents
    if frontier:
        yield frontier_document(documents[-1], found)


def _frontier(analysis: Analysis) -> Frontier:
    from farklegen import api
    from farklegen.cli.progress import progress_bar

    with progress_bar("solving the match") as bar:
        return api.frontier(analysis, progress=bar, report=bar.say)


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
