"""A sweep that is killed again and again, and always begun anew with the same command."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from farklegen.sweeps.journal import path_of, rows_kept
from tests.cli.command import environment

SPEC = """
base:
  goal: 2000
  dice: 2
  combinations: {1: 100, 5: 50}
vary:
  bank.minimum: {from: 0, to: 450, step: 50}
  combinations.AA: [200, 400]
  combinations.2: [null, 25, 50, 75]
  hot_dice: [optional, required]
measures: [points_per_turn, farkle_per_turn]
"""
"""160 rulesets of two dice, each of which takes some milliseconds."""


class Killed(NamedTuple):
    """What happened: the rows in the journal after each kill, and the last run's exit code."""

    rows: list[int]
    code: int


def run_killed(
    spec: Path, target: Path, kills: int, *, seed: int, jobs: Sequence[int], span: int
) -> Killed:
    """Run a sweep, kill it `kills` times at random moments, then let it finish.

    A moment is when up to `span` bytes have been appended to the journal; one in six is before
    that. The runs take turns with `jobs`.
    """
    draw = random.Random(seed)
    command = [sys.executable, "-m", "farklegen", "sweep", str(spec), "-o", str(target)]
    command.append("--jobs")
    appended = target.with_name(f"{path_of(target).name}-wal")
    rows: list[int] = []
    while len(rows) < kills:
        aim = draw.randrange(-span // 5, span)
        workers = str(jobs[len(rows) % len(jobs)])
        program = subprocess.Popen(
            [*command, workers], env=environment(), stdout=subprocess.DEVNULL
        )
        while aim >= 0 and program.poll() is None and _size(appended) <= aim:
            time.sleep(0.001)
        time.sleep(draw.uniform(0, 0.5 if aim < 0 else 0.01))
        if program.poll() is not None:
            break  # it was too quick: nothing is left to be killed
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        rows.append(rows_kept(target))
    done = subprocess.run(
        [*command, str(jobs[-1])], env=environment(), stdout=subprocess.DEVNULL, check=False
    )
    return Killed(rows, done.returncode)


def die(*_work: object) -> None:
    """What a worker does that is killed for want of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0
