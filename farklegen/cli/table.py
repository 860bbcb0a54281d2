"""`farklegen table`: the card to memorise."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from farklegen import api
from farklegen.api import turns
from farklegen.api.arguments import FOR_TWO, Asked, OneOf, refuse
from farklegen.cli.options import FORMATS, Target, asks
from farklegen.cli.output import complain_all, destination, form_of, read_rules
from farklegen.cli.progress import progress_bar
from farklegen.errors import need
from farklegen.solvers.game import MOST_PLAYERS

if TYPE_CHECKING:
    from farklegen.report.document import Document

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


def _several(asked: Asked) -> bool:
    """Whether the card is for a table of several players."""
    return bool(2 < asked["players"] <= MOST_PLAYERS)


def _long(asked: Asked) -> str:
    """The option that asks for more than a card has room for."""
    return "--full" if asked["full"] else "--numbers all" if asked["numbers"] == "all" else ""


def _to_print(asked: Asked) -> Iterator[str]:
    """What is wrong with a card to print."""
    paper, long, form = asked["paper"], _long(asked), form_of(asked["format"], asked["target"])
    if _several(asked):
        yield from refuse(asked, "paper", FOR_TWO)
    elif asked["their_dice"] is not None:
        if paper is not None or form in ("html", "pdf"):
            yield (
                "a card against other dice is not printed yet; use --format text, markdown, csv or "
                "json without --paper, or leave --their-dice out"
            )
    elif form == "pdf" and long:
        yield f"{long} does not fit on a card; leave it out, or use --format html"
    elif paper is not None and (long or form not in ("html", "pdf")):
        yield "--paper is for cards to print: --format html or pdf, or -o card.pdf"
    elif paper == "pocket" and form == "html":
        yield "--paper pocket is for PDF; use --format pdf, or another paper"


@asks(turns.table, check=_to_print)
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
    rules, dice = asked.pop("rules"), asked["their_dice"]
    several, long = _several(asked), _long(asked)
    place = destination(format, target, keep=[rules], pdf=not several)
    form = place.output.name
    if form == "pdf":
        need("typst", "PDF needs")
    from farklegen.report.card import pocket_card
    from farklegen.report.document import Document
    from farklegen.study.study import Study

    (loaded,) = read_rules(rules)
    study = Study(loaded)

    def found(**options: object) -> Any:
        with progress_bar("solving the match") as bar:
            study.listen(bar, bar.say)
            return api.table(study, **asked | options)

    def in_parts() -> Iterator[Document]:
        """The card of several, or the full table, which is there at once; then what it wins."""
        first = {"price": False} if several else {"quick": True, "match": False}
        yield found(**first).document()
        whole = found()
        yield Document("table", "", whole.in_match, whole)

    if form == "pdf" or (form == "html" and not (long or several)):
        card = found()
        complain_all(card.notes)
        render = import_module(f"farklegen.render.{form}").render_card
        place.write(render(pocket_card(card), paper or PAPERS[0]))
        return
    if form == "csv" and not several and dice is None:  # its rows are those of the full table
        asked |= {"numbers": "all", "quick": True, "match": False}
    elif several or not (place.for_people or asked["quick"]):
        asked |= {"match": True, "price": True}
    in_two = several or (long and not asked["quick"] and dice is None)
    if in_two and place.for_people and place.path is None:
        place.emit_each(in_parts())
    else:
        known = "RULES" if rules == "-" else quote(rules)  # which cannot be read twice
        place.emit(found().document(**({} if several else {"rules": known})))
