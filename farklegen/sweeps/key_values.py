"""The values that a key takes in a sweep, each looked at by itself, with its place in the file.

A value is put into a plain ruleset at the place of its key and goes through the same model as a
rules file, so that a wrong one is reported in the same words. What values say only together is left
to the rows of the sweep.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from farklegen.errors import Problem
from farklegen.rules.expectations import WORDS
from farklegen.rules.laws import is_law
from farklegen.rules.loading import RULES
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.problems import explain_errors
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_nodes import Data, Loc, Node, YamlDocument
from farklegen.sweeps.keys import REQUIRED, no_law, set_key

MOST_VALUES = 100_000
"""The most values of one key."""


def values_of(
    node: Node, key: str, loc: Loc, file: str, place: tuple[int, int]
) -> tuple[tuple[Data, ...], list[Problem]]:
    """The values that a node of the file gives a key, and everything wrong with them.

    What is wrong with the form (neither a list nor a range) is left to the model of the file.

    Args:
        node: what stands under the key.
        key: the key as it is written.
        loc: where it stands in a ruleset.
        file: what messages call the file.
        place: line and column of the key.
    """
    if node.kind == "mapping":
        return _range(node, key, loc, file, place)
    values: list[Data] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for item in node.items if node.kind == "list" else ():
        value, wrong = _value(item, loc, file, place)
        problems += wrong
        if wrong:
            continue
        if repr(value) in seen:
            message = f"{key} has {shown(item.text or value, 40)} twice; delete one of them"
            problems.append(Problem(file, item.line, item.column, message))
        seen[repr(value)] = item.line
        values.append(value)
    return tuple(values), problems


def _range(
    node: Node, key: str, loc: Loc, file: str, place: tuple[int, int]
) -> tuple[tuple[Data, ...], list[Problem]]:
    """The numbers of `{from: 0, to: 500, step: 50}`; both ends belong to them."""
    nodes = [node.entries.get(name) for name in ("from", "to", "step")]
    numbers = [
        None if part is None or isinstance(part.value, bool) or not isinstance(part.value, int)
        else part.value
        for part in nodes
    ]  # fmt: skip
    first, last, step = numbers
    begin, end, _ = nodes
    if first is None or last is None or step is None or step < 1 or begin is None or end is None:
        return (), []  # which the model reports

    def wrong(at: Node, message: str) -> tuple[tuple[Data, ...], list[Problem]]:
        return (), [Problem(file, at.line, at.column, message)]

    if last < first:
        return wrong(end, f"{key} goes from {first} to {last}; write the smaller number first")
    if (last - first) // step >= MOST_VALUES:
        return wrong(node, f"{key} has more than {MOST_VALUES:,} values; use a larger step")
    if (last - first) % step:
        below = last - (last - first) % step
        message = f"{key} goes from {first} in steps of {step} and passes by {last}; write to: "
        return wrong(end, f"{message}{below} or {below + step}")
    problems = _value(begin, loc, file, place)[1]
    if first < last:
        problems += _value(end, loc, file, place)[1]
    return tuple(range(first, last + 1, step)), problems


def _value(item: Node, loc: Loc, file: str, place: tuple[int, int]) -> tuple[Data, list[Problem]]:
    """One value as plain data, and what is wrong with it by itself."""
    if item.kind == "scalar" and item.value is None and not item.quoted:
        if loc not in REQUIRED:
            return None, []
        dotted = ".".join(map(str, loc))
        line, column = (item.line, item.column) if item.text else place
        message = f"{dotted} is needed, and null would leave it out; write a value"
        if len(loc) > 1:
            message += f", or vary {loc[0]} as a whole: [null, {{{loc[1]}: 500}}]"
        return None, [Problem(file, line, column, message)]
    if loc == ("combinations",) and (laws := [key for key in item.entries if is_law(key)]):
        return None, [Problem(file, *item.keys[key], no_law(key)) for key in laws]
    document = _as_ruleset(item, loc, file, place)
    data = RULES.prepare(document)
    value: Any = data.get(str(loc[0]))
    if len(loc) > 1:
        value = value[loc[1]]
    plain: dict[str, Any] = {"goal": 10_000, "dice": MAX_DICE, "combinations": {"1": 100}}
    if loc[0] == "hot_dice_bonus" and len(loc) > 1:
        plain["hot_dice_bonus"] = {"points": 1}
    set_key(plain, loc, value)
    try:
        Ruleset.model_validate(plain)
    except ValidationError as error:
        return value, explain_errors(error, document, WORDS)
    return value, []


def _as_ruleset(item: Node, loc: Loc, file: str, place: tuple[int, int]) -> YamlDocument:
    """A ruleset of which only this value is written, at its true place in the file."""
    node = item
    for step in reversed(loc):
        key = str(step)
        node = Node("mapping", *place, entries={key: node}, keys={key: place})
    return YamlDocument(file, node, ())
