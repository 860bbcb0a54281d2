"""A sweep file: the rules to start from, the keys to vary, the measures; read like a rules file.

Each value is put into the base at the place of its key and read like a file of rules, so a wrong
one is reported in the same words, with its place in the sweep file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Discriminator, Field, Tag

from farklegen.errors import ContentError, Problem, SweepError
from farklegen.measures.registry import MEASURES, Measure
from farklegen.results import Shown
from farklegen.rules.catalogue import FileKind, MissingFileError, builtin_paths, is_path, read_path
from farklegen.rules.language import (
    KEY,
    Language,
    Loc,
    Node,
    Place,
    YamlDocument,
    parse_yaml,
    sorted_and_capped,
)
from farklegen.rules.loading import RULES, LoadedRuleset, is_law, load, written_out
from farklegen.rules.patterns import spelling_of
from farklegen.rules.ruleset import (
    KIND,
    MAX_NUMBER,
    OneLine,
    PositiveInt,
    Strict,
    Whole,
    Write,
    declare,
)
from farklegen.rules.words import shown

MOST_ROWS = 1_000_000
"""The most rulesets of one sweep."""

NAMES = ("name", "source", "labels")
"""Keys that change no number."""

SWEEP = FileKind("sweep", "base: basic", SweepError)
VALUES = "a list of values, such as [0, 300, 500], or {from: 0, to: 500, step: 50}"
MEASURE = Write("the name of a measure, such as turns_mean; docs/design-guide.md lists all")

Number = Annotated[int, Whole(-MAX_NUMBER), Write("a whole number")]


class Range(Strict):
    """Whole numbers at equal distances, both ends among them."""

    first: Number = declare(..., "the smallest number", example=0, alias="from")
    to: Number = declare(..., "the largest", example=500)
    step: PositiveInt = declare(..., "from one to the next", example=50)


def _list_or_group(value: object) -> str:
    ranges = isinstance(value, dict) and {"from", "to", "step"} & value.keys()
    return "<group>" if ranges else "<list>"


class SweepSpec(Strict):
    """A sweep file."""

    name: OneLine | None = declare(None, "what the sweep is called")
    base: Annotated[
        Annotated[str, Tag("<word>")] | Annotated[dict[str, Any], Tag("<group>")],
        KIND,
        Write("a built-in name, a file, or rules below it"),
    ] = declare(..., "the rules to start from", example="basic", also="rules")
    vary: Annotated[
        dict[
            str,
            Annotated[
                Annotated[tuple[Any, ...], Field(min_length=1), Tag("<list>")]
                | Annotated[Range, Tag("<group>")],
                Discriminator(_list_or_group),
                Write(VALUES),
            ],
        ],
        Field(min_length=1),
        Write("lines of key: values below it"),
    ] = declare(
        ...,
        "keys of the rules, and the values each takes",
        example={"bank.minimum": [0, 300, 500]},
        also="grid",
    )
    measures: Annotated[
        tuple[Annotated[Literal[tuple(MEASURES)], MEASURE], ...],  # type: ignore[valid-type]
        Field(min_length=1),
        Write("a list of measures"),
    ] = declare(..., "what is measured, by name", example=[["points_per_turn"]], also="measure")


LANGUAGE = Language(
    kind=SWEEP,
    model=SweepSpec,
    check=lambda spec, _: (spec, []),  # `read_sweep` looks at the parts of the file
)
"""The language of sweep files."""


@dataclass(frozen=True)
class Axis:
    """A key that is varied.

    Attributes:
        key: in dotted form, such as `bank.minimum`.
        place: line and column of the key.
        values: what it takes, in order; an empty one leaves the key out.
        is_range: whether they were given as a range.
    """

    key: str
    place: Place
    values: tuple[Node, ...]
    is_range: bool

    @property
    def loc(self) -> Loc:
        """Where the key stands in a ruleset."""
        section, dot, rest = self.key.partition(".")
        return (section, rest) if dot else (section,)

    @property
    def meaning(self) -> Loc:
        """The same for every spelling of the key."""
        section, *rest = self.loc
        spelt = spelling_of if section == "combinations" and not is_law(self.key) else str
        return section, *(spelt(str(step)) for step in rest)


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Shown):
    """A sweep that can be run. Its first ruleset has the first value of every key; the last key
    varies fastest.

    Attributes:
        name: of the sweep.
        base: the rules that it starts from.
        root: the base as read, without names.
        axes: the keys that are varied, in order.
        measures: what is measured.
    """

    name: str
    base: LoadedRuleset
    root: Node
    axes: tuple[Axis, ...]
    measures: tuple[Measure, ...]

    @cached_property
    def size(self) -> int:
        return prod(len(axis.values) for axis in self.axes)

    def nodes(self, number: int) -> tuple[Node, ...]:
        """The values of a ruleset, one for each key."""
        places = np.unravel_index(number, [len(axis.values) for axis in self.axes])
        return tuple(axis.values[at] for axis, at in zip(self.axes, places, strict=True))

    def texts(self, number: int) -> tuple[str, ...]:
        """The values of a ruleset as text: words and numbers unchanged, lists and groups as JSON,
        empty for a key that is left out."""
        values = ("" if each.value is None and each.kind == "scalar" else each.data()
                  for each in self.nodes(number))  # fmt: skip
        dump = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)
        return tuple(value if isinstance(value, str) else dump(value) for value in values)

    def loaded(self, number: int) -> LoadedRuleset:
        """A ruleset of the sweep, read as a file with the same rules would be."""
        root = self.root
        for axis, value in zip(self.axes, self.nodes(number), strict=True):
            root = _with_value(root, axis, value)
        ruleset = RULES.read(YamlDocument(self.base.name, root, ()))
        return LoadedRuleset(ruleset, self.base.name, "sweep", "sweep", "")


def read_sweep(path: str | os.PathLike[str]) -> Sweep:
    """Read a sweep file."""
    file = os.fspath(path)
    document = parse_yaml(read_path(file, SWEEP), shown(file, 200), SWEEP)
    spec = LANGUAGE.read(document)
    base, root = _base(document, Path(file))
    rules = {key: node for key, node in root.entries.items() if key not in NAMES}
    root = replace(root, entries=rules)
    axes = tuple(_axes(document))
    if not any(axis.loc[0] in ("dice", "all_dice_only") or is_law(axis.key) for axis in axes):
        # names and laws stand for the same patterns in every ruleset
        written, _ = written_out(YamlDocument(document.file, root, ()), base.ruleset.dice)
        root = written.root
    problems = list(_wrong_keys(axes, root, document.file))
    measures = tuple(MEASURES[name] for name in dict.fromkeys(spec.measures))
    sweep = Sweep(spec.name or Path(file).stem, base, root, axes, measures)
    if not problems and sweep.size > MOST_ROWS:
        message = f"these are {sweep.size:,} rulesets; vary less, up to {MOST_ROWS:,} in one sweep"
        problems.append(document.problem(("vary", KEY), message))
    if problems:
        raise SweepError(sorted_and_capped(problems))
    return sweep


def _base(document: YamlDocument, spec: Path) -> tuple[LoadedRuleset, Node]:
    """The rules to start from, and their node."""
    node, file = document.root.entries["base"], document.file
    try:
        if node.kind == "mapping":
            ruleset = RULES.read(YamlDocument(file, node, ()))
            name = ruleset.name or spec.stem
            return LoadedRuleset(ruleset, name, spec.stem, file, ""), node
        name = str(node.value)
        builtin = not is_path(name) and name in builtin_paths()
        loaded = load(name if builtin else str(spec.parent / name))
    except MissingFileError as error:
        raise SweepError((Problem(file, *node.place, f"base: {error}"),)) from None
    except ContentError as error:
        raise SweepError(error.problems) from None
    return loaded, parse_yaml(loaded.text, loaded.file).root


def _axes(document: YamlDocument) -> Iterator[Axis]:
    vary = document.root.entries["vary"]
    for key, node in vary.entries.items():
        values = tuple(node.items)
        if node.kind == "mapping":
            first, last, step = (int(str(node.entries[w].value)) for w in ("from", "to", "step"))
            values = tuple(
                node.entries["to"].holding(number)
                for number in islice(range(first, last + 1, step), MOST_ROWS + 1)
            )
        yield Axis(key, node.key or node.place, values, node.kind == "mapping")


def _wrong_keys(axes: tuple[Axis, ...], root: Node, file: str) -> Iterator[Problem]:
    """Everything wrong with a key or a value by itself. If values are wrong only together, the rows
    that have both of them report the problem."""
    known: dict[Loc, str] = {}
    for axis in axes:
        message = _wrong_key(axis, known)
        known[axis.meaning] = axis.key
        if message:
            yield Problem(file, *axis.place, message)
            continue
        # both ends of a range are enough
        ends = (axis.values[0], axis.values[-1]) if axis.is_range else axis.values
        for value in ends:
            try:
                RULES.validate(YamlDocument(file, _with_value(root, axis, value), ()))
            except ContentError as error:  # in words of the rules language
                yield from error.problems


def _wrong_key(axis: Axis, known: Mapping[Loc, str]) -> str:
    """What is wrong with a key among the other keys, or with its values; empty if nothing is
    wrong."""
    if axis.loc[0] in NAMES:
        return f"'{shown(axis.key, 40)}' is only a name, and changes no number; delete it"
    for other, spelt in known.items():
        if all(one == two for one, two in zip(other, axis.meaning, strict=False)):
            return f"{axis.key} and {spelt} set the same key; vary only one of them"
    if len({repr(value.data()) for value in axis.values}) < len(axis.values):
        return f"{axis.key} has a value twice; delete one of them"
    return "" if axis.values else f"{axis.key} has no values; write {VALUES}"


def _with_value(root: Node, axis: Axis, value: Node) -> Node:
    """A ruleset's node with a value at the place of a key; other nodes are shared, not changed."""
    top, *inside = map(str, axis.loc)
    for key in inside:
        group = root.entries.get(top)
        if group is None or group.kind != "mapping":
            group = Node("mapping", axis.place, key=axis.place)
        if top == "combinations" and not is_law(key):
            same = spelling_of(key)
            key = next((known for known in group.entries if spelling_of(known) == same), key)
        value = _set(group, key, value, axis.place)
    return _set(root, top, value, axis.place)


def _set(group: Node, key: str, value: Node, place: Place) -> Node:
    entries = {**group.entries, key: replace(value, key=place)}
    if value.kind == "scalar" and value.value is None and not value.quoted:
        del entries[key]
    return replace(group, entries=entries)
