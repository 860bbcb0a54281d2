"""A worker tells a server that is too slow from rules that take long, and is never half read."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from farklegen.web import workers
from farklegen.web.asks import Allowed, WebAsk
from farklegen.web.workers import RefusedError, Worker

QUESTION = WebAsk("ruleset", ("basic",))


class Process:
    """A process that was started."""

    returncode = None
    stdin = None
    killed = False

    def kill(self) -> None:
        self.killed = True


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> tuple[Worker, Process]:
    process = Process()

    async def begun(*_args: Any, **_options: Any) -> Process:
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begun)
    return Worker(Allowed(1, 1.0, 1.0, 1), 1.0), process


def test_a_process_that_does_not_start_in_time_is_not_laid_to_the_rules(
    worker: tuple[Worker, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_process: Process) -> None:
        await asyncio.sleep(9)

    monkeypatch.setattr(workers, "_line", never)
    monkeypatch.setattr(workers, "START_SECONDS", 0.01)
    with pytest.raises(RefusedError, match="too busy to begin") as refused:
        asyncio.run(worker[0].ask(QUESTION, print))
    assert refused.value.slug == "busy"
    assert worker[1].killed


def test_a_process_is_ended_after_a_mistake_of_the_server(
    worker: tuple[Worker, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ready(_process: Process) -> None:
        return None

    async def mistaken(*_args: Any) -> None:
        raise KeyError("problems")

    monkeypatch.setattr(workers, "_line", ready)
    monkeypatch.setattr(Worker, "_conversation", mistaken)
    with pytest.raises(KeyError):
        asyncio.run(worker[0].ask(QUESTION, print))
    assert worker[1].killed
