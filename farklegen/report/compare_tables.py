"""The tables of `farklegen compare`: one line for each thing, one column for each ruleset.

Differences are marked with signs, so that paper and screens without colour have them too: two
rulesets get a column with the difference, more get a sign beside the largest and the smallest
number of a line. `=` stands where all are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isclose

from farklegen.cards.card import Analysis
from farklegen.measures.comparison import Comparison
from farklegen.measures.registry import MEASURES, Unit, Value
from farklegen.measures.rule_differences import RuleChange, Setting
from farklegen.measures.situations import BestPlay, Difference
from farklegen.report.card_rows import places_text, shown_table
from farklegen.report.document import Cell, Column, Inline, Table, columns
from farklegen.report.numbers import (
    NEVER,
    below_goal,
    percent,
    points,
    span,
    spans,
    within_goal,
)
from farklegen.rules.words import dice_words
from farklegen.solvers.thresholds import Ranges
from farklegen.study.study import Study

DECIMALS = 2
"""Digits after the point: enough to compare by; JSON and CSV have all of them."""

NONE = "—"
NO_HEAD_START = "none"
SAME = "="
MOST = "▲"
LEAST = "▼"

ALIKE = 1e-9
"""Relative difference up to which two numbers are the same: rounding only."""


@dataclass(frozen=True)
class ComparedLine:
    """One line of a table.

    Attributes:
        name: what it is about.
        unit: what its numbers are counted in.
        values: a number for each ruleset; None where there is none.
        texts: how they are written, where that is not simply the number.
    """

    name: str
    unit: Unit
    values: tuple[Value, ...]
    texts: tuple[str, ...] = ()


def measure_lines(comparison: Comparison, names: Iterable[str]) -> list[ComparedLine]:
    """Measures as lines; without those that no ruleset has, nor gives a reason for."""
    return [
        ComparedLine(MEASURES[name].title, MEASURES[name].unit, comparison.values(name))
        for name in names
        if any(found.value is not None or found.why for found in comparison.found[name])
    ]


def match_lines(comparison: Comparison, names: Iterable[str]) -> list[ComparedLine]:
    """Measures of the match: where moving second is the advantage, no head start is fair, and it is
    not said that one of 0 points were."""
    without = no_head_start(comparison)

    def told(line: ComparedLine) -> ComparedLine:
        if line.name != MEASURES["head_start"].title:
            return line
        texts = zip(_texts(line), without, strict=True)
        return replace(
            line,
            values=tuple(
                None if none else value for value, none in zip(line.values, without, strict=True)
            ),
            texts=tuple(NO_HEAD_START if none else text for text, none in texts),
        )

    return [told(line) for line in measure_lines(comparison, names)]


def no_head_start(comparison: Comparison) -> tuple[bool, ...]:
    """For each ruleset, whether the player who moves second wins more often without any."""
    measures = ("head_start", "first_player_wins", "match_error")
    return tuple(
        start == 0 and wins is not None and wins < 0.5 - (error or 0.0)
        for start, wins, error in zip(*map(comparison.values, measures), strict=True)
    )


def number_table(labels: Sequence[str], lines: Iterable[ComparedLine], title: str = "") -> Table:
    """Numbers side by side, the differences marked."""
    two = len(labels) == 2
    shown = list(lines)
    rows = [(line.name, *(_two(line) if two else _several(line))) for line in shown]
    heads = (*labels, "difference") if two else tuple(labels)
    return Table(columns("", *heads), tuple(rows), title=title)


def reading(count: int) -> str:
    """How to read the signs of the tables of so many rulesets."""
    if count == 2:
        return (
            "Difference: the second less the first, of percentages in percentage points; "
            f"{SAME} where both are the same, {NONE} where there is no such number."
        )
    return (
        f"{MOST} the largest and {LEAST} the smallest number of a line, {SAME} the same in all; "
        f"{NONE} where there is no such number."
    )


def written(value: Value, unit: Unit, *, signed: bool = False) -> str:
    """A number of a unit; as a difference with its sign, of shares in percentage points."""
    if value is None:
        return NONE
    if unit == "share":
        return points(100.0 * value, DECIMALS, signed=True) if signed else percent(value, DECIMALS)
    return points(value, DECIMALS, signed=signed)


def _texts(line: ComparedLine) -> tuple[str, ...]:
    return line.texts or tuple(written(value, line.unit) for value in line.values)


def _two(line: ComparedLine) -> tuple[Inline, ...]:
    first, second = line.values
    texts = _texts(line)
    if texts[0] == texts[1] and (first is None or second is None or _alike(first, second)):
        return (*texts, Cell(SAME if texts[0] != NONE else "", "muted"))
    if first is None or second is None:
        return (*texts, "")
    if _alike(first, second):
        return (*texts, Cell("differs", "strong"))  # though both begin at the same number
    return (*texts, Cell(written(second - first, line.unit, signed=True), "strong"))


def _several(line: ComparedLine) -> tuple[Inline, ...]:
    texts = _texts(line)
    known = [value for value in line.values if value is not None]
    same = len(set(texts)) == 1 and all(_alike(value, known[0]) for value in known)
    if same:
        return tuple(
            Cell(f"{SAME} {text}", "muted") if i and text != NONE else text
            for i, text in enumerate(texts)
        )
    if not known or _alike(min(known), max(known)):
        return texts
    return tuple(
        text
        if value is None
        else Cell(f"{MOST} {text}", "strong")
        if _alike(value, max(known))
        else Cell(f"{LEAST} {text}", "strong")
        if _alike(value, min(known))
        else text
        for text, value in zip(texts, line.values, strict=True)
    )


def _alike(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=ALIKE, abs_tol=1e-12)


def rules_table(labels: Sequence[str], changes: Iterable[RuleChange]) -> Table:
    """The rules that differ, key by key."""
    several = len(labels) > 2
    rows: list[tuple[Inline, ...]] = []
    for change in changes:
        texts = [_setting(value) for value in change.values]
        cells = [
            f"{SAME} {text}" if several and i and text == texts[0] != NONE else text
            for i, text in enumerate(texts)
        ]
        rows.append((_rule_name(change), *cells))
    note = f"{NONE} no such rule."
    if several:
        note = f"{NONE} no such rule; {SAME} as in {labels[0]}."
    return Table((Column("rule"), *(Column(label) for label in labels)), tuple(rows), note=note)


def _rule_name(change: RuleChange) -> str:
    key = change.key.removeprefix("combinations.")
    return f"{key} ({change.words})" if change.words else key


def _setting(value: Setting) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(points(part) if isinstance(part, int) else part for part in value)
    return points(value) if isinstance(value, int) else value


def bank_lines(comparison: Comparison) -> list[ComparedLine]:
    """From which turn score on to bank, by number of dice, most dice first."""
    most = max(loaded.ruleset.dice for loaded in comparison.rulesets)
    lines = []
    for dice in range(most, 0, -1):
        name = f"bank_from_{dice}_dice"
        found = comparison.found[name]
        known = [
            None if one.why else _ranges(study, dice)
            for study, one in zip(comparison.studies, found, strict=True)
        ]
        if any(ranges is not None for ranges in known):
            goals = [loaded.ruleset.extent for loaded in comparison.rulesets]
            texts = tuple(
                NONE if ranges is None else _from(ranges, goal)
                for ranges, goal in zip(known, goals, strict=True)
            )
            values = comparison.values(name)
            lines.append(
                ComparedLine(f"bank with {dice_words(dice)} from", "points", values, texts)
            )
    return lines


def _ranges(study: Study, dice: int) -> Ranges | None:
    hand = study.tables.hands.of_size(dice)
    return next((ranges for ranges in study.bank if ranges.dice == hand), None)


def _from(ranges: Ranges, goal: int) -> str:
    if ranges.one_threshold and ranges.start is not None:
        return below_goal(ranges.start, goal)
    return spans(within_goal(ranges.ranges, goal))


def break_point_lines(comparison: Comparison) -> list[ComparedLine]:
    """The break points of all full tables, as `table` shows them: for dice and worth the turn score
    from which it holds, and what the dice are worth below the smallest score that may be banked.
    Tables of different dice have none of that form."""
    cards = [
        {} if found.why or not study.tables.hands.alike else _card_cells(study.analysis)
        for study, found in zip(
            comparison.studies, comparison.found["full_table_numbers"], strict=True
        )
    ]
    lines = []
    for place in sorted({place for card in cards for place in card}, reverse=True):
        cells = [card.get(place, (None, NONE)) for card in cards]
        values, texts = tuple(value for value, _ in cells), tuple(text for _, text in cells)
        lines.append(ComparedLine(_place_name(*place), "points", values, texts))
    return lines


_Place = tuple[int, int, int]
"""Dice, which row of the card (`BELOW` the minimum, a worth, roll, bank), and the worth."""

BELOW, WORTH, ROLL, BANK = 3, 2, 1, 0


def _card_cells(analysis: Analysis) -> dict[_Place, tuple[Value, str]]:
    """What each cell of the first table of a card says: the number, and how it is written."""
    goal = analysis.loaded.ruleset.extent
    found: dict[_Place, tuple[Value, str]] = {}
    for row in shown_table(analysis, analysis.card.tables[0]).rows:
        if row.below is not None:
            found[row.dice, BELOW, 0] = (row.below, points(row.below, signed=True))
        told = [(WORTH, worth, places) for worth, places in row.worths.items()]
        for kind, worth, places in (*told, (ROLL, 0, row.rolled), (BANK, 0, row.banked)):
            if places or kind == BANK:
                first = places[0][0] if places else goal
                text = places_text(places, goal, falls=row.falls) or NEVER
                found[row.dice, kind, worth] = (first if first < goal else None, text)
    return found


def _place_name(dice: int, kind: int, worth: int) -> str:
    names = {BELOW: "below the minimum", ROLL: "0 (roll)", BANK: "bank"}
    return f"{dice_words(dice)}: {names.get(kind) or points(worth, signed=True)}"


def difference_table(labels: Sequence[str], told: Iterable[Difference]) -> Table:
    """Situations in which one ruleset banks and another rolls."""
    rows = [
        (
            situation(difference),
            *(_choice(choice) for choice in difference.choices),
            points(difference.weight, 4),
        )
        for difference in told
    ]
    return Table(columns("to roll, turn score", *labels, "per turn"), tuple(rows))


def situation(difference: Difference) -> str:
    """`3 dice, 300–450`."""
    return f"{dice_words(difference.dice)}, {span(difference.first, difference.last)}"


def _choice(choice: BestPlay | None) -> str:
    if choice is None:
        return NONE
    return f"{'bank' if choice.banks else 'roll'} {points(choice.cost, 1)}"
