"""What each key may hold, in plain words, and where each key lives.

The limits themselves are in the models; these are the words for them that messages use.
"""

from __future__ import annotations

from farklegen.rules.language import Vocabulary
from farklegen.rules.ruleset import Bank, Farkle, HotDiceBonus, Ruleset

SECTIONS: dict[str, frozenset[str]] = {
    "": frozenset(Ruleset.model_fields),
    "bank": frozenset(Bank.model_fields),
    "farkle": frozenset(Farkle.model_fields),
    "hot_dice_bonus": frozenset(HotDiceBonus.model_fields),
}
"""The keys of the top level and of each group of keys."""

OPTIONAL_GROUPS = ("bank", "farkle", "labels", "instant_win", "disaster")
"""Keys that may be left empty, as when every line below them is commented out."""

PATTERN_LISTS = ("instant_win", "disaster")
"""Keys that hold lists of patterns: `[2222]` is a pattern there, not a number."""

_ABOVE_ZERO = "a whole number above 0"
_FROM_ZERO = "a whole number, 0 or more"
_TEXT = "a text on one line"

EXPECTED: dict[tuple[str, ...], str] = {
    ("name",): _TEXT,
    ("source",): "a text",
    ("dice",): "a whole number from 1 to 8",
    ("goal",): f"{_ABOVE_ZERO}, such as 10000",
    ("combinations",): "lines of pattern: points below it, such as AAA: 500",
    ("combinations", "*"): f"points ({_ABOVE_ZERO}) or a list of six, one for each face",
    ("combinations", "*", "*"): f"{_FROM_ZERO} (0: this face does not score)",
    ("labels",): "lines of pattern: name below it, such as AABBCC: three pairs",
    ("labels", "*"): _TEXT,
    ("nothing",): f"{_ABOVE_ZERO}, such as 500",
    ("hot_dice_bonus",): "keys below it, such as {points: 500}",
    ("hot_dice_bonus", "points"): _FROM_ZERO,
    ("hot_dice_bonus", "step"): _FROM_ZERO,
    ("bank",): "keys below it, such as {minimum: 300}",
    ("bank", "minimum"): _FROM_ZERO,
    ("bank", "opening"): _FROM_ZERO,
    ("bank", "beat_previous"): "true or false",
    ("bank", "multiple_of"): _ABOVE_ZERO,
    ("farkle",): "keys below it, such as {streak: 3, penalty: 500}",
    ("farkle", "streak"): f"{_ABOVE_ZERO}, such as 3",
    ("farkle", "penalty"): f"{_FROM_ZERO}, or the word all",
    ("farkle", "lowest_score"): "a whole number, 0 or less (or null: no limit)",
    ("farkle", "first_roll_points"): _FROM_ZERO,
    ("farkle", "all_dice_points"): _FROM_ZERO,
    ("farkle", "keeps_turn_score"): "true or false",
    ("instant_win",): "a list of patterns in brackets, such as [AAAAAA]",
    ("instant_win", "*"): "a pattern, such as AAAAAA",
    ("disaster",): "a list of patterns in brackets, such as [2222]",
    ("disaster", "*"): "a pattern, such as 2222",
    ("die_weights",): "six whole numbers, one for each face, such as [1, 1, 1, 1, 1, 1]",
    ("die_weights", "*"): f"{_FROM_ZERO} (0: this face never comes up)",
}

ALSO_CALLED: dict[str, str] = {
    "target": "goal",
    "target_score": "goal",
    "winning_score": "goal",
    "scoring": "combinations",
    "scores": "combinations",
    "weights": "die_weights",
    "number_of_dice": "dice",
    "opening_minimum": "opening",
    "bonus": "hot_dice_bonus",
    "floor": "lowest_score",
}
"""Keys that people write by other names."""

WORD_MEANT: dict[str, tuple[str, ...]] = {
    "no": ("none", "false"),
    "off": ("none", "false"),
    "false": ("none",),
    "never": ("none", "false"),
    "0": ("false",),
    "n": ("false",),
    "yes": ("true",),
    "on": ("true",),
    "1": ("true",),
    "y": ("true",),
    "true": ("required",),
    "half": ("split",),
    "everything": ("all",),
    "exact": ("bust",),
}
"""What people write for a word of the language."""


WORDS = Vocabulary(
    sections=SECTIONS,
    expected=EXPECTED,
    also_called=ALSO_CALLED,
    word_meant=WORD_MEANT,
    missing={
        "goal": "goal: 10000",
        "combinations": "combinations: {1: 100, 5: 50}",
        "points": "points: 500",
    },
    groups={
        "bank": "{minimum: %s}",
        "hot_dice_bonus": "{points: %s}",
        "farkle": "{streak: 3, penalty: %s}",
    },
    unions=frozenset({("combinations", "*"), ("farkle", "penalty")}),
    pattern_lists=PATTERN_LISTS,
)
"""All of them together."""
