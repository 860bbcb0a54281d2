"""The rulesets of a sweep: every combination of values, in a fixed order, made one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from pydantic import ValidationError

from farklegen.errors import FarklegenError
from farklegen.rules.consistency import find_errors
from farklegen.rules.expectations import WORDS
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.patterns import spelling_of
from farklegen.rules.problems import explain_errors
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.yaml_nodes import Data, Loc, Node, YamlDocument
from farklegen.sweeps.keys import set_key


class InvalidCombinationError(FarklegenError):
    """Values that are fine by themselves and make no game together."""

    slug = "combination"


@dataclass(frozen=True)
class Axis:
    """A key that is varied.

    Attributes:
        key: in dotted form.
        loc: where it stands in a ruleset.
        values: what it takes, in order; None leaves the key out.
    """

    key: str
    loc: Loc
    values: tuple[Data, ...]


@dataclass(frozen=True)
class Grid:
    """All rulesets of a sweep. Number 0 has the first value of every key; the last key varies
    fastest.

    Attributes:
        name: of the base.
        base: the plain data of the base, as its file has it.
        axes: the keys that are varied, in order.
    """

    name: str
    base: dict[str, Any]
    axes: tuple[Axis, ...]

    @cached_property
    def size(self) -> int:
        """How many rulesets there are."""
        return prod(len(axis.values) for axis in self.axes)

    def settings(self, number: int) -> tuple[Data, ...]:
        """The values of a ruleset, one for each key."""
        found: list[Data] = []
        for axis in reversed(self.axes):
            number, place = divmod(number, len(axis.values))
            found.append(axis.values[place])
        return tuple(reversed(found))

    def loaded(self, number: int) -> LoadedRuleset:
        """A ruleset of the sweep, checked like one that is read from a file.

        Raises:
            InvalidCombinationError: if its values do not go together; names everything wrong.
        """
        data = dict(self.base)
        for axis, value in zip(self.axes, self.settings(number), strict=True):
            set_key(data, axis.loc, value)
        _drop_labels(data)
        try:
            ruleset = Ruleset.model_validate(data)
        except ValidationError as error:
            nowhere = YamlDocument("", Node("mapping", 1, 1), ())
            problems = explain_errors(error, nowhere, WORDS)
            raise InvalidCombinationError("; ".join(p.message for p in problems)) from None
        findings = find_errors(ruleset)
        if findings:
            said = (f"{'.'.join(map(str, f.loc))}: {f.message}" for f in findings)
            raise InvalidCombinationError("; ".join(said))
        return LoadedRuleset(ruleset, self.name, "sweep", "sweep", "")


def _drop_labels(data: dict[str, Any]) -> None:
    """Forget the labels of combinations that the sweep has left out."""
    labels = data.get("labels")
    if not labels:
        return
    known = {spelling_of(pattern) for pattern in data["combinations"]}
    if data.get("nothing") is not None:
        known.add("nothing")
    data["labels"] = {key: label for key, label in labels.items() if spelling_of(key) in known}
