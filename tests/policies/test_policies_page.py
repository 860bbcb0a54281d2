"""The page about policies keeps up with the language."""

from __future__ import annotations

from farklegen.policies.policy_file import WORDS, parse_text
from farklegen.policies.recipe import NAMES, BankRule
from tests.docs.pages import DOCS, blocks, rows
from tests.policies.test_policies_file import problems

PAGE = DOCS / "policies.md"


def test_every_name_is_in_the_table() -> None:
    assert [row[0] for row in rows(PAGE, "name", "sets aside", "banks")] == [
        f"`{name}`" for name in NAMES
    ]


def test_every_key_is_in_the_table() -> None:
    keys = {
        f"{section}.{key}".lstrip(".") for section, names in WORDS.sections.items() for key in names
    }
    assert {row[0].strip("`") for row in rows(PAGE, "key", "may hold", "default")} == keys


def test_the_example_can_be_played() -> None:
    recipe = parse_text(blocks(PAGE, "yaml")[0].text)
    assert recipe.bank == BankRule(at=350, below_dice=3)
    assert [line.later for line in parse_text(blocks(PAGE, "yaml")[1].text).by_scores] == [
        "goal",
        400,
    ]


def test_the_messages_shown_are_the_messages_given() -> None:
    found = [
        str(p).replace("mine.yaml", "kim.yaml") for p in problems(blocks(PAGE, "yaml")[-1].text)
    ]
    assert found == blocks(PAGE, "text")[0].text.splitlines()
