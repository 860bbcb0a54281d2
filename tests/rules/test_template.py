"""The files that `farklegen new` writes."""

from __future__ import annotations

import re

import pytest

from farklegen.errors import FileProblemError
from farklegen.rules.catalogue import builtin_names, load_builtin
from farklegen.rules.expectations import SECTIONS
from farklegen.rules.loading import load_text
from farklegen.rules.template import MODELINE, STARTER, template


def test_the_starter_is_a_ruleset_without_warnings() -> None:
    loaded = load_text(template())
    assert loaded.name == "Our Farkle"
    assert loaded.warnings == ()


def test_dice_by_name_may_stand_beside_the_weights_of_the_starter() -> None:
    dice = "dice: {lucky: 2, ordinary: 4}\ndie_types: {lucky: [6, 1, 2, 3, 4, 6]}"
    assert "\ndie_weights: [1, 1, 1, 1, 1, 1]" in STARTER
    loaded = load_text(re.sub("^dice: 6", dice, template(), flags=re.MULTILINE))
    assert loaded.warnings == ()


def test_the_starter_begins_with_the_line_for_editors() -> None:
    assert template().splitlines()[0] == MODELINE


def test_the_starter_shows_every_key() -> None:
    for section, keys in SECTIONS.items():
        indent = "  " if section else ""
        for key in keys:
            pattern = rf"^(# )?{indent}(# )?{key}:"
            assert re.search(pattern, STARTER, re.MULTILINE), f"{section}.{key}"


def test_everything_that_is_switched_off_can_be_switched_on() -> None:
    text = re.sub(
        r"^(\s*)# (?=(source|nothing|hot_dice_bonus|streak):)", r"\1", STARTER, flags=re.M
    )
    text = re.sub(r"^#   (?=(points|step|when):)", "  ", text, flags=re.M)
    ruleset = load_text(text).ruleset
    assert ruleset.nothing == 500
    assert ruleset.source == "Grandmother's letter"
    assert ruleset.hot_dice_bonus is not None
    assert ruleset.hot_dice_bonus.points == 500
    assert ruleset.farkle.streak == 3


def test_the_starter_fits_a_screen() -> None:
    assert max(map(len, STARTER.splitlines())) <= 100
    assert "\t" not in STARTER


@pytest.mark.parametrize("name", builtin_names())
def test_a_start_from_built_in_rules_is_the_same_game(name: str) -> None:
    text = template(name)
    loaded, original = load_text(text), load_builtin(name)
    assert loaded.fingerprint == original.fingerprint
    assert loaded.ruleset.name == f"Our {original.name}"
    assert text.splitlines()[0] == MODELINE


def test_a_start_from_nowhere() -> None:
    with pytest.raises(FileProblemError, match="did you mean the built-in zilch"):
        template("zillch")
