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
    option,
)
from farklegen.cli.table_of import FOR_TWO, Players, read_players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.memory import Frontier
    from farklegen.cards.price import MatchPrice
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.report.pocket_card import PocketCard
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

PAPERS = ("a4", "letter", "pocket")

ALL_NUMBERS = "all"
"""The word of --numbers for the card without a limit."""

NOT_AGAINST = " is not known against other dice; leave it or --their-dice out"
"""Why an option is refused with --their-dice."""

STOPPED = "this was stopped before it was done"
"""Why the part about the match is missing in a file that was written after Ctrl-C."""

EXAMPLES = (
    ("farklegen table basic", "the card for built-in rules"),
    ("farklegen table ours.yaml --full", "every situation, not only the card"),
    ("farklegen table basic --numbers 5", "the best card with at most five numbers"),
    ("farklegen table basic --numbers all", "the whole card"),
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
    remember: Annotated[
        str | None,
        option(
            "--remember K",
            "The best card of the long search with at most K numbers, without lines that look at "
            "both scores; --numbers K mostly wins more.",
        ),
    ] = None,
    frontier: Annotated[
        bool,
        option(
            "--frontier",
            "Also what the best card of the long search loses, for every count of numbers.",
        ),
    ] = False,
    rung: Annotated[
        str | None,
        option(
            "--numbers K",
            "The card of so many numbers on the ladder, or all: the whole card. Default: the "
            "fewest numbers that lose hardly anything.",
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
            "is folded to the size of a bank card.",
        ),
    ] = None,
    players: Players = "2",
    their_dice: TheirDice = None,
    format: CardFormat = None,
    target: Target = None,
) -> None:
    """The card to memorise.

    First comes the short card: the fewest numbers that lose hardly anything, in sentences, and what
    more numbers would bring. It says which dice to keep, when to bank, when to go for the goal, and
    how often it wins against perfect play. --numbers all prints the whole card. --players 3 looks
    for the card for a table of three, --their-dice tells what it wins against other dice.
    """
    from dataclasses import replace

    from farklegen.cli.output import destination
    from farklegen.cli.remember import emit, emit_card
    from farklegen.cli.short_card import find_ladder, short_card, short_content, short_parts
    from farklegen.cli.table_others import emit_against, emit_several

    numbers = Numbers()
    rounding = numbers.whole("--step", step)
    most = numbers.whole("--remember", remember)
    whole = rung == ALL_NUMBERS
    learned = numbers.whole("--numbers", rung, word=ALL_NUMBERS)
    numbers.one_of("--paper", paper, PAPERS)
    table_of = read_players(numbers, players)
    others = {"--remember": remember, "--frontier": frontier, "--paper": paper}
    if table_of > 2:
        alone = {"--full": full, "--step": step, "--quick": quick, "--numbers": rung, **others}
        numbers.refuse({**alone, "--their-dice": their_dice}, FOR_TWO)
    elif their_dice is not None:
        numbers.refuse({"--full": full, "--quick": quick, **others}, NOT_AGAINST)
    else:
        searches = "--numbers is about the ladder, --remember and --frontier about the long search"
        clashes = {
            "--remember goes by the match, which --quick leaves out": remember and quick,
            "--remember is about cards, --full about every situation": remember and full,
            "--frontier goes by the match, which --quick leaves out": frontier and quick,
            "--frontier is about cards, --full about every situation": frontier and full,
            searches: rung and (remember or frontier),
            "--numbers is about a short card, --full about every situation": (
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
        emit_against(rules, their_dice, place, step=rounding, numbers=learned, whole=whole)
        return
    to_file = place.path is not None
    if _on_paper(place, paper, full=full, frontier=frontier):

        def printed(loaded: LoadedRuleset) -> tuple[str | bytes, bool]:
            from importlib import import_module

            from farklegen.study.study import Study

            study = Study(loaded, step=rounding)
            if whole or most is not None:
                card, stopped = _content(study, most, quick=quick, to_file=to_file)
            else:
                card, stopped = short_content(
                    study, learned, quick=quick, match=match, to_file=to_file
                )
            form = import_module(f"farklegen.render.pocket.{place.output.name}")
            return form.render(card, paper or PAPERS[0]), stopped

        emit_card(place, rules, printed)
        return

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from farklegen.report.table import table_document
        from farklegen.rules.hands import hands_of, refuse_mixed
        from farklegen.study.study import Study

        study = Study(loaded, step=rounding)
        short = not (whole or full or most is not None or frontier)
        if learned is not None and not hands_of(loaded.ruleset).alike:
            refuse_mixed(loaded.ruleset, "a short card of another length (--numbers)")
        if short and place.for_people:
            yield from short_parts(study, learned, quick=quick, match=match)
            return
        if most is not None or frontier:
            yield from _short_cards(study, most, frontier=frontier, to_file=to_file)
            return
        card = table_document(study.analysis, full=full)
        yield card
        if not quick and place.output.name != "csv":  # whose rows are those of the first part
            for document in _price(study, card, to_file=to_file):
                card = document
                yield document
        if short and place.output.name == "json":
            found = find_ladder(study, quick=quick, match=True)
            shown = short_card(study, learned, found)
            yield replace(shown, data={**card.data, **shown.data})

    options: dict[str, object] = {"step": rounding, "full": full, "quick": quick, "remember": most}
    options |= {"frontier": frontier, "numbers": rung, "match": match}
    emit(place, "table", rules, options, build)


def _on_paper(place: Destination, paper: str | None, *, full: bool, frontier: bool) -> bool:
    """Whether a card to print is wanted, and not a report.

    Raises:
        UsageProblemError: for options that do not go together.
        FarklegenError: for PDF where that cannot be made.
    """
    name = place.output.name
    long = "--full" if full else "--frontier" if frontier else ""
    numbers = Numbers()
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


def _content(
    study: Study, most: int | None, *, quick: bool, to_file: bool
) -> tuple[PocketCard, bool]:
    """What is on a card to print, and whether it was stopped before all of that was known."""
    from dataclasses import replace

    from farklegen.report.memory import beside_table, short_card_words
    from farklegen.report.pocket_card import pocket_card

    analysis = study.analysis
    if quick:
        return pocket_card(analysis, None), False
    if most is None:
        price, why, stopped = _match_price(study, to_file=to_file)
        return pocket_card(analysis, price, why), stopped
    found = _frontier(study)
    short = found.best(most)
    card = pocket_card(
        replace(analysis, card=short.card),
        short.price,
        subtitle=short_card_words(most),
        beside=beside_table(found, most),
    )
    return card, False


def _short_cards(
    study: Study, most: int | None, *, frontier: bool, to_file: bool
) -> Iterator[Document]:
    """The card with at most so many numbers, or the usual one; and the curve."""
    from farklegen.report.memory import frontier_document, remember_documents
    from farklegen.report.table import table_document

    # a file gets the usual card, if it is stopped; elsewhere what is refused is so at once
    found = None if to_file and most is None else _frontier(study)
    documents: list[Document] = []
    if most is None:
        documents.append(table_document(study.analysis))
        yield documents[-1]
        for document in _price(study, documents[0], to_file=to_file):
            documents.append(document)
            yield document
    found = found or _frontier(study)
    if most is not None:
        documents += remember_documents(study.analysis, found, most)
        yield from documents
    if frontier:
        yield frontier_document(documents[-1], found)


def _frontier(study: Study) -> Frontier:
    from farklegen.cli.progress import progress_bar
    from farklegen.study.forecast import forecast

    with progress_bar("solving the match", forecast(study, ("frontier",))) as bar:
        study.listen(bar, bar.say)
        return study.frontier


def _price(study: Study, card: Document, *, to_file: bool) -> Iterator[Document]:
    """The part about the match.

    Raises:
        KeyboardInterrupt: after it, if it was stopped.
    """
    from farklegen.report.card_price import price_document

    price, why, stopped = _match_price(study, to_file=to_file)
    yield price_document(card, study.ruleset, price, why)
    if stopped:
        raise KeyboardInterrupt


def _match_price(study: Study, *, to_file: bool) -> tuple[MatchPrice | None, str, bool]:
    """What the card is worth in a match; or why that is not worked out; and whether that is because
    it was stopped.

    Raises:
        KeyboardInterrupt: if it was stopped where there is no file that could say so.
    """
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
    from farklegen.study.forecast import forecast

    price, why = None, ""
    with progress_bar("solving the match", forecast(study, ("price",))) as bar:
        study.listen(bar, bar.say)
        try:
            price = study.price
        except UnsolvableError as error:
            why = str(error)
        except KeyboardInterrupt:
            if not to_file:
                raise
            return None, STOPPED, True
    return price, why, False
