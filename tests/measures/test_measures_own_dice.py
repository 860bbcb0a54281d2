"""Rulesets with dice of different kinds beside others: what they lack is left out, and said."""

from __future__ import annotations

from typing import Any

from farklegen import api
from farklegen.report.compare import whole_document
from farklegen.report.document import Paragraph, Table
from farklegen.study.study import Study

MIXED: dict[str, Any] = {
    "name": "own",
    "goal": 600,
    "die_types": {"lucky": [3, 1, 1, 1, 2, 1], "imp": {"weights": [1, 2, 1, 1, 1, 1], "joker": 1}},
    "dice": {"lucky": 1, "imp": 1, "ordinary": 1},
    "combinations": {"1": 100, "5": 50, "AAA": 300},
}
EQUAL: dict[str, Any] = {**MIXED, "name": "three", "dice": 3, "die_types": {}}


def test_a_comparison_has_the_numbers_that_sets_of_dice_have() -> None:
    found = api.compare([MIXED, EQUAL])
    for number, rules in enumerate((MIXED, EQUAL)):
        study = Study(api.load(rules), kept=False)
        assert found.values("points_per_turn")[number] == study.expected.points_per_turn
        solved = api.solve(study).first_player_win_probability
        assert found.values("first_player_wins")[number] == solved
    odds = api.odds(MIXED).odds[-1]
    assert found.values("farkle_3_dice")[0] == odds.farkle / odds.rolls
    assert found.values("bank_from_3_dice")[0] is not None
    for name in ("farkle_2_dice", "bank_from_2_dice"):
        mixed, equal = found.values(name)
        assert mixed is None
        assert equal is not None
    assert found.differences == ()


def test_what_cannot_be_compared_by_number_of_dice_is_said() -> None:
    blocks = whole_document(api.compare([MIXED, EQUAL], quick=True)).blocks
    (said,) = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert str(said).startswith("Without own, which has dice of different kinds")
    lines = [row for block in blocks if isinstance(block, Table) for row in block.rows]
    points = [str(row[1]) for row in lines if str(row[0]).startswith("2 dice:")]
    assert points
    assert set(points) == {"—"}
