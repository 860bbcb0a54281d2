"""Results as plain data: what JSON has, and the rows of CSV.

A result is its fields, in their order; a class with `KEYS` has the attributes named there instead.
The docstrings say what each attribute is, and docs/json.md is made from the docstrings. Different
dice are written out: a hand as its dice instead of its number, and a die as it fell as its kind and
face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from math import isfinite
from typing import Any

from farklegen.report.document import Block, Document
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset

HANDS = ("dice", "dice_left", "thrown")
"""Keys under which a hand stands."""

ROLLS = ("roll", "keep")
"""Keys under which dice stand as they fell."""


@dataclass(frozen=True, eq=False, repr=False)
class RulesetResult(Result):
    """A result about one ruleset.

    Attributes:
        loaded: the rules.
    """

    loaded: LoadedRuleset

    @property
    def ruleset(self) -> Ruleset:
        return self.loaded.ruleset

    @cached_property
    def hands(self) -> Hands:
        """The sets of dice that a player can have left."""
        return hands_of(self.ruleset)

    def report(
        self,
        kind: str,
        title: str,
        blocks: Iterable[Block | None],
        rows: Iterable[object],
        row: type | None = None,
    ) -> Document:
        """A document about it, under the name of the rules."""
        return Document(kind, f"{self.loaded.name}: {title}", blocks, self, rows, row)


def keys_of(kind: type) -> tuple[str, ...]:
    """The attributes that the data of a class has; none if it is no result. An attribute behind a
    star is replaced by its own attributes."""
    if keys := getattr(kind, "KEYS", None):
        return tuple(keys)
    named: tuple[str, ...] = getattr(kind, "_fields", ())
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else named


def data_of(result: object) -> dict[str, Any]:
    """A result as plain data, behind the ruleset that it is about."""
    loaded = getattr(result, "loaded", None)
    about = {} if loaded is None else {"ruleset": plain(loaded)}
    found: dict[str, Any] = about | plain(result, _hands(result))
    return found


def attributes(of: object, *names: str) -> dict[str, Any]:
    return {name: plain(getattr(of, name)) for name in names}


def rows_of(result: object, rows: Iterable[object]) -> list[dict[str, Any]]:
    """Rows of a result as flat data, all with the same keys. The keys of an inner object begin with
    the key of that object. Lists are text, and lists of objects are left out."""
    flat = [dict(_flat(plain(row, _hands(result)))) for row in rows]
    every = dict.fromkeys(key for row in flat for key in row)
    return [every | row for row in flat]


def _hands(result: object) -> Hands | None:
    """The dice that are written out."""
    loaded = getattr(result, "loaded", None)
    hands = None if loaded is None else hands_of(loaded.ruleset)
    return None if hands is None or hands.plain else hands


def plain(value: Any, hands: Hands | None = None) -> Any:
    """A value as JSON has it; null for numbers that are not known."""
    if isinstance(value, Mapping):
        return {str(key): _dice(str(key), each, hands) for key, each in value.items()}
    if keys := keys_of(type(value)):
        found: dict[str, Any] = {}
        for key in keys:
            if key[0] == "*":
                found |= plain(getattr(value, key[1:]), hands) or {}
            elif key != "loaded":
                found[key] = _dice(key, getattr(value, key), hands)
        return found
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and not isfinite(value):
        return None
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Iterable):
        return [plain(each, hands) for each in value]
    raise TypeError(f"{value!r} of type {type(value).__name__} is not data")


def _dice(key: str, value: Any, hands: Hands | None) -> Any:
    if hands is not None and key in HANDS and isinstance(value, int):
        return value if hands.uniform else hands.text(value)
    if hands is not None and key in ROLLS:
        return [hands.die_words(die) for die in value]
    return plain(value, hands)


def _flat(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}_")
        elif not isinstance(value, list):
            yield before + key, value
        elif not any(isinstance(each, list | dict) for each in value):
            apart = ", " if any(isinstance(each, str) for each in value) else " "
            yield before + key, apart.join(map(str, value))
