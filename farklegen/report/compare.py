"""Several rulesets side by side: every measure of each, or why it has none.

A comparison has two parts. The first needs no match: rules, turns, the full table, where the best
play differs. The second is the match: who wins, how long it takes, how often the lead changes, the
card, what skill is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from math import isclose

from farklegen.errors import ArgumentError, UnsolvableError
from farklegen.measures import (
    MEASURES,
    QUICK,
    BestPlay,
    Difference,
    MeasureFound,
    Needs,
    RuleChange,
    Setting,
    Unit,
    Value,
    differences,
    rule_changes,
)
from farklegen.report import document as doc
from farklegen.report.document import Cell, Column, Inline, Table, columns
from farklegen.report.numbers import percent, points, span, tiny
from farklegen.results import Result
from farklegen.rules.loading import DICTIONARY, TEXT, LoadedRuleset
from farklegen.rules.words import dice_words, listed
from farklegen.solvers.expected import ExpectedScore
from farklegen.solvers.progress import Progress, silent
from farklegen.study.study import Study

MOST_DIFFERENCES = 10
"""Situations that the table shows; JSON has all of them."""

DIFFERENCES = (
    "The number beside bank or roll is what the other choice loses, in points. Per turn: what it "
    "loses on average in a turn, added up over the rulesets. The most costly situations come "
    "first; JSON has all."
)

TURN = ("points_per_turn", "turn_spread", "farkle_per_turn")
BANKS = tuple(f"bank_from_{dice}_dice" for dice in range(8, 0, -1))
FULL_TABLE = ("full_table_points_per_turn", "full_table_loss", "full_table_numbers")
ERROR = "match_error"


def _needing(*needs: Needs) -> list[str]:
    """The measures that need some of this, but for the error of a match, which a note has."""
    return [name for name, each in MEASURES.items() if each.needs in needs and name != ERROR]


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Rulesets side by side.

    Attributes:
        labels: short names, all different.
        studies: the rulesets, and what was worked out about each.
        changes: the rules that are not the same everywhere.
        measures: by the name of the measure, what each ruleset has.
        differences: situations in which one banks and another rolls, the costliest first.
    """

    KEYS = ("labels", "rulesets", "changes", "measures", "differences")

    labels: tuple[str, ...]
    studies: tuple[Study, ...]
    changes: tuple[RuleChange, ...]
    measures: dict[str, tuple[MeasureFound, ...]]
    differences: tuple[Difference, ...]

    @property
    def rulesets(self) -> tuple[LoadedRuleset, ...]:
        """Name, slug and fingerprint of each."""
        return tuple(study.loaded for study in self.studies)

    def values(self, name: str) -> tuple[Value, ...]:
        """One measure of all rulesets, by its name."""
        if name not in self.measures:
            raise ArgumentError(f"name: {name!r} is not one of: {', '.join(self.measures)}")
        return tuple(found.value for found in self.measures[name])

    def document(self) -> doc.Document:
        """Both parts as one document, or the first where the match was left out."""
        blocks = [*turns_blocks(self), *(match_blocks(self) if ERROR in self.measures else ())]
        title = f"{listed(self.labels)} side by side"
        return doc.Document("compare", title, blocks, self, self.rows)

    @property
    def rows(self) -> Iterator[dict[str, object]]:
        """What is known about each ruleset: its names, and the values of its measures."""
        for number, (label, loaded) in enumerate(zip(self.labels, self.rulesets, strict=True)):
            values = dict.fromkeys(MEASURES)
            values |= {name: found[number].value for name, found in self.measures.items()}
            about = {"ruleset": label, "name": loaded.name, "fingerprint": loaded.fingerprint}
            yield about | values


LONGER = ("head_start", "head_start_first_player_wins")
"""Measures that need a longer match if the first bank has a minimum of its own."""


def compare(
    studies: Sequence[Study], *, quick: bool = False, progress: Progress = silent
) -> Comparison:
    """Measure rulesets and put them side by side."""
    rulesets = [study.loaded.ruleset for study in studies]
    wanted = [measure for measure in MEASURES.values() if not quick or measure.needs in QUICK]
    names = labels([study.loaded for study in studies])
    measures: dict[str, tuple[MeasureFound, ...]] = {measure.name: () for measure in wanted}
    for number, (study, label) in enumerate(zip(studies, names, strict=True)):
        progress(number / len(studies), f"working out {label}")
        for measure in wanted:
            left_out = measure.name in LONGER and not study.has_head_start
            measures[measure.name] += (MeasureFound(None) if left_out else measure.found(study),)
        study.let_go()
    changes = tuple(rule_changes(rulesets))
    differing = differences(rulesets, [_expected(study) for study in studies])
    return Comparison(names, tuple(studies), changes, measures, differing)


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


