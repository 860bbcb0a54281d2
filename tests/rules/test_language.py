"""Every key of the language can be written and is read as written, and `new` writes them all."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from farklegen.errors import FileProblemError
from farklegen.rules.catalogue import builtin_names, load_builtin
from farklegen.rules.loading import load_text
from farklegen.rules.new import MODELINE, template
from farklegen.rules.ruleset import Bank, DieType, Farkle, HotDiceBonus, Ruleset
from tests.rules.texts import SMALL, WHOLE, ruleset

STARTER = template()

EXPECTED: dict[str, Any] = {
    "name": "Every key",
    "source": "a test",
    "dice": 7,
    "goal": 5000,
    "rounds": 12,
    "combinations": {
        "1": 100,
        "AAA": (1000, 200, 300, 400, 500, 0),
        "11A": 700,
        "123456": 1500,
        "2222": 950,
    },
    "labels": {"123456": "straight", "nothing": "blank"},
    "nothing": 500,
    "all_dice_only": ("AAA", "2222"),
    "set_aside": "all",
    "hot_dice": "required",
    "last_die": "required",
    "last_die_throws": 3,
    "hot_dice_bonus": {"points": 500, "step": 250, "when": "last_die"},
    "bank": {"minimum": 300, "opening": 600, "beat_previous": True, "multiple_of": 100},
    "farkle": {
        "streak": 2,
        "penalty": "all",
        "lowest_score": -50,
        "first_roll_points": 50,
        "first_roll_penalty": 50,
        "all_dice_points": 100,
        "keeps_turn_score": True,
    },
    "end_game": "equal_turns",
    "ties": "challenger",
    "overshoot": "bust",
    "piggyback": "after_bank",
    "instant_win": ("AAAAAA", "111111"),
    "disaster": ("2222",),
    "die_weights": (1, 2, 3, 4, 5, 6),
    "die_types": {
        "lucky": (6, 1, 2, 3, 4, 6),
        "devil": {"weights": (1, 1, 1, 1, 1, 1), "joker": (1, 6)},
    },
}


def test_every_key_is_read_as_written() -> None:
    assert load_text(WHOLE).ruleset.model_dump() == EXPECTED


@pytest.mark.parametrize(
    ("model", "written"),
    [
        (Ruleset, EXPECTED),
        (Bank, EXPECTED["bank"]),
        (Farkle, EXPECTED["farkle"]),
        (HotDiceBonus, EXPECTED["hot_dice_bonus"]),
        (DieType, EXPECTED["die_types"]["devil"]),
    ],
)
def test_no_key_of_the_language_is_left_out_here(
    model: type[BaseModel], written: dict[str, Any]
) -> None:
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    assert set(written) == set(fields)
    for key, field in fields.items():
        assert field.is_required() or written[key] != field.get_default(call_default_factory=True)


def test_defaults() -> None:
    rules = ruleset("")
    assert rules.model_dump(exclude={"goal", "combinations"}) == {
        "name": None,
        "source": None,
        "rounds": None,
        "dice": 6,
        "labels": {},
        "nothing": None,
        "all_dice_only": (),
        "set_aside": "any",
        "hot_dice": "optional",
        "last_die": "optional",
        "last_die_throws": 1,
        "hot_dice_bonus": None,
        "bank": {"minimum": 0, "opening": None, "beat_previous": False, "multiple_of": 1},
        "farkle": {
            "streak": None,
            "penalty": 0,
            "lowest_score": None,
            "first_roll_points": 0,
            "first_roll_penalty": 0,
            "all_dice_points": 0,
            "keeps_turn_score": False,
        },
        "end_game": "sudden_death",
        "ties": "split",
        "overshoot": "win",
        "piggyback": "none",
        "instant_win": (),
        "disaster": (),
        "die_weights": (1, 1, 1, 1, 1, 1),
        "die_types": {},
    }


@pytest.mark.parametrize(
    "key", ["set_aside", "hot_dice", "end_game", "ties", "overshoot", "piggyback"]
)
def test_every_word_of_a_choice_is_accepted(key: str) -> None:
    for word in get_args(Ruleset.model_fields[key].annotation):
        assert getattr(ruleset(f"{key}: {word}\n"), key) == word


def test_the_opening_is_never_below_the_minimum() -> None:
    assert ruleset("bank: {minimum: 300, opening: 200}\n").bank.opening_minimum == 300
    assert ruleset("bank: {minimum: 300, opening: 500}\n").bank.opening_minimum == 500
    assert ruleset("bank: {minimum: 300}\n").bank.opening_minimum == 300
    assert ruleset("bank: {opening: 400}\n").bank.opening_minimum == 400


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


def test_a_start_from_nowhere() -> None:
    with pytest.raises(FileProblemError, match="did you mean the built-in zilch"):
        template("zillch")
