"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import TheirDice
from farklegen.cli.options import (
    Numbers,
    Rules,
    Target,
    beginning,
    complete_formats,
    in_command,
    option,
)
from farklegen.cli.table_of import FOR_TWO, Players, read_players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cli.card import AskedCard
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

PAPERS = ("a4", "letter", "pocket")

ALL_NUMBERS = "all"
"""The word of --numbers for the card without a limit."""

NOT_AGAINST = " is not known against other dice; leave it or --their-dice out"
"""Why an option is refused with --their-dice."""

EXAMPLES = (
    ("farklegen table basic", "the card for built-in rules"),
    ("farklegen table ours.yaml --full", "every situation, not only the card"),
    ("farklegen table basic --numbers 5", "the best card with at most five numbers"),
    ("farklegen table basic --numbers all", "the full table"),
    ("farklegen table facebook -o card.md", "as Markdown, into a file"),
    ("farklegen table zilch --format json", "for a program"),
    ("farklegen table basic -o card.pdf", "as one sheet to print; also card.html"),
    ("farklegen table basic -o card.pdf --paper pocket", "to cut out and fold"),
)


def complete_card_formats(incomplete: str) -> list[str]:
    """Names of the outputs of a card."""
    return complete_formats(incomplete) + beginning(["pdf"], incomplete)


CardFormat = Annotated[
    str | None,
    option(
        "--format FORMAT",
        "text, markdown, csv, json, html or pdf; the last two are cards to print. Default: by "
        "the suffix of -o, else text.",
        complete_card_formats,
    ),
]


def table(
    rules: Rules,
    full: Annotated[
        bool,
        option("--full", "Also every situation: its value, and whether to bank or to roll."),
    ] = False,
    step: Annotated[
        str | None,
        option("--step N", "Points between two lines of the card. Default: what the rules need."),
    ] = None,
    quick: Annotated[
        bool,
        option("--quick", "Leave out when to go for the goal, and what the card costs in a match."),
    ] = False,
    rung: Annotated[
        str | None,
        option(
            "--numbers K",
            "The card of that many numbers, or all: the full table. Default: the fewest numbers "
            "that lose almost nothing.",
        ),
    ] = None,
    match: Annotated[
        bool,
        option("--match", "Solve the match, however long it takes."),
    ] = False,
    paper: Annotated[
        str | None,
        option(
            "--paper PAPER",
            "For html and pdf: a4 (the default) or letter; for pdf also pocket, a sheet that "
            "is folded once, to the size of a bank card.",
        ),
    ] = None,
    players: Players = "2",
    their_dice: TheirDice = None,
    format: CardFormat = None,
    target: Target = None,
) -> None:
    """The card to memorise.

    The card has the fewest numbers that lose almost nothing. It says which dice to set aside, when
    to bank, what to do near the end of the game, and how often it wins against perfect play.
    --numbers all prints the full table. --players 3 looks for the card for a table of three,
    --their-dice shows what it wins against other dice.
    """
    from farklegen.cli.card import AskedCard
    from farklegen.cli.output import destination
    from farklegen.cli.table_others import emit_against, emit_several
    from farklegen.cli.writing import emit, emit_card

    numbers = Numbers()
    rounding = numbers.whole("--step", step)
    whole = rung == ALL_NUMBERS
    learned = numbers.whole("--numbers", rung, word=ALL_NUMBERS)
    numbers.one_of("--paper", paper, PAPERS)
    table_of = read_players(numbers, players)
    if table_of > 2:
        alone = {"--full": full, "--step": step, "--quick": quick, "--numbers": rung}
        numbers.refuse({**alone, "--paper": paper, "--their-dice": their_dice}, FOR_TWO)
    elif their_dice is not None:
        numbers.refuse({"--full": full, "--quick": quick, "--paper": paper}, NOT_AGAINST)
    else:
        clashes = {
            "--numbers is about the card, --full about every situation": (
                rung and full and not whole
            ),
            "--match solves the match, which --quick leaves out": match and quick,
        }
        numbers.refuse(clashes, "; leave one of them out")
    numbers.check()
    place = destination(format, target, keep=[rules], pdf=table_of == 2)
    if table_of > 2:
        emit_several(rules, table_of, place)
        return
    if their_dice is not None:
        emit_against(rules, their_dice, place, step=rounding, numbers=learned, full_table=whole)
        return
    asked = AskedCard(
        rules=in_command(rules),
        step=rounding,
        full=full,
        quick=quick,
        numbers=learned,
        full_table=whole,
        match=match,
        to_file=place.path is not None,
    )
    if _on_paper(place, paper, rung, full=full):

        def printed(loaded: LoadedRuleset) -> tuple[str | bytes, bool]:
            return _printed(loaded, asked, place.output.name, paper or PAPERS[0])

        emit_card(place, rules, printed)
        return

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        return _documents(loaded, asked, place)

    emit(place, rules, build)


def _printed(
    loaded: LoadedRuleset, asked: AskedCard, form: str, paper: str
) -> tuple[str | bytes, bool]:
    """A card to print, and whether it was stopped before all of it was known."""
    from importlib import import_module

    from farklegen.cli.card import card_content
    from farklegen.study.study import Study

    study = Study(loaded, step=asked.step)
    card, stopped = card_content(study, asked)
    return import_module(f"farklegen.render.pocket.{form}").render(card, paper), stopped


def _documents(loaded: LoadedRuleset, asked: AskedCard, place: Destination) -> Iterator[Document]:
    """What a card says, part by part; the last part has the data of all."""
    from dataclasses import replace

    from farklegen.cli.card import card_part, card_parts, find_ladder
    from farklegen.cli.full_table import price_part
    from farklegen.report.table import table_document
    from farklegen.rules.hands import hands_of, refuse_mixed
    from farklegen.study.study import Study

    study = Study(loaded, step=asked.step)
    if asked.numbers is not None and not hands_of(loaded.ruleset).alike:
        refuse_mixed(loaded.ruleset, "a card of another length (--numbers)")
    if asked.card and place.for_people:
        yield from card_parts(study, asked)
        return
    json = asked.card and place.output.name == "json"
    card = table_document(study.analysis, full=asked.full)
    yield card
    if not asked.quick and place.output.name != "csv":  # whose rows are those of the first part
        for document in price_part(study, card, asked, ladder=json):
            card = document
            yield document
    if json:
        found = find_ladder(study, asked._replace(match=True))
        shown = card_part(study, asked, found)
        yield replace(shown, data={**card.data, **shown.data})


def _on_paper(place: Destination, paper: str | None, rung: str | None, *, full: bool) -> bool:
    """Whether a card to print is wanted, and not a report.

    Raises:
        UsageProblemError: for options that do not go together.
        FarklegenError: for PDF where that cannot be made.
    """
    name = place.output.name
    numbers = Numbers()
    long = "--full" if full else "--numbers all" if rung == ALL_NUMBERS else ""
    if name == "pdf" and long:
        numbers.problem(f"{long} has no place on a card; leave it out, or use --format html")
    if paper is not None and (name not in ("html", "pdf") or (name == "html" and long)):
        numbers.problem("--paper is for cards to print: --format html or pdf, or -o card.pdf")
    elif paper == "pocket" and name == "html":
        numbers.problem("--paper pocket is for PDF; use --format pdf, or another paper")
    numbers.check()
    if name == "pdf":
        from farklegen.render.pocket.pdf import check_installed

        check_installed()
    return name in ("html", "pdf") and not long
