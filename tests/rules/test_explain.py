"""The rules read back: every key has its words, and only what is in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.rules.catalogue import builtin_names
from farklegen.rules.explain import explain
from farklegen.rules.loading import load_builtin, load_text
from tests.render.golden import matches_listing
from tests.rules.texts import SMALL, loaded

BASE = explain(loaded("").ruleset)


def test_every_rule_in_force_is_explained() -> None:
    """`explained.txt` has the sentences that lines add to those of the plain rules, and those that
    are left out."""

    def says(_section: str, text: str) -> list[str]:
        alone = "combinations:" in text
        goal = "" if "rounds:" in text else "goal: 10000\n"
        found = explain(load_text(goal + text if alone else SMALL + text).ruleset)
        added = [f"> {each.topic}: {each.text}" for each in found if each not in BASE]
        gone = [f"< {each.topic}: {each.text}" for each in BASE if each not in found]
        return added if alone else gone + added

    matches_listing(Path(__file__).with_name("explained.txt"), says, "<>")


@pytest.mark.parametrize("name", builtin_names())
def test_every_clause_is_a_sentence(name: str) -> None:
    for clause in explain(load_builtin(name).ruleset):
        assert clause.text[0].isupper() or clause.topic == "Source"
        assert clause.text.endswith((".", ")")) or clause.topic == "Source"
        assert "\n" not in clause.text
