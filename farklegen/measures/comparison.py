"""Several rulesets side by side: every measure of each, or why it has none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from farklegen.errors import ArgumentError, UnsolvableError
from farklegen.measures.differences import Difference, RuleChange, differences, rule_changes
from farklegen.measures.registry import MEASURES, QUICK, MeasureFound, Value
from farklegen.results import Result
from farklegen.rules.loading import DICTIONARY, TEXT, LoadedRuleset
from farklegen.solvers.expected import ExpectedScore
from farklegen.solvers.progress import Progress, silent
from farklegen.study.study import Study


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Rulesets side by side.

    Attributes:
        labels: short names, all different.
        studies: the rulesets, and what was worked out about each.
        changes: the rules that are not the same everywhere.
        measures: by the name of the measure, what each ruleset has.
        differences: situations in which one banks and another rolls, the costliest first.
        quick: whether the match was left out.
    """

    DOCUMENT = "compare.whole_document"
    KEYS = ("labels", "rulesets", "changes", "measures", "differences")

    labels: tuple[str, ...]
    studies: tuple[Study, ...]
    changes: tuple[RuleChange, ...]
    measures: dict[str, tuple[MeasureFound, ...]]
    differences: tuple[Difference, ...]
    quick: bool

    @property
    def rulesets(self) -> tuple[LoadedRuleset, ...]:
        """Name, slug and fingerprint of each."""
        return tuple(study.loaded for study in self.studies)

    def values(self, name: str) -> tuple[Value, ...]:
        """One measure of all rulesets, by its name."""
        if name not in self.measures:
            raise ArgumentError(f"name: {name!r} is not one of: {', '.join(self.measures)}")
        return tuple(found.value for found in self.measures[name])


LONGER = ("head_start", "head_start_first_player_wins")
"""Measures that need a longer match if the first bank has a minimum of its own."""


def compare(
    studies: Sequence[Study], *, quick: bool = False, progress: Progress = silent
) -> Comparison:
    """Measure rulesets and put them side by side."""
    rulesets = [study.loaded.ruleset for study in studies]
    wanted = [measure for measure in MEASURES.values() if not quick or measure.needs in QUICK]
    names = labels([study.loaded for study in studies])
    columns = []
    for number, (study, label) in enumerate(zip(studies, names, strict=True)):
        progress(number / len(studies), f"working out {label}")
        left_out = () if study.has_head_start else LONGER
        found = {m.name: m.found(study) for m in wanted if m.name not in left_out}
        columns.append({name: MeasureFound(None) for name in left_out} | found)
        study.let_go()
    return Comparison(
        names,
        tuple(studies),
        rule_changes(rulesets),
        {m.name: tuple(column[m.name] for column in columns) for m in wanted},
        differences(rulesets, [_expected(study) for study in studies]),
        quick,
    )


def labels(rulesets: Sequence[LoadedRuleset]) -> tuple[str, ...]:
    """Short names that are all different: slugs, or files if slugs are equal; numbered if the names
    are still equal."""
    slugs = [loaded.slug for loaded in rulesets]
    names = [
        slug
        if slugs.count(slug) == 1 or loaded.builtin or loaded.file in (TEXT, DICTIONARY)
        else loaded.file
        for slug, loaded in zip(slugs, rulesets, strict=True)
    ]
    return tuple(
        name if names.count(name) == 1 else f"{name} ({names[: i + 1].count(name)})"
        for i, name in enumerate(names)
    )


def _expected(study: Study) -> ExpectedScore | None:
    try:
        return study.expected
    except UnsolvableError:
        return None
