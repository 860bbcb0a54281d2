"""One job at a time, which can be stopped; questions beside it; processes that are ended."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from farklegen.web import work
from farklegen.web.work import Office, RefusedError, WebQuestion

LONG = WebQuestion("match", ("ten-thousand",))
"""A match that takes some seconds."""

TINY = "dice: 2\ngoal: 300\ncombinations: {1: 100}\n"

LARGE = (
    "dice: 8\ngoal: 1000\ncombinations: {1: 100, 5: 50, AAA: [1, 2, 3, 4, 5, 6], AABBCC: 7, "
    "AABBCCDD: 11, AAAABBBB: 13, 12345: 17, 23456: 19, AAABBB: 23, AABB: 29}\n"
)
"""Rules whose card takes a minute."""


async def stays() -> bool:
    """The one who asks waits."""
    return False


def with_office(body: Callable[[Office], Coroutine[Any, Any, None]]) -> None:
    """Run a test; none of its processes is left."""

    async def run() -> None:
        office = Office()
        try:
            await body(office)
        finally:
            office.close()

    asyncio.run(run())
    deadline = time.monotonic() + 5
    while multiprocessing.active_children():
        assert time.monotonic() < deadline


def test_a_job_takes_the_place_of_another_and_leaves_questions_alone() -> None:
    async def body(office: Office) -> None:
        long = await office.begin(LONG)
        assert await office.begin(LONG) is long
        assert await office.answer(WebQuestion("odds", (TINY,)), stays)  # meanwhile
        tiny = await office.begin(WebQuestion("match", (TINY,)))
        with pytest.raises(RefusedError, match="stopped for another"):
            await long.result
        assert await tiny.result == b"{}\n"
        assert office.find(tiny.number).state["state"] == "done"
        with pytest.raises(RefusedError, match="stopped for another"):
            office.find(long.number)

    with_office(body)


def test_the_same_match_by_another_name_is_the_same_job() -> None:
    async def body(office: Office) -> None:
        text = TINY.replace("300", "5000")
        job = await office.begin(WebQuestion("match", (text,)))
        assert await office.begin(WebQuestion("match", (f"name: Ours\n{text}",))) is job

    with_office(body)


def test_a_card_that_nobody_waits_for_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "EVERY", 0.02)

    async def body(office: Office) -> None:
        left = False

        async def gone() -> bool:
            return left

        asked = asyncio.create_task(office.answer(WebQuestion("table", (LARGE,)), gone))
        await asyncio.sleep(0.1)
        assert not asked.done()
        left = True
        with pytest.raises(RefusedError, match="cancelled"):
            await asked

    with_office(body)


def test_an_office_that_closes_gives_everything_up() -> None:
    async def body(office: Office) -> None:
        job = await office.begin(LONG)
        office.close()
        with pytest.raises(RefusedError, match="being stopped"):
            await job.result
        with pytest.raises(RefusedError, match="being stopped"):
            await office.begin(WebQuestion("match", (TINY,)))

    with_office(body)


def test_a_process_that_dies_is_laid_to_memory() -> None:
    async def body(office: Office) -> None:
        job = await office.begin(LONG)
        job._process.kill()
        with pytest.raises(RefusedError, match="more memory than this machine has"):
            await job.result

    with_office(body)
