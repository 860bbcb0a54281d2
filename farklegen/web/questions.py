"""What the server can be asked: each question by its name, a function from rules to a document.

The documents are those of the commands; what takes long is looked up in the store first. A question
is data: rules as texts, options as JSON has them, the form of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, Literal, NamedTuple

from farklegen import api
from farklegen.api.arguments import Flag, Step
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.render.html import fragment
from farklegen.render.json import dump
from farklegen.render.registry import OUTPUTS
from farklegen.report.document import Document, Paragraph
from farklegen.report.rules import catalogue_document, form_document
from farklegen.rules.hands import hands_of
from farklegen.solvers.progress import Progress, expect, silent
from farklegen.study.study import Study

TYPES = {
    "json": "application/json",
    "fragment": "text/html; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "png": "image/png",
}
"""Forms of an answer; a fragment is the HTML of a document without a page around it."""

UNSOLVED = "the match has not been solved yet"
"""Why a card says nothing about the match."""


class UnsolvedError(FarklegenError):
    """A question about a match that has not been solved."""

    slug = "unsolved"


class WebQuestion(NamedTuple):
    """What is asked.

    Attributes:
        ask: a name in `QUESTIONS`.
        rules: texts of rulesets, or names of built-in ones; never paths.
        options: as the function of that name takes them.
        form: a key of `TYPES`.
    """

    ask: str
    rules: tuple[str, ...] = ()
    options: dict[str, Any] = {}  # noqa: RUF012
    form: str = "json"


class Answer(NamedTuple):
    """The bytes of a file, and what kind it is."""

    type: str
    content: bytes


def as_text(rules: str) -> str:
    """Rules from outside as the API takes them: built-in names as they are, all else as the text of
    a file, which has a line break in it and is never taken for a path."""
    return rules if rules in api.ruleset_names() else rules + "\n"


def answer(
    question: WebQuestion, progress: Progress | None = None, threads: int | None = None
) -> Answer:
    """Answer a question."""
    progress = progress or silent
    texts = [as_text(rules) for rules in question.rules]
    form, (answered, _, of) = question.form, QUESTIONS[question.ask]
    if of == "text":
        made = answered("".join(texts), form)
    else:
        loaded = map(api.load, texts)
        studies = [Study(each, threads=threads, progress=progress) for each in loaded]
        given = (studies[0], form) if of == "study" else (studies, progress)
        made = answered(*given, **question.options)
    if isinstance(made, Document):
        made = fragment(made) if form == "fragment" else OUTPUTS[form].render(made)
    content = made if isinstance(made, bytes) else made.encode("utf-8", "backslashreplace")
    return Answer(TYPES[form], content)


def _solved(study: Study) -> Study:
    """The same study, if its match is solved."""
    if not study.is_solved:
        raise UnsolvedError(
            "this match is not solved yet; ask for it first: POST /api/jobs with the rules"
        )
    return study


def _why_unsolved(study: Study) -> str:
    """Why there is no solved match; nothing if there is one."""
    try:
        return "" if study.is_solved else UNSOLVED
    except UnsolvableError as error:
        return str(error)


def card(
    study: Study,
    form: str,
    *,
    full: Annotated[bool, Flag()] = False,
    step: Step | None = None,
    match: Annotated[bool, Flag()] | None = False,
) -> Document:
    """The card; with `match` what it wins in the solved match, or with None if that is solved."""
    from farklegen.report.card import result_document
    from farklegen.report.table import CardResult

    if match:
        _solved(study)
    elif match is None:
        match = not _why_unsolved(study) and study.has_ladder
    study = study.rounded_to(step)
    price = study.price if match and (full or form in ("csv", "json")) else None
    if full or form == "csv":
        return result_document(CardResult(study.analysis, full=full, price=price))
    ladder = study.ladder if match else study.points_ladder
    shown = CardResult(study.analysis, ladder, ladder.short, price=price)
    return result_document(shown, options=False)


def _card(study: Study, form: str, *, paper: str = "a4") -> str | bytes:
    """The card on paper, with what is known about the match."""
    from farklegen.report.card import pocket_card

    why = _why_unsolved(study)
    ladder = study.points_ladder if why else study.ladder
    content = pocket_card(study.analysis, ladder, None, why)
    made: str | bytes = import_module(f"farklegen.render.pocket.{form}").render(content, paper)
    return made


def _ahead(study: Study, _form: str) -> Document:
    """Whether the match can be solved here, and what it would still not give: to be shown before
    solving."""
    from farklegen.pages.data import check_room
    from farklegen.solvers.match.feasibility import check_feasible

    notes = []
    try:
        if not study.is_solved:
            check_feasible(study.match_rules, study.threads)
    except UnsolvableError as error:
        notes = [f"The match is not solved: {error}."]
    else:
        try:
            check_room(study)
        except UnsolvableError as error:
            notes = [f"Even solved, the page to play with has no advice and no explorer: {error}."]
    return Document("ahead", "", tuple(map(Paragraph, notes)), {"missing": notes})


def _match(studies: Sequence[Study], progress: Progress) -> str:
    """Everything that the page shows about a match, worked out and kept in the store."""
    from farklegen.study.estimate import estimate

    (study,) = studies
    expect(progress, estimate(study, ("match", "length", "price", "ladder")))
    study.solution  # noqa: B018
    for find in (lambda: study.length, lambda: study.price, lambda: study.ladder):
        try:
            find()
        except UnsolvableError:
            continue  # the answers say so where it is missing
    return "{}\n"


def _compare(studies: Sequence[Study], progress: Progress, *, quick: bool = True) -> Any:
    return api.compare(studies, quick=quick, progress=progress).document()


def _of_api(ask: Callable[..., Any], *, match: bool = False) -> Callable[..., Any]:
    """A function that asks a question of the API. If the question needs a match, the match has to
    be solved; advice without scores needs none."""

    @wraps(ask)
    def answered(study: Study, _form: str, **options: Any) -> Any:
        scores = options.get("mine") is not None or options.get("theirs") is not None
        solved = match and (scores or ask is not api.advise)
        return ask(_solved(study) if solved else study, **options).document()

    return answered


class Asks(NamedTuple):
    """What can be asked.

    Attributes:
        answer: from what `of` says and the form, with options: a document, a text or a file.
        summary: what it answers; none if nobody asks it under its own address.
        of: the text of rules, a ruleset or several, which may take long.
    """

    answer: Callable[..., Any]
    summary: str = ""
    of: Literal["text", "study", "studies"] = "study"


QUESTIONS: dict[str, Asks] = {
    "check": Asks(
        lambda text, _form: api.check(text).document(),
        "Whether rules are valid, everything wrong with them, and what they say.", "text",
    ),
    "rulesets": Asks(lambda _text, _form: catalogue_document(api.rulesets()), of="text"),
    "schema": Asks(lambda _text, _form: dump(api.schema()), of="text"),
    "ruleset": Asks(
        lambda study, _form: study.loaded.document(), "A ruleset with every default filled in."
    ),
    "form": Asks(
        lambda study, _form: form_document(study.loaded),
        "What a form shows of a ruleset: values, patterns by name, names to choose.",
    ),
    "yaml": Asks(lambda study, _form: study.loaded.text),
    "table": Asks(
        card, "The card; with match also what it wins once the match is solved (null: if it is)."
    ),
    "rows": Asks(lambda study, form: card(study, form, full=hands_of(study.ruleset).plain)),
    "odds": Asks(_of_api(api.odds), "How often a roll farkles, and what it holds."),
    "reach": Asks(_of_api(api.reach), "The best chance of that many points."),
    "solve": Asks(
        _of_api(api.solve, match=True), "Who wins the match, which must be solved."
    ),
    "turn": Asks(
        _of_api(api.turn, match=True), "The whole turn from one score of a solved match."
    ),
    "advise": Asks(
        _of_api(api.advise, match=True),
        "What to do now; without scores by points, else in a solved match.",
    ),
    "card": Asks(_card),
    "page": Asks(lambda study, _form: api.page(study, quick=_why_unsolved(study) == UNSOLVED)),
    "picture": Asks(
        lambda study, form, kind: api.draw(api.picture(study, kind), form, dpi=150)
    ),
    "ahead": Asks(
        _ahead, "Whether the match can be solved here, and what it would still not give."
    ),
    "match": Asks(_match, of="studies"),
    "compare": Asks(
        _compare, "Two or three rulesets side by side; a job compares their matches, too.",
        "studies",
    ),
}  # fmt: skip

READING = ("check", "rulesets", "schema", "ruleset", "form", "yaml")
"""Questions that only read rules, which takes some milliseconds."""
