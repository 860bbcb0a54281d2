"""The documents of `farklegen compare` and `sweep`: rulesets side by side, and many of them.

A comparison has two parts. The first needs no match: rules, turns, the full table, where the best
play differs. The second is the match: who wins, how long it takes, how often the lead changes, the
card, what skill is worth. The data and the rows of the second part are those of both parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import isclose
from typing import Any

from farklegen.measures.comparison import Comparison
from farklegen.measures.differences import BestPlay, Difference, RuleChange, Setting
from farklegen.measures.registry import MEASURES, QUANTILES, QUICK, Unit, Value
from farklegen.report import document as doc
from farklegen.report.document import Cell, Column, Inline, Table, columns
from farklegen.report.numbers import count, duration, percent, points, span, tiny
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import dice_words, listed

MOST_DIFFERENCES = 10
"""Situations that the table shows; JSON has all of them."""

DIFFERENCES = (
    "The number beside bank or roll is what the other choice loses, in points. Per turn: what it "
    "loses on average in a turn, added up over the rulesets. The most costly situations come "
    "first; JSON has all."
)

TURN = ("points_per_turn", "turn_spread", "farkle_per_turn")
FARKLES = tuple(f"farkle_{dice}_dice" for dice in range(8, 0, -1))
BANKS = tuple(f"bank_from_{dice}_dice" for dice in range(8, 0, -1))
FULL_TABLE = ("full_table_points_per_turn", "full_table_loss", "full_table_numbers")
CARD = ("card_numbers", "card_points_per_turn", "card_loss")
MATCH = ("first_player_wins", "head_start", "head_start_first_player_wins")
LENGTH = (
    "turns_mean",
    "turns_spread",
    *(f"turns_{share}_percent" for share in QUANTILES),
    "lead_changes",
)
SKILL = (
    "card_wins",
    "points_only_wins",
    "take_all_wins",
    "naive_wins",
    "bank_at_300_wins",
)


def whole_document(comparison: Comparison) -> doc.Document:
    """Both parts as one document, or the first where the match was left out."""
    first = turns_document(comparison)
    if comparison.quick:
        return first
    return replace(first, blocks=first.blocks + match_document(comparison).blocks)


def turns_document(comparison: Comparison) -> doc.Document:
    labels = comparison.labels
    dice = max(loaded.ruleset.dice for loaded in comparison.rulesets)
    names = zip(labels, (loaded.name for loaded in comparison.rulesets), strict=True)
    blocks = (
        doc.Facts(names),
        doc.Heading("The rules, where they differ"),
        _rules(comparison),
        doc.Heading("A turn, played for the most points"),
        number_table(comparison, (*TURN, *FARKLES)),
        number_table(comparison, BANKS[-dice:], title="When to bank"),
        number_table(comparison, FULL_TABLE, title="The full table"),
        doc.Notes(_turn_notes(comparison)),
        doc.Heading("Where the best play differs"),
        *_differences(comparison),
        _reasons(comparison, QUICK),
    )
    return _document(comparison, f"{listed(labels)} side by side", blocks)


def match_document(comparison: Comparison) -> doc.Document:
    blocks = (
        doc.Heading("A match of two perfect players"),
        number_table(comparison, (*MATCH, *LENGTH)),
        doc.Notes(_match_notes(comparison)),
        doc.Heading("The card, as farklegen table prints it"),
        number_table(comparison, CARD),
        doc.Notes(_by_points(comparison)),
        doc.Heading("What skill is worth"),
        number_table(comparison, SKILL, title="Chance to win against perfect play"),
        _reasons(comparison, ("match", "length", "card", "duel")),
    )
    return _document(comparison, "", blocks)


def _document(
    comparison: Comparison, title: str, blocks: Iterable[doc.Block | None]
) -> doc.Document:
    found = comparison.measures
    rows = [
        {"ruleset": label, "name": loaded.name, "fingerprint": loaded.fingerprint}
        | {name: found[name][number].value if name in found else None for name in MEASURES}
        for number, (label, loaded) in enumerate(
            zip(comparison.labels, comparison.rulesets, strict=True)
        )
    ]
    return doc.document("compare", title, blocks, comparison, rows)


def _rules(comparison: Comparison) -> doc.Block:
    if comparison.changes:
        return rules_table(comparison.labels, comparison.changes)
    same = len({loaded.fingerprint for loaded in comparison.rulesets}) == 1
    return doc.Paragraph(
        "Nowhere: they are the same game under other names." if same else "In no key of the rules."
    )


def _turn_notes(comparison: Comparison) -> Iterator[str]:
    if len(comparison.labels) == 2:
        yield "Difference: the second less the first, of percentages in percentage points."
    yield "When to bank: on the board, without a farkle just before; — if never below the goal."


def _differences(comparison: Comparison) -> Iterator[doc.Block]:
    found, labels = comparison.differences, comparison.labels
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


def _match_notes(comparison: Comparison) -> Iterator[str]:
    yield "Turns are those of both players together. First player then: with the fair head start."
    errors = [error for error in comparison.values("match_error") if error is not None]
    if errors:
        yield f"The error of the chances is at most {tiny(max(errors))}."


def _by_points(comparison: Comparison) -> Iterator[str]:
    """A sentence about the rulesets whose card ignores the end of the game."""
    by_points = (not study.card_is_by_match for study in comparison.studies)
    if ignoring := [*compress(comparison.labels, by_points)]:
        yield f"The card of {listed(ignoring)} ignores the end of the game."


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
    """The rules that differ, key by key."""
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
    """Situations in which one ruleset banks and another rolls."""

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


# many rulesets


Settings = dict[str, str]
"""The keys that were varied, each with its value as text."""


@dataclass(frozen=True, eq=False, repr=False)
class SweepResult(Result):
    """A finished sweep.

    Attributes:
        name: of the sweep.
        loaded: the rules that it starts from.
        file: where the rows are.
        keys: what was varied: pairs of a key and the number of its values.
        rows: how many rulesets there are.
        rows_before: rows that an earlier run had finished.
        rows_with_problems: rows in which a measure is missing.
        first_problem: the settings of the first such row, and what is wrong; None if all rows are
            complete.
        measures: names of what was measured.
        seconds: what this run took.
        values: of a small sweep, the rows.
    """

    DOCUMENT = "compare.sweep_document"
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
    measures: tuple[str, ...]
    seconds: float
    values: tuple[dict[str, Any], ...] = ()


SMALL = 20
"""Rows, at most, that are printed."""


def sweep_document(result: SweepResult) -> doc.Document:
    """What was done, and the rows of a small sweep."""
    title = f"{result.name}: {count(result.rows, 'ruleset')} from {result.loaded.name}"
    return doc.document("sweep", title, _sweep_blocks(result), result, result.values)


def _sweep_blocks(result: SweepResult) -> Iterator[doc.Block]:
    keys = ", ".join(f"{key} ({points(values)})" for key, values in result.keys)
    pairs: list[tuple[str, Inline]] = [("Varied", keys), ("Rows in", result.file)]
    if result.rows_with_problems:
        pairs.append(("With a problem", Cell(count(result.rows_with_problems, "row"), "bad")))
    yield doc.Facts((*pairs, ("Took", duration(result.seconds))))
    if result.values:
        yield _every_row(result)
    if result.first_problem is not None:
        settings, problem = result.first_problem
        words = ", ".join(f"{key} {value}" for key, value in settings.items())
        yield doc.Notes((f"{words}: {problem}",), title="The first problem")


def _every_row(result: SweepResult) -> Table:
    measures = [MEASURES[name] for name in result.measures]
    heads = [*(Column(key) for key, _ in result.keys)]
    heads += [doc.right(measure.title) for measure in measures]
    rows = []
    for row in result.values:
        settings = (str(row[key]) for key, _ in result.keys)
        rows.append((*settings, *(written(row[one.name], one.unit) for one in measures)))
    return Table(tuple(heads), tuple(rows))
