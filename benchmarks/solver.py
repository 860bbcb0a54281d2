"""The solver by itself, without the start of the program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.timing import Timing, in_turns
from farklegen import api
from farklegen.cards.card import make_card
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.odds import odds
from farklegen.solvers.expected import expected_score
from farklegen.solvers.reach import reach

POINTS = (10_000, 100_000)
"""Turn scores up to which a turn is solved."""

REACH_CODE = "from farklegen import api; api.reach('basic', points={points})"
TABLE_CODE = "from farklegen import api; api.full_table('{name}')"


def measure(rounds: int) -> list[Timing]:
    """The steps from rules to card, and turns of many points."""
    things: dict[str, Callable[[], object]] = {}
    for name in ("basic", "facebook"):
        ruleset = api.builtin(name).ruleset
        tables = compile_scoring(ruleset)
        solved = expected_score(ruleset, tables)
        things[f"{name}: scoring tables"] = partial(compile_scoring, ruleset)
        things[f"{name}: odds"] = partial(odds, ruleset)
        things[f"{name}: expected score"] = partial(expected_score, ruleset, tables)
        things[f"{name}: card"] = partial(make_card, ruleset, solved)
    basic = api.builtin("basic").ruleset
    tables = compile_scoring(basic)
    for points in POINTS:
        things[f"basic: a turn of {points:,} points"] = partial(reach, basic, tables, points)
    return in_turns(things, rounds)


def memory_of() -> dict[str, str]:
    """What is run for peak memory: name -> Python code."""
    code = {f"a turn of {points:,} points": REACH_CODE.format(points=points) for points in POINTS}
    code["the table of basic"] = TABLE_CODE.format(name="basic")
    code["the table of facebook"] = TABLE_CODE.format(name="facebook")
    return {"Python alone": "pass", "the libraries": "import numpy, pydantic, yaml", **code}
