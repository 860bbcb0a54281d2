"""Measuring: medians of runs that take turns, processor time, and peak memory."""

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
    """What the rounds of one thing came to.

    Attributes:
        name: what was measured.
        seconds: of each round.
        processor: seconds of all processors together, of each round.
        peak: most memory of a round, bytes, where rounds return that.
    """

    name: str
    seconds: tuple[float, ...]
    processor: tuple[float, ...] = ()
    peak: int | None = None

    @property
    def median(self) -> float:
        """The middle one, seconds."""
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """The shortest one, seconds."""
        return min(self.seconds)

    @property
    def work(self) -> float:
        """The least processor time, seconds; it says more than time on a machine that is busy."""
        return min(self.processor)


def in_turns(
    things: Mapping[str, Callable[[], object]], rounds: int, warm_up: bool = True
) -> list[Timing]:
    """Do everything once per round, in order; a `warm_up` is one round more that does not count."""
    seconds: dict[str, list[float]] = {name: [] for name in things}
    processor: dict[str, list[float]] = {name: [] for name in things}
    peaks: dict[str, int] = {}
    for round_ in range(-1 if warm_up else 0, rounds):
        for name, thing in things.items():
            start, before = time.perf_counter(), processor_seconds()
            peak = thing()
            if round_ < 0:
                continue
            seconds[name].append(time.perf_counter() - start)
            processor[name].append(processor_seconds() - before)
            if isinstance(peak, int):
                peaks[name] = max(peak, peaks.get(name, 0))
    return [
        Timing(name, tuple(found), tuple(processor[name]), peaks.get(name))
        for name, found in seconds.items()
    ]


def processor_seconds() -> float:
    """Processor time of this process and of those that it has started and seen the end of."""
    return sum(os.times()[:4])


def surroundings(changed: Mapping[str, str]) -> Mapping[str, str]:
    """The environment of a command: that of a program which is installed, and so was compiled to
    Python's bytecode once."""
    usual = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**usual, **changed}


def command(arguments: Sequence[str], **environment: str) -> Callable[[], object]:
    """A Python command as something to time; its output is thrown away."""
    whole = [sys.executable, *arguments]

    def run() -> None:
        subprocess.run(whole, stdout=subprocess.DEVNULL, env=surroundings(environment), check=True)

    return run


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
    print("unknown")
else:
    import resource
    unit = 1 if sys.platform == "darwin" else 1024
    print(unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(code: str, *arguments: str, **environment: str) -> int | None:
    """Most memory, in bytes, that Python needs to run some code; None where nobody counts it."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", MEMORY.format(code=code), *arguments],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=surroundings(environment),
        check=True,
    )
    last = done.stdout.split()[-1]
    return int(last) if last.isdigit() else None
