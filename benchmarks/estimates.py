"""What commands are said to take, beside the processor time that they take: the card of a match,
`table --match`, of every built-in ruleset and of the usual house rules, each on one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.timing import surroundings
from farklegen import api

HOUSE: dict[str, Any] = {
    "name": "Our house",
    "goal": 10_000,
    "combinations": {
        "1": 100,
        "5": 50,
        "three of a kind": [1000, 200, 300, 400, 500, 600],
        "four of a kind": 1000,
        "five of a kind": 2000,
        "six of a kind": 3000,
        "straight": 1500,
        "three pairs": 1500,
    },
    "bank": {"opening": 500},
    "farkle": {"streak": 3, "penalty": 1000},
    "end_game": "final_turn",
}
"""The rules that most families play."""

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


def measured(folder: Path, names: Sequence[str] = ()) -> Iterator[Estimated]:
    """All of them, or those that are named; rules that are refused are left out."""
    house = folder / "house.yaml"
    house.write_text(json.dumps(HOUSE), encoding="utf-8")
    below = folder / "house, never below zero.yaml"
    below.write_text(json.dumps(HOUSE | {"farkle": {**HOUSE["farkle"], "lowest_score": 0}}),
                     encoding="utf-8")  # fmt: skip
    for rules in names or (*sorted(api.ruleset_names()), str(house), str(below)):
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
