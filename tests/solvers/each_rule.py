"""Each rule of the language alone, and rules together where they meet: `data/each_rule.yaml`.

Every solver is held against its judge under all of them: the match against the referee, duels
against value iteration, simulated games against what is worked out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

Rules = dict[str, dict[str, Any]]


def _plain(value: Any) -> Any:
    """Data as models take it: texts for keys, tuples for lists."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def data_file(name: str) -> dict[str, Any]:
    """A file of `tests/data`, as models take it."""
    text = (Path(__file__).parents[1] / "data" / name).read_text("utf-8")
    found: dict[str, Any] = _plain(yaml.safe_load(text))
    return found


_DATA = data_file("each_rule.yaml")

PLAIN: dict[str, Any] = _DATA["plain"]
ALONE: Rules = _DATA["alone"]
TOGETHER: Rules = _DATA["together"]
RULES: Rules = {**ALONE, **TOGETHER}
ONE_DIE, ENDINGS = (
    {name: {**_DATA["one_die_plain"], **more} for name, more in _DATA[group].items()}
    for group in ("one_die", "endings")
)
"""Small enough for three players."""
CYCLES: Rules = _DATA["cycles"]
WITHOUT_GOAL: Rules = _DATA["without_goal"]
"""Games that only the number of rounds ends: no policy can go for a goal in them."""


def cases(names: Iterable[str], *, slow: Collection[str], long: Collection[str] = ()) -> list[Any]:
    """Names as parameters of a test, some of them marked as slow, or as long.

    Raises:
        ValueError: for such names that are none.
    """
    each = list(names)
    if unknown := {*slow, *long} - set(each):
        raise ValueError(f"no such rules: {unknown}")
    marks = {**dict.fromkeys(slow, pytest.mark.slow), **dict.fromkeys(long, pytest.mark.long)}
    return [pytest.param(name, marks=marks.get(name, ())) for name in each]
