"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, NamedTuple

from farklegen import api
from farklegen.cli import writing
from farklegen.cli.match_state import FOR_TWO, Players, TheirDice, read_players
from farklegen.cli.options import (
    Numbers,
    Rules,
    Target,
    UsageProblemError,
    beginning,
    complete_formats,
    in_command,
    option,
    reference,
)
from farklegen.cli.output import complain_all, destination
from farklegen.cli.progress import progress_bar
from farklegen.cli.writing import emit
from farklegen.errors import UnsolvableError

if TYPE_CHECKING:
    from farklegen.cards.ladder import Ladder
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

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
    asked = AskedCard(in_command(rules), rounding, full, quick, learned, whole, match)
    if table_of > 2:
        emit(place, rules, lambda loaded: _for_several(loaded, table_of))
    elif their_dice is not None:
        if place.output.name in ("html", "pdf"):
            raise UsageProblemError(
                "a card against other dice is not printed yet; use --format text, markdown, csv or "
                "json, or leave --their-dice out"
            )
        emit(place, rules, lambda loaded: [_against(loaded, their_dice, asked, place)])
    elif _on_paper(place, paper, rung, full=full):
        loaded = api.load(reference(rules))
        made = _printed(loaded, asked, place.output.name, paper or PAPERS[0])
        complain_all(loaded.warnings)
        place.write(made)
    else:
        emit(place, rules, lambda loaded: _documents(loaded, asked, place))


class AskedCard(NamedTuple):
    """Which card of `farklegen table` is asked for, and how.

    Attributes:
        rules: what the command line calls the rules.
        step: points between two of its lines; None: what the rules need.
        full: every situation as well.
        quick: nothing about the match.
        numbers: of the card, at most; None: the fewest that lose almost nothing.
        full_table: in place of the card.
        match: the match is solved however long it takes.
    """

    rules: str
    step: int | None
    full: bool
    quick: bool
    numbers: int | None
    full_table: bool
    match: bool

    def study(self, loaded: LoadedRuleset) -> Study:
        """The study of the rules, if they have such a card."""
        from farklegen.rules.hands import hands_of, refuse_mixed
        from farklegen.study.study import Study

        if self.numbers is not None and not hands_of(loaded.ruleset).alike:
            refuse_mixed(loaded.ruleset, "a card of another length (--numbers)")
        return Study(loaded, step=self.step)


def _printed(loaded: LoadedRuleset, asked: AskedCard, form: str, paper: str) -> str | bytes:
    from farklegen.report.card import pocket_card
    from farklegen.study.study import Study

    study = Study(loaded, step=asked.step)
    ladder, later = _ladder(study, asked)
    complain_all(later)
    why = later[0].rstrip(".") if later else ""
    card = pocket_card(study.analysis, ladder, asked.numbers, why)
    made: str | bytes = import_module(f"farklegen.render.pocket.{form}").render(card, paper)
    return made


def _documents(loaded: LoadedRuleset, asked: AskedCard, place: Destination) -> Iterator[Document]:
    """What a card says, part by part; the last part has the data of all."""
    from farklegen.report.card import card_document, rung_of
    from farklegen.report.table import price_document, table_document
    from farklegen.study.estimate import Work, estimate

    study = asked.study(loaded)
    card, name = not (asked.full_table or asked.full), place.output.name
    ladder: Ladder | None = None
    later: tuple[str, ...] = ()
    if not (card and place.for_people):
        document = table_document(study.analysis, full=asked.full)
        yield document
    if not ((card and place.for_people) or asked.quick or name == "csv"):
        # the rows of CSV are those of the first part
        wanted: tuple[Work, ...] = ("price", "ladder") if card else ("price",)
        price, why = None, ""
        with progress_bar("solving the match", estimate(study, wanted)) as bar:
            study.listen(bar, bar.say)
            try:
                price = study.price
                ladder = study.ladder if card else None
            except UnsolvableError as error:
                why = str(error)
        document = price_document(document, study.ruleset, price, why)
        yield document
    if card and (place.for_people or name == "json"):
        for_people = place.for_people
        if ladder is None:
            ladder, later = _ladder(study, asked if for_people else asked._replace(match=True))
        rung = rung_of(ladder, asked.numbers)
        shown = card_document(study.analysis, ladder, rung, later, rules=asked.rules)
        yield shown if for_people else replace(shown, data={**document.data, **shown.data})


def _on_paper(place: Destination, paper: str | None, rung: str | None, *, full: bool) -> bool:
    """Whether a card to print is wanted, and not a report."""
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


def _ladder(study: Study, asked: AskedCard) -> tuple[Ladder, tuple[str, ...]]:
    """The ladder of a ruleset, by what cards win or by points alone; and what more there is to
    have, a sentence each."""
    from farklegen.study.estimate import estimate

    if asked.quick:
        return study.points_ladder, ()
    ahead = estimate(study, ("ladder",))
    if not (asked.match or study.card_is_by_match):
        offer = (
            "This card ignores the end of the game. --match adds it; on this computer that takes "
            f"about {ahead.words}."
        )
        return study.points_ladder, (offer, *([ahead.advice] if ahead.advice else []))
    with progress_bar("solving the match", ahead) as bar:
        study.listen(bar, bar.say)
        try:
            return study.ladder, ()
        except UnsolvableError as error:
            return study.points_ladder, (f"By points alone: {error}.",)


def _for_several(loaded: LoadedRuleset, players: int) -> Iterator[Document]:
    """The card for this number of players, then what other ways of playing cost."""
    from farklegen.report.card import several_card_document, several_table_document
    from farklegen.study.estimate import estimate, estimate_table
    from farklegen.study.seats import COMPARED
    from farklegen.study.study import Study

    study, doing = Study(loaded), "playing at a table"
    ahead = estimate_table(study, players, len(COMPARED) - 1, card=True)
    whole = writing.agreed(ahead + estimate(study, ("ladder", "price")))
    with progress_bar(doing, whole) as bar:
        study.listen(bar, bar.say)
        card = study.several_card(players)
    yield several_card_document(study.analysis, players, card)
    with progress_bar(doing) as bar:
        found = api.table_several(study, players=players, progress=bar, report=bar.say)
    yield several_table_document(found)


def _against(
    loaded: LoadedRuleset, their_dice: str, asked: AskedCard, place: Destination
) -> Document:
    """My card against other dice, or the full table."""
    from farklegen.api.matches import read_their_dice
    from farklegen.report.card import against_document, card_document, rung_of
    from farklegen.report.table import price_document, table_document
    from farklegen.study.estimate import estimate
    from farklegen.study.study import Facing

    study = asked.study(loaded)
    facing = Facing(study, read_their_dice(study, their_dice))
    with progress_bar("solving the match", estimate(facing, ("ladder",))) as bar:
        facing.listen(bar, bar.say)
        ladder, price = facing.ladder, facing.price
    rung = rung_of(ladder, asked.numbers)
    shown, chances = card_document(facing.analysis, ladder, rung, rules=asked.rules), rung.chances
    if asked.full_table or not place.for_people:
        card = table_document(facing.analysis)
        priced = price_document(card, loaded.ruleset, price, "")
        if asked.full_table:
            shown = replace(card, blocks=(*card.blocks, *priced.blocks), data=priced.data)
            chances = price.with_go_for_it
        else:
            shown = replace(card, data={**priced.data, **shown.data})
    assert chances is not None
    return against_document(shown, facing.match, (loaded, facing.theirs.loaded), chances)
