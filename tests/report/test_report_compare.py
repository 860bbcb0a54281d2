"""The tables of a comparison: what is marked, and how it fits on a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from farklegen import api
from farklegen.measures.comparison import Comparison
from farklegen.measures.differences import RuleChange
from farklegen.measures.registry import MeasureFound
from farklegen.render.registry import OUTPUTS
from farklegen.report.compare import (
    ComparedLine,
    number_table,
    rules_table,
    turns_document,
)
from farklegen.report.document import Table, as_cell
from tests.measures.small import RULES, loaded


def cells(table: Table) -> list[tuple[str, ...]]:
    return [tuple(as_cell(cell).text for cell in row) for row in table.rows]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (ComparedLine("", "points", (446.571, 543.721)), ("446.57", "543.72", "+97.15")),
        (ComparedLine("", "share", (0.5, 0.5)), ("50.00%", "50.00%", "=")),
        (ComparedLine("", "share", (0.5, 0.5 + 1e-6)), ("50.00%", "50.00%", "<+0.01")),
        (ComparedLine("", "points", (300, None)), ("300", "—", "")),
        (ComparedLine("", "points", (None, None)), ("—", "—", "")),
        (ComparedLine("", "points", (300, 300), ("300", "300–450")), ("300", "300–450", "differs")),
    ],
)
def test_two_rulesets_have_a_difference(line: ComparedLine, expected: tuple[str, ...]) -> None:
    assert cells(number_table(["a", "b"], [line])) == [("", *expected)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (ComparedLine("", "points", (3, 3, 2)), ("▲ 3", "▲ 3", "▼ 2")),
        (ComparedLine("", "points", (3, None, 3)), ("3", "—", "3")),
        (ComparedLine("", "points", (3, 5, 4)), ("▼ 3", "▲ 5", "4")),
        (ComparedLine("", "points", (None, None, None)), ("—", "—", "—")),
    ],
)
def test_more_rulesets_have_marks(line: ComparedLine, expected: tuple[str, ...]) -> None:
    assert cells(number_table(["a", "b", "c"], [line])) == [("", *expected)]


def test_rules_are_told_in_words_of_the_language() -> None:
    changes = [
        RuleChange("combinations.AABBCC", "three pairs", (None, 750, None)),
        RuleChange("bank.beat_previous", "", (False, True, True)),
        RuleChange("combinations.AAA", "three of a kind", ((1000, 200), 500, (1000, 200))),
        RuleChange("instant_win", "", (None, ("666", "AAAAAA"), None)),
    ]
    assert cells(rules_table(["a", "b", "c"], changes)) == [
        ("AABBCC (three pairs)", "—", "750", "—"),
        ("bank.beat_previous", "false", "true", "true"),
        ("AAA (three of a kind)", "1,000 200", "500", "1,000 200"),
        ("instant_win", "—", "666 AAAAAA", "—"),
    ]


@pytest.fixture(scope="module")
def quick() -> Comparison:
    return api.compare([loaded(name) for name in RULES], quick=True)


def test_reasons_are_given_once_for_each_ruleset(quick: Comparison) -> None:
    text = OUTPUTS["text"].render(turns_document(quick))
    assert text.count("has no expected score") == 1
    assert "What could not be worked out" in text


def test_numbers_that_no_ruleset_has_are_left_out(quick: Comparison) -> None:
    assert "farkle with 3 dice" not in OUTPUTS["text"].render(turns_document(quick))
    comparison = replace(
        quick,
        measures={
            **quick.measures,
            "farkle_3_dice": (MeasureFound(0.1), *[MeasureFound(None)] * 2),
        },
    )
    assert "farkle with 3 dice" in OUTPUTS["text"].render(turns_document(comparison))
