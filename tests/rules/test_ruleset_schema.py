"""The JSON Schema for editors, judged by a small validator of its own."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from farklegen.rules.catalogue import builtin_paths, rulesets_folder
from farklegen.rules.language import parse_yaml
from farklegen.rules.loading import RULES
from farklegen.rules.new import DIALECT, NAMES, json_schema, template
from farklegen.rules.words import read_patterns
from tests.rules.test_problems import NAMES as CASES
from tests.rules.texts import SMALL, WHOLE

SCHEMA = json_schema()
KNOWN = {
    "$defs", "$ref", "$schema", "additionalProperties", "anyOf", "const", "default", "description",
    "enum", "examples", "exclusiveMinimum", "items", "maxItems", "maxLength", "maximum", "minItems",
    "minimum", "oneOf", "pattern", "patternProperties", "properties", "propertyNames", "required",
    "title", "type",
}  # fmt: skip
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (tuple, list),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def fits(value: Any, schema: Any) -> bool:
    """Whether JSON data fits a schema made of the keywords in KNOWN."""
    if isinstance(schema, bool):
        return schema
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema and not fits(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]):
        return False
    for name, count in (("anyOf", any), ("oneOf", lambda found: sum(found) == 1)):
        if name in schema and not count([fits(value, choice) for choice in schema[name]]):
            return False
    if "type" in schema:
        wanted = TYPES[schema["type"]]
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if isinstance(value, int) and not isinstance(value, bool):
        return bool(
            value <= schema.get("maximum", value)
            and value >= schema.get("minimum", value)
            and value > schema.get("exclusiveMinimum", value - 1)
        )
    if isinstance(value, str):
        return len(value) <= schema.get("maxLength", len(value)) and bool(
            re.search(schema.get("pattern", ""), value)
        )
    if isinstance(value, (tuple, list)):
        return (
            schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        ) and all(fits(item, schema.get("items", True)) for item in value)
    if isinstance(value, dict):
        known = dict(schema.get("properties", {}))
        for pattern, wanted in schema.get("patternProperties", {}).items():
            known |= {key: wanted for key in value if re.search(pattern, key)}
        return (
            all(key in value for key in schema.get("required", ()))
            and all(fits(key, schema.get("propertyNames", True)) for key in value)
            and all(
                fits(item, known.get(key, schema.get("additionalProperties", True)))
                for key, item in value.items()
            )
        )
    return True


def data(text: str) -> Any:
    return parse_yaml(text, "f").root.data()


@pytest.mark.parametrize("path", builtin_paths().values(), ids=list(builtin_paths()))
def test_built_in_rules_fit(path: Any) -> None:
    assert fits(data(path.read_text(encoding="utf-8")), SCHEMA)


LAW = "goal: 1000\ncombinations: {AAA: 500, AAA+: double}\n"


@pytest.mark.parametrize(
    "text", [SMALL, WHOLE, template(), LAW, SMALL + "bank:\nfarkle:\ndisaster:\n"]
)
def test_other_rules_fit(text: str) -> None:
    assert fits(data(text), SCHEMA)


@pytest.mark.parametrize("line", ["aab: 5", "7: 5", "AAA: 0", "AAA: [1, 2, 3]", "AAA: x", "1.5: 3"])
def test_wrong_combinations_do_not(line: str) -> None:
    assert not fits(data(f"goal: 5\ncombinations: {{{line}}}\n"), SCHEMA)


@pytest.mark.parametrize("text", sorted({text for text, *_ in CASES if read_patterns(text, 6)}))
def test_names_of_combinations_fit(text: str) -> None:
    group = {text: 100}
    assert fits({"goal": 5, "combinations": group, "labels": {text: "label"}}, SCHEMA)
    assert fits({"goal": 5, "combinations": group, "disaster": [text]}, SCHEMA)


def test_names_that_editors_offer_are_names() -> None:
    assert all(read_patterns(text, 6) for text in NAMES)


def test_every_key_has_a_description() -> None:
    assert SCHEMA["$schema"] == DIALECT
    assert "$id" not in SCHEMA
    models = {"": SCHEMA} | {
        section: SCHEMA["$defs"][model]
        for section, model in (
            ("bank", "Bank"),
            ("farkle", "Farkle"),
            ("hot_dice_bonus", "HotDiceBonus"),
        )
    }
    for section, keys in RULES.groups.items():
        assert models[section]["properties"].keys() == keys.keys()
        for value in models[section]["properties"].values():
            assert value["description"]


def test_examples_fit_their_own_keys() -> None:
    for value in SCHEMA["properties"].values():
        for example in value.get("examples", ()):
            assert fits(example, value)


def test_the_shipped_schema_is_up_to_date() -> None:
    path = rulesets_folder() / "ruleset.schema.json"
    remedy = "write it again with: farklegen schema -o rulesets/ruleset.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == SCHEMA, remedy
