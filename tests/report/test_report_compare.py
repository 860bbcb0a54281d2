"""The tables of a comparison."""

from __future__ import annotations

from dataclasses import replace

import pytest

from farklegen import api
from farklegen.measures import MeasureFound, RuleChange, Unit, Value
from farklegen.render.registry import OUTPUTS
from farklegen.report.compare import Comparison, difference, rules_table
from farklegen.report.document import Table, as_cell
from tests.measures.small import RULES, loaded


def cells(table: Table) -> list[tuple[str, ...]]:
    return [tuple(as_cell(cell).text for cell in row) for row in table.rows]


@pytest.mark.parametrize(
    ("values", "unit", "expected"),
    [
        ((446.571, 543.721), "points", "+97.15"),
        ((0.5, 0.5), "share", "="),
        ((0.5, 0.5 + 1e-6), "share", "<+0.01"),
        ((300, None), "points", ""),
    ],
)
def test_two_rulesets_have_a_difference(
    values: tuple[Value, ...], unit: Unit, expected: str
) -> None:
    assert as_cell(difference(values, unit)).text == expected


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
    text = OUTPUTS["text"].render(quick.document())
    assert text.count("has no expected score") == 1
    assert "What could not be worked out" in text


def test_numbers_that_no_ruleset_has_are_left_out(quick: Comparison) -> None:
    assert "farkle with 3 dice" not in OUTPUTS["text"].render(quick.document())
    comparison = replace(
        quick,
        measures={
            **quick.measures,
            "farkle_3_dice": (MeasureFound(0.1), *[MeasureFound(None)] * 2),
        },
    )
    assert "farkle with 3 dice" in OUTPUTS["text"].render(comparison.document())
