"""`farklegen compare`, from a command line to its outputs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from farklegen.cli.compare import EXAMPLES
from farklegen.measures.registry import MEASURES
from tests.cli.command import Result
from tests.measures.small import RULES, TINY

THREE = "strict.yaml taking.yaml"


@pytest.fixture
def compare(about: Any, tmp_path: Path) -> Any:
    """Compares tiny.yaml with other rules that lie beside it."""
    for name, text in RULES.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return about("compare", "tiny.yaml", TINY)


def said(done: Result) -> dict[str, Any]:
    assert (done.code, done.err) == (0, "")
    return dict(json.loads(done.out))


def test_two_rulesets_have_their_difference_beside_them(compare: Any) -> None:
    done = compare("strict.yaml")
    assert (done.code, done.err) == (0, "")
    for text in (
        "tiny and strict side by side",
        "66 (two sixes)",
        "points per turn",
        "difference",
        "When to bank",
        "Where the best play differs",
        "lead changes of a game",
        "bank-below-3-dice: naive play",
    ):
        assert text in done.out
    assert max(map(len, done.out.splitlines())) <= 88


def test_rules_without_points_are_not_said_to_be_played_alike(tmp_path: Path, compare: Any) -> None:
    files = []
    for streak in (1, 2):
        rules = f"farkle: {{streak: {streak}, penalty: all}}\n"
        files.append(tmp_path / f"streak-{streak}.yaml")
        files[-1].write_text(f"goal: 300\ndice: 2\ncombinations: {{1: 100, 5: 50}}\n{rules}")
    done = compare(f"{files[0]} {files[1]} --quick")
    assert done.code == 0
    assert "Nowhere" not in done.out
    assert "Not told: streak-1 and streak-2 cannot be played by points." in done.out


def test_what_one_ruleset_does_not_allow_is_said_and_the_rest_is_there(compare: Any) -> None:
    done = compare(THREE)
    assert (done.code, done.err) == (0, "")
    before, _, after = done.out.partition("A match of two perfect players")
    assert "• taking: farkle.penalty: all has no expected score" in before
    assert "• taking: the number of turns is not worked out for piggyback" in after
    assert "--" not in after.partition("What could not be worked out")[2]
    found = said(compare(f"{THREE} --format json"))
    turns = found["measures"]["turns_mean"]
    assert turns[2]["value"] is None
    assert "piggyback" in turns[2]["why"]
    assert [each["why"] for each in turns[:2]] == ["", ""]
    assert found["measures"]["first_player_wins"][2]["value"] > 0.5


def test_csv_is_one_line_for_each_ruleset(compare: Any) -> None:
    out = compare(f"{THREE} --format csv").out
    found = list(csv.DictReader(io.StringIO(out)))
    assert [row["ruleset"] for row in found] == ["tiny", "strict", "taking"]
    assert list(found[0]) == ["ruleset", "name", "fingerprint", *MEASURES]
    assert found[2]["points_per_turn"] == ""
    numbers = said(compare(f"{THREE} --format json"))["measures"]
    wins = [each["value"] for each in numbers["first_player_wins"]]
    assert [float(row["first_player_wins"]) for row in found] == wins


@pytest.mark.parametrize("line", [line for line, _ in EXAMPLES])
def test_the_examples_of_the_help_text_can_be_run(compare: Any, line: str) -> None:
    words = line.removeprefix("farklegen compare ").split()
    options = " ".join(words[[w.startswith("-") for w in (*words, "-")].index(True) :])
    assert compare(f"strict.yaml {options}").code == 0
