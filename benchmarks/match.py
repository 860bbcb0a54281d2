"""Whole commands, with nothing solved before."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import yaml

from benchmarks.timing import Timing, in_turns, peak_memory
from farklegen import api

HERE = Path(__file__).parent

IMPORTS = "import numpy, pydantic, yaml, typer, rich"

COMMAND = "from farklegen.__main__ import main\nif main():\n    raise SystemExit('it failed')"

TABLES = (
    "basic", "kingdom-come", "five-dice", "ten-thousand", "dix-mille", "patch", "math-for-love",
)  # fmt: skip
"""Rules whose match is solved, and whose table is made, within half a minute."""

LONG_TABLES = ("onward", "facebook", "zilch")
"""Those that take minutes."""

HOUSE = tuple(map(str, sorted((HERE / "house").glob("*.yaml"))))
"""House rules: `family` is what most families play, the others combine what rule sheets add."""

Things = dict[str, Callable[[], int]]


def use_cores(count: int) -> None:
    """Let this process, and those that it starts, use that many processors only."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])


def run(cache: Path, *line: str) -> int:
    """Run a command with nothing solved before; returns its peak memory, bytes."""
    shutil.rmtree(cache / "matches", ignore_errors=True)
    return peak_memory(COMMAND, *line, FARKLEGEN_CACHE=str(cache))


def quick(rounds: int, cache: Path) -> list[Timing]:
    """The libraries first, then commands without a match, and the shortest match."""
    lines = ["--help", *(f"table {name} --quick" for name in ("basic", "facebook", "zilch"))]
    things: Things = {IMPORTS: partial(peak_memory, IMPORTS)}
    for line in (*lines, "solve basic"):
        things[f"farklegen {line}"] = partial(run, cache, *line.split())
    return in_turns(things, rounds)


def variants(rounds: int, cache: Path) -> list[Timing]:
    """The basic rules, and the same with one rule added."""
    things: Things = {"farklegen solve basic": partial(run, cache, "solve", "basic")}
    rules = api.builtin("basic").ruleset.model_dump(mode="json", exclude_unset=True)
    added = yaml.safe_load((HERE / "one_rule.yaml").read_text("utf-8"))
    for name, more in added.items():
        path = cache / f"{name}.yaml"
        path.write_text(json.dumps({**rules, **more}), encoding="utf-8")
        things[name] = partial(run, cache, "solve", str(path))
    return in_turns(things, rounds)


def tables(rounds: int, cache: Path, names: Sequence[str]) -> list[Timing]:
    """A match, and then the table of the same rules, which solves it as well: nothing is kept."""
    things: Things = {}
    for rules in names:
        name = Path(rules).stem
        things[f"solve {name}"] = partial(run, cache, "solve", rules)
        things[f"table {name} --match"] = partial(run, cache, "table", rules, "--match")
    return in_turns(things, rounds)
