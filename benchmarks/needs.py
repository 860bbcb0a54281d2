"""What a match needs, beside what is expected of it before it is begun, each in a process of its
own on one core."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import match
from benchmarks.timing import peak_memory, surroundings

SHIPPED = ("kingdom-come", "five-dice", "ten-thousand", "dix-mille", "math-for-love", "patch")
"""Rules whose match is solved within some seconds."""

CODE = """
import sys, time
from farklegen import api
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.feasibility import need
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.match_rules import match_rules

ruleset = api.load(sys.argv[1]).ruleset
tables = compile_scoring(ruleset)
wanted = need(match_rules(ruleset, tables, None), 1)
began = time.process_time()
solved = solve_match(ruleset, tables, threads=1)
print(time.process_time() - began, wanted.gigabytes * 1e9, wanted.states)
"""


class Needed(NamedTuple):
    """One match: processor time and peak memory, measured and expected; seconds and bytes."""

    name: str
    states: int
    work: float
    peak: float
    expected_peak: float


def measured(folder: Path) -> Iterator[Needed]:
    """The basic rules, the same with other rules on top, and shipped ones."""
    variants: dict[str, Any] = {
        **match.VARIANTS,
        **match.FURTHER_VARIANTS,
        "to 30,000": {"goal": 30_000},
    }
    files = {name: match.variant(folder, name, added) for name, added in variants.items()}
    for name, rules in {"basic": "basic", **files, **{name: name for name in SHIPPED}}.items():
        done = subprocess.run(
            [sys.executable, "-c", CODE, rules],
            stdout=subprocess.PIPE, encoding="utf-8", env=surroundings({}), check=True,
        )  # fmt: skip
        work, size, states = map(json.loads, done.stdout.split())
        peak = peak_memory(CODE, rules) or 0
        yield Needed(name, states, work, peak, size)
