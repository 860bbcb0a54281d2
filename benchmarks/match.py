"""Matches as whole commands, `farklegen solve`, with nothing solved before."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.timing import Timing, command, in_turns, peak_memory
from farklegen import api

IMPORTS = "import numpy, pydantic, yaml, typer, rich"

COMMAND = "from farklegen.__main__ import main\nif main():\n    raise SystemExit('it failed')"

CORES = 2
"""Processors that everything here runs on, and so threads."""

TABLES = (
    "basic", "kingdom-come", "five-dice", "ten-thousand", "dix-mille", "patch", "math-for-love",
)  # fmt: skip
"""Rules whose match is solved, and whose table is made, within half a minute."""

LONG_TABLES = ("onward", "facebook", "zilch")
"""Those that take minutes."""

HOUSE = tuple(map(str, sorted((Path(__file__).parent / "house").glob("*.yaml"))))
"""House rules: `family` is what most families play, the others combine what rule sheets add."""

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "final turn": {"end_game": "final_turn"},
    "equal turns": {"end_game": "equal_turns"},
    "opening minimum 500": {"bank": {"minimum": 0, "opening": 500}},
    "minimum 300, opening 500": {"bank": {"minimum": 300, "opening": 500}},
    "piggyback after a bank": {"piggyback": "after_bank"},
    "piggyback after a farkle": {"piggyback": "after_farkle"},
    "piggyback after both": {"piggyback": "both"},
    "exact goal": {"overshoot": "bust"},
    "multiples of 100": {"bank": {"multiple_of": 100}},
    "beat the previous bank": {"bank": {"beat_previous": True}},
    "growing hot-dice bonus": {"hot_dice_bonus": {"points": 500, "step": 500}},
    "three farkles cost 500, down to 0": {
        "farkle": {"streak": 3, "penalty": 500, "lowest_score": 0}
    },
    "three farkles cost all": {"farkle": {"streak": 3, "penalty": "all"}},
    "three twos wipe the score": {"disaster": ["222"]},
}
"""What is added to the basic rules."""


def two_cores() -> None:
    """Let this process, and those that it starts, use that many processors only, where one may."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])


def run(name: str, rules: str, *options: str, cache: Path) -> int | None:
    """Run a command with nothing solved before; returns its peak memory, bytes."""
    shutil.rmtree(cache / "matches", ignore_errors=True)
    return peak_memory(COMMAND, name, rules, *options, FARKLEGEN_CACHE=str(cache))


solve = partial(run, "solve")
"""Run `farklegen solve`; see `run`."""


def variant(folder: Path, name: str, added: Mapping[str, Any]) -> str:
    """A file with the basic rules and something added."""
    rules = api.builtin("basic").ruleset.model_dump(mode="json", exclude_unset=True)
    path = folder / f"{name}.yaml"
    path.write_text(json.dumps({**rules, **added}), encoding="utf-8")
    return str(path)


def plain(rounds: int, cache: Path) -> list[Timing]:
    """The libraries first, then the basic rules."""
    things: dict[str, Callable[[], object]] = {
        f'python -c "{IMPORTS}"': partial(peak_memory, IMPORTS),
        "farklegen solve basic": partial(solve, "basic", cache=cache),
    }
    return in_turns(things, rounds)


def quick(rounds: int) -> list[Timing]:
    """The libraries first, then commands without a match."""
    things = {
        f'python -c "{IMPORTS}"': command(["-c", IMPORTS]),
        "farklegen --help": command(["-m", "farklegen", "--help"]),
    }
    for name in ("basic", "facebook", "zilch", "patch"):
        arguments = ["-m", "farklegen", "table", name, "--quick"]
        things[f"farklegen table {name} --quick"] = command(arguments, FARKLEGEN_CACHE="off")
    return in_turns(things, rounds)


def variants(rounds: int, cache: Path) -> list[Timing]:
    """The basic rules, and the same with one rule added."""
    things: dict[str, Callable[[], object]] = {
        "farklegen solve basic": partial(solve, "basic", cache=cache)
    }
    for name, rules in VARIANTS.items():
        things[name] = partial(solve, variant(cache, name, rules), cache=cache)
    return in_turns(things, rounds, False)


def tables(rounds: int, cache: Path, names: Sequence[str]) -> list[Timing]:
    """A match, and then the table of the same rules, which solves it as well: nothing is kept."""
    things: dict[str, Callable[[], object]] = {}
    for rules in names:
        name = Path(rules).stem
        things[f"solve {name}"] = partial(solve, rules, cache=cache)
        things[f"table {name} --match"] = partial(run, "table", rules, "--match", cache=cache)
    return in_turns(things, rounds, False)
