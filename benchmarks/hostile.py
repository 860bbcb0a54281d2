"""Random bodies that mean harm, against a server: `python -m benchmarks hostile`.

Ten thousand of them: bytes, broken and deep JSON, documents of any shape, rules with letters
changed, bodies at the limit of size. Each answer but that to valid rules has to be a clear 4xx.
"""

from __future__ import annotations

import asyncio
import json
import string
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from farklegen.web.limits import BODY_BYTES
from tests.web.served import served

BODIES = 10_000
AT_ONCE = 4
ADDRESSES = ("check", "table", "form", "odds", "reach", "advise", "compare", "jobs")
LETTERS = string.printable
RULESETS = Path(__file__).parents[1] / "rulesets"


def run() -> None:
    """Print how many were answered how, and how soon."""
    with tempfile.TemporaryDirectory() as store, served(Path(store)) as (_process, address):
        asyncio.run(_attack(address))


async def _attack(address: str) -> None:
    queue = iter(range(BODIES))
    found: list[tuple[int, float, int]] = []
    began = time.perf_counter()
    await asyncio.gather(*(_client(address, queue, found) for _ in range(AT_ONCE)))
    took = time.perf_counter() - began
    refused = sorted((seconds, number) for status, seconds, number in found if status >= 400)
    statuses = ", ".join(f"{n} x {s}" for s, n in sorted(Counter(s for s, _, _ in found).items()))
    print(
        f"{len(found):,} random bodies in {took:.0f} s: {statuses}; refusals: median "
        f"{1000 * refused[len(refused) // 2][0]:.0f} ms, slowest {1000 * refused[-1][0]:.0f} ms "
        f"(body {refused[-1][1]})"
    )


async def _client(address: str, queue: Any, found: list[tuple[int, float, int]]) -> None:
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    for number in queue:
        random = Random(number)
        body = _body(random)
        name = random.choice(ADDRESSES)
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"POST /api/{name} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        began = time.perf_counter()
        writer.write(f"{head}connection: close\r\ncontent-length: {len(body)}\r\n\r\n".encode())
        writer.write(body)
        try:
            answer = await reader.read()
        except (ConnectionResetError, BrokenPipeError):  # refused before the body was read
            answer = b"HTTP/1.1 413 "
        seconds = time.perf_counter() - began
        status = int(answer.split()[1])
        if status >= 500 and status != 503:
            raise RuntimeError(f"body {number}: {answer[:500]!r}")
        found.append((status, seconds, number))
        writer.close()


def _body(random: Random) -> bytes:
    """A body of one of the kinds."""
    kind = random.randrange(6)
    if kind == 0:
        return random.randbytes(random.randrange(2000))
    if kind == 1:
        depth = random.randrange(1, 40_000)
        return random.choice([b"[", b'{"rules":', b'[{"a":']) * depth
    if kind == 2:
        size = random.choice([BODY_BYTES - 20, BODY_BYTES + 20, 5 * BODY_BYTES])
        return b'{"rules": "' + b"x" * size + b'"}'
    if kind == 3:
        return json.dumps(_value(random, 5)).encode()
    if kind == 4:
        return json.dumps({"rules": _value(random, 3), random.choice(LETTERS): 1}).encode()
    return json.dumps({"rules": _broken(random)}).encode()


def _value(random: Random, depth: int) -> Any:
    """Any JSON."""
    kind = random.randrange(7 if depth else 5)
    if kind < 2:
        return "".join(random.choices(LETTERS, k=random.randrange(30)))
    if kind == 2:
        return random.choice([0, -1, 10**30, 1e308, float("inf"), 0.5])
    if kind < 5:
        return random.choice([None, True, False, "basic", "goal: 1"])
    if kind == 5:
        return [_value(random, depth - 1) for _ in range(random.randrange(5))]
    keys = ("rules", "goal", "combinations", "points", "mine", "\u0000")
    return {random.choice(keys): _value(random, depth - 1) for _ in range(random.randrange(5))}


def _broken(random: Random) -> str:
    """Built-in rules, some letters of which are others."""
    name = random.choice(("basic", "facebook", "patch"))
    text = list((RULESETS / f"{name}.yaml").read_text())
    for _ in range(random.randrange(3, 30)):
        text[random.randrange(len(text))] = random.choice(LETTERS)
    return "".join(text)
