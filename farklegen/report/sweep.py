"""The document of `farklegen sweep`: how many rulesets were measured, and the extremes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.measures.registry import Unit, Value
from farklegen.report import document as doc
from farklegen.report.compare import written
from farklegen.report.numbers import count, duration, points
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset

Settings = dict[str, str]
"""The keys that were varied, each with its value as text."""


@dataclass(frozen=True)
class Extreme:
    """The smallest or largest value of a measure, and the ruleset that has it.

    Attributes:
        value: in the unit of the measure.
        settings: of the first ruleset that has it: each key that was varied with its value as
            text.
    """

    value: float
    settings: Settings


@dataclass(frozen=True)
class Measured:
    """One measure over all rulesets.

    Attributes:
        name: of the measure.
        title: what it is called.
        unit: `points`, `share`, `turns`, `dice` or `count`.
        known: rulesets that have that number.
        smallest, largest: the smallest and the largest value; None if no ruleset has one.
    """

    name: str
    title: str
    unit: Unit
    known: int
    smallest: Extreme | None
    largest: Extreme | None


@dataclass(frozen=True, eq=False, repr=False)
class SweepResult(Result):
    """A finished sweep.

    Attributes:
        name: of the sweep.
        loaded: the rules that it starts from.
        file: where the rows are.
        keys: what was varied: pairs of a key and the number of its values.
        rows: how many rulesets there are.
        rows_before: those that an earlier run had finished.
        rows_with_problems: those in which something is missing.
        first_problem: the settings of the first of these, and what is wrong; None if there is
            none.
        measures: what was measured.
        seconds: what this run took.
        values: of a small sweep, what each row varies, and its measures.
    """

    DOCUMENT = "sweep.sweep_document"
    KEYS = (
        "name",
        "file",
        "keys",
        "rows",
        "rows_with_problems",
        "first_problem",
        "measures",
        "values",
    )

    name: str
    loaded: LoadedRuleset
    file: str
    keys: tuple[tuple[str, int], ...]
    rows: int
    rows_before: int
    rows_with_problems: int
    first_problem: tuple[Settings, str] | None
    measures: tuple[Measured, ...]
    seconds: float
    values: tuple[tuple[Settings, tuple[Value, ...]], ...] = ()


SMALL = 20
"""Rows, at most, that are printed."""


def sweep_document(result: SweepResult) -> doc.Document:
    """What was done, and the smallest and largest value of each measure."""
    number = count(result.rows, "ruleset")
    return doc.Document(
        "sweep",
        f"{result.name}: {number} from {result.loaded.name}",
        tuple(_blocks(result)),
        result,
        result.measures,
    )


def _blocks(result: SweepResult) -> Iterator[doc.Block]:
    keys = ", ".join(f"{key} ({points(values)})" for key, values in result.keys)
    pairs: list[tuple[str, doc.Inline]] = [("Varied", keys), ("Rows in", result.file)]
    if result.rows_with_problems:
        bad = doc.Cell(count(result.rows_with_problems, "row"), "bad")
        pairs.append(("With a problem", bad))
    new = result.rows - result.rows_before
    took = duration(result.seconds)
    if result.rows_before:
        took += f" for {count(new, 'row')}; {points(result.rows_before)} were there before"
    pairs.append(("Took", took))
    yield doc.Facts(tuple(pairs))
    yield _every_row(result) if result.values else _extremes(result)
    if result.first_problem is not None:
        settings, problem = result.first_problem
        yield doc.Notes((f"{_settings_text(settings)}: {problem}",), title="The first problem")


def _every_row(result: SweepResult) -> doc.Table:
    heads = [*(doc.Column(key) for key, _ in result.keys)]
    heads += [doc.right(measure.title) for measure in result.measures]
    rows = []
    for settings, values in result.values:
        measured = zip(values, result.measures, strict=True)
        rows.append((*settings.values(), *(written(value, one.unit) for value, one in measured)))
    return doc.Table(tuple(heads), tuple(rows))


def _extremes(result: SweepResult) -> doc.Table:
    rows = []
    for measure in result.measures:
        title = measure.title
        for word, extreme in (("smallest", measure.smallest), ("largest", measure.largest)):
            if extreme is not None:
                value = f"{word} {written(extreme.value, measure.unit)}"
                rows.append((title, value, _settings_text(extreme.settings)))
                title = ""
        if title:
            rows.append((title, "nowhere known", ""))
    heads = (doc.Column("measure"), doc.right("value"), doc.Column("first found with"))
    return doc.Table(heads, tuple(rows))


def _settings_text(settings: Settings) -> str:
    return ", ".join(f"{key} {value}" for key, value in settings.items())
