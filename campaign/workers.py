"""Processes that work through the campaign, and whoever watches over them.

A piece of work is a number of one kind: a ruleset, some files, something done to a command. What it
comes to depends on the seed and the number only, and on what time permits. Each process takes the
next number of the kind that is furthest behind its share of the time. One that dies, or does not
come back, is a difference as well; another takes its place.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from campaign.finding import Finding, Outcome

Kind = Literal["rulesets", "files", "kills"]

SHARE: dict[Kind, float] = {"rulesets": 0.75, "files": 0.15, "kills": 0.10}
"""Of the time."""

CHUNK = 50
"""Files that are one piece of work."""

HANGS = 180.0
"""Seconds after which a piece of work is given up."""


@dataclass(frozen=True)
class Plan:
    """What is to be done.

    Attributes:
        seed: of everything.
        parts: of the campaign, by name.
        until: `time.time()` at which no work is begun any more; None: when all counts are reached.
        counts: how many of each kind there are to be at most; without one, as many as time permits.
        shrink: seconds for making a difference smaller.
    """

    seed: int
    parts: tuple[str, ...]
    until: float | None
    counts: dict[Kind, int]
    shrink: float

    def patience(self) -> float:
        """Seconds for making a difference smaller now: few when the time is nearly up."""
        if self.until is None:
            return self.shrink
        return min(self.shrink, max(1.0, self.until - time.time()))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of work that there are."""
        found: list[Kind] = []
        if set(self.parts) - set(PART_OF.values()):
            found.append("rulesets")
        found += [kind for kind, part in PART_OF.items() if part in self.parts]
        return tuple(k for k in found if self.until is not None or k in self.counts)


PART_OF: dict[Kind, str] = {"files": "check", "kills": "kills"}


@dataclass
class _Shared:
    """What the processes share: the next number of each kind, and where results go."""

    next: dict[Kind, Any]
    results: Any


@dataclass
class _Busy:
    """A process and what it is at."""

    process: BaseProcess
    at: tuple[Kind, int] | None = None
    since: float = field(default_factory=time.monotonic)


def work(plan: Plan, jobs: int) -> Iterator[Outcome]:
    """What every piece of the campaign comes to, as it comes."""
    context = multiprocessing.get_context("spawn")
    numbers: dict[Kind, Any] = {kind: context.Value("q", 0) for kind in plan.kinds}
    shared = _Shared(numbers, context.Queue())
    busy = {name: _start(context, name, plan, shared) for name in range(jobs)}
    names = jobs
    try:
        while busy:
            try:
                name, at, outcome = shared.results.get(timeout=1.0)
            except queue.Empty:
                name, at, outcome = -1, None, None
            if name in busy:
                busy[name].at, busy[name].since = at, time.monotonic()
            if outcome is not None:
                yield outcome
            if plan.until is not None and time.time() > plan.until + HANGS:
                return
            for name, one in list(busy.items()):
                ended = not one.process.is_alive() and shared.results.empty()
                hangs = one.at is not None and time.monotonic() - one.since > HANGS
                if not (ended or hangs):
                    continue
                del busy[name]
                code = one.process.exitcode
                if hangs:
                    one.process.kill()
                if hangs or code:
                    yield _lost(plan, one.at, code if ended else None)
                    busy[names] = _start(context, names, plan, shared)
                    names += 1
    finally:
        for one in busy.values():
            one.process.kill()


def _start(context: Any, name: int, plan: Plan, shared: _Shared) -> _Busy:
    process = context.Process(target=_work, args=(name, plan, shared.next, shared.results))
    process.start()
    return _Busy(process)


def _lost(plan: Plan, at: tuple[Kind, int] | None, code: int | None) -> Outcome:
    """The difference that a process did not come back."""
    kind, number = at or ("rulesets", -1)
    said = f"no answer in {HANGS:.0f} seconds" if code is None else f"it died with {code}"
    subject = f"# {kind} number {number} of seed {plan.seed}"
    return Outcome(
        findings=[Finding(kind, "hang" if code is None else "death", subject, "", said, "an end")]
    )


def _work(name: int, plan: Plan, numbers: dict[Kind, Any], results: Any) -> None:
    """A process: piece after piece."""
    os.environ["FARKLEGEN_CACHE"] = "off"
    if "rulesets" in plan.kinds:
        from campaign.pieces import prepare

        prepare()  # an alarm in the middle of an import would leave half of a module
    spent: dict[Kind, float] = dict.fromkeys(plan.kinds, 0.0)
    shrunk: Counter[tuple[str, str]] = Counter()
    open_kinds = list(plan.kinds)
    while open_kinds and (plan.until is None or time.time() < plan.until):
        kind = min(open_kinds, key=lambda k: spent[k] / SHARE[k])
        with numbers[kind].get_lock():
            number = numbers[kind].value
            numbers[kind].value += 1
        most = plan.counts.get(kind)
        if most is not None and number * (CHUNK if kind == "files" else 1) >= most:
            open_kinds.remove(kind)
            continue
        results.put((name, (kind, number), None))
        begin = time.monotonic()
        outcome = _piece(plan, kind, number, shrunk)
        spent[kind] += time.monotonic() - begin
        results.put((name, None, outcome))
    results.close()
    results.join_thread()


def _piece(plan: Plan, kind: Kind, number: int, shrunk: Counter[tuple[str, str]]) -> Outcome:
    if kind == "rulesets":
        from campaign.pieces import ruleset_piece

        return ruleset_piece(plan.seed, number, plan.parts, plan.patience(), shrunk)
    outcome = Outcome()
    if kind == "files":
        from campaign.files import judge_file

        for file in range(number * CHUNK, (number + 1) * CHUNK):
            judge_file(plan.seed, file, outcome)
    else:
        from campaign.kills import judge_kill

        judge_kill(plan.seed, number, outcome)
    return outcome
