"""The JSON Schema of ruleset files, for editors that complete and check while one types.

It comes from the models, with what a YAML editor needs added: patterns as keys, words for hovers,
examples. It says less than `farklegen check`, which also looks at rules together.
"""

from __future__ import annotations

from typing import Any

from farklegen.rules.expectations import OPTIONAL_GROUPS, PATTERN_LISTS
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import Ruleset

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PATTERN = f"^[1-6A-Z]{{1,{MAX_DICE}}}$"

_EXAMPLES: dict[str, list[Any]] = {
    "goal": [10000],
    "rounds": [10],
    "dice": [6, {"lucky": 2, "ordinary": 4}, ["lucky", "ordinary", "ordinary"]],
    "combinations": [
        {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600], "AABBCC": 750, "123456": 1500}
    ],
    "labels": [{"AABBCC": "three pairs", "AAAABB": "three pairs"}],
    "nothing": [500],
    "all_dice_only": [["AAA", "12345"]],
    "hot_dice_bonus": [{"points": 500, "step": 500, "when": "any"}],
    "bank": [{"minimum": 300, "opening": 500}],
    "farkle": [{"streak": 3, "penalty": 500}],
    "instant_win": [["AAAAAA"]],
    "disaster": [["2222"]],
    "die_weights": [[1, 1, 1, 1, 1, 1]],
    "die_types": [
        {"lucky": [6, 1, 2, 3, 4, 6], "devil": {"weights": [1, 1, 1, 1, 1, 1], "joker": 1}}
    ],
}
NAMES = (
    "one", "five", "three ones", "four ones", "two pairs", "three of a kind", "four of a kind",
    "five of a kind", "six of a kind", "full house", "three pairs", "two triplets",
    "four of a kind and a pair", "straight", "short straight",
)  # fmt: skip
"""The usual names of combinations, which editors offer."""

_NAME = "[EIOUeioué]|[1-8].?[SKsk]|[Pp]aa|PAA"
"""What every name has in it; more than a name may match, as `check` finds."""

_PATTERN = [{"pattern": PATTERN}, {"enum": list(NAMES)}, {"pattern": _NAME}]
_PATTERN_KEY = {
    "anyOf": _PATTERN,
    "description": "one character per die: a digit is that face, a capital letter any face; or a "
    "name, such as three of a kind",
}

LAW = r"\+\s*$"
_LAW_VALUE = {
    "anyOf": [{"enum": ["double", "add"]}, {"type": "integer", "exclusiveMinimum": 0}],
    "description": "what each further die of the same face does: double the points, add those of "
    "the line once more (add), or add so many",
}


def json_schema() -> dict[str, Any]:
    schema = Ruleset.model_json_schema()
    definitions = schema["$defs"]
    _title(schema["properties"], ())
    for section, model in (
        ("bank", "Bank"),
        ("farkle", "Farkle"),
        ("hot_dice_bonus", "HotDiceBonus"),
    ):
        _title(definitions[model]["properties"], (section,))
    properties = schema["properties"]
    for key, examples in _EXAMPLES.items():
        properties[key]["examples"] = examples
    combinations = properties["combinations"]
    combinations["propertyNames"] = {**_PATTERN_KEY, "anyOf": [*_PATTERN, {"pattern": LAW}]}
    combinations["patternProperties"] = {LAW: _LAW_VALUE}
    properties["labels"]["propertyNames"] = {"anyOf": [*_PATTERN, {"const": "nothing"}]}
    for key in PATTERN_LISTS:
        # YAML reads 2222 as a number; farklegen takes it as the pattern that it is.
        items = {"anyOf": [{"type": "string", "anyOf": _PATTERN}, {"type": "integer"}]}
        properties[key]["items"] = items
    for key in OPTIONAL_GROUPS:
        properties[key] = _or_empty(properties[key])
    return {"$schema": DIALECT, **schema}


def _title(properties: dict[str, Any], section: tuple[str, ...]) -> None:
    """Titles that are the keys as messages name them."""
    for key, value in properties.items():
        value["title"] = ".".join((*section, key))


def _or_empty(value: dict[str, Any]) -> dict[str, Any]:
    """The same property, which may also be left empty."""
    kept: dict[str, Any] = {
        key: value.pop(key) for key in ("title", "description", "default") if key in value
    }
    if "examples" in value:
        kept["examples"] = value.pop("examples")
    return {**kept, "anyOf": [value, {"type": "null"}]}
