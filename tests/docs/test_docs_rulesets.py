"""The cards of the built-in rules and the recipes for house rules, as their pages have them."""

from __future__ import annotations

import pytest
import yaml

import farklegen
from farklegen.rules.catalogue import load_builtin
from farklegen.rules.words import ends_at
from tests.docs.pages import DOCS, blocks, report, rows, table

HOUSE = DOCS / "house-rules.md"
HEADER = ("name", "rules", "dice", "goal", "points per turn", "farkles", "numbers", "wins", "turns")


def shown() -> dict[str, list[str]]:
    found = rows(DOCS / "rulesets.md", *HEADER, "notable rules")
    return {row[0].strip("`"): row[1:] for row in found}


def test_the_table_of_built_in_rules_is_complete_and_true() -> None:
    real = {}
    for built_in in report("rulesets")["rulesets"]:
        best = table(built_in["name"])
        real[built_in["name"]] = [
            built_in["title"],
            str(built_in["dice"]),
            ends_at(load_builtin(built_in["name"]).ruleset),
            f"{best['points_per_turn']:.2f}",
            f"{100 * best['farkle_probability']:.1f}%",
        ]
    assert {name: cells[:5] for name, cells in shown().items()} == real


@pytest.mark.parametrize("name", ["five-dice", pytest.param("basic", marks=pytest.mark.slow)])
def test_the_card_and_the_length_are_those_of_the_commands(name: str) -> None:
    card = report("table", name)["card"]
    assert shown()[name][5:8] == [
        str(card["numbers"]),
        f"{100 * card['win_probability']['average']:.2f}%",
        f"{report('solve', name, '--length')['length']['mean']:.1f}",
    ]


def house_rules() -> list[str]:
    """Each recipe for a house rule, put into the first file of its page."""
    first, *recipes = (yaml.safe_load(block.text) for block in blocks(HOUSE, "yaml"))
    files = []
    for recipe in recipes:
        rules = {
            key: value for key, value in first.items() if key != "goal" or "rounds" not in recipe
        }
        combinations = {**first["combinations"], **recipe.pop("combinations", {})}
        files.append(yaml.safe_dump({**rules, **recipe, "combinations": combinations}))
    return files


def test_every_house_rule_can_be_written_as_shown() -> None:
    files = house_rules()
    assert len(files) == 24
    fingerprints = {farklegen.load(text).fingerprint for text in files}
    assert len(fingerprints) == len(files)  # each changes the game
