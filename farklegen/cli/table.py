"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal

from farklegen import api
from farklegen.api import turns
from farklegen.api.arguments import FOR_TWO, LEADER, Asked, Flag, Named, OneOf, TheirDice, refuse
from farklegen.cli.options import FORMATS, FormatName, Target, asks, in_command, reference
from farklegen.cli.output import complain, complain_all, destination, emit
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError, UnsolvableError, need
from farklegen.solvers.multiplayer import MOST_PLAYERS
from farklegen.solvers.progress import expect

if TYPE_CHECKING:
    from farklegen.cards.ladder import Ladder
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

PAPERS = ("a4", "letter", "pocket")

Paper = Annotated[
    str,
    OneOf(
        PAPERS, "PAPER", "For html and pdf: a4 (the default) or letter; for pdf also pocket, a "
        "sheet that is folded once, to the size of a bank card.",
    ),
]  # fmt: skip

NOT_AGAINST = "is only known if both bring the same dice; leave it or --their-dice out"
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


class CardFormat(FormatName):
    """The same, and PDF."""

    words = (*FORMATS, "pdf")


@asks(turns.table)
def table(
    asked: Asked,
    *,
    full: Annotated[
        bool, Flag("Also every situation: its value, and whether to bank or to roll.")
    ] = False,
    paper: Paper | None = None,
    their_dice: TheirDice | None = None,
    format: Annotated[
        str,
        CardFormat("text, markdown, csv, json, html or pdf; the last two are cards to print. "
            "Default: by the suffix of -o, else text."),
    ] | None = None,
    target: Target | None = None,
) -> None:  # fmt: skip
    """The card to learn by heart.

    The card has the fewest numbers that lose almost nothing. It says which dice to set aside, when
    to bank, what to do near the end of the game, and how often it wins against perfect play.
    `numbers` all prints the full table. `players` 3 looks for the card for a table of three,
    `their_dice` shows what it wins against other dice.
    """
    rules, several = asked["rules"], 2 < asked["players"] <= MOST_PLAYERS
    numbers = asked["numbers"]
    given = asked | {"full": full, "paper": paper, "their_dice": their_dice}
    problems: list[str] = []
    if several:
        problems += refuse(given, "full paper their_dice", FOR_TWO)
    elif their_dice is not None:
        problems += refuse(given, "full quick paper", NOT_AGAINST)
    elif full and numbers not in (None, "all"):
        problems.append(
            "--numbers is about the card, --full about every situation; leave one of them out"
        )
    if problems:
        raise ArgumentError("\n".join(problems))
    place = destination(format, target, keep=[rules], pdf=not several)
    if asked["players"] > MOST_PLAYERS:
        complain(LEADER.format(asked["players"]))
    if several:
        emit(place, rules, lambda loaded: _for_several(loaded, asked))
    elif their_dice is not None:
        if place.output.name in ("html", "pdf"):
            raise ArgumentError(
                "a card against other dice is not printed yet; use --format text, markdown, csv or "
                "json, or leave --their-dice out"
            )
        emit(place, rules, lambda loaded: [_against(loaded, their_dice, asked, place)])
    elif _on_paper(place, paper, numbers, full=full):
        loaded = api.load(reference(rules))
        made = _printed(loaded, asked, place.output.name, paper or PAPERS[0])
        complain_all(loaded.warnings)
        place.write(made)
    else:
        emit(place, rules, lambda loaded: _documents(loaded, asked, place, full=full))


def _printed(loaded: LoadedRuleset, asked: Asked, form: str, paper: str) -> str | bytes:
    from farklegen.report.card import pocket_card
    from farklegen.study.study import Study

    study = Study(loaded, step=asked["step"])
    ladder, later = _ladder(study, asked)
    complain_all(later)
    why = later[0].rstrip(".") if later else ""
    card = pocket_card(study.analysis, ladder, asked["numbers"], why)
    made: str | bytes = import_module(f"farklegen.render.pocket.{form}").render(card, paper)
    return made


def _documents(
    loaded: LoadedRuleset, asked: Asked, place: Destination, *, full: bool
) -> Iterator[Document]:
    """What a card says, part by part; the last part has the data of all."""
    from farklegen.report.card import card_document
    from farklegen.report.table import CardResult, price_document, rung_of, table_document
    from farklegen.study.study import Study

    study, numbers = Study(loaded, step=asked["step"]), asked["numbers"]
    csv = place.output.name == "csv"  # its rows are those of the first part
    whole = numbers == "all" or full or csv
    made = CardResult(study.analysis, full=full)
    if whole:
        yield table_document(made)
    if not (asked["quick"] or csv or (place.for_people and not whole)):
        price, why = _in_match(study, *(("price",) if whole else ("ladder", "price")))
        made = replace(made, price=price)
        if whole:
            yield price_document(made, why)
    if not whole:
        ladder, later = _ladder(study, asked if place.for_people else asked | {"match": True})
        made = replace(made, cards=ladder, rung=rung_of(ladder, numbers))
        yield card_document(made, later, rules=in_command(asked["rules"]))


