"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from farklegen import api
from farklegen.api import turns
from farklegen.api.arguments import FOR_TWO, Asked, OneOf, refuse
from farklegen.api.matches import words_of
from farklegen.cli.options import FORMATS, Target, asks, in_command, reference
from farklegen.cli.output import complain_all, destination, emit
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError, need
from farklegen.solvers.multiplayer import MOST_PLAYERS

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

PAPERS = ("a4", "letter", "pocket")

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


@asks(turns.table)
def table(
    asked: Asked,
    *,
    paper: Annotated[
        str,
        OneOf(
            PAPERS, "PAPER", "For html and pdf: a4 (the default) or letter; for pdf also pocket, a "
            "sheet that is folded once, to the size of a bank card.",
        ),
    ] | None = None,
    format: Annotated[
        str,
        OneOf(
            (*FORMATS, "pdf"), "FORMAT", "text, markdown, csv, json, html or pdf; the last two are "
            "cards to print. Default: by the suffix of -o, else text.",
        ),
    ] | None = None,
    target: Target | None = None,
) -> None:  # fmt: skip
    rules, numbers, dice = asked.pop("rules"), asked["numbers"], asked["their_dice"]
    several = 2 < asked["players"] <= MOST_PLAYERS
    if several or dice is not None:
        why = FOR_TWO if several else "is for cards to print; leave it or {their_dice} out"
        for problem in refuse({"paper": paper}, "paper", why):
            raise ArgumentError(problem)
    place = destination(format, target, keep=[rules], pdf=not several)
    form = place.output.name
    if dice is not None and form in ("html", "pdf"):
        raise ArgumentError(
            "a card against other dice is not printed yet; use --format text, markdown, csv or "
            "json, or leave --their-dice out"
        )
    long = "--full" if asked["full"] else "--numbers all" if numbers == "all" else ""
    printed = form == "pdf" or (form == "html" and not (long or several))
    _check_paper(form, paper, long, printed=printed)

    def found(loaded: LoadedRuleset) -> Any:
        with progress_bar("solving the match") as bar:
            return api.table(bar.study(loaded), **asked)

    def document(loaded: LoadedRuleset) -> Document:
        made: Document = found(loaded).document(
            **{} if several else {"rules": in_command(rules), "their_dice": words_of(dice)}
        )
        return made

    def in_parts(loaded: LoadedRuleset) -> Iterator[Document]:
        """The full table, which is there at once, then what it wins in a match."""
        from farklegen.report import document as doc
        from farklegen.report.table import price_blocks
        from farklegen.study.study import Study

        study = Study(loaded)
        yield api.table(study, **asked | {"quick": True, "match": False}).document()
        with progress_bar("solving the match") as bar:
            study.listen(bar, bar.say)
            whole = api.table(study, **asked)
        yield doc.document("table", "", price_blocks(whole), whole)

    if printed:
        from farklegen.report.card import pocket_card

        loaded = api.load(reference(rules))
        card = found(loaded)
        complain_all(card.notes)
        content = pocket_card(card.analysis, card.cards, numbers)
        sheet = import_module(f"farklegen.render.pocket.{form}").render(content, paper or PAPERS[0])
        complain_all(loaded.warnings)
        place.write(sheet)
        return
    if form == "csv" and not several and dice is None:  # its rows are those of the full table
        asked |= {"numbers": "all", "quick": True, "match": False}
    elif not place.for_people and not asked["quick"]:
        asked |= {"match": True, "price": True}
    at_once = place.path is None and place.for_people and long and not asked["quick"]
    emit(place, rules, in_parts if at_once and not several and dice is None else document)


def _check_paper(form: str, paper: str | None, long: str, *, printed: bool) -> None:
    """Refuse what does not fit on a card to print."""
    if form == "pdf" and long:
        raise ArgumentError(f"{long} does not fit on a card; leave it out, or use --format html")
    if paper is not None and not printed:
        raise ArgumentError("--paper is for cards to print: --format html or pdf, or -o card.pdf")
    if paper == "pocket" and form == "html":
        raise ArgumentError("--paper pocket is for PDF; use --format pdf, or another paper")
    if form == "pdf":
        need("typst", "PDF needs")
