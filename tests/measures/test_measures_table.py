"""The measures: named, documented, and the numbers that single commands give."""

from __future__ import annotations

import re
from math import sqrt
from typing import Any

import pytest

from farklegen import api
from farklegen.measures import MEASURES, turn_spread
from farklegen.report.compare import labels
from farklegen.report.document import Paragraph
from farklegen.study.study import Study
from tests.docs.pages import DOCS, rows
from tests.measures.small import loaded


def study(name: str) -> Study:
    return api.studies([loaded(name)])[0]


def test_every_measure_is_documented() -> None:
    listed = rows(DOCS / "design-guide.md", "measure", "unit", "needs", "meaning")
    text: dict[str, tuple[str, str]] = {}
    for names, unit, needs, meaning in listed:
        assert meaning
        for name in re.findall(r"`(\w+)`", names):
            numbers = range(1, 9) if "_N_" in name else (0,)
            text |= {name.replace("_N_", f"_{n}_"): (unit, needs) for n in numbers}
    assert text == {name: (m.unit, m.needs) for name, m in MEASURES.items()}


def test_the_spread_is_that_of_all_turns_in_all_situations() -> None:
    of = study("strict")
    expected = of.expected
    assert len(expected.strategies) > 1
    parts = list(zip(expected.frequency, expected.strategies, strict=True))
    mean = sum(f * x * p for f, s in parts for x, p in s.outcome.distribution)
    square = sum(f * x * x * p for f, s in parts for x, p in s.outcome.distribution)
    assert mean == pytest.approx(expected.points_per_turn)
    assert turn_spread(of) == pytest.approx(sqrt(square - mean**2))
    alone = study("tiny")
    assert turn_spread(alone) == alone.expected.strategies[0].outcome.spread


def test_what_the_rules_do_not_allow_says_why() -> None:
    of = study("taking")
    found = {name: measure.found(of) for name, measure in MEASURES.items()}
    for name, rule in (
        ("points_per_turn", "farkle.penalty"),
        ("card_loss", "farkle.penalty"),
        ("turns_mean", "piggyback"),
    ):
        assert found[name].value is None
        assert rule in found[name].why
        assert "--length" not in found[name].why  # an option of another command
    assert found["card_numbers"].value == 1
    assert found["farkle_2_dice"].value is not None
    first = found["first_player_wins"].value
    assert first is not None
    assert first > 0.5
    for name in ("naive_wins", "card_wins"):
        wins = found[name].value
        assert wins is not None
        assert 0 < wins < 0.5


@pytest.mark.parametrize(("ends", "none"), [("rounds: 2", True), ("goal: 300", False)])
def test_a_head_start_that_makes_nothing_fairer_is_0(ends: str, none: bool) -> None:
    of = api.studies([f"{{{ends}, dice: 2, combinations: {{1: 100, 5: 50}}}}"])[0]
    start, turns = (MEASURES[name].found(of).value for name in ("head_start", "turns_mean"))
    assert [start == 0, turns == 4] == [none, none]


def test_labels_are_short_and_all_different() -> None:
    from dataclasses import replace

    basic, tiny = api.builtin("basic"), loaded("tiny")
    mine = replace(tiny, slug="basic", file="rules/basic.yaml")
    assert labels([basic, tiny]) == ("basic", "tiny")
    assert labels([basic, mine]) == ("basic", "rules/basic.yaml")
    assert labels([basic, mine, mine])[1:] == ("rules/basic.yaml (1)", "rules/basic.yaml (2)")


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


def test_what_cannot_be_compared_by_number_of_dice_is_named() -> None:
    blocks = api.compare([MIXED, EQUAL], quick=True).document().blocks
    (text,) = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert str(text).endswith("dice differ: own.")
