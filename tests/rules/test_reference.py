"""The rules reference keeps up with the language."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from farklegen.rules.language import flow, parse_yaml
from farklegen.rules.loading import RULES
from tests.rules.texts import problems

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "rules-reference.md"
TEXT = REFERENCE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def table() -> str:
    """The table of all keys, as they are declared; each leads where the page has it lead now."""
    anchors = dict(re.findall(r"^\| \[`([\w.]+)`\]\((#[\w-]+)\)", TEXT, re.MULTILINE))
    found = "| key | what it is | may hold | default |\n|---|---|---|---|\n"
    for key, (each, _) in RULES.keys.items():
        holds = RULES.expected_at(tuple(key.split("."))).partition(", such as ")[0]
        default = "*required*" if each.is_required() else f"`{flow(each.default)}`"
        found += f"| [`{key}`]({anchors.get(key, '#' + key.partition('.')[0])}) | "
        found += f"{each.description} | {holds} | {default} |\n"
    return found


def test_the_table_is_made_of_the_declarations() -> None:
    shown = re.search(r"^\| key \|.*?\n(?=\n)", TEXT, re.MULTILINE | re.DOTALL)
    assert shown is not None
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        REFERENCE.write_text(TEXT.replace(shown[0], table()), encoding="utf-8")
    else:
        assert shown[0] == table(), "if that is meant: just golden"


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
