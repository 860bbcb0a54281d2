"""Turns a text or a dictionary into a checked ruleset, or reports all its problems at once."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from farklegen.errors import ArgumentError, Problem, RulesetError
from farklegen.results import Result, call_by_name
from farklegen.rules.consistency import find_dice_errors, find_errors, find_warnings
from farklegen.rules.language import Language
from farklegen.rules.names import is_law, written_out
from farklegen.rules.ruleset import PATTERN_LISTS, Ruleset
from farklegen.rules.text_source import RULESET, SIZE_CAP, decode, shown
from farklegen.rules.yaml_source import YamlDocument, parse_yaml, sorted_and_capped

TEXT, DICTIONARY = "<text>", "<dict>"
"""What messages call rules that came from no file. A dictionary has no lines to point at."""


@dataclass(frozen=True, repr=False)
class LoadedRuleset(Result):
    """A ruleset and where it came from.

    Attributes:
        ruleset: the checked rules.
        name: what to call it: its own name, else that of the file.
        slug: a short name for file names and keys: the file's stem, or the built-in name.
        file: the reference as messages show it.
        text: the file's text, for showing or copying it.
        builtin: whether it came from the catalogue.
    """

    KEYS = ("name", "slug", "fingerprint")

    ruleset: Ruleset
    name: str
    slug: str
    file: str
    text: str
    builtin: bool = False

    def document(self) -> Any:
        """The file; for programs, what it says with every default filled in."""
        return call_by_name("report.rules.ruleset_document", self)

    def __hash__(self) -> int:
        """By the text: rules have no hash of their own."""
        return hash((self.file, self.text))

    @cached_property
    def fingerprint(self) -> str:
        """A SHA-256 of what the rules mean, as 64 hexadecimal digits."""
        from farklegen.rules.fingerprint import fingerprint

        return fingerprint(self.ruleset)

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """What is useless or surprising in the file, though it can be played."""
        document, _ = written_out(parse_yaml(self.text, self.file), self.ruleset.dice)
        found = sorted_and_capped(
            [document.problem(*each, "warning") for each in find_warnings(self.ruleset)]
        )
        if self.file != DICTIONARY:
            return found
        return tuple(replace(problem, line=None, column=None) for problem in found)


def load_text(
    text: str, file: str = "ruleset", slug: str | None = None, *, builtin: bool = False
) -> LoadedRuleset:
    """Read a ruleset from the text of a file; `file` is what messages call it."""
    file = shown(file, 200)
    ruleset = RULES.parse(text, file)
    stem = shown(slug or file, 80)
    safe = re.sub("[^0-9A-Za-z_.-]+", "-", stem).strip("-.") or "ruleset"
    return LoadedRuleset(ruleset, ruleset.name or stem, safe, file, text, builtin)


def _prepare(data: dict[str, Any], document: YamlDocument) -> None:
    """Leave out laws, and take patterns in lists as text: `[2222]` is a pattern, not a number."""
    if isinstance(data.get("combinations"), dict):
        data["combinations"] = {
            key: value for key, value in data["combinations"].items() if not is_law(key)
        }
    for key in PATTERN_LISTS:
        if isinstance(data.get(key), tuple):
            data[key] = tuple(item.text or item.data() for item in document.root.entries[key].items)


def _check(written: Ruleset, document: YamlDocument) -> tuple[Ruleset, list[Problem]]:
    """The rules with patterns in place of names and laws, and what is wrong with keys together."""
    if findings := find_dice_errors(written):
        return written, [document.problem(*each) for each in findings]
    patterns, findings = written_out(document, written.dice)
    ruleset = RULES.validate(patterns)
    problems = [document.problem(*each) for each in findings]
    if not any(loc[0] == "combinations" for loc, _ in findings):
        problems += [patterns.problem(*each) for each in find_errors(ruleset)]
    return ruleset, problems


RULES = Language(kind=RULESET, model=Ruleset, check=_check, prepare=_prepare)
"""The rules language."""


EXPECTED = (
    "a ruleset; give a path, the name of built-in rules, the text of a file, a dictionary, or what "
    "farklegen.load returned"
)


def load_written(text: str) -> LoadedRuleset:
    """The ruleset of a text; problems have line and column in it."""
    data = text[: SIZE_CAP + 1].encode("utf-8", "surrogatepass")
    return _with_name(load_text(decode(data, TEXT), TEXT, "rules"))


def load_mapping(rules: Mapping[str, object]) -> LoadedRuleset:
    """The ruleset of a dictionary with the keys of a file; problems name them."""
    try:
        lines = [
            f"{key if re.fullmatch('[a-z_]+', str(key)) else json.dumps(str(key))}: "
            f"{json.dumps(value, ensure_ascii=False)}\n"
            for key, value in _plain(rules).items()
        ]
    except (TypeError, ValueError, RecursionError):
        raise ArgumentError(
            "this dictionary cannot be a ruleset; give numbers, texts, True, False, None, lists "
            "and dictionaries"
        ) from None
    try:
        return _with_name(load_text("".join(lines) or "{}\n", DICTIONARY, "rules"))
    except RulesetError as error:
        messages = (each.message.replace("the quoted text", "the text") for each in error.problems)
        unplaced = (Problem(DICTIONARY, None, None, message) for message in messages)
        raise RulesetError(tuple(dict.fromkeys(unplaced))) from None


def _with_name(loaded: LoadedRuleset) -> LoadedRuleset:
    name = loaded.ruleset.name
    slug = re.sub("[^0-9A-Za-z]+", "-", name or "").strip("-").lower()
    return replace(loaded, slug=slug or loaded.slug)


def _plain(value: Any) -> Any:
    """A value as JSON has it: numbers and arrays of numpy, mappings and sequences of any kind."""
    if isinstance(value, Mapping):
        return {k if isinstance(k, str | int) else str(k): _plain(v) for k, v in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        return [_plain(each) for each in value]
    return value
