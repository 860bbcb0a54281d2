"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

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
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.price import Chances, MatchPrice
    from farklegen.cards.short import Ladder
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.report.pocket_card import PocketCard
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.estimate import Estimate
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
    from farklegen.cli.output import destination
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

    from farklegen.study.study import Study

    study = Study(loaded, step=asked.step)
    card, stopped = card_content(study, asked)
    return import_module(f"farklegen.render.pocket.{form}").render(card, paper), stopped


def _documents(loaded: LoadedRuleset, asked: AskedCard, place: Destination) -> Iterator[Document]:
    """What a card says, part by part; the last part has the data of all."""
    from dataclasses import replace

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


STOPPED_CARD = "The match part was stopped before it was done: this is the card by points."


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
        to_file: it goes to a file, which can say that it was stopped.
    """

    rules: str
    step: int | None
    full: bool
    quick: bool
    numbers: int | None
    full_table: bool
    match: bool
    to_file: bool

    @property
    def card(self) -> bool:
        """Whether it is the card, and not the full table."""
        return not (self.full_table or self.full)


class FoundLadder(NamedTuple):
    """A ladder, and how it came about.

    Attributes:
        ladder: the cards.
        later: what more there is to have, a sentence each.
        stopped: whether Ctrl-C stopped the match part.
    """

    ladder: Ladder
    later: tuple[str, ...] = ()
    stopped: bool = False


def find_ladder(study: Study, asked: AskedCard) -> FoundLadder:
    """The ladder of a ruleset: by what cards win, or by points alone."""
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
    from farklegen.study.estimate import estimate

    if asked.quick:
        return FoundLadder(study.points_ladder)
    ahead = estimate(study, ("ladder",))
    if not (asked.match or study.card_is_by_match):
        later = filter(None, (_offer(ahead), ahead.advice))
        return FoundLadder(study.points_ladder, tuple(later))
    with progress_bar("solving the match", ahead) as bar:
        study.listen(bar, bar.say)
        try:
            return FoundLadder(study.ladder)
        except UnsolvableError as error:
            return FoundLadder(study.points_ladder, (f"By points alone: {error}.",))
        except KeyboardInterrupt:
            return FoundLadder(study.points_ladder, (STOPPED_CARD,), stopped=True)


def card_part(study: Study, asked: AskedCard, found: FoundLadder) -> Document:
    """The document of a ladder, which starts with the card or the rung asked for."""
    from farklegen.report.card import card_document, rung_of

    rung = rung_of(found.ladder, asked.numbers)
    return card_document(study.analysis, found.ladder, rung, found.later, rules=asked.rules)


def card_parts(study: Study, asked: AskedCard) -> Iterator[Document]:
    """The same as the only part of an output for people.

    Raises:
        KeyboardInterrupt: after it, if it was stopped.
    """
    found = find_ladder(study, asked)
    yield card_part(study, asked, found)
    if found.stopped:
        raise KeyboardInterrupt


def card_content(study: Study, asked: AskedCard) -> tuple[PocketCard, bool]:
    """What is on a card to print, and whether it was stopped before all of that was known.

    Raises:
        KeyboardInterrupt: if it was stopped where there is no file that could say so.
    """
    from farklegen.cli.output import complain
    from farklegen.report.pocket_card import pocket_card

    found = find_ladder(study, asked)
    if found.stopped and not asked.to_file:
        raise KeyboardInterrupt
    for sentence in () if found.stopped else found.later:
        complain(sentence)
    why = found.later[0].rstrip(".") if found.later else ""
    card = pocket_card(study.analysis, found.ladder, asked.numbers, why)
    return card, found.stopped


def _offer(ahead: Estimate) -> str:
    return (
        "This card ignores the end of the game. --match adds it; on this computer that takes "
        f"about {ahead.words}."
    )


STOPPED = "this was stopped before it was done"
"""Why the part about the match is missing in a file that was written after Ctrl-C."""


def price_part(
    study: Study, card: Document, asked: AskedCard, *, ladder: bool = False
) -> Iterator[Document]:
    """The part about the match.

    Args:
        study: the ruleset.
        card: the part before.
        asked: which card is asked for.
        ladder: whether the ladder is worked out as well, for what follows.

    Raises:
        KeyboardInterrupt: after it, if it was stopped.
    """
    from farklegen.report.card_price import price_document

    price, why, stopped = _match_price(study, asked, ladder=ladder)
    yield price_document(card, study.ruleset, price, why)
    if stopped:
        raise KeyboardInterrupt


def _match_price(
    study: Study, asked: AskedCard, *, ladder: bool = False
) -> tuple[MatchPrice | None, str, bool]:
    """What the card is worth in a match; or why that is not worked out; and whether that is because
    it was stopped.

    Raises:
        KeyboardInterrupt: if it was stopped where there is no file that could say so.
    """
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
    from farklegen.study.estimate import Work, estimate

    price, why = None, ""
    wanted: tuple[Work, ...] = ("price", "ladder") if ladder else ("price",)
    with progress_bar("solving the match", estimate(study, wanted)) as bar:
        study.listen(bar, bar.say)
        try:
            price = study.price
            if ladder:
                study.ladder  # noqa: B018
        except UnsolvableError as error:
            why = str(error)
        except KeyboardInterrupt:
            if not asked.to_file:
                raise
            return price, STOPPED, True
    return price, why, False


def emit_several(rules: str, players: int, place: Destination) -> None:
    """Write the card for this number of players, then what other ways of playing cost."""
    from farklegen.cli.writing import emit

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from farklegen import api
        from farklegen.cli.progress import progress_bar
        from farklegen.cli.writing import agreed
        from farklegen.report.several_table import several_card_document, several_table_document
        from farklegen.study.estimate import estimate, estimate_table
        from farklegen.study.seats import COMPARED
        from farklegen.study.study import Study

        study, doing = Study(loaded), "playing at a table"
        ahead = estimate_table(study, players, len(COMPARED) - 1, card=True)
        whole = agreed(ahead + estimate(study, ("ladder", "price")))
        with progress_bar(doing, whole) as bar:
            study.listen(bar, bar.say)
            card = study.several_card(players)
        yield several_card_document(study.analysis, players, card)
        with progress_bar(doing) as bar:
            found = api.table_several(study, players=players, progress=bar, report=bar.say)
        yield several_table_document(found)

    emit(place, rules, build)


def emit_against(
    rules: str,
    their_dice: str,
    place: Destination,
    *,
    step: int | None,
    numbers: int | None,
    full_table: bool,
) -> None:
    """Write my card against other dice, or the full table.

    Args:
        rules: the reference to the ruleset, with my dice.
        their_dice: as it was written.
        place: where it goes.
        step: points between two lines of the card.
        numbers: of the card, at most.
        full_table: in place of the card.
    """
    if place.output.name in ("html", "pdf"):
        raise UsageProblemError(
            "a card against other dice is not printed yet; use --format text, markdown, csv or "
            "json, or leave --their-dice out"
        )
    from farklegen.cli.writing import emit

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from dataclasses import replace

        from farklegen.api.matches import read_their_dice
        from farklegen.cli.progress import progress_bar
        from farklegen.report.card import card_document, rung_of
        from farklegen.report.card_price import price_document
        from farklegen.report.table import table_document
        from farklegen.report.two_sets import against_document
        from farklegen.rules.hands import hands_of, refuse_mixed
        from farklegen.study.estimate import estimate
        from farklegen.study.facing import Facing
        from farklegen.study.study import Study

        if numbers is not None and not hands_of(loaded.ruleset).alike:
            refuse_mixed(loaded.ruleset, "a card of another length (--numbers)")
        study = Study(loaded, step=step)
        facing = Facing(study, read_their_dice(study, their_dice))

        def headed(document: Document, chances: Chances | None) -> Document:
            assert chances is not None
            sides = loaded, facing.theirs.loaded
            return against_document(document, facing.match, sides, chances)

        with progress_bar("solving the match", estimate(facing, ("ladder",))) as bar:
            facing.listen(bar, bar.say)
            ladder, price = facing.ladder, facing.price
        rung = rung_of(ladder, numbers)
        if place.for_people and not full_table:
            short = card_document(facing.analysis, ladder, rung, rules=in_command(rules))
            yield headed(short, rung.chances)
            return
        card = table_document(facing.analysis)
        priced = price_document(card, loaded.ruleset, price, "")
        if full_table:
            joined = replace(card, blocks=(*card.blocks, *priced.blocks), data=priced.data)
            yield headed(joined, price.with_go_for_it)
            return
        short = card_document(facing.analysis, ladder, rung)
        joined = replace(card, data={**priced.data, **short.data})
        yield headed(joined, rung.chances)

    emit(place, rules, build)
