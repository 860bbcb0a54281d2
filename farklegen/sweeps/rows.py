"""The rows of a sweep: one ruleset measured, in whatever process or on whatever machine."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from farklegen.errors import FarklegenError
from farklegen.sweeps.grid import Grid

if TYPE_CHECKING:
    from farklegen.measures.registry import Value


class SweepRow(NamedTuple):
    """What was found about one ruleset.

    Attributes:
        number: of the ruleset in the grid.
        values: one for each measure; None where there is none.
        problem: why some, or all, are missing; None if nothing is wrong.
    """

    number: int
    values: tuple[float | int | None, ...]
    problem: str | None


class Work(NamedTuple):
    """What a worker has to know.

    Attributes:
        grid: the rulesets.
        measures: the names of the measures.
    """

    grid: Grid
    measures: tuple[str, ...]


def measure_rows(work: Work, numbers: Iterable[int]) -> list[SweepRow]:
    """Measure some rulesets of a sweep, in the order given."""
    return [measure_row(work, number) for number in numbers]


def measure_row(work: Work, number: int) -> SweepRow:
    """Measure one ruleset. What these rules do not allow to be measured is said in the row."""
    from farklegen.measures.registry import MEASURES
    from farklegen.study.study import Study

    try:
        loaded = work.grid.loaded(number)
    except FarklegenError as error:
        return SweepRow(number, (None,) * len(work.measures), _one_line(error))
    # Solved matches of a thousand rulesets would fill a disk, and what a store happens to hold must
    # not change the digits of a row.
    study = Study(loaded, kept=False, threads=1)
    values: list[float | int | None] = []
    reasons: dict[str, None] = {}
    for name in work.measures:
        value: Value = None
        try:
            value = _plain(MEASURES[name].of(study))
        except FarklegenError as error:
            reasons[_one_line(error)] = None
        if isinstance(value, float) and not isfinite(value):
            reasons[f"{name} is not a finite number here"] = None
            value = None
        values.append(value)
    return SweepRow(number, tuple(values), " ".join(reasons) or None)


def _plain(value: Value) -> Value:
    """A number of Python's own; numpy's would not be written in the same way."""
    if value is None or isinstance(value, bool):
        return value
    return int(value) if hasattr(value, "__index__") else float(value)


def _one_line(error: FarklegenError) -> str:
    said = " ".join(str(error).split())
    return said if said.endswith((".", "!", "?")) else f"{said}."
