"""`farklegen compare`: what it says where rules do not allow everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.measures.small import RULES, TINY


@pytest.fixture
def compare(about: Any, tmp_path: Path) -> Any:
    """Compares tiny.yaml with other rules that lie beside it."""
    for name, text in RULES.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return about("compare", "tiny.yaml", TINY)


def test_rules_without_points_are_not_said_to_be_played_alike(tmp_path: Path, compare: Any) -> None:
    files = []
    for streak in (1, 2):
        rules = f"farkle: {{streak: {streak}, penalty: all}}\n"
        files.append(tmp_path / f"streak-{streak}.yaml")
        files[-1].write_text(f"goal: 300\ndice: 2\ncombinations: {{1: 100, 5: 50}}\n{rules}")
    done = compare(f"{files[0]} {files[1]} --quick")
    assert done.code == 0
    assert "Nowhere" not in done.out
    assert "Left out: streak-1 and streak-2 cannot be played by points." in done.out


def test_what_one_ruleset_does_not_allow_is_said_and_the_rest_is_there(compare: Any) -> None:
    done = compare("strict.yaml taking.yaml")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("tiny, strict and taking side by side")
    before, _, after = done.out.partition("A match of two perfect players")
    assert "• taking: farkle.penalty: all has no expected score" in before
    assert "• taking: the number of turns is not worked out for piggyback" in after
    assert "--" not in after.partition("What could not be worked out")[2]
    assert max(map(len, done.out.splitlines())) <= 88
    found = json.loads(compare("strict.yaml taking.yaml --format json").out)
    turns = found["measures"]["turns_mean"]
    assert turns[2]["value"] is None
    assert "piggyback" in turns[2]["why"]
    assert [each["why"] for each in turns[:2]] == ["", ""]
