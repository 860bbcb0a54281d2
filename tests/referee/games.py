"""Games small enough to be solved on paper, and the few helpers that the referee's tests share."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from farklegen.rules.ruleset import Ruleset

DATA = Path(__file__).parents[1] / "data"

COIN = (1, 0, 0, 0, 0, 1)
"""Weights of a die that shows 1 or 6, each half of the time."""


def game(**keys: Any) -> Ruleset:
    """A ruleset from Python values; lists stand for the language's lists."""
    data = {key: _tuples(value) for key, value in keys.items()}
    return Ruleset(**{"goal": 1000, **data})


def coin(**keys: Any) -> Ruleset:
    """One die, a coin: heads (a 1) scores 10 points, tails farkles; `keys` change the rules."""
    return game(**{"dice": 1, "combinations": {"1": 10}, "die_weights": COIN, **keys})


def two_coins(**keys: Any) -> Ruleset:
    """The same with two dice."""
    return coin(**{"dice": 2, **keys})


def published(name: str) -> dict[str, Any]:
    """One entry of the published numbers, its rules as a `Ruleset`."""
    entries = yaml.safe_load((DATA / "published.yaml").read_text(encoding="utf-8"))
    entry = dict(next(entry for entry in entries if entry["id"] == name))
    entry["rules"] = game(**entry["rules"])
    return entry


def on_paper(group: str) -> dict[str, dict[str, Any]]:
    """Games of `on_paper.yaml` by name, their rules as a `Ruleset`."""
    data = yaml.safe_load((DATA / "on_paper.yaml").read_text(encoding="utf-8"))
    return {
        name: case | {"rules": coin(**case.get("rules", {}))} for name, case in data[group].items()
    }


def number(value: float | str) -> float:
    """A number, or the fraction that a text such as `4/9` is."""
    return float(Fraction(value))


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    if isinstance(value, dict):
        return {str(key): _tuples(item) for key, item in value.items()}
    return value