def _on_paper(
    place: Destination, paper: str | None, numbers: int | str | None, *, full: bool
) -> bool:
    """Whether a card to print is wanted, and not a report."""
    name = place.output.name
    problem = ""
    long = "--full" if full else "--numbers all" if numbers == "all" else ""
    if name == "pdf" and long:
        problem = f"{long} does not fit on a card; leave it out, or use --format html"
    elif paper is not None and (name not in ("html", "pdf") or (name == "html" and long)):
        problem = "--paper is for cards to print: --format html or pdf, or -o card.pdf"
    elif paper == "pocket" and name == "html":
        problem = "--paper pocket is for PDF; use --format pdf, or another paper"
    if problem:
        raise ArgumentError(problem)
    if name == "pdf":
        need("typst", "PDF needs")
    return name in ("html", "pdf") and not long


def _ladder(study: Study, asked: Asked) -> tuple[Ladder, tuple[str, ...]]:
    """The ladder of a ruleset, by what cards win or by points alone; and notes in sentences: how to
    get a ladder by the match, or why there is none."""
    from farklegen.study.estimate import estimate

    if asked["quick"]:
        return study.points_ladder, ()
    if "ladder" in vars(study):
        return study.ladder, ()
    ahead = estimate(study, ("ladder",))
    if not (asked["match"] or study.card_is_by_match):
        offer = (
            "This card ignores the end of the game. --match adds it; on this computer that takes "
            f"about {ahead.words}."
        )
        return study.points_ladder, (offer, *([ahead.advice] if ahead.advice else []))
    ladder, why = _in_match(study, "ladder")
    return ladder or study.points_ladder, (f"By points alone: {why}.",) if why else ()


def _in_match(study: Study, *names: Literal["price", "ladder"]) -> tuple[Any, str]:
    """The last of the named attributes of the study, which all need the solved match; or None, and
    why."""
    from farklegen.study.estimate import estimate

    with progress_bar("solving the match") as bar:
        study.listen(bar, bar.say)
        expect(bar, estimate(study, names))
        try:
            return [getattr(study, name) for name in names][-1], ""
        except UnsolvableError as error:
            return None, str(error)


def _for_several(loaded: LoadedRuleset, asked: Asked) -> Iterator[Document]:
    """The card for this number of players, then what other ways of playing cost."""
    from farklegen.report.card import (
        SeveralTableResult,
        multiplayer_card_document,
        multiplayer_table_document,
    )
    from farklegen.study.estimate import estimate, estimate_table
    from farklegen.study.seats import COMPARED
    from farklegen.study.study import Study

    study, doing, players = Study(loaded), "playing at a table", asked["players"]
    with progress_bar(doing) as bar:
        study.listen(bar, bar.say)
        ahead = estimate_table(study, players, len(COMPARED) - 1, card=True)
        if ahead.parts:  # none of what is refused
            expect(bar, ahead + estimate(study, ("ladder", "price")))
        card = SeveralTableResult(study.analysis, players, study.multiplayer_card(players))
    yield multiplayer_card_document(card)
    with progress_bar(doing) as bar:
        found: Any = api.table(study, players=players, progress=bar, report=bar.say)
    yield multiplayer_table_document(found)


def _against(
    loaded: LoadedRuleset, their_dice: Named, asked: Asked, place: Destination
) -> Document:
    """My card, or the full table, against other dice."""
    from farklegen.api.matches import read_their_dice, words_of
    from farklegen.report.card import result_document
    from farklegen.report.match import Against, TwoSetsResult
    from farklegen.report.table import CardResult, rung_of
    from farklegen.study.estimate import estimate
    from farklegen.study.study import Facing, Study

    study, whole = Study(loaded, step=asked["step"]), asked["numbers"] == "all"
    facing = Facing(study, read_their_dice(study, their_dice))
    with progress_bar("solving the match") as bar:
        facing.listen(bar, bar.say)
        expect(bar, estimate(facing, ("ladder",)))
        ladder = facing.ladder
    price = facing.price if whole or not place.for_people else None
    made = CardResult(facing.analysis, price=price)
    if not whole:
        made = replace(made, cards=ladder, rung=rung_of(ladder, asked["numbers"]))
    chances = made.rung.chances if made.rung else price and price.with_go_for_it
    assert chances
    against = Against(chances, TwoSetsResult(loaded, facing.theirs.loaded, facing.match))
    words = {"rules": in_command(asked["rules"]), "their_dice": words_of(their_dice)}
    return result_document(replace(made, against=against), **words)
