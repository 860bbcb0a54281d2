"""What commands promise to take, beside the processor time that they take: the card of a match,
`table --match`, of every built-in ruleset and of house rules, each on one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.match import HOUSE
from benchmarks.timing import surroundings
from farklegen import api

MOST_SECONDS = 1800
"""Of one ruleset; what takes longer is given up."""

CODE = """
import sys, time
from farklegen import api
from farklegen.errors import FarklegenError
from farklegen.study.estimate import estimate
from farklegen.study.study import Study

study = Study(api.load(sys.argv[1]), threads=1, kept=False)
study.points_ladder
ahead = estimate(study, ("match",)).seconds, estimate(study, ("ladder",)).seconds
began = time.process_time()
try:
    study.solution
    solved = time.process_time() - began
    study.ladder
except FarklegenError:
    sys.exit(1)
print([*ahead, solved, time.process_time() - began])
"""


class Estimated(NamedTuple):
    """Seconds on one core, promised and taken: of solving, and of solving and the card search."""

    name: str
    solve: float
    table: float
    solve_taken: float
    table_taken: float


def measured(names: Sequence[str] = ()) -> Iterator[Estimated]:
    """All of them, or those that are named; rules that are refused are left out."""
    for rules in names or (*sorted(api.ruleset_names()), *HOUSE):
        done = subprocess.run(
            [sys.executable, "-c", CODE, rules],
            stdout=subprocess.PIPE, encoding="utf-8", check=False, timeout=MOST_SECONDS,
            env=surroundings({"OMP_NUM_THREADS": "1"}),
        )  # fmt: skip
        if done.returncode == 0:
            yield Estimated(Path(rules).stem, *json.loads(done.stdout))


def one_core() -> None:
    """Let this process, and those that it starts, use one processor."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
