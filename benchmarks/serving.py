"""How the web application does under load: `python -m benchmarks serving`.

Fifty clients at once ask for cards and readings that are kept; then twenty new rulesets are asked
for at once, cards and matches; memory is that of the server and all its processes. In the end
SIGTERM comes while a match is solved.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.web.served import served

CLIENTS, EACH = 50, 20
BUILTIN = ("basic", "facebook", "zilch", "five-dice", "onward")


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as store, served(Path(store)) as (process, address):
        asyncio.run(_load(address, process.pid))
        _end(process, address)


async def _load(address: str, pid: int) -> None:
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(base_url=address, timeout=600, limits=limits) as client:
        for name in BUILTIN:
            for asked in ("check", "table"):
                await client.post(f"/api/{asked}", json={"rules": name})
        times: list[float] = []
        began, spent = time.perf_counter(), _seconds(pid)
        await asyncio.gather(*(_client(address, number, times) for number in range(CLIENTS)))
        times.sort()
        took = time.perf_counter() - began
        print(
            f"{CLIENTS} clients at once, {len(times)} requests: no error, median "
            f"{1000 * times[len(times) // 2]:.0f} ms, 95 % under "
            f"{1000 * times[int(0.95 * len(times))]:.0f} ms, slowest {1000 * times[-1]:.0f} ms, "
            f"{len(times) / took:.0f} a second, "
            f"{1000 * (_seconds(pid) - spent) / len(times):.1f} ms of the processor each; "
            f"{_megabytes(pid):.0f} MB"
        )
        began, most = time.perf_counter(), [0.0]
        watching = asyncio.create_task(_watch(pid, most))
        cards = await asyncio.gather(*(_card(client, number) for number in range(20)))
        print(
            f"20 new rulesets at once: all cards after {time.perf_counter() - began:.1f} s, the "
            f"first after {min(cards):.1f} s; at most {most[0]:.0f} MB"
        )
        began, most[0] = time.perf_counter(), 0.0
        matches = await asyncio.gather(*(_match(client, number) for number in range(20)))
        print(
            f"matches: all after {time.perf_counter() - began:.1f} s, the first after "
            f"{min(matches):.1f} s; at most {most[0]:.0f} MB"
        )
        watching.cancel()


def _end(process: subprocess.Popen[str], address: str) -> None:
    """SIGTERM in the middle of a match."""
    asked = {"rules": ["ten-thousand"]}
    job = httpx.post(f"{address}api/jobs", json=asked, timeout=30).json()["job"]
    with httpx.stream("GET", f"{address}api/jobs/{job}/events", timeout=60) as stream:
        told = (json.loads(line[6:])["state"] for line in stream.iter_lines() if line)
        next(state for state in told if state == "working")
        family = _family(process.pid)
        began = time.perf_counter()
        process.send_signal(signal.SIGTERM)
        *_, last = told
    code = process.wait(30)
    took = time.perf_counter() - began
    left = [pid for pid in family if pid != process.pid and (Path("/proc") / str(pid)).exists()]
    print(
        f"SIGTERM while a match is solved: who listens is told that it is {last}; the server ends "
        f"after {took:.1f} s with code {code}; {len(left)} of {len(family)} processes are left"
    )


async def _client(address: str, number: int, times: list[float]) -> None:
    """One client with a connection of its own, written by hand: a library for requests would take
    more of the processor than the server."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for at in range(EACH):
        asked = "table" if (number + at) % 2 else "check"
        body = json.dumps({"rules": BUILTIN[(number + at) % len(BUILTIN)]})
        head = f"POST /api/{asked} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        began = time.perf_counter()
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n{body}".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise RuntimeError(status)
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        await reader.readexactly(length)
        times.append(time.perf_counter() - began)
    writer.close()


def _rules(number: int) -> str:
    """Six dice, and points that nobody else has."""
    return (
        f"goal: 5000\ncombinations: {{1: 100, 5: 50, AAA: {300 + 50 * number}, "
        "AAAA: 1000, AABBCC: 1500, 123456: 1500}\n"
    )


async def _card(client: httpx.AsyncClient, number: int) -> float:
    began = time.perf_counter()
    (await client.post("/api/table", json={"rules": _rules(number)})).raise_for_status()
    return time.perf_counter() - began


async def _match(client: httpx.AsyncClient, number: int) -> float:
    began = time.perf_counter()
    job = (await client.post("/api/jobs", json={"rules": [_rules(number)]})).json()["job"]
    told: dict[str, Any] = {}
    async with client.stream("GET", f"/api/jobs/{job}/events") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                told = json.loads(line[6:])
    if told["state"] != "done":
        raise RuntimeError(told)
    return time.perf_counter() - began


async def _watch(pid: int, most: list[float]) -> None:
    while True:
        most[0] = max(most[0], _megabytes(pid))
        await asyncio.sleep(0.2)


def _seconds(pid: int) -> float:
    """Processor time of a process, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    """Resident memory of a process and its children."""
    return sum(_family(pid).values())


def _family(pid: int) -> dict[int, float]:
    """A process and its children, with the resident megabytes of each."""
    found: dict[int, float] = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            if int(place.name) == pid or int(fields[1]) == pid:
                found[int(place.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            continue
    return found
