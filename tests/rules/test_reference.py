"""The rules reference keeps up with the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farklegen.rules.expectations import SECTIONS
from farklegen.rules.yaml_source import parse_yaml
from tests.rules.texts import problems

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "rules-reference.md"
TEXT = REFERENCE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_every_key_is_in_the_table() -> None:
    rows = set(re.findall(r"^\| \[`([\w.]+)`\]", TEXT, re.MULTILINE))
    top = SECTIONS[""] - {"bank", "farkle"}
    inside = {f"{section}.{key}" for section in ("bank", "farkle") for key in SECTIONS[section]}
    assert rows == top | inside


@pytest.mark.parametrize("block", BLOCKS)
def test_examples_can_be_used(block: str) -> None:
    if block.startswith("# yaml-language-server"):
        return
    text = block
    for key, line in (
        ("goal", "goal: 10000\n"),
        ("combinations", "combinations: {1: 100, 5: 50}\n"),
    ):
        if key not in parse_yaml(block, "block").root.entries:
            text += line
    if "\n  nothing: a blank" in text:
        text += "nothing: 500\n"
    assert problems(text) == ()


def test_the_messages_shown_are_the_messages_given() -> None:
    text = "# ours\ngoal: 10,000\ncombinations:\n  1: 100\n\n# at least\nminimum: 300\n"
    shown = re.findall(r"^ours\.yaml:(.*)$", TEXT, re.MULTILINE)
    assert [str(p).removeprefix("rules.yaml:") for p in problems(text)] == shown
