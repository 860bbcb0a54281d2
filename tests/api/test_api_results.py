"""Results as lines, as plain data and as JSON: what the commands print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import farklegen
from farklegen.rules.loading import load_text
from tests.docs.pages import farklegen as command

SHORT = "name: Short\ngoal: 500\ndice: 3\ncombinations: {1: 100, 5: 50, AAA: 300}\n"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FARKLEGEN_CACHE", "off")
    path = tmp_path / "short.yaml"
    path.write_text(SHORT, encoding="utf-8")
    return str(path)


LINES: list[tuple[str, Callable[[str], Any], str]] = [
    ("table", lambda r: farklegen.table(r, price=True), "<CardResult Short>"),
    ("odds", farklegen.odds, "<OddsResult Short>"),
    ("reach --points 300", lambda r: farklegen.reach(r, points=300), "<ReachResult Short>"),
    ("check", farklegen.check, "<CheckedFile Short>"),
    ("solve", farklegen.solve, "<SolveResult Short>"),
    (
        "turn --mine 300 --theirs 450",
        lambda r: farklegen.turn(r, mine=300, theirs=450),
        "<TurnResult Short>",
    ),
    (
        "advise --roll 1,5,2",
        lambda r: farklegen.advise(r, roll=[1, 5, 2]),
        "<AdviseResult Short>",
    ),
]


@pytest.mark.parametrize(("line", "call", "shown"), LINES, ids=[line for line, _, _ in LINES])
def test_a_result_is_the_json_of_its_command(
    rules: str, line: str, call: Callable[[str], Any], shown: str
) -> None:
    name, *options = line.split()
    done = command(name, rules, *options, "--format", "json")
    assert done.code == 0, done.err
    result = call(rules)
    printed, found = json.loads(done.out), result.to_dict()
    for each in (printed, found):
        each.get("certificate", {}).pop("seconds", None)
        each.pop("seconds", None)
    assert found == printed
    assert found["format"] == f"farklegen/{name}"
    assert found["version"] == 3
    assert json.loads(result.to_json(), parse_constant=pytest.fail)["format"] == found["format"]
    if "seconds" not in done.out:
        assert result.to_json() == done.out
    assert shown in repr(result)
    assert len(repr(result)) < 200


def test_rules_and_comparisons_are_data_too(rules: str) -> None:
    loaded = farklegen.load("basic")
    printed = json.loads(command("rulesets", "basic", "--format", "json").out)
    assert loaded.to_dict() == printed
    assert repr(loaded) == "<LoadedRuleset Basic Farkle>"
    compared = farklegen.compare([rules, "basic"], quick=True)
    printed = json.loads(command("compare", rules, "basic", "--quick", "--format", "json").out)
    assert compared.to_dict() == printed
    assert repr(compared) == "<Comparison>"


STEPPED = """\
goal: 10000
dice: 3
combinations: {1: 100, 5: 50, AAA: 300}
hot_dice_bonus: {points: 100, step: 50}
"""


def data(name: str, *, full: bool = False) -> dict[str, Any]:
    """The payload of a table, after a way through JSON."""
    return farklegen.table(name, quick=True, full=full).to_dict()


@pytest.fixture(scope="module")
def facebook() -> dict[str, Any]:
    return data("facebook", full=True)


def test_a_growing_bonus_tells_states_apart_by_their_hot_dice() -> None:
    result = farklegen.table(load_text(STEPPED, "rules.yaml"), quick=True, full=True)
    every = result.to_dict()["states"][0]
    keys = {(state["dice"], state["turn_score"], state["hot_dice"]) for state in every}
    assert len(keys) == len(every)
    assert {state["hot_dice"] for state in every} == set(
        range(result.analysis.expected.hot_dice + 1)
    )
