"""Measuring: medians of runs that take turns, and peak memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Seconds of the rounds of one thing that was measured."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one, seconds."""
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """The shortest one, seconds."""
        return min(self.seconds)


def in_turns(things: Mapping[str, Callable[[], object]], rounds: int) -> list[Timing]:
    """Do everything once per round, in order, after one round that does not count."""
    seconds: dict[str, list[float]] = {name: [] for name in things}
    for round_ in range(rounds + 1):
        for name, thing in things.items():
            start = time.perf_counter()
            thing()
            if round_:
                seconds[name].append(time.perf_counter() - start)
    return [Timing(name, tuple(found)) for name, found in seconds.items()]


def command(arguments: Sequence[str], **environment: str) -> Callable[[], object]:
    """A Python command as something to time; its output is thrown away."""
    whole = [sys.executable, *arguments]
    surroundings = {**os.environ, **environment}

    def run() -> None:
        subprocess.run(whole, stdout=subprocess.DEVNULL, env=surroundings, check=True)

    return run


MEMORY = """
{code}
import resource, sys
from pathlib import Path
status = Path("/proc/self/status")
if status.exists():
    # not ru_maxrss: on Linux that begins with what the process that started this one had
    line = next(s for s in status.read_text().splitlines() if s.startswith("VmHWM"))
    print(1024 * int(line.split()[1]))
else:
    unit = 1 if sys.platform == "darwin" else 1024
    print(unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(code: str) -> int | None:
    """Most memory, in bytes, that Python needs to run some code; None where nobody counts it."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY.format(code=code)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return int(done.stdout.split()[-1]) if done.returncode == 0 else None
