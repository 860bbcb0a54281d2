"""`farklegen table` begins with the short card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from tests.cli.in_process import runner
from tests.shared import shared

MIXED = """goal: 500
die_types: {low: [2, 1, 1, 1, 1, 1]}
dice: {low: 1, ordinary: 1}
combinations: {1: 100, 5: 50, 66: 150}
"""
RULES = "goal: 500\ndice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "commands")


@pytest.fixture
def table(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process."""
    return runner("table", "tiny.yaml", RULES, cache, tmp_path, monkeypatch)


def test_it_says_what_to_do_and_what_numbers_bring(table: Any) -> None:
    done = table()
    assert (done.code, done.err) == (0, "")
    found = json.loads(table("--format json").out)
    short = found["short_card"]
    assert done.out.startswith("tiny: your card for two players, first to 500\n")
    assert f"{short['numbers']} score" in done.out
    flat = " ".join(done.out.replace(":", "").split())
    assert all(sentence.replace(":", "").rstrip(".") in flat for sentence in short["sentences"])
    assert "--numbers all" in done.out
    numbers = [rung["numbers"] for rung in found["ladder"]]
    assert numbers == sorted(numbers)
    assert short["numbers"] in numbers
    assert found["strategies"]
    assert found["card"]["with_go_for_it"]
    chances = api.duel("tiny.yaml", me="card").chances
    assert short["win_probability"]["average"] == pytest.approx(chances.average, abs=1e-10)


def test_what_is_no_count_of_numbers_is_told_with_what_may_be_said(table: Any) -> None:
    done = table("--numbers foo")
    assert done.code == 2
    assert (
        "--numbers: 'foo' is not a whole number or all; give a whole number, such as 10" in done.err
    )


FALLING = "farkle: {streak: 2, penalty: 100}\n"


@pytest.mark.parametrize("rules", [RULES.replace("150", "250"), RULES + FALLING])
def test_a_long_match_is_offered_and_not_begun(
    table: Any, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    monkeypatch.setattr("farklegen.study.study.PATIENCE", -1.0)
    offered = table("", rules).out
    flat = " ".join(offered.split())
    assert "This card ignores the end of the game. --match adds it; on this computer" in flat
    assert ("add lowest_score: 0 under farkle" in flat) == (FALLING in rules)
    assert "against a perfect player" not in offered
    solved = table("--match", rules).out
    assert "against a perfect player" in solved
    monkeypatch.undo()
    assert "against a perfect player" in table("", rules).out


def test_dice_of_different_kinds_have_a_short_card_and_the_whole_one_for_each_set(
    table: Any,
) -> None:
    short = table("--quick", MIXED)
    assert (short.code, short.err) == (0, "")
    assert short.out.startswith("tiny: your card for two players, first to 500\n")
    assert "one among them" in short.out
    done = table("--quick --numbers all", MIXED)
    assert done.out.startswith("tiny: the card for the most points per turn")
    assert "1 low" in done.out
    whole = table("--numbers all", MIXED)
    assert whole.out.startswith(done.out.rstrip())
    assert "When to go for the goal" in whole.out
    found = json.loads(table("--format json", MIXED).out)
    assert found["strategies"]
    assert found["short_card"]["win_probability"]["average"] < 0.5
    assert found["ladder"][0]["numbers"] == found["short_card"]["numbers"]
    assert table("--format html", MIXED).code == 0
    for options in ("--numbers 1 --quick", "--numbers 1"):
        refused = table(options, MIXED)
        assert (refused.code, refused.out) == (2, "")
        assert "dice: a short card of another length" in refused.err
