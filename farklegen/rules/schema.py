"""The JSON Schema of ruleset files, for editors that complete and check while you type.

It comes from the models, with what a YAML editor needs added: patterns as keys, words for hovers,
examples. It says less than `farklegen check`, which also looks at rules together.
"""

from __future__ import annotations

from typing import Any

from farklegen.rules.language import keys_of
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import PATTERN_LISTS, Ruleset

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PATTERN = f"^[1-6A-Z]{{1,{MAX_DICE}}}$"

NAMES = (
    "one", "five", "three ones", "four ones", "two pairs", "three of a kind", "four of a kind",
    "five of a kind", "six of a kind", "full house", "three pairs", "two triplets",
    "four of a kind and a pair", "straight", "short straight",
)  # fmt: skip
"""The usual names of combinations, which editors offer."""

_NAME = "[EIOUeioué]|[1-8].?[SKsk]|[Pp]aa|PAA"
"""What every name has in it. Some texts that are no names match too; `check` finds these."""

_PATTERN = [{"pattern": PATTERN}, {"enum": list(NAMES)}, {"pattern": _NAME}]
_PATTERN_KEY = {
    "anyOf": _PATTERN,
    "description": "one character per die: a digit is that face, a capital letter any face; or a "
    "name, such as three of a kind",
}

GROUPS = {
    "": "", "Bank": "bank.", "Farkle": "farkle.", "HotDiceBonus": "hot_dice_bonus.",
    "DieType": "die_types.NAME.",
}  # fmt: skip
"""What messages put before the keys of each model."""

LAW = r"\+\s*$"
_LAW_VALUE = {
    "anyOf": [{"enum": ["double", "add"]}, {"type": "integer", "exclusiveMinimum": 0}],
    "description": "what each further die of the same face does: double the points, add those of "
    "the line once more (add), or add that many points",
}


def json_schema() -> dict[str, Any]:
    schema = Ruleset.model_json_schema()
    properties = schema["properties"]
    groups = {name: group["properties"] for name, group in schema["$defs"].items()}
    for group, section in GROUPS.items():
        # titles are the keys as messages name them; declarations have more than a schema
        for key, value in groups.get(group, properties).items():
            value["title"] = section + key
            del value["also"], value["starter"]
    combinations = properties["combinations"]
    combinations["propertyNames"] = {**_PATTERN_KEY, "anyOf": [*_PATTERN, {"pattern": LAW}]}
    combinations["patternProperties"] = {LAW: _LAW_VALUE}
    properties["labels"]["propertyNames"] = {"anyOf": [*_PATTERN, {"const": "nothing"}]}
    for key in PATTERN_LISTS:
        # YAML reads 2222 as a number; farklegen takes it as the pattern that it is.
        items = {"anyOf": [{"type": "string", "anyOf": _PATTERN}, {"type": "integer"}]}
        properties[key]["items"] = items
    for name, declared in keys_of(Ruleset).items():
        if declared.may_be_empty:
            value = properties[name]
            about = [key for key in ("title", "description", "default", "examples") if key in value]
            properties[name] = {key: value.pop(key) for key in about}
            properties[name]["anyOf"] = [value, {"type": "null"}]
    return {"$schema": DIALECT, **schema}
