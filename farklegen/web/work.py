"""What the server can be asked, and the processes that answer.

A question is data: rules as texts, options as JSON has them, the form of the answer; its name is
that of a function that makes a document or a file. The documents are those of the commands; what
takes long is looked up in the store first.

The server itself answers questions that only read rules. All others get a process, which can be
ended at any time: a few cards and pages side by side, and one job, which is a match or a
comparison. A process ends with its answer, and gives its memory back.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, wraps
from hashlib import sha256
from importlib import import_module
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from typing import Any

from starlette.concurrency import run_in_threadpool

from farklegen import api
from farklegen.api.arguments import Flag, Step
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.render.html import fragment
from farklegen.render.registry import OUTPUTS
from farklegen.report.card import pocket_card
from farklegen.report.document import Document
from farklegen.rules.hands import hands_of
from farklegen.solvers.game.solve_match import usable_cores
from farklegen.solvers.progress import Progress, WholeShare, silent
from farklegen.study.study import Study
from farklegen.sweeps import begin_worker

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
    """A question that the server does not answer: why, and as what HTTP status."""

    def __init__(self, slug: str, status: int, message: str) -> None:
        super().__init__(slug, status, message)  # as it goes from one process to another
        self.slug, self.status = slug, status

    def __str__(self) -> str:
        return str(self.args[2])


@dataclass
class WebQuestion:
    """What is asked, and what the functions of this module answer from.

    Attributes:
        ask: a name in `QUESTIONS`, `FILES` or `JOBS`.
        rules: texts of rulesets, or names of built-in ones; never paths.
        options: as the function of that name takes them.
        form: a key of `TYPES`.
        progress: hears how far the work is.
        threads: to work with; by default one for each core.
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
        threads = self.threads or usable_cores()
        return [Study(each, threads=threads, progress=self.progress) for each in loaded]

    @property
    def study(self) -> Study:
        return self.studies[0]

    @cached_property
    def why_unsolved(self) -> str:
        """Why there is no solved match; nothing if there is one."""
        try:
            return "" if self.study.has("match") else UNSOLVED
        except UnsolvableError as error:
            return str(error)

    def answer(self) -> bytes:
        form = self.form
        made = {**QUESTIONS, **FILES, **JOBS}[self.ask](self, **self.options)
        if isinstance(made, Document):
            made = fragment(made) if form == "fragment" else OUTPUTS[form].render(made)
        return made if isinstance(made, bytes) else made.encode("utf-8", "backslashreplace")


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


def _card(asked: WebQuestion, **options: Any) -> Any:
    """What the API finds without a long search."""
    match = not asked.why_unsolved and asked.study.has("ladder")
    return api.table(asked.study, match=match, quick=not match, **options)


def _table(asked: WebQuestion, *, full: Flag = False, step: Step | None = None) -> Any:
    """The card; once the match is solved, also what it wins."""
    rows = {"numbers": "all"} if asked.form == "csv" else {}
    price = asked.form == "json"
    return _card(asked, step=step, full=full, price=price, **rows).document(options=False)


def _of_api(ask: Callable[..., Any], *, match: bool = False) -> Callable[..., Any]:
    """A function that asks a question of the API. If the question needs a match, the match has to
    be solved; advice without scores needs none."""

    @wraps(ask)
    def answered(asked: WebQuestion, **options: Any) -> Any:
        by_points = ask is api.advise and options.get("mine") is options.get("theirs") is None
        if match and not by_points and not asked.study.has("match"):
            raise RefusedError(
                "unsolved",
                409,
                "this match is not solved yet; ask for it first: POST /api/jobs with the rules",
            )
        return ask(asked.study, **options).document()

    return answered


def _compare(asked: WebQuestion, quick: bool = True) -> Any:
    """Two or three rulesets side by side; a job compares their matches, too."""
    return api.compare(asked.studies, quick=quick, progress=asked.progress).document()


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
    render: Any = import_module(f"farklegen.render.{asked.form}").render_card
    made: str | bytes = render(pocket_card(_card(asked)), paper)
    return made


def _rows(asked: WebQuestion) -> Any:
    return _table(asked, full=hands_of(asked.study.ruleset).plain)


def _picture(asked: WebQuestion, kind: str) -> str | bytes:
    return api.draw(api.picture(asked.study, kind), asked.form, dpi=150)


def _match(asked: WebQuestion) -> str:
    """Everything that the page shows about a match, worked out and kept in the store."""
    study = asked.study
    study.expect("match", "length", "price", "ladder")
    study.solution  # noqa: B018
    for name in ("length", "price", "ladder"):
        with suppress(UnsolvableError):  # the answers say so where it is missing
            getattr(study, name)
    return "{}\n"


FILES: dict[str, Callable[..., Any]] = {
    "card.pdf": _printed,
    "card-letter.pdf": partial(_printed, paper="letter"),
    "card-pocket.pdf": partial(_printed, paper="pocket"),
    "card.html": _printed,
    "page.html": lambda asked: api.page(asked.study, quick=asked.why_unsolved == UNSOLVED),
    "card.json": _rows,
    "card.csv": _rows,
    "rules.yaml": lambda asked: asked.study.loaded.text,
    "turn.png": partial(_picture, kind="turn"),
    "value.png": partial(_picture, kind="value"),
}
"""Files of rules in an address, by name; the suffix is the form."""

JOBS: dict[str, Callable[..., Any]] = {
    "match": _match,
    "compared matches": partial(_compare, quick=False),
}
"""What takes long."""

SIDE_BY_SIDE = max(2, os.cpu_count() or 1)
"""Cards and pages that are worked out at the same time."""

EVERY = 0.25
"""Seconds between two reports of progress, and between two looks whether anybody still waits."""

