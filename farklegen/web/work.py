"""Questions at work: each in a process of its own, which can be ended at any time.

The server itself answers questions that only read rules. All others get a process: a few cards and
pages side by side, and one job, which is a match or a comparison. A process ends with its answer,
and gives its memory back.
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
from dataclasses import replace
from hashlib import sha256
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from typing import Any

from starlette.concurrency import run_in_threadpool

from farklegen import api
from farklegen.errors import FarklegenError
from farklegen.solvers.progress import WholeShare
from farklegen.sweeps.running import begin_worker
from farklegen.web.questions import READING, Answer, RefusedError, WebQuestion, as_text

SIDE_BY_SIDE = max(2, os.cpu_count() or 1)
"""Cards and pages that are worked out at the same time."""

EVERY = 0.25
"""Seconds between two reports of progress, and between two looks whether anybody still waits."""

CANCELLED = "cancelled", "this was cancelled; ask again"
REPLACED = "cancelled", "this was stopped for another match or comparison; ask again"
CLOSING = "closing", "this server is being stopped; ask again later"
TOO_LARGE = (
    "too-large",
    "these rules take more memory than this machine has. If scores can fall below zero, "
    "lowest_score: 0 makes the match much smaller",
)

_PROCESSES: Any = get_context("forkserver" if sys.platform == "linux" else "spawn")
"""A fork of a process that has all imports is there at once; elsewhere forks are not safe."""
_PROCESSES.set_forkserver_preload(["farklegen.web.work"])


def make_ready() -> None:
    """Import what every process needs, before the first question waits for it."""
    if sys.platform == "linux":
        forkserver.ensure_running()


class QuestionProcess:
    """One question in a process of its own.

    Args:
        store: the folder of the store; that of the environment by default.
        number: what it is called outside.
    """

    def __init__(self, question: WebQuestion, store: str | None, number: str) -> None:
        self.number = number
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

    def end(self, why: tuple[str, str] = CANCELLED) -> None:
        """End the process, whatever it is doing."""
        if not self.result.done():
            self._ended = why
            self._process.kill()

    def _listen(self) -> Answer:
        try:
            while True:
                match self._here.recv():
                    case float() as share, str() as doing:
                        self._share, self._doing = share, doing
                    case FarklegenError() as refusal:
                        raise refusal
                    case found:
                        return Answer(*found)
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

    def close(self) -> None:
        """Give up all that is not done, and take nothing more."""
        self._closing = True
        for work in self._at_work:
            work.end(CLOSING)

    async def answer(self, question: WebQuestion, gone: Callable[[], Awaitable[bool]]) -> Answer:
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
            raise RefusedError(
                "unknown-job", "there is no such job, or it was stopped for another; ask again"
            )
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
    found: Answer | FarklegenError
    try:
        found = replace(question, progress=telling).answer()
    except FarklegenError as error:
        found = error
    except (MemoryError, RecursionError):
        found = RefusedError(*TOO_LARGE)
    except Exception as error:
        traceback.print_exc()
        text = f"farklegen made a mistake ({type(error).__name__}); please report these rules"
        found = RefusedError("failed", text)
    with telling.lock:
        out.send(found)
