"""From a text or a dictionary to a checked ruleset, or to all that is wrong with it at once."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import index
from typing import Any

from farklegen.errors import ArgumentError, Problem, RulesetError
from farklegen.results import Result
from farklegen.rules.consistency import find_errors
from farklegen.rules.expectations import OPTIONAL_GROUPS, PATTERN_LISTS, WORDS
from farklegen.rules.language import Language, placed
from farklegen.rules.names import with_patterns
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.text_source import RULESET, SIZE_CAP, decode, shown
from farklegen.rules.yaml_source import YamlDocument, parse_yaml


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
        placed: whether lines and columns of the text mean something to the author of the rules.
    """

    ruleset: Ruleset
    name: str
    slug: str
    file: str
    text: str
    builtin: bool = False
    placed: bool = True

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
        from farklegen.rules.consistency import find_warnings

        document = with_patterns(parse_yaml(self.text, self.file))
        findings = find_warnings(self.ruleset)
        found = sorted(
            (placed(finding, document, "warning") for finding in findings),
            key=lambda p: (p.line or 0, p.column or 0),
        )
        if not self.placed:
            found = [replace(problem, line=None, column=None) for problem in found]
        return tuple(found)


def load_text(
    text: str,
    file: str = "ruleset",
    slug: str | None = None,
    *,
    builtin: bool = False,
    placed: bool = True,
) -> LoadedRuleset:
    """Read a ruleset from the text of a file; `file` is what messages call it."""
    file = shown(file, 200)
    ruleset = RULES.parse(text, file)
    stem = shown(slug or file, 80)
    safe = re.sub("[^0-9A-Za-z_.-]+", "-", stem).strip("-.") or "ruleset"
    return LoadedRuleset(ruleset, ruleset.name or stem, safe, file, text, builtin, placed)


def _prepared(document: YamlDocument) -> dict[str, Any]:
    """The file's data, with patterns in lists as text and without groups that are left empty."""
    data: Any = document.root.data()
    for key in OPTIONAL_GROUPS:
        if key in data and data[key] is None:
            del data[key]
    for key in PATTERN_LISTS:
        node = document.root.entries.get(key)
        if node is not None and node.kind == "list":
            data[key] = tuple(
                item.text if item.kind == "scalar" and item.text else item.data()
                for item in node.items
            )
    return dict(data)


RULES = Language(
    kind=RULESET,
    words=WORDS,
    model=Ruleset,
    prepare=_prepared,
    find_errors=find_errors,
    settle=with_patterns,
)
"""The rules language."""


EXPECTED = (
    "a ruleset; give a path, the name of built-in rules, the text of a file, a dictionary, or what "
    "farklegen.load returned"
)

TEXT, DICTIONARY = "text", "dict"
"""What messages call rules that came from no file."""


def load_written(text: str) -> LoadedRuleset:
    """The ruleset of a text; problems have line and column in it."""
    data = text[: SIZE_CAP + 1].encode("utf-8", "surrogatepass")
    if len(data) > SIZE_CAP:
        raise ArgumentError(f"the text has more than {SIZE_CAP:,} bytes; give that of a ruleset")
    return _named(load_text(decode(data, TEXT), TEXT, "rules"))


def load_mapping(rules: Mapping[str, object]) -> LoadedRuleset:
    """The ruleset of a dictionary with the keys of a file; problems name them."""
    try:
        lines = [
            f"{_key(str(key))}: {json.dumps(_keyed(value), ensure_ascii=False, default=_plain)}\n"
            for key, value in rules.items()
        ]
    except (TypeError, ValueError, RecursionError):
        raise ArgumentError(
            "this dictionary cannot be a ruleset; give numbers, texts, True, False, None, lists "
            "and dictionaries"
        ) from None
    try:
        return _named(load_text("".join(lines) or "{}\n", DICTIONARY, "rules", placed=False))
    except RulesetError as error:
        said = (each.message.replace("the quoted text", "the text") for each in error.problems)
        unplaced = (Problem(DICTIONARY, None, None, message) for message in said)
        raise RulesetError(tuple(dict.fromkeys(unplaced))) from None


def _named(loaded: LoadedRuleset) -> LoadedRuleset:
    name = loaded.ruleset.name
    slug = re.sub("[^0-9A-Za-z]+", "-", name or "").strip("-").lower()
    return replace(loaded, slug=slug or loaded.slug)


def _key(key: str) -> str:
    return key if re.fullmatch("[a-z_]+", key) else json.dumps(key, ensure_ascii=False)


def _keyed(value: object) -> object:
    """The same with keys that JSON knows, numbers of numpy among them."""
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str | int | float | None) else index(key): _keyed(each)
            for key, each in value.items()
        }
    return value


def _plain(value: object) -> object:
    """What JSON writes in place of a value of another type: numbers and arrays of numpy, mappings
    and sequences of any kind."""
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return list(value)
    return index(value)  # type: ignore[arg-type]  # a TypeError for what is no number