def turns_blocks(comparison: Comparison) -> Iterator[doc.Block]:
    """What needs no match."""
    labels, rulesets, found = comparison.labels, comparison.rulesets, comparison.differences
    dice = max(loaded.ruleset.dice for loaded in rulesets)
    yield doc.Facts((label, each.name) for label, each in zip(labels, rulesets, strict=True))
    yield doc.Heading("The rules, where they differ")
    if comparison.changes:
        yield rules_table(labels, comparison.changes)
    elif len({loaded.fingerprint for loaded in rulesets}) == 1:
        yield doc.Paragraph("Nowhere: they are the same game under other names.")
    else:
        yield doc.Paragraph("In no key of the rules.")
    yield doc.Heading("A turn, played for the most points")
    yield number_table(comparison, (*TURN, *reversed(_needing("rules"))))
    yield number_table(comparison, BANKS[-dice:], title="When to bank")
    yield number_table(comparison, FULL_TABLE, title="The full table")
    two = "Difference: the second less the first, of percentages in percentage points."
    bank = "When to bank: on the board, without a farkle just before; — if never below the goal."
    yield doc.Notes((two, bank) if len(labels) == 2 else (bank,))
    yield doc.Heading("Where the best play differs")
    mixed = [*compress(labels, (not study.tables.hands.uniform for study in comparison.studies))]
    if mixed:
        yield doc.Paragraph(f"Not looked at, as their dice differ: {listed(mixed)}.")
    elif not found:
        known = [value for value in comparison.values("points_per_turn") if value is not None]
        nothing = "No difference was found." if len(known) > 1 else "Not known, as points are not."
        yield doc.Paragraph(nothing)
    if found:
        yield difference_table(labels, found[:MOST_DIFFERENCES])
        yield doc.Notes((DIFFERENCES,))
    yield _reasons(comparison, QUICK)


def match_blocks(comparison: Comparison) -> Iterator[doc.Block]:
    """What the match brings."""
    labels, studies = comparison.labels, comparison.studies
    yield doc.Heading("A match of two perfect players")
    yield number_table(comparison, _needing("match", "length"))
    note = "Turns are those of both players together. First player then: with the fair head start."
    errors = [error for error in comparison.values(ERROR) if error is not None]
    error = [f"The error of the chances is at most {tiny(max(errors))}."] if errors else []
    yield doc.Notes((note, *error))
    yield doc.Heading("The card, as farklegen table prints it")
    yield number_table(comparison, _needing("card"))
    ignoring = [*compress(labels, (not study.card_is_by_match for study in studies))]
    if ignoring:
        yield doc.Notes((f"The card of {listed(ignoring)} ignores the end of the game.",))
    yield doc.Heading("What skill is worth")
    yield number_table(comparison, _needing("duel"), title="Chance to win against perfect play")
    yield _reasons(comparison, ("match", "length", "card", "duel"))


def _reasons(comparison: Comparison, needs: tuple[str, ...]) -> doc.Notes:
    """Why numbers are missing, each reason once for each ruleset."""
    reasons = {
        f"{label}: {found.why.rstrip('.')}.": None
        for name, values in comparison.measures.items()
        for label, found in zip(comparison.labels, values, strict=True)
        if MEASURES[name].needs in needs and found.why
    }
    return doc.Notes(reasons, "What could not be worked out")


NONE, SAME = "—", "="


def number_table(comparison: Comparison, names: Iterable[str], title: str = "") -> doc.Block:
    """Measures side by side, without those that no ruleset has or gives a reason for; of two
    rulesets also how much they differ."""
    two, rows = len(comparison.labels) == 2, list[tuple[Inline, ...]]()
    for name in names:
        unit, found = MEASURES[name].unit, comparison.values(name)
        if all(each.value is None and not each.why for each in comparison.measures[name]):
            continue
        texts = tuple(written(value, unit) for value in found)
        rows.append((MEASURES[name].title, *texts, *([difference(found, unit)] if two else [])))
    heads = (*comparison.labels, "difference") if two else comparison.labels
    return Table(columns("", *heads), tuple(rows), title=title)


def written(value: Value, unit: Unit, *, signed: bool = False) -> str:
    """A number with its unit. A difference has its sign; a difference of shares is in percentage
    points."""
    if value is None:
        return NONE
    if unit == "share":
        return points(100.0 * value, 2, signed=True) if signed else percent(value)
    return points(value, 2, signed=signed)


def difference(values: tuple[Value, ...], unit: Unit) -> Inline:
    """How much the second of two numbers is more than the first."""
    first, second = values
    if first is None or second is None:
        return ""
    if isclose(first, second, rel_tol=1e-9, abs_tol=1e-12):
        return Cell(SAME, "muted")
    return Cell(written(second - first, unit, signed=True), "strong")


def rules_table(labels: Sequence[str], changes: Iterable[RuleChange]) -> Table:
    rows = []
    for change in changes:
        name = change.key.removeprefix("combinations.")
        name += f" ({change.words})" if change.words else ""
        rows.append((name, *map(_setting, change.values)))
    return Table(tuple(map(Column, ("rule", *labels))), tuple(rows), note=f"{NONE} no such rule.")


def _setting(value: Setting) -> str:
    if value is None or isinstance(value, str):
        return value or NONE
    if isinstance(value, bool):
        return "true" if value else "false"
    values = value if isinstance(value, tuple) else (value,)
    return " ".join(points(part) if isinstance(part, int) else part for part in values)


def difference_table(labels: Sequence[str], differences: Iterable[Difference]) -> Table:
    def shown(choice: BestPlay | None) -> str:
        if choice is None:
            return NONE
        return f"{'bank' if choice.banks else 'roll'} {points(choice.cost, 1)}"

    rows = [
        (
            f"{dice_words(each.dice)}, {span(each.first, each.last)}",
            *map(shown, each.choices),
            points(each.weight, 4),
        )
        for each in differences
    ]
    return Table(columns("to roll, turn score", *labels, "per turn"), tuple(rows))
