"""The cards of the built-in rules and the recipes for house rules, as their pages have them."""

from __future__ import annotations

import pytest
import yaml

import farklegen
from farklegen.rules.catalogue import builtin_names
from tests.docs.pages import DOCS, blocks, report, rows

PAGE = DOCS / "rulesets.md"
HOUSE = DOCS / "house-rules.md"


def shown() -> dict[str, list[str]]:
    found = rows(PAGE, "card", "numbers", "points per turn", "wins", "turns")
    return {row[0].strip("`"): row[1:] for row in found}


def test_every_ruleset_has_its_card() -> None:
    assert tuple(shown()) == builtin_names()


@pytest.mark.parametrize("name", ["five-dice", pytest.param("basic", marks=pytest.mark.slow)])
def test_the_numbers_are_those_of_the_commands(name: str) -> None:
    card = report("table", name)["card"]
    length = report("solve", name, "--length")["length"]
    assert shown()[name] == [
        str(card["numbers"]),
        f"{card['points_per_turn']:.2f}",
        f"{100 * card['win_probability']['average']:.2f}%",
        f"{length['mean']:.1f}",
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
    assert len(files) == 13
    fingerprints = {farklegen.load(text).fingerprint for text in files}
    assert len(fingerprints) == len(files)  # each changes the game
