"""What the server can be asked: by its name, a function that makes a document or a file.

The documents are those of the commands; what takes long is looked up in the store first. A question
is data: rules as texts, options as JSON has them, the form of the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial, wraps
from importlib import import_module
from typing import Any, NamedTuple

from farklegen import api
from farklegen.api.arguments import Flag, Step
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.render.html import fragment
from farklegen.render.registry import OUTPUTS
from farklegen.report.card import CardResult, pocket_card
from farklegen.report.document import Document
from farklegen.rules.hands import hands_of
from farklegen.solvers.progress import Progress, silent
from farklegen.study.study import Study

TYPES = {
    "json": "application/json",
    "fragment": "text/html; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "yaml": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "png": "image/png",
}
"""Forms of an answer; a fragment is the HTML of a document without a page around it."""

UNSOLVED = "the match has not been solved yet"
"""Why a card says nothing about the match."""


class RefusedError(FarklegenError):
    """A question that the server does not answer, and why."""

    def __init__(self, slug: str, message: str) -> None:
        super().__init__(slug, message)  # as it goes from one process to another
        self.slug = slug

    def __str__(self) -> str:
        return str(self.args[1])


class Answer(NamedTuple):
    """The bytes of a file, and what kind it is."""

    type: str
    content: bytes


@dataclass
class WebQuestion:
    """What is asked, and what the functions of this module answer from.

    Attributes:
        ask: a name in `QUESTIONS`, `FILES` or `JOBS`.
        rules: texts of rulesets, or names of built-in ones; never paths.
        options: as the function of that name takes them.
        form: a key of `TYPES`.
        progress: hears how far the work is.
        threads: to work with; as many as there are cores by default.
    """

    ask: str
    rules: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    form: str = "json"
    progress: Progress = silent
    threads: int | None = None

    @cached_property
    def studies(self) -> list[Study]:
        loaded = (api.load(as_text(rules)) for rules in self.rules)
        return [Study(each, threads=self.threads, progress=self.progress) for each in loaded]

    @property
    def study(self) -> Study:
        return self.studies[0]

    @cached_property
    def why_unsolved(self) -> str:
        """Why there is no solved match; nothing if there is one."""
        try:
            return "" if self.study.is_solved else UNSOLVED
        except UnsolvableError as error:
            return str(error)

    def answer(self) -> Answer:
        form = self.form
        made = {**QUESTIONS, **FILES, **JOBS}[self.ask](self, **self.options)
        if isinstance(made, Document):
            made = fragment(made) if form == "fragment" else OUTPUTS[form].render(made)
        content = made if isinstance(made, bytes) else made.encode("utf-8", "backslashreplace")
        return Answer(TYPES[form], content)


def as_text(rules: str) -> str:
    """Rules from outside as the API takes them: built-in names as they are, all else as the text of
    a file, which has a line break in it and is never taken for a path."""
    return rules if rules in api.ruleset_names() else rules + "\n"


def _check(asked: WebQuestion) -> Any:
    """Whether rules are valid, everything wrong with them, and what they say."""
    return api.check(as_text(asked.rules[0])).document()


def _ruleset(asked: WebQuestion) -> Any:
    """A ruleset with every default filled in."""
    return asked.study.loaded.document()


def _table(asked: WebQuestion, *, full: Flag = False, step: Step | None = None) -> Document:
    """The card; once the match is solved, also what it wins."""
    match = not asked.why_unsolved and asked.study.has_ladder
    rows = {"numbers": "all"} if asked.form == "csv" else {}
    made = api.table(
        asked.study, players=2, step=step, full=full, match=match, quick=not match,
        price=asked.form == "json", **rows,
    )  # fmt: skip
    shown: Document = made.document(options=False)
    return shown


def _of_api(ask: Callable[..., Any], *, match: bool = False) -> Callable[..., Any]:
    """A function that asks a question of the API. If the question needs a match, the match has to
    be solved; advice without scores needs none."""

    @wraps(ask)
    def answered(asked: WebQuestion, **options: Any) -> Any:
        by_points = ask is api.advise and options.get("mine") is options.get("theirs") is None
        if match and not by_points and not asked.study.is_solved:
            raise RefusedError(
                "unsolved",
                "this match is not solved yet; ask for it first: POST /api/jobs with the rules",
            )
        return ask(asked.study, **options).document()

    return answered


def _compare(asked: WebQuestion) -> Any:
    """Two or three rulesets side by side; a job compares their matches, too."""
    return api.compare(asked.studies, quick=True).document()


QUESTIONS: dict[str, Callable[..., Any]] = {
    "check": _check,
    "ruleset": _ruleset,
    "table": _table,
    "odds": _of_api(api.odds),
    "reach": _of_api(api.reach),
    "solve": _of_api(api.solve, match=True),
    "turn": _of_api(api.turn, match=True),
    "advise": _of_api(api.advise, match=True),
    "compare": _compare,
}
"""What is asked under `/api`, and how: the arguments of a function are the options, the first line
of its docstring says what it answers."""

READING = ("check", "ruleset")
"""Questions that only read rules, which takes some milliseconds."""


def _printed(asked: WebQuestion, paper: str = "a4") -> str | bytes:
    """The card on paper, with what is known about the match."""
    study = asked.study
    ladder = study.points_ladder if asked.why_unsolved else study.ladder
    card = pocket_card(CardResult(study.analysis, ladder, ladder.short))
    made: str | bytes = import_module(f"farklegen.render.{asked.form}").render_card(card, paper)
    return made


def _page(asked: WebQuestion) -> str:
    return api.page(asked.study, quick=asked.why_unsolved == UNSOLVED)


def _rows(asked: WebQuestion) -> Document:
    return _table(asked, full=hands_of(asked.study.ruleset).plain)


def _picture(asked: WebQuestion, kind: str) -> str | bytes:
    return api.draw(api.picture(asked.study, kind), asked.form, dpi=150)


def _yaml(asked: WebQuestion) -> str:
    return asked.study.loaded.text


def _match(asked: WebQuestion) -> str:
    """Everything that the page shows about a match, worked out and kept in the store."""
    study = asked.study
    study.expect("match", "length", "price", "ladder")
    study.solution  # noqa: B018
    for name in ("length", "price", "ladder"):
        try:
            getattr(study, name)
        except UnsolvableError:
            continue  # the answers say so where it is missing
    return "{}\n"


def _compared_matches(asked: WebQuestion) -> Any:
    return api.compare(asked.studies, progress=asked.progress).document()


FILES: dict[str, Callable[..., Any]] = {
    "card.pdf": _printed,
    "card-letter.pdf": partial(_printed, paper="letter"),
    "card-pocket.pdf": partial(_printed, paper="pocket"),
    "card.html": _printed,
    "page.html": _page,
    "card.json": _rows,
    "card.csv": _rows,
    "rules.yaml": _yaml,
    "turn.png": partial(_picture, kind="turn"),
    "value.png": partial(_picture, kind="value"),
}
"""Files of rules in an address, by name; the suffix is the form."""

JOBS: dict[str, Callable[..., Any]] = {"match": _match, "compared matches": _compared_matches}
"""What takes long."""
