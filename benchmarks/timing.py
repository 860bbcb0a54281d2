"""Measuring: medians of runs that take turns, processor time, and peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple


class Timing(NamedTuple):
    """What the rounds of one thing came to.

    Attributes:
        name: what was measured.
        seconds: the median.
        work: the least processor time, seconds; it says more than time on a machine that is busy.
        peak: most memory of a round, bytes; 0 where nobody counts it.
    """

    name: str
    seconds: float
    work: float
    peak: int


def in_turns(things: Mapping[str, Callable[[], int]], rounds: int) -> list[Timing]:
    """Do everything once per round, in order. Each returns its peak memory, bytes."""
    runs: dict[str, list[tuple[float, float, int]]] = {name: [] for name in things}
    for _ in range(rounds):
        for name, thing in things.items():
            start, before = time.perf_counter(), sum(os.times()[:4])
            peak = thing()
            runs[name].append((time.perf_counter() - start, sum(os.times()[:4]) - before, peak))
    found = []
    for name, each in runs.items():
        seconds, work, peaks = zip(*each, strict=True)
        found.append(Timing(name, median(seconds), min(work), max(peaks)))
    return found


def surroundings(changed: Mapping[str, str]) -> Mapping[str, str]:
    """The environment of a command: that of a program which is installed, and so was compiled to
    Python's bytecode once."""
    usual = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**usual, **changed}


MEMORY = """
{code}
import sys
from pathlib import Path
status = Path("/proc/self/status")
if status.exists():
    # not ru_maxrss: on Linux that begins with what the process that started this one had
    line = next(s for s in status.read_text().splitlines() if s.startswith("VmHWM"))
    print(1024 * int(line.split()[1]))
elif sys.platform == "win32":
    print(0)
else:
    import resource
    unit = 1 if sys.platform == "darwin" else 1024
    print(unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(code: str, *arguments: str, **environment: str) -> int:
    """Most memory, in bytes, that Python needs to run some code; 0 where nobody counts it."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", MEMORY.format(code=code), *arguments],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=surroundings(environment),
        check=True,
    )
    return int(done.stdout.split()[-1])
