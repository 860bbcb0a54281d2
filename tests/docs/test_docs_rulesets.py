"""The cards of the built-in rules and the recipes for house rules, as their pages have them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import yaml

import farklegen
from farklegen.rules.loading import load_builtin
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["basic", "five-dice"])
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


COLUMNS = {
    "points per turn": ("points_per_turn", ".1f"), "turns that farkle": ("farkle_per_turn", ".1%"),
    "first player wins": ("first_player_wins", ".2%"), "fair head start": ("head_start", ".0f"),
    "turns of a game": ("turns_mean", ".1f"), "lead changes": ("lead_changes", ".2f"),
}  # fmt: skip


SWEPT = (("minimum", "minimum", 1), ("opening", "opening minimum", 2))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "title", "step"), SWEPT)
def test_sweeps_of_the_design_guide(key: str, title: str, step: int, tmp_path: Path) -> None:
    head = [title, *[*COLUMNS][::step]]
    found = rows(DOCS / "design-guide.md", *head)
    values = [int(row[0].replace(",", "")) for row in found]
    measures, digits = zip(*(COLUMNS[title] for title in head[1:]), strict=True)
    spec = {"base": "basic", "vary": {f"bank.{key}": values}, "measures": [*measures]}
    (tmp_path / "spec.yaml").write_text(yaml.safe_dump(spec), "utf-8")
    farklegen.sweep(str(tmp_path / "spec.yaml"), tmp_path / "rows.csv")
    _, *real = csv.reader((tmp_path / "rows.csv").read_text("utf-8").splitlines())
    shown = [[format(float(n), d) for n, d in zip(row[1:], digits, strict=False)] for row in real]
    assert [row[1:] for row in found] == shown
