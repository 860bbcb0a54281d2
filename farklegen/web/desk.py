"""The desk: questions come in, each is worked out once, answers are kept for the next who asks.

Matches and comparisons wait for one of a fixed number of solvers, everything else for a clerk.
Those who ask for the same thing share one `DeskTask`: the same rules in other words are the same
match, by their fingerprint. A task that nobody waits for any more is given up after a while.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any, Literal

from farklegen.web.asks import Allowed, Answer, WebAsk
from farklegen.web.limits import ServerLimits
from farklegen.web.workers import RefusedError, Worker

State = Literal["waiting", "working", "done", "refused", "cancelled"]

Gone = Callable[[], Awaitable[bool]]

READ = ("check", "form", "ruleset", "rulesets", "schema")
"""Questions that only read rules: they never wait for a card."""

RECENT = 200
"""Finished tasks that can still be asked about."""

KEEP_ALIVE = 5.0
"""Seconds after which a listener hears the same again, and a listener who is gone is noticed."""


class DeskTask:
    """One thing that is worked out for all who ask for it.

    Attributes:
        key: what tells it from others.
        state: how it stands.
        said: share of the work done, what is being done.
        answer: the result, once it is done.
        refusal: why there is none.
        waiting: how many are listening now.
        giving_up: the end of the time that nobody has to wait for it, if that runs.
    """

    def __init__(self, key: str, question: WebAsk) -> None:
        self.key = key
        self.question = question
        self.state: State = "waiting"
        self.said: dict[str, Any] = {"share": 0.0, "doing": ""}
        self.answer: Answer | None = None
        self.refusal: RefusedError | None = None
        self.waiting = 0
        self.run: asyncio.Task[None] | None = None
        self.giving_up: asyncio.TimerHandle | None = None
        self._news = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "refused", "cancelled")

    def hear(self, said: dict[str, Any]) -> None:
        """Take in how far it is."""
        self.said = said
        self.tell()

    def tell(self) -> None:
        """Wake all who listen."""
        self._news.set()
        self._news = asyncio.Event()

    async def news(self) -> None:
        """Wait until there is something new, or for a while."""
        news = self._news
        if not self.over:
            try:
                await asyncio.wait_for(news.wait(), KEEP_ALIVE)
            except TimeoutError:
                return


class Pool:
    """Some workers and those who wait for them.

    Args:
        workers: the processes.
        most: tasks that may wait.
    """

    def __init__(self, workers: list[Worker], most: int) -> None:
        self.workers = workers
        self.free = deque(workers)
        self.queue: deque[DeskTask] = deque()
        self.working: list[DeskTask] = []
        self.most = most

    def ahead(self, task: DeskTask) -> int:
        """How many tasks come before one that waits."""
        return next((at for at, each in enumerate(self.queue) if each is task), 0)


class Desk:
    """Everything that is asked and answered in one server.

    Args:
        limits: what it may cost.
        store: the folder of the store; that of the environment by default.
    """

    def __init__(self, limits: ServerLimits, store: str | None = None) -> None:
        self.limits = limits
        gigabytes = limits.memory / 1e9
        solver = Allowed(limits.states, limits.match_seconds, gigabytes, limits.threads)
        clerk = solver._replace(threads=1)
        self.solvers = Pool(
            [Worker(solver, limits.match_seconds, store) for _ in range(limits.solvers)],
            limits.waiting_matches,
        )  # fmt: skip
        self.clerks = Pool(
            [Worker(clerk, limits.quick_seconds, store) for _ in range(limits.clerks)],
            limits.waiting_questions,
        )  # fmt: skip
        self.readers = Pool([Worker(clerk, limits.quick_seconds, store)], limits.waiting_questions)
        self._tasks: dict[str, DeskTask] = {}
        self._finished: OrderedDict[str, DeskTask] = OrderedDict()
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._kept_bytes = 0
        self.closing = False

    async def start(self) -> None:
        """Start the processes that everybody waits for."""
        await asyncio.gather(*(w.start() for w in self.clerks.workers + self.readers.workers))

    async def close(self) -> None:
        """Give up all that is not done, and end the processes."""
        self.stop()
        pools = (self.solvers, self.clerks, self.readers)
        await asyncio.gather(*(worker.close() for pool in pools for worker in pool.workers))

    def stop(self) -> None:
        """Give up all that is not done, and take nothing more."""
        self.closing = True
        for task in list(self._tasks.values()):
            self.cancel(task)

    async def answer(self, question: WebAsk, gone: Gone | None = None) -> Answer:
        """The answer of a clerk, or one that is kept.

        Args:
            question: what is asked.
            gone: tells whether the one who asked has gone away.

        Raises:
            RefusedError: for a question that cannot be answered, or if too many are waiting.
        """
        key = _key(question)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        pool = self.readers if question.ask in READ else self.clerks
        task = self._task(key, question, pool)
        task.waiting += 1
        try:
            while not task.over and not (gone and await gone()):
                await task.news()
        finally:
            task.waiting -= 1
            if task.waiting == 0 and task.state == "waiting":
                self.cancel(task)  # one that is worked on goes on until its clerk is needed
            self._serve(pool)
        return self.result(task)

    async def job(self, question: WebAsk) -> DeskTask:
        """The task of a solver, the same for all who ask for the same.

        Raises:
            RefusedError: for rules that cannot be read, or if too many are waiting.
        """
        if question.ask == "match":
            checked = json.loads((await self.answer(WebAsk("ruleset", question.rules))).content)
            key = "match " + checked["ruleset"]["fingerprint"]
        else:
            key = _key(question)
        task = self._task(key, question, self.solvers)
        self.look_after(task)
        return task

    def find(self, number: str) -> DeskTask | None:
        """The task of a solver by the number that `number_of` gave."""
        tasks = [*self._tasks.values(), *self._finished.values()]
        return next((task for task in tasks if number_of(task) == number), None)

    def result(self, task: DeskTask) -> Answer:
        """What a finished task has found.

        Raises:
            RefusedError: if it has found nothing.
        """
        if task.refusal is not None:
            raise task.refusal
        if task.answer is None:
            raise RefusedError("cancelled", "this was cancelled; ask again")
        return task.answer

    async def listen(self, task: DeskTask) -> AsyncIterator[dict[str, Any]]:
        """How a task stands, again and again until it is over; whoever listens waits for it."""
        task.waiting += 1
        try:
            while True:
                over = task.over  # what comes while this is sent is told by the next
                yield self.state_of(task)
                if over:
                    return
                await task.news()
        finally:
            task.waiting -= 1
            self.look_after(task)

    def state_of(self, task: DeskTask) -> dict[str, Any]:
        """How a task stands, as JSON."""
        found = {"job": number_of(task), "ask": task.question.ask, "state": task.state, **task.said}
        found["ahead"] = self.solvers.ahead(task) if task.state == "waiting" else 0
        if task.refusal is not None:
            found["error"] = {"slug": task.refusal.slug, "message": str(task.refusal)}
        return found

    def look_after(self, task: DeskTask) -> None:
        """Give a task up after a while, if nobody waits for it then; who asks again in between, has
        that time anew."""
        if task.giving_up is not None:
            task.giving_up.cancel()
        if not task.over:
            loop = asyncio.get_running_loop()
            task.giving_up = loop.call_later(self.limits.grace, self.leave, task)

    def leave(self, task: DeskTask) -> None:
        """Give a task up, if nobody else waits for it."""
        if task.waiting == 0 and not task.over:
            self.cancel(task)

    def cancel(self, task: DeskTask) -> None:
        """Give a task up."""
        task.state = "cancelled"
        for pool in (self.solvers, self.clerks, self.readers):
            if task in pool.queue:
                pool.queue.remove(task)
        if task.run is not None:
            task.run.cancel()
        self._over(task)

    def _task(self, key: str, question: WebAsk, pool: Pool) -> DeskTask:
        task = self._tasks.get(key)
        if task is not None:
            return task
        if self.closing:
            raise RefusedError("closing", "this server is being stopped; ask again later")
        if len(pool.queue) >= pool.most:
            raise RefusedError("busy", "too many are waiting on this server; ask again later")
        task = self._tasks[key] = DeskTask(key, question)
        pool.queue.append(task)
        self._serve(pool)
        return task

    def _serve(self, pool: Pool) -> None:
        """Give tasks that wait to workers that are free; if there are none, end questions that
        nobody waits for any more."""
        while pool.free and pool.queue:
            task, worker = pool.queue.popleft(), pool.free.popleft()
            pool.working.append(task)
            task.run = asyncio.create_task(self._work(worker, task))
            task.run.add_done_callback(partial(self._free, pool, worker, task))
        if pool is not self.solvers and pool.queue:
            for task in [each for each in pool.working if not each.waiting][: len(pool.queue)]:
                self.cancel(task)

    async def _work(self, worker: Worker, task: DeskTask) -> None:
        task.state = "working"
        task.tell()
        try:
            task.answer = await worker.ask(task.question, task.hear)
            task.state = "done"
            if task.answer.lasting:
                self._keep(_key(task.question), task.answer)
        except RefusedError as error:
            task.refusal, task.state = error, "refused"
        except Exception as error:  # a mistake of ours is told, and the server lives on
            task.refusal, task.state = RefusedError("failed", f"{type(error).__name__}"), "refused"
            raise
        finally:
            self._over(task)

    def _free(self, pool: Pool, worker: Worker, task: DeskTask, _done: asyncio.Task[None]) -> None:
        """A worker is free for the next task; also if its task was cancelled before it began."""
        pool.working.remove(task)
        pool.free.append(worker)
        if not self.closing:
            self._serve(pool)

    def _over(self, task: DeskTask) -> None:
        if self._tasks.get(task.key) is task:  # not one that was begun after its end
            del self._tasks[task.key]
            self._finished[task.key] = task
            while len(self._finished) > RECENT:
                self._finished.popitem(last=False)
        task.tell()

    def _keep(self, key: str, answer: Answer) -> None:
        """Keep an answer; those not asked for longest make room."""
        self._kept_bytes += len(answer.content) - len(self._kept.pop(key, Answer("", b"")).content)
        self._kept[key] = answer
        while self._kept_bytes > self.limits.kept_bytes and self._kept:
            _, gone = self._kept.popitem(last=False)
            self._kept_bytes -= len(gone.content)


def number_of(task: DeskTask) -> str:
    """What a task is called outside."""
    return hashlib.sha256(task.key.encode()).hexdigest()[:24]


def _key(question: WebAsk) -> str:
    """What tells a question from others."""
    return json.dumps(asdict(question), sort_keys=True)
