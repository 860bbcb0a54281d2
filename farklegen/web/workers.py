"""Worker processes: started, asked one thing at a time, and ended when they take too long.

A process is a Python of its own (`worker`), so that a limit of memory and an end in the middle of
work are its own, too. Everything here runs in one event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from farklegen.web.asks import Allowed, Answer, WebAsk

MOST_BYTES = 32_000_000
"""The largest answer that is taken in."""

ASKED_MOST = 300
"""Questions after which a process is replaced by a fresh one."""

START_SECONDS = 60.0
"""For a process to start."""

BELOW_ZERO = "If scores can fall below zero, lowest_score: 0 makes the match much smaller"
"""What helps most, for the server, which does not read rules itself."""

Told = Callable[[dict[str, Any]], None]
"""Takes how far a question is: the share done, and what is being done."""


class RefusedError(Exception):
    """A question that was not answered, and why, in words for those who asked.

    Attributes:
        slug: a stable name of the reason.
        problems: everything wrong with the rules, with line and column.
    """

    def __init__(self, slug: str, message: str, problems: tuple[dict[str, Any], ...] = ()) -> None:
        super().__init__(message)
        self.slug = slug
        self.problems = problems


class Worker:
    """One process, which is started when it is first asked and again after it has ended.

    Args:
        allowed: what it may spend.
        seconds: for one answer.
        store: the folder of the store; that of the environment by default.
    """

    def __init__(self, allowed: Allowed, seconds: float, store: str | None = None) -> None:
        self._allowed = allowed
        self._seconds = seconds
        self._settings = {"OPENBLAS_NUM_THREADS": "1"}
        if store is not None:
            self._settings["FARKLEGEN_CACHE"] = store
        self._process: asyncio.subprocess.Process | None = None
        self._ended: list[asyncio.subprocess.Process] = []
        self._asked = 0

    async def ask(self, question: WebAsk, told: Told) -> Answer:
        """Ask, and wait for the answer.

        If this is cancelled, or takes too long, the process is ended.

        Raises:
            RefusedError: for a question that cannot be answered.
        """
        process = None
        try:
            process = await self.start()
            async with asyncio.timeout(self._seconds):
                return await self._conversation(process, question, told)
        except RefusedError as error:  # the process has said all that it had to say
            if error.slug == "too-large":  # and may hold all the memory that it was given
                self.end()
            raise
        except TimeoutError:
            self.end()
            if process is None:
                raise RefusedError(
                    "busy", "this server is too busy to begin; ask again later"
                ) from None
            raise RefusedError(
                "too-long",
                f"these rules take more than {self._seconds:,.3g} seconds, which is all that this "
                f"server gives; the command farklegen has no such limit. {BELOW_ZERO}",
            ) from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            self.end()
            raise RefusedError(
                "too-large",
                "the process that worked this out has ended, most likely for want of memory. "
                f"{BELOW_ZERO}",
            ) from None
        except BaseException:  # whoever asks next must not get what is left of this answer
            self.end()
            raise

    async def start(self) -> asyncio.subprocess.Process:
        """The process, ready to be asked."""
        if self._process is not None and self._asked >= ASKED_MOST:
            self.end()
        if self._process is None or self._process.returncode is not None:
            self.end()
            await self._collect()
            self._asked = 0
            allowed = self._allowed
            numbers = (allowed.states, allowed.seconds, allowed.gigabytes * 1e9, allowed.threads)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "farklegen.web.worker", json.dumps(numbers),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                limit=1 << 20, env=os.environ | self._settings,
                start_new_session=True,  # Ctrl-C is for the server, which ends its processes
            )  # fmt: skip
            async with asyncio.timeout(START_SECONDS):
                await _line(self._process)
        self._asked += 1
        return self._process

    async def _conversation(
        self, process: asyncio.subprocess.Process, question: WebAsk, told: Told
    ) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asdict(question)).encode() + b"\n")
        await process.stdin.drain()
        while True:
            said = await _line(process)
            if "refused" in said:
                raise RefusedError(said["refused"], said["message"], tuple(said["problems"]))
            if "bytes" in said:
                if said["bytes"] > MOST_BYTES:
                    self.end()
                    raise RefusedError("too-large", "the answer is too large for this server")
                content = await process.stdout.readexactly(said["bytes"])
                return Answer(said["type"], content, said["lasting"])
            told(said)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            self._ended.append(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        self.end()
        await self._collect()

    async def _collect(self) -> None:
        """Wait until processes that were ended are gone, and their memory with them."""
        while self._ended:
            process = self._ended.pop()
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()


async def _line(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise ConnectionError
    said: dict[str, Any] = json.loads(line)
    return said
