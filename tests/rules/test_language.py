"""Every key of the language can be written and is read as written, and `new` writes them all."""

from __future__ import annotations

import re
from typing import Any

import pytest

from farklegen.rules.catalogue import builtin_names
from farklegen.rules.language import parse_yaml
from farklegen.rules.loading import RULES, load_builtin, load_text
from farklegen.rules.new import MODELINE, template
from farklegen.rules.ruleset import PATTERN_LISTS
from tests.rules.texts import SMALL, WHOLE, ruleset

STARTER = template()

WRITTEN: Any = parse_yaml(WHOLE, "rules").root.data()


def test_every_key_is_read_as_written() -> None:
    lists = {key: tuple(map(str, WRITTEN[key])) for key in PATTERN_LISTS}
    assert load_text(WHOLE).ruleset.model_dump() == WRITTEN | lists


def test_no_key_of_the_language_is_left_out_here() -> None:
    for section, keys in RULES.groups.items():
        written = WRITTEN[section] if section else WRITTEN
        assert set(written) == set(keys)
        for key, (field, _) in keys.items():
            assert field.is_required() or written[key] != field.default


def test_patterns_in_lists_may_look_like_numbers() -> None:
    rules = ruleset("instant_win: [111111, '222222']\ndisaster: [2222, 11A]\n")
    assert rules.instant_win == ("111111", "222222")
    assert rules.disaster == ("2222", "11A")


def test_windows_line_ends_and_a_document_marker() -> None:
    text = "---\n" + SMALL + "bank:\n  minimum: 300\n...\n"
    assert load_text(text.replace("\n", "\r\n")).ruleset == ruleset("bank: {minimum: 300}\n")


def test_the_starter_is_a_ruleset_without_warnings() -> None:
    loaded = load_text(template())
    assert loaded.name == "Our Farkle"
    assert loaded.warnings == ()


def test_dice_by_name_may_stand_beside_the_weights_of_the_starter() -> None:
    dice = "dice: {lucky: 2, ordinary: 4}\ndie_types: {lucky: [6, 1, 2, 3, 4, 6]}"
    assert "\ndie_weights: [1, 1, 1, 1, 1, 1]" in STARTER
    loaded = load_text(re.sub("^dice: 6", dice, template(), flags=re.MULTILINE))
    assert loaded.warnings == ()


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