CANCELLED = "cancelled", 409, "this was cancelled; ask again"
REPLACED = "cancelled", 409, "this was stopped for another match or comparison; ask again"
CLOSING = "closing", 503, "this server is being stopped; ask again later"
TOO_LARGE = (
    "too-large",
    422,
    "these rules take more memory than this machine has. If scores can fall below zero, "
    "lowest_score: 0 makes the match much smaller",
)

_PROCESSES: Any = get_context("forkserver" if sys.platform == "linux" else "spawn")
"""A fork of a process that has all imports is there at once; elsewhere forks are not safe."""
_PROCESSES.set_forkserver_preload(["farklegen.web.work"])


class QuestionProcess:
    """One question in a process of its own.

    Args:
        store: the folder of the store; that of the environment by default.
        number: what it is called outside.
    """

    def __init__(self, question: WebQuestion, store: str | None, number: str) -> None:
        self.number, self.question = number, question
        self._share, self._doing = 0.0, "beginning"
        self._ended = TOO_LARGE
        self._here, there = _PROCESSES.Pipe(duplex=False)
        asked = (there, question, store or os.environ.get("FARKLEGEN_CACHE"))
        self._process = _PROCESSES.Process(target=_work, args=asked, daemon=True)
        self._process.start()
        there.close()
        self.result = asyncio.ensure_future(run_in_threadpool(self._listen))
        self.result.add_done_callback(lambda done: done.cancelled() or done.exception())

    @property
    def state(self) -> dict[str, Any]:
        error = self.result.exception() if self.result.done() else None
        how = "refused" if error else "done" if self.result.done() else "working"
        text = {"job": self.number, "state": how, "share": self._share, "doing": self._doing}
        return text | {"error": error and str(error)}

    def end(self, why: tuple[str, int, str] = CANCELLED) -> None:
        """End the process, whatever it is doing."""
        if not self.result.done():
            self._ended = why
            self._process.kill()

    def _listen(self) -> bytes:
        try:
            while True:
                match self._here.recv():
                    case float() as share, str() as doing:
                        self._share, self._doing = share, doing
                    case FarklegenError() as refusal:
                        raise refusal
                    case bytes() as found:
                        return found
        except (EOFError, OSError):
            raise RefusedError(*self._ended) from None
        finally:
            self._here.close()
            self._process.join()


class Office:
    """Everything that is asked and answered in one server."""

    def __init__(self, store: str | None = None) -> None:
        self._store = store
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)
        self._at_work: set[QuestionProcess] = set()
        self._job: QuestionProcess | None = None
        self._closing = False
        if sys.platform == "linux":
            forkserver.ensure_running()  # imports what processes need before the first one waits

    def close(self) -> None:
        """Give up all that is not done, and take nothing more."""
        self._closing = True
        for work in self._at_work:
            work.end(CLOSING)

    async def answer(self, question: WebQuestion, gone: Callable[[], Awaitable[bool]]) -> bytes:
        """The answer to a question that takes no match."""
        if question.ask in READING:
            return await run_in_threadpool(question.answer)
        async with self._room:
            if await gone():
                raise RefusedError(*CANCELLED)
            work = self._begin(replace(question, threads=1))
            try:
                while not (await asyncio.wait([work.result], timeout=EVERY))[0]:
                    if await gone():
                        work.end()
                return await work.result
            finally:
                work.end()

    async def begin(self, question: WebQuestion) -> QuestionProcess:
        """Begin a job in the place of any other, or find it under way."""
        texts = [as_text(text) for text in question.rules]
        loaded = await run_in_threadpool(lambda: [api.load(text) for text in texts])
        key: list[Any] = [each.fingerprint for each in loaded]
        if question.ask != "match":  # whose names and form it has
            key = [question.rules, question.form]
        number = sha256(json.dumps(key).encode()).hexdigest()[:24]
        job = self._job
        if job is None or job.result.done() or job.number != number:
            if job is not None:
                job.end(REPLACED)
            job = self._job = self._begin(question, number)
        return job

    def find(self, number: str) -> QuestionProcess:
        """The job of this number, if it is the last one."""
        if self._job is None or self._job.number != number:
            why = "there is no such job, or it was stopped for another; ask again"
            raise RefusedError("unknown-job", 404, why)
        return self._job

    def _begin(self, question: WebQuestion, number: str = "") -> QuestionProcess:
        if self._closing:
            raise RefusedError(*CLOSING)
        work = QuestionProcess(question, self._store, number)
        self._at_work.add(work)
        work.result.add_done_callback(lambda _done: self._at_work.discard(work))
        return work


class _Telling(WholeShare):
    """Tells the server how far the work is."""

    def __init__(self, out: Connection) -> None:
        super().__init__("beginning")
        self._out, self._told, self.lock = out, 0.0, threading.Lock()

    def __call__(self, fraction: float, doing: str) -> None:
        with self.lock:
            super().__call__(fraction, doing)
            if time.monotonic() - self._told >= EVERY:
                self._told = time.monotonic()
                self._out.send((float(self.share), self.doing))


def _work(out: Connection, question: WebQuestion, store: str | None) -> None:
    begin_worker()
    if question.threads is None and hasattr(os, "nice"):
        os.nice(5)  # cards come first
    if store is not None:
        os.environ["FARKLEGEN_CACHE"] = store
    telling = _Telling(out)
    found: bytes | FarklegenError
    try:
        found = replace(question, progress=telling).answer()
    except FarklegenError as error:
        found = error
    except (MemoryError, RecursionError):
        found = RefusedError(*TOO_LARGE)
    except Exception as error:
        traceback.print_exc()
        text = f"farklegen made a mistake ({type(error).__name__}); please report these rules"
        found = RefusedError("failed", 500, text)
    with telling.lock:
        out.send(found)
