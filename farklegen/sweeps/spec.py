"""What a sweep file says: a base, the keys to vary, the measures; read like a rules file.

Whatever is wrong with the file, with its values, or with the rules that it starts from is said at
once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from farklegen.errors import ContentError, Problem, SweepError
from farklegen.measures.registry import MEASURES, Measure
from farklegen.results import Shown
from farklegen.rules import catalogue
from farklegen.rules.language import Language
from farklegen.rules.laws import base_of, is_law
from farklegen.rules.loading import RULES, LoadedRuleset
from farklegen.rules.names import USUAL_DICE
from farklegen.rules.patterns import spelling_of
from farklegen.rules.phrases import named
from farklegen.rules.problems import sorted_and_capped
from farklegen.rules.ruleset import OneLine
from farklegen.rules.strict import Strict
from farklegen.rules.text_source import FileKind, MissingFileError, read_path, shown
from farklegen.rules.unknown_keys import closest
from farklegen.rules.vocabulary import Vocabulary, by_name
from farklegen.rules.yaml_nodes import Data, Loc, Node, YamlDocument
from farklegen.rules.yaml_source import parse_yaml
from farklegen.sweeps.grid import Axis, Grid, InvalidCombinationError
from farklegen.sweeps.key_values import values_of
from farklegen.sweeps.keys import UnknownKeyError, identity, locate

MOST_ROWS = 1_000_000
"""The most rulesets of one sweep: a table of a million rows is as much as one would open."""

LOOKED_AT = 2_000
"""So many rulesets are tried until one is valid, before a sweep is refused that has none."""

SWEEP = FileKind("sweep", "base, vary and measures", "base: basic", SweepError)


def _word_or_group(value: object) -> str:
    return "group" if isinstance(value, dict) else "word"


def _list_or_group(value: object) -> str:
    """A group without any key of a range is meant to be something else."""
    ranges = isinstance(value, dict) and {"from", "to", "step"} & value.keys()
    return "group" if ranges else "list"


class Range(Strict):
    """Whole numbers at equal distances, both ends among them."""

    first: int = Field(alias="from", description="the smallest number")
    to: int = Field(description="the largest")
    step: Annotated[int, Field(gt=0)] = Field(description="from one to the next")


Values = Annotated[
    Annotated[tuple[Any, ...], Tag("list")] | Annotated[Range, Tag("group")],
    Discriminator(_list_or_group),
]


class SweepSpec(Strict):
    """A sweep file."""

    name: OneLine | None = Field(None, description="what the sweep is called")
    base: Annotated[
        Annotated[str, Tag("word")] | Annotated[dict[str, Any], Tag("group")],
        Discriminator(_word_or_group),
    ] = Field(description="the rules to start from")
    vary: dict[str, Values] = Field(description="keys of the rules, and the values each takes")
    measures: tuple[str, ...] = Field(description="what is measured, by name")


_VALUES = "a list of values, such as [0, 300, 500], or {from: 0, to: 500, step: 50}"

WORDS = Vocabulary(
    sections={"": frozenset(SweepSpec.model_fields)},
    expected={
        ("name",): "a text on one line",
        ("base",): "a built-in name, a file, or rules below it",
        ("vary",): "lines of key: values below it, such as bank.minimum: [0, 300, 500]",
        **{
            ("vary", group): f"a list of groups, or vary a key of it: {group}.{key}: [0, 300, 500]"
            for group, key in (
                ("bank", "minimum"),
                ("combinations", "AABBCC"),
                ("farkle", "penalty"),
                ("hot_dice_bonus", "points"),
            )
        },
        ("vary", "*"): _VALUES,
        ("vary", "*", "from"): "a whole number",
        ("vary", "*", "to"): "a whole number",
        ("vary", "*", "step"): "a whole number above 0",
        ("measures",): "a list of measures, such as [points_per_turn]",
        ("measures", "*"): "the name of a measure, such as points_per_turn",
    },
    also_called=by_name(
        {
            "base": "rules ruleset start",
            "vary": "grid values keys",
            "measures": "measure columns",
            "name": "title",
        }
    ),
    missing={
        "base": "base: basic",
        "vary": "vary: {bank.minimum: [0, 300, 500]}",
        "measures": "measures: [points_per_turn]",
        "from": "from: 0",
        "to": "to: 500",
        "step": "step: 50 for points, or step: 1 for dice and farkles",
    },
    unions=frozenset({("base",), ("vary", "*")}),
)
"""The words for the keys of a sweep file."""


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Shown):
    """A sweep that can be run.

    Attributes:
        name: what it is called: its own name, else that of its file.
        base: the rules that it starts from.
        base_file: the file of these rules; None for built-in ones and for those in the sweep file.
        grid: the rulesets.
        measures: what is measured.
    """

    name: str
    base: LoadedRuleset
    base_file: str | None
    grid: Grid
    measures: tuple[Measure, ...]


def read_sweep(path: str | os.PathLike[str]) -> Sweep:
    """Read a sweep file.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a sweep.
        SweepError: with everything wrong with it, the rules that it starts from included.
    """
    file = os.fspath(path)
    document = parse_yaml(read_path(file, SWEEP), shown(file, 200), SWEEP)
    problems: list[Problem] = []
    spec = None
    try:
        spec = LANGUAGE.read(document)
    except SweepError as error:
        problems += error.problems
    base_node = document.root.entries.get("base")
    base = elsewhere = None
    axes, wrong_axes = _axes(document)
    if base_node is not None:
        base, wrong = _base(base_node, document, Path(file))
        elsewhere = [problem for problem in wrong if problem.file != document.file]
        problems += [problem for problem in wrong if problem.file == document.file]
        problems += _law_of_other_dice(base, axes, document)
    problems += wrong_axes + _wrong_measures(document)
    if spec is not None and not problems:
        problems += _too_many(axes, document)
    if problems or elsewhere:
        raise SweepError((*sorted_and_capped(problems), *(elsewhere or ())))
    if base is None or spec is None:  # then there were problems
        raise AssertionError
    grid = Grid(base.loaded.name, base.data, axes)
    _check_some_valid(grid, document)
    measures = tuple(MEASURES[name] for name in spec.measures)
    return Sweep(spec.name or Path(file).stem, base.loaded, base.file, grid, measures)


@dataclass(frozen=True)
class _Base:
    loaded: LoadedRuleset
    data: dict[str, Any]
    file: str | None
    written: tuple[str, ...]  # the keys of its combinations, before laws and names are written out


def _base(node: Node, document: YamlDocument, spec: Path) -> tuple[_Base | None, list[Problem]]:
    """The rules to start from, or everything wrong with them."""
    file = document.file
    try:
        if node.kind == "mapping":
            inside = YamlDocument(file, node, document.slips)
            keys = _written(inside)  # reading puts patterns in their place
            ruleset, data = RULES.read(inside), RULES.prepare(inside)
            loaded = LoadedRuleset(ruleset, ruleset.name or spec.stem, spec.stem, file, "")
            return _Base(loaded, data, None, keys), []
        if not isinstance(node.value, str) or not node.value.strip():
            if node.kind == "scalar" and node.quoted:
                return None, [
                    Problem(file, node.line, node.column, "base is empty; name the rules")
                ]
            return None, []  # which the model reports
        source = catalogue.read(_reference(node.value, spec.parent))
        loaded = source.load()
        written = parse_yaml(source.text, source.file)
        keys = _written(written)
        data = RULES.prepare(RULES.settle(written))
        return _Base(loaded, data, None if source.builtin else source.file, keys), []
    except MissingFileError as error:
        return None, [Problem(file, node.line, node.column, f"base: {error}")]
    except ContentError as error:
        return None, list(error.problems)


def _written(document: YamlDocument) -> tuple[str, ...]:
    """The keys of the combinations of a file of rules."""
    combinations = document.root.entries.get("combinations")
    return tuple(combinations.entries if combinations else ())


def _law_of_other_dice(
    base: _Base | None, axes: tuple[Axis, ...], document: YamlDocument
) -> Iterator[Problem]:
    """That laws and names of the base mean other lines with what is varied, which a sweep does not
    work out."""
    varied = {axis.loc: axis for axis in axes}
    if base is None or ("combinations",) in varied:
        return
    here, laws = base.loaded.ruleset.dice, [key for key in base.written if is_law(key)]
    if ("dice",) in varied:
        others = {_dice_in(value) for value in varied["dice",].values} - {here}
        names = (key for key in base.written if any(_differs(key, here, n) for n in others))
        others_mean = [f"the law '{shown(key, 40)}'" for key in laws if others]
        others_mean += [f"the name '{shown(key, 40)}'" for key in names]
        for said in others_mean[:1]:
            yield _of_axis(
                varied["dice",], document, f"have {said}, which means other lines with other dice"
            )
    if ("all_dice_only",) in varied:
        axis = varied["all_dice_only",]
        listed = {spelling_of(str(each)) for value in axis.values for each in _items(value)}
        for key in [key for key in laws if spelling_of(base_of(key, here)) in listed][:1]:
            said = f"have the law '{shown(key, 40)}', whose lines it covers as well"
            yield _of_axis(axis, document, said)


def _of_axis(axis: Axis, document: YamlDocument, said: str) -> Problem:
    place = document.root.entries["vary"].keys[axis.key]
    message = f"{axis.key} is varied, and the rules {said}; write those lines in the rules instead"
    return Problem(document.file, *place, message)


def _items(value: Data) -> tuple[Data, ...]:
    return value if isinstance(value, tuple) else ()


def _dice_in(value: Data) -> int:
    """How many dice a value of `dice` is; its default for none."""
    if isinstance(value, dict):
        return sum(int(str(count)) for count in value.values())
    return len(value) if isinstance(value, tuple) else int(str(value or USUAL_DICE))


def _differs(key: str, dice: int, other: int) -> bool:
    """Whether a key is a name that means something else with another number of dice."""
    return named(key, other) not in ((), named(key, dice))


def _reference(base: str, folder: Path) -> str:
    """A built-in name as it is, a path as seen from the folder of the sweep file."""
    if not catalogue.is_path(base) and base in catalogue.builtin_paths():
        return base
    return str(folder / base)


def _axes(document: YamlDocument) -> tuple[tuple[Axis, ...], list[Problem]]:
    """The keys that are varied, and everything wrong with them and their values."""
    vary = document.root.entries.get("vary")
    axes: list[Axis] = []
    problems: list[Problem] = []
    known: dict[Loc, str] = {}
    if vary is None or vary.kind != "mapping":
        return (), []  # which the model reports
    if not vary.entries:
        message = f"vary is empty; write {WORDS.expected_at(('vary',))}"
        return (), [Problem(document.file, vary.line, vary.column, message)]
    for key, node in vary.entries.items():
        place = vary.keys[key]
        try:
            loc = locate(key)
        except UnknownKeyError as error:
            problems.append(Problem(document.file, *place, str(error)))
            continue
        same = identity(loc)
        for other, spelt in known.items():
            if same == other:
                message = f"{key} and {spelt} are the same pattern; keep one of the two"
                problems.append(Problem(document.file, *place, message))
            elif same[: len(other)] == other or other[: len(same)] == same:
                message = f"{key} and {spelt} set the same key; vary only one of them"
                problems.append(Problem(document.file, *place, message))
        known[same] = key
        if node.kind == "list" and not node.items:
            message = f"{key} has no values; write {_VALUES}"
            problems.append(Problem(document.file, node.line, node.column, message))
        values, wrong = values_of(node, key, loc, document.file, place)
        problems += wrong
        axes.append(Axis(key, loc, values))
    return tuple(axes), problems


def _wrong_measures(document: YamlDocument) -> list[Problem]:
    """Measures that do not exist or stand twice."""
    node = document.root.entries.get("measures")
    if node is None or node.kind != "list":
        return []  # which the model reports
    said: list[tuple[Node, str]] = []
    if not node.items:
        said.append((node, f"measures is empty; write some of: {', '.join(MEASURES)}"))
    names: set[str] = set()
    for item in node.items:
        if item.kind != "scalar" or not isinstance(item.value, str):
            continue  # which the model reports
        name = item.value
        if name not in MEASURES:
            near = closest(name, sorted(MEASURES))
            hint = f"did you mean {near}?" if near else f"use some of: {', '.join(MEASURES)}"
            said.append((item, f"there is no measure '{shown(name, 40)}'; {hint}"))
        elif name in names:
            said.append((item, f"{name} stands here again; delete one of the two"))
        names.add(name)
    return [Problem(document.file, at.line, at.column, message) for at, message in said]


def _too_many(axes: tuple[Axis, ...], document: YamlDocument) -> list[Problem]:
    rows = prod(len(axis.values) for axis in axes)
    if rows <= MOST_ROWS:
        return []
    line, column = document.key_place(("vary",))
    message = f"these are {rows:,} rulesets; vary less, up to {MOST_ROWS:,} in one sweep"
    return [Problem(document.file, line, column, message)]


def _check_some_valid(grid: Grid, document: YamlDocument) -> None:
    """Refuse a sweep that has no valid ruleset.

    Raises:
        SweepError: with what is wrong with the first one.
    """
    first = ""
    for number in range(min(grid.size, LOOKED_AT)):
        try:
            grid.loaded(number)
        except InvalidCombinationError as error:
            first = first or str(error)
        else:
            return
    if grid.size <= LOOKED_AT:
        line, column = document.key_place(("vary",))
        message = f"no combination of these values makes valid rules; the first: {first}"
        raise SweepError((Problem(document.file, line, column, message),))


def _prepared(document: YamlDocument) -> dict[str, Any]:
    """The plain data of the file."""
    data: Data = document.root.data()
    return dict(data) if isinstance(data, dict) else {}


LANGUAGE = Language(
    kind=SWEEP,
    words=WORDS,
    model=SweepSpec,
    prepare=_prepared,
    find_errors=lambda _: [],  # `read_sweep` looks at the parts of the file
)
"""The language of sweep files."""
