"""What a worker process can be asked, each by its name: a function from rules to a document.

The documents are those of the commands; what takes long is looked up in the store first. A question
is data: rules as texts, options as JSON has them, the form of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from farklegen import api
from farklegen.api.exporting import document
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.render.json import dump
from farklegen.report.rules import catalogue_document, form_document
from farklegen.rules.hands import hands_of
from farklegen.solvers.match.usable_memory import usable_bytes
from farklegen.solvers.progress import Progress, silent

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.progress import WorkPart
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
    "svg": "image/svg+xml",
}
"""Forms of an answer; a fragment is the HTML of a document without a page around it."""


class UnsolvedError(FarklegenError):
    """A question about a match that has not been solved."""

    slug = "unsolved"


FOR_PEOPLE = ("fragment", "markdown", "text")
"""Forms in which an answer is read, and begins with what can be used at once."""


@dataclass(frozen=True)
class WebAsk:
    """What is asked.

    Attributes:
        ask: a name in `ASKS`.
        rules: texts of rulesets, or names of built-in ones; never paths.
        options: as the function in `ASKS` takes them.
        form: a key of `TYPES`.
    """

    ask: str
    rules: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    form: str = "json"


class Answer(NamedTuple):
    """The bytes of a file, what kind it is, and whether the same question has it as its answer for
    ever: not if it says that a match has not been solved yet."""

    type: str
    content: bytes
    lasting: bool = True


class Allowed(NamedTuple):
    """What a process may spend on a match; see `limits.ServerLimits`."""

    states: int
    seconds: float
    gigabytes: float
    threads: int


@dataclass
class Asking:
    """One question while it is answered.

    Attributes:
        rules: texts that no function of the API takes for a path.
        told: hears how far it is.
        expect: hears what is to come.
        allowed: what may be spent.
        lasting: whether the answer stays as it is.
    """

    rules: tuple[str, ...]
    allowed: Allowed
    told: Progress = silent
    expect: Callable[[Sequence[WorkPart]], None] = lambda _parts: None
    lasting: bool = True

    def loaded(self) -> LoadedRuleset:
        """The only ruleset, loaded."""
        return api.load(self.rules[0])

    def studies(self) -> tuple[Study, ...]:
        """The rulesets under study.

        Raises:
            RulesetError, FileProblemError: if they cannot be read.
        """
        from farklegen.study.study import Study

        loaded = [api.load(text) for text in self.rules]
        if len(loaded) == 1:
            return (Study(loaded[0], threads=self.allowed.threads, progress=self.told),)
        from farklegen.solvers.progress import labelled

        return tuple(
            Study(each, threads=self.allowed.threads, progress=labelled(each.slug, self.told))
            for each in loaded
        )

    def study(self) -> Study:
        """The only ruleset."""
        return self.studies()[0]

    def unsolved(self, study: Study) -> str:
        """Why there is no solved match; nothing if there is one. The answer does not last where
        that may change."""
        try:
            self.lasting = study.is_solved
        except UnsolvableError as error:
            return str(error)
        return "" if self.lasting else "the match has not been solved yet"

    def solved(self) -> Study:
        """The same, whose match is solved.

        Raises:
            UnsolvedError: if it is not.
        """
        study = self.study()
        if not study.is_solved:
            raise UnsolvedError(
                "this match is not solved yet; ask for it first: POST /api/jobs with the rules and "
                '"ask": "match"'
            )
        return study

    def check_match(self, study: Study) -> None:
        """Refuse a match that is more than this server gives.

        Raises:
            UnsolvableError: with what it would need.
        """
        if study.is_solved:
            return
        need, most = study.need, self.allowed
        problems: list[str] = []
        ways_out = [ABOVE_ZERO] if study.ruleset.farkle.falls_below_zero else []
        if need.states > most.states:
            problems.append(f"{need.states:,} starts of turns (at most {most.states:,})")
        if need.seconds > most.seconds:
            problems.append(f"some {need.seconds:,.0f} seconds (at most {most.seconds:,.0f})")
            ways_out.append(f"start the server with --minutes {ceil(need.seconds / 30)}")
        if need.gigabytes > most.gigabytes:
            problems.append(f"{need.gigabytes:.1f} GB of memory (at most {most.gigabytes:.1f})")
            ways_out.append(_more_memory(1.5 * need.gigabytes))
        if problems:
            raise UnsolvableError(
                f"this match is too large for this server: it needs {', and '.join(problems)}. "
                f"What helps: {', or '.join(ways_out or ['solve it with: farklegen solve'])}"
            )


def as_text(rules: str) -> str:
    """Rules from outside as the API takes them: built-in names as they are, all else as the text of
    a file, which has a line break in it and is never taken for a path."""
    return rules if rules in api.ruleset_names() else rules + "\n"


def memory_words(question: WebAsk, gigabytes: float) -> str:
    """Why a question took more memory than it was given, and what helps."""
    falls = False
    with suppress(FarklegenError, MemoryError, RecursionError):
        loaded = [api.load(as_text(rules)) for rules in question.rules]
        falls = any(each.ruleset.farkle.falls_below_zero for each in loaded)
    why = ": scores below zero make many more positions" if falls else ""
    ways_out = ", or ".join([*([ABOVE_ZERO] if falls else []), _more_memory(3 * gigabytes)])
    return f"Not enough memory for these rules{why}. {ways_out[0].upper()}{ways_out[1:]}"


ABOVE_ZERO = "set lowest score to 0"
"""What makes a match much smaller, if scores fall below zero."""


def _more_memory(gigabytes: float) -> str:
    """How a server gets that much memory, if this machine has it."""
    if 1e9 * gigabytes > usable_bytes():
        return "use a machine with more memory"
    return f"start the server with --memory {ceil(gigabytes) * 1000}"


def answer(
    question: WebAsk,
    allowed: Allowed,
    told: Progress = silent,
    expect: Callable[[Sequence[WorkPart]], None] = lambda _parts: None,
) -> Answer:
    """Answer a question.

    Raises:
        FarklegenError: for rules or options that cannot be meant, or what cannot be solved.
    """
    asking = Asking(tuple(map(as_text, question.rules)), allowed, told, expect)
    made = ASKS[question.ask](asking, question.form, **question.options)
    kind = TYPES[question.form]
    if isinstance(made, bytes | str):
        content = made if isinstance(made, bytes) else made.encode()
    else:
        content = rendered(made, question.form).encode("utf-8", "backslashreplace")
    return Answer(kind, content, asking.lasting)


def rendered(document: Document, form: str) -> str:
    """The text of a document in one of its forms."""
    if form == "fragment":
        from farklegen.render.html import blocks_html, plain

        title = [f"<h2>{plain(document.title)}</h2>"] if document.title else []
        return "\n".join([*title, *blocks_html(document.blocks)]) + "\n"
    from farklegen.render.registry import OUTPUTS

    return OUTPUTS[form].render(document)


def _table(
    asking: Asking,
    form: str,
    *,
    full: bool = False,
    step: int | None = None,
    match: bool | None = False,
) -> Document:
    from farklegen.report.card_price import price_document
    from farklegen.report.short_card import short_document
    from farklegen.report.table import table_document

    study = asking.solved() if match else asking.study()
    if match is None:
        why_not = asking.unsolved(study)
        match = not why_not and study.has_ladder
        asking.lasting &= match or bool(why_not)
    study = study.rounded_to(step)
    short = None
    if form in (*FOR_PEOPLE, "json") and not full:
        ladder = study.ladder if match else study.points_ladder
        short = short_document(study.analysis, ladder, options=form != "fragment")
    if short is not None and form != "json":
        return short
    card = table_document(study.analysis, full=full)
    if match:
        card = price_document(card, study.ruleset, study.price, "")
    return card if short is None else replace(short, data={**card.data, **short.data})


def _rows(asking: Asking, form: str) -> Document:
    """Every number of the card, and every situation where the dice are alike."""
    return _table(asking, form, full=hands_of(asking.study().ruleset).plain)


def _found(ask: Callable[..., object], *, solved: bool) -> Callable[..., Document]:
    """What asks one function of the API, of a match only if it is solved."""

    def found(asking: Asking, _form: str, **options: Any) -> Document:
        return document(ask(asking.solved() if solved else asking.study(), **options))

    return found


def _advise(asking: Asking, _form: str, **options: Any) -> Document:
    by_points = options.get("mine") is None and options.get("theirs") is None
    study = asking.study() if by_points else asking.solved()
    return document(api.advise(study, **options))


def _card(asking: Asking, form: str, *, paper: str = "a4") -> str | bytes:
    """The short card on paper, with what is known about the match."""
    from importlib import import_module

    from farklegen.report.pocket_card import short_pocket_card

    study = asking.study()
    why = asking.unsolved(study)
    ladder = study.points_ladder if why else study.ladder
    content = short_pocket_card(study.analysis, ladder, None, why)
    made: str | bytes = import_module(f"farklegen.render.pocket.{form}").render(content, paper)
    return made


def _page(asking: Asking, _form: str) -> str:
    study = asking.study()
    asking.unsolved(study)
    return api.page(study, quick=not asking.lasting)


def _picture(asking: Asking, form: str, *, kind: str) -> bytes:
    study = asking.study() if kind in ("value", "turn") else asking.solved()
    return api.draw(api.picture(study, kind), form, dpi=150)


def _ahead(asking: Asking, _form: str) -> Document:
    """Whether the match can be solved here, and what it would still not give: to be said before."""
    from farklegen.pages.data import check_room
    from farklegen.report.document import Document, Paragraph

    study, told = asking.study(), []
    try:
        asking.check_match(study)
    except UnsolvableError as error:
        told = [f"The match is not solved: {error}."]
    else:
        try:
            check_room(study)
        except UnsolvableError as error:
            told = [f"Even solved, the page to play with has no advice and no explorer: {error}."]
    return Document("ahead", "", tuple(map(Paragraph, told)), {"missing": told})


def _match(asking: Asking, _form: str) -> str:
    """Everything that the page tells about a match, worked out and kept in the store."""
    from farklegen.study.estimate import estimate

    study = asking.study()
    asking.check_match(study)
    asking.expect(estimate(study, ("match", "length", "price", "ladder")).parts)
    study.solution  # noqa: B018
    for find in (lambda: study.length, lambda: study.price, lambda: study.ladder):
        try:
            find()
        except UnsolvableError:
            continue  # the answers say so where it is missing
    return "{}\n"


def _compare(asking: Asking, _form: str, *, quick: bool = True) -> Document:
    from farklegen.study.estimate import estimate_several

    studies = asking.studies()
    if not quick:
        for study in studies:
            asking.check_match(study)
        ahead = estimate_several(studies, ("match", "length", "price", "skill"), labelled=True)
        asking.expect(ahead.parts)
    return document(api.compare(studies, quick=quick, progress=asking.told))


ASKS: dict[str, Callable[..., Any]] = {
    "check": lambda asking, _form: document(api.check(asking.rules[0])),
    "rulesets": lambda _asking, _form: catalogue_document(api.rulesets()),
    "schema": lambda _asking, _form: dump(api.schema()),
    "ruleset": lambda asking, _form: document(asking.loaded()),
    "form": lambda asking, _form: form_document(asking.loaded()),
    "table": _table,
    "rows": _rows,
    "odds": _found(api.odds, solved=False),
    "reach": _found(api.reach, solved=False),
    "solve": _found(api.solve, solved=True),
    "turn": _found(api.turn, solved=True),
    "advise": _advise,
    "compare": _compare,
    "card": _card,
    "page": _page,
    "picture": _picture,
    "yaml": lambda asking, _form: asking.loaded().text,
    "match": _match,
    "ahead": _ahead,
}
"""Every question by its name."""
