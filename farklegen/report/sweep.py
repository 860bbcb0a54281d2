"""The document of `farklegen sweep`: how many rulesets were measured, and the extremes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.measures.registry import Unit
from farklegen.report import document as doc
from farklegen.report.compare import NO_HEAD_START, written
from farklegen.report.numbers import count, duration, points
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset

Settings = tuple[tuple[str, str], ...]
"""The keys that were varied, each with its value as text."""


@dataclass(frozen=True)
class Extreme:
    """The smallest or largest value of a measure, and the ruleset that has it."""

    value: float
    settings: Settings


@dataclass(frozen=True)
class Measured:
    """One measure over all rulesets."""

    name: str
    title: str
    unit: Unit
    known: int
    least: Extreme | None
    most: Extreme | None


@dataclass(frozen=True, eq=False, repr=False)
class SweepResult(Result):
    """A finished sweep.

    Attributes:
        name: of the sweep.
        loaded: the rules that it starts from.
        file: where the rows are.
        keys: what was varied, each with the number of its values.
        rows: how many rulesets there are.
        found_before: rows that an earlier run had finished.
        problems: rows in which something is missing.
        first_problem: the settings of the first of these, and what is wrong.
        measured: one for each measure.
        seconds: what this run took.
    """

    name: str
    loaded: LoadedRuleset
    file: str
    keys: tuple[tuple[str, int], ...]
    rows: int
    found_before: int
    problems: int
    first_problem: tuple[Settings, str] | None
    measured: tuple[Measured, ...]
    seconds: float


def sweep_document(result: SweepResult) -> doc.Document:
    """What was done, and the smallest and largest value of each measure."""
    number = count(result.rows, "ruleset")
    return doc.Document(
        "sweep",
        f"{result.name}: {number} from {result.loaded.name}",
        tuple(_blocks(result)),
        _data(result),
        doc.records(map(_row, result.measured)),
    )


def _blocks(result: SweepResult) -> Iterator[doc.Block]:
    keys = ", ".join(f"{key} ({points(values)})" for key, values in result.keys)
    pairs: list[tuple[str, doc.Inline]] = [("Varied", keys), ("Rows in", result.file)]
    if result.problems:
        pairs.append(("With a problem", doc.Cell(count(result.problems, "row"), "bad")))
    new = result.rows - result.found_before
    took = duration(result.seconds)
    if result.found_before:
        took += f" for {count(new, 'row')}; {points(result.found_before)} were there before"
    pairs.append(("Took", took))
    yield doc.Facts(tuple(pairs))
    rows = []
    for measure in result.measured:
        title = measure.title
        for word, extreme in (("smallest", measure.least), ("largest", measure.most)):
            if extreme is not None:
                value = f"{word} {written(extreme.value, measure.unit)}"
                rows.append((title, value, _said(extreme.settings)))
                title = ""
        if title:
            rows.append((title, "nowhere known", ""))
    heads = (doc.Column("measure"), doc.right("value"), doc.Column("first found with"))
    yield doc.Table(heads, tuple(rows))
    starts = [one.least for one in result.measured if one.name == "head_start"]
    if any(least is not None and least.value == 0 for least in starts):
        yield doc.Notes((NO_HEAD_START,))
    if result.first_problem is not None:
        settings, problem = result.first_problem
        yield doc.Notes((f"{_said(settings)}: {problem}",), title="The first problem")


def _said(settings: Settings) -> str:
    return ", ".join(f"{key} {value}" for key, value in settings)


def _data(result: SweepResult) -> dict[str, object]:
    return {
        "ruleset": identity(result.loaded),
        **doc.attributes(result, "name", "file"),
        "keys": [{"key": key, "values": values} for key, values in result.keys],
        "rows": result.rows,
        "rows_found_before": result.found_before,
        "rows_with_problems": result.problems,
        "first_problem": result.first_problem
        and {"settings": dict(result.first_problem[0]), "problem": result.first_problem[1]},
        "measures": [
            {
                **doc.attributes(measure, "name", "title", "unit", "known"),
                "smallest": _extreme(measure.least),
                "largest": _extreme(measure.most),
            }
            for measure in result.measured
        ],
        "seconds": result.seconds,
    }


def _extreme(extreme: Extreme | None) -> dict[str, object] | None:
    if extreme is None:
        return None
    return {"value": extreme.value, "settings": dict(extreme.settings)}


def _row(measure: Measured) -> dict[str, doc.Raw]:
    row = doc.attributes(measure, measure="name", unit="unit", known="known")
    for word, extreme in (("smallest", measure.least), ("largest", measure.most)):
        row[word] = extreme and extreme.value
        row[f"{word}_with"] = extreme and _said(extreme.settings)
    return row
