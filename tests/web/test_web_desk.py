"""The desk: one task for all who ask the same, given up when nobody waits, bounded queues."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from farklegen.web.asks import Allowed, Answer, WebAsk
from farklegen.web.desk import Desk
from farklegen.web.limits import ServerLimits
from farklegen.web.workers import RefusedError, Told, Worker

LIMITS = ServerLimits(solvers=1, clerks=1, waiting_matches=2, waiting_questions=3, grace=0.02)


class Slow(Worker):
    """A worker that answers when it is let; rules that are alike but for case are the same."""

    asked: list[WebAsk]
    ended = 0

    def __init__(self) -> None:
        super().__init__(Allowed(1, 1, 1, 1), 1)
        self.asked = []
        self.go = asyncio.Event()

    async def ask(self, question: WebAsk, told: Told) -> Answer:
        self.asked.append(question)
        told({"share": 0.5, "doing": "solving the match"})
        if question.ask == "ruleset":
            print_ = question.rules[0].lower()
            return Answer("", json.dumps({"ruleset": {"fingerprint": print_}}).encode())
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.ended += 1
            raise
        return Answer("", f"{question.rules}".encode())


def with_desk(
    body: Callable[[Desk, Slow, Slow], Coroutine[Any, Any, None]], limits: ServerLimits = LIMITS
) -> None:
    """Run a test with a desk whose solver and clerk are slow."""

    async def run() -> None:
        desk = Desk(limits)
        solver, clerk = Slow(), Slow()
        for pool, worker in (
            (desk.solvers, solver),
            (desk.clerks, clerk),
            (desk.readers, Slow()),
        ):
            pool.free.clear()
            pool.free.append(worker)
        await body(desk, solver, clerk)

    asyncio.run(run())


def match(rules: str) -> WebAsk:
    return WebAsk("match", (rules,))


def test_all_who_ask_for_the_same_match_get_one_task() -> None:
    async def body(desk: Desk, solver: Slow, _clerk: Slow) -> None:
        first, second = await desk.job(match("a")), await desk.job(match("A"))
        assert first is second
        other = await desk.job(match("b"))
        assert other is not first
        solver.go.set()
        async for state in desk.listen(other):
            last = state
        assert last["state"] == "done"
        assert [question.rules for question in solver.asked] == [("a",), ("b",)]

    with_desk(body, replace(LIMITS, grace=60))


def test_a_match_is_given_up_when_nobody_waits() -> None:
    async def body(desk: Desk, solver: Slow, _clerk: Slow) -> None:
        task = await desk.job(match("a"))

        async def listen() -> None:
            async for _ in desk.listen(task):
                pass

        listener = asyncio.create_task(listen())
        await asyncio.sleep(0.1)
        assert desk.state_of(task)["state"] == "working"
        listener.cancel()
        await asyncio.sleep(0.1)
        assert desk.state_of(task)["state"] == "cancelled"
        assert solver.ended == 1
        assert desk.solvers.free

    with_desk(body)


def test_the_end_is_told_though_it_comes_while_something_else_is_sent() -> None:
    async def body(desk: Desk, solver: Slow, _clerk: Slow) -> None:
        task = await desk.job(match("a"))
        told = desk.listen(task)
        assert (await anext(told))["state"] in ("waiting", "working")
        solver.go.set()
        await asyncio.sleep(0.05)
        assert [state["state"] async for state in told] == ["done"]

    with_desk(body)


def test_a_match_goes_on_while_it_is_asked_about_again_and_again() -> None:
    async def body(desk: Desk, _solver: Slow, _clerk: Slow) -> None:
        task = await desk.job(match("a"))
        for _ in range(8):
            await asyncio.sleep(0.05)
            desk.look_after(task)
        assert desk.state_of(task)["state"] == "working"
        await asyncio.sleep(0.3)
        assert desk.state_of(task)["state"] == "cancelled"

    with_desk(body, replace(LIMITS, grace=0.2))


def test_a_match_goes_on_while_one_of_two_waits() -> None:
    async def body(desk: Desk, solver: Slow, _clerk: Slow) -> None:
        task = await desk.job(match("a"))
        one, two = desk.listen(task), desk.listen(task)
        await anext(one)
        await anext(two)
        await one.aclose()  # type: ignore[attr-defined]
        desk.leave(task)
        await asyncio.sleep(0.1)
        assert task.state == "working"
        solver.go.set()
        async for state in two:
            last = state
        assert last["state"] == "done"

    with_desk(body)


def test_a_cancelled_task_that_never_began_frees_its_worker() -> None:
    async def body(desk: Desk, solver: Slow, _clerk: Slow) -> None:
        task = await desk.job(match("a"))
        desk.cancel(task)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert list(desk.solvers.free) == [solver]

    with_desk(body)


def test_one_who_asks_as_soon_as_a_match_is_given_up_gets_a_task_that_others_share() -> None:
    async def body(desk: Desk, _solver: Slow, _clerk: Slow) -> None:
        task = await desk.job(match("a"))
        await asyncio.sleep(0.05)
        desk.cancel(task)
        again = await desk.job(match("a"))
        assert again is not task
        await asyncio.sleep(0.05)
        assert await desk.job(match("a")) is again
        desk.stop()
        await asyncio.sleep(0.05)

    with_desk(body, replace(LIMITS, grace=60))


def test_queues_are_bounded() -> None:
    async def body(desk: Desk, _solver: Slow, _clerk: Slow) -> None:
        for rules in "abc":
            await desk.job(match(rules))
        with pytest.raises(RefusedError, match="too many are waiting") as refused:
            await desk.job(match("d"))
        assert refused.value.slug == "busy"

    with_desk(body, replace(LIMITS, grace=60))


def test_an_answer_is_worked_out_once_and_kept_within_bounds() -> None:
    async def body(desk: Desk, _solver: Slow, clerk: Slow) -> None:
        clerk.go.set()
        asked = WebAsk("table", ("x" * 300,))
        answers = await asyncio.gather(*(desk.answer(asked) for _ in range(5)))
        assert len(set(answers)) == 1
        assert len(clerk.asked) == 1
        for rules in "abcdef":
            await desk.answer(WebAsk("table", (rules * 300,)))
        assert desk._kept_bytes <= 1000
        await desk.answer(asked)
        assert clerk.asked[-1] == asked

    with_desk(body, replace(LIMITS, kept_bytes=1000))


def test_one_who_goes_away_leaves_the_queue() -> None:
    async def body(desk: Desk, _solver: Slow, clerk: Slow) -> None:
        async def gone() -> bool:
            return True

        first = asyncio.create_task(desk.answer(WebAsk("table", ("a",))))
        await asyncio.sleep(0)
        with pytest.raises(RefusedError, match="cancelled"):
            await desk.answer(WebAsk("table", ("b",)), gone)
        assert not desk.clerks.queue
        clerk.go.set()
        assert await first

    with_desk(body)


def test_a_card_that_nobody_waits_for_gives_way_and_rules_are_read_meanwhile() -> None:
    async def body(desk: Desk, _solver: Slow, clerk: Slow) -> None:
        left = False

        async def gone() -> bool:
            return left

        abandoned = asyncio.create_task(desk.answer(WebAsk("table", ("a",)), gone))
        await asyncio.sleep(0.01)
        assert await desk.answer(WebAsk("ruleset", ("b",)))
        left = True
        clerk_is_asked = asyncio.create_task(desk.answer(WebAsk("table", ("b",))))
        await asyncio.sleep(0.01)
        assert clerk.ended == 0
        for task in desk.clerks.working:
            task.tell()
        with pytest.raises(RefusedError, match="cancelled"):
            await abandoned
        await asyncio.sleep(0.01)
        assert clerk.ended == 1
        clerk.go.set()
        assert (await clerk_is_asked).content == b"('b',)"

    with_desk(body)


def test_a_desk_that_closes_gives_everything_up() -> None:
    async def body(desk: Desk, _solver: Slow, _clerk: Slow) -> None:
        tasks = [await desk.job(match(rules)) for rules in "ab"]
        desk.stop()
        assert {task.state for task in tasks} == {"cancelled"}
        with pytest.raises(RefusedError, match="being stopped"):
            await desk.job(match("c"))
        await asyncio.sleep(0)

    with_desk(body, replace(LIMITS, grace=60))


LARGE = (
    "dice: 8\ngoal: 1000\ncombinations: {1: 100, 5: 50, AAA: [1, 2, 3, 4, 5, 6], AABBCC: 7, "
    "AABBCCDD: 11, AAAABBBB: 13, 12345: 17, 23456: 19, AAABBB: 23, AABB: 29}\n"
)


def asked_alone(limits: ServerLimits, question: WebAsk) -> str:
    """Why a clerk with these limits refuses a question."""

    async def run() -> str:
        desk = Desk(limits)
        try:
            with pytest.raises(RefusedError) as refused:
                await desk.answer(question)
            (worker,) = desk.clerks.workers
            assert await desk.answer(WebAsk("check", ("basic",)))
            assert worker is desk.clerks.workers[0]
            return str(refused.value)
        finally:
            await desk.close()

    return asyncio.run(run())


@pytest.mark.slow
def test_a_question_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    limits = ServerLimits(clerks=1, quick_seconds=0.3)
    assert "more than 0.3 seconds" in asked_alone(limits, WebAsk("table", (LARGE,)))


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_a_process_gets_no_more_memory_than_allowed() -> None:
    code = """
import numpy as np
from farklegen.web.worker import _limit_memory
_limit_memory(50e6)
np.ones(3_000_000)
try:
    np.ones(12_500_000)
except MemoryError:
    print("refused")
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "refused\n"
