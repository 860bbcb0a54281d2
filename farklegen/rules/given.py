"""Rulesets that a program gives as they are: as a dictionary, or as the text of a file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import index

from farklegen.errors import ArgumentError, Problem, RulesetError
from farklegen.rules.loading import LoadedRuleset, load_text
from farklegen.rules.text_source import SIZE_CAP, decode, shown

EXPECTED = (
    "a ruleset; give a path, the name of built-in rules, the text of a file, a dictionary, or what "
    "farklegen.load returned"
)

TEXT, DICTIONARY = "text", "dict"
"""What messages call rules that came from no file."""

DEPTH_CAP = 12


def load_written(text: str) -> LoadedRuleset:
    """The ruleset of a text; problems have line and column in it.

    Raises:
        RulesetError: with every problem of the text.
        FileProblemError: if it cannot be a ruleset.
    """
    data = text[: SIZE_CAP + 1].encode("utf-8", "surrogatepass")
    if len(data) > SIZE_CAP:
        raise ArgumentError(f"the text has more than {SIZE_CAP:,} bytes; give that of a ruleset")
    return _named(load_text(decode(data, TEXT), TEXT, "rules"))


def load_mapping(rules: Mapping[str, object]) -> LoadedRuleset:
    """The ruleset of a dictionary with the keys of a file; problems name them.

    Raises:
        ArgumentError: for values that no file could have.
        RulesetError: with every problem of the rules.
    """
    plain = _plain(rules, "the dictionary", 1)
    assert isinstance(plain, dict)
    lines = [
        f"{_key(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()
    ]
    text = "\n".join(lines) + "\n" if lines else "{}\n"
    try:
        return _named(load_text(text, DICTIONARY, "rules", placed=False))
    except RulesetError as error:
        said = (each.message.replace("the quoted text", "the text") for each in error.problems)
        unplaced = (Problem(DICTIONARY, None, None, message) for message in said)
        raise RulesetError(tuple(dict.fromkeys(unplaced))) from None


def _named(loaded: LoadedRuleset) -> LoadedRuleset:
    """The ruleset with a slug made of its own name, where it has one."""

    name = loaded.ruleset.name
    slug = re.sub("[^0-9A-Za-z]+", "-", name or "").strip("-").lower()
    return replace(loaded, slug=slug or loaded.slug)


def _key(key: str) -> str:
    return key if re.fullmatch("[a-z_]+", key) else json.dumps(key, ensure_ascii=False)


def _plain(value: object, place: str, depth: int) -> object:
    """A value as JSON has it."""
    if depth > DEPTH_CAP:
        raise ArgumentError(
            f"{place} goes more than {DEPTH_CAP} levels deep; a ruleset needs three"
        )
    if value is None or isinstance(value, bool | str | float):
        return value
    if isinstance(value, Mapping):
        found: dict[str, object] = {}
        for key, each in value.items():
            if str(key) in found:  # 1 and "1"
                raise ArgumentError(f"{place} has the key {shown(key, 40)} twice; keep one of them")
            found[str(key)] = _plain(each, str(key), depth + 1)
        return found
    sequence = isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview)
    if sequence or hasattr(value, "tolist"):
        listed = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(listed, Sequence):
            return [_plain(each, f"an entry of {place}", depth + 1) for each in listed]
        value = listed
    if hasattr(value, "__index__"):
        return index(value)
    if isinstance(value, float):
        return value
    raise ArgumentError(
        f"{shown(place, 40)}: {shown(repr(value), 40)} cannot stand in a ruleset; give a number, a "
        "text, True, False, None, a list or a dictionary"
    )
