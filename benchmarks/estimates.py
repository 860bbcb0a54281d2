"""What commands promise to take, beside the processor time that they take: the card of a match,
`table --match`, of every built-in ruleset and of house rules, each on one core."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.match import HOUSE
from benchmarks.timing import surroundings
from farklegen import api

MOST_SECONDS = 1800
"""Of one ruleset; what takes longer is given up."""

CODE = """
import sys, time
from farklegen import api
from farklegen.errors import FarklegenError
from farklegen.study.study import Study

study = Study(api.load(sys.argv[1]), threads=1, kept=False)
study.points_ladder
solve, table = study.estimate("match").seconds, study.estimate("ladder").seconds
began = time.process_time()
try:
    study.solution
    solved = time.process_time() - began
    study.ladder
except FarklegenError:
    sys.exit(1)
print([[solve, solved], [table, time.process_time() - began]])
"""


def measured() -> Iterator[list[str]]:
    """A row for each: its name, then seconds promised and taken and their ratio, of solving, and of
    solving and the card search. Rules that are refused are left out."""
    for rules in (*sorted(api.ruleset_names()), *HOUSE):
        done = subprocess.run(
            [sys.executable, "-c", CODE, rules],
            stdout=subprocess.PIPE, encoding="utf-8", check=False, timeout=MOST_SECONDS,
            env=surroundings({"OMP_NUM_THREADS": "1"}),
        )  # fmt: skip
        if done.returncode == 0:
            row = [Path(rules).stem]
            for ahead, taken in json.loads(done.stdout):
                row += [f"{ahead:.1f}", f"{taken:.1f}", f"{ahead / taken:.2f}"]
            yield row
