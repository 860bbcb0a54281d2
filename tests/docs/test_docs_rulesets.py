"""The cards of the built-in rules, as their page has them."""

from __future__ import annotations

import pytest

from farklegen.rules.catalogue import builtin_names
from tests.docs.pages import DOCS, report, rows

PAGE = DOCS / "rulesets.md"


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
