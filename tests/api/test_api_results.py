"""Results as lines, as plain data and as JSON: what the commands print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import farklegen
from tests.docs.pages import farklegen as command

SHORT = "name: Short\ngoal: 500\ndice: 3\ncombinations: {1: 100, 5: 50, AAA: 300}\n"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FARKLEGEN_CACHE", "off")
    path = tmp_path / "short.yaml"
    path.write_text(SHORT, encoding="utf-8")
    return str(path)


LINES: list[tuple[str, Callable[[str], Any], str]] = [
    ("table --quick", farklegen.full_table, "<Analysis Short>"),
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
    if name == "table":  # the card is no part of the full table
        assert printed["card"]["numbers"] in [rung["numbers"] for rung in printed["ladder"]]
        printed |= {"card": None, "screen": None, "ladder": []}
    assert found == printed
    assert found["format"] == f"farklegen/{name}"
    assert found["version"] == 3
    assert json.loads(result.to_json(), parse_constant=pytest.fail)["format"] == found["format"]
    if "seconds" not in done.out:
        assert name == "table" or result.to_json() == done.out
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


def test_a_card_is_told_in_full_where_that_is_asked_for() -> None:
    card = farklegen.full_table("basic")
    full = json.loads(command("table", "basic", "--quick", "--full", "--format", "json").out)
    assert card.to_dict(full=True) == full
    assert json.loads(card.to_json(full=True)) == full
    assert card.to_dict()["states"] == []


def test_games_of_several_players_are_the_json_of_the_command(rules: str) -> None:
    policies: dict[str, Any] = {"me": "bank-at-200", "opponent": "bank-at-200"}
    games = farklegen.simulate(rules, players=3, **policies, games=30, seed=2)
    line = "simulate --players 3 --me bank-at-200 --opponent bank-at-200 --games 30 --seed 2"
    name, *options = line.split()
    printed = json.loads(command(name, rules, *options, "--format", "json").out)
    assert games.to_dict() | {"seconds": 0} == printed | {"seconds": 0}
