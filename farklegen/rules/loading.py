"""From a reference or a text to a checked ruleset, or to all that is wrong with it at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from farklegen.errors import Problem
from farklegen.results import Result
from farklegen.rules.consistency import find_errors
from farklegen.rules.expectations import OPTIONAL_GROUPS, PATTERN_LISTS, WORDS
from farklegen.rules.language import Language, placed
from farklegen.rules.names import with_patterns
from farklegen.rules.ruleset import FAIR, ORDINARY, Ruleset
from farklegen.rules.text_source import RULESET, shown
from farklegen.rules.yaml_nodes import Loc, YamlDocument
from farklegen.rules.yaml_source import parse_yaml


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
        from farklegen.rules.cautions import find_warnings

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
    """Read a ruleset from the text of a file; `file` is what messages call it.

    Raises:
        RulesetError: with every problem of the text, in the order of the file.
        FileProblemError: if it cannot be a ruleset, for its size or its masses of aliases.
    """
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


def _mended(data: dict[str, Any], spoilt: Iterable[Loc]) -> dict[str, Any]:
    """The data with every wrong part left out, or replaced where something has to stand."""
    wrong = tuple(spoilt)
    mended = data | {
        name: _mended_list(data[name], name, wrong) for name in PATTERN_LISTS if name in data
    }
    stand_ins: dict[str, Any] = {"goal": 10_000, "combinations": {"1": 100}}
    for loc in wrong:
        top = str(loc[0])
        inside = mended.get(top)
        if top in stand_ins and (len(loc) == 1 or not isinstance(inside, dict)):
            mended[top] = stand_ins[top]
        elif top in _STAND_INS and len(loc) > 1 and isinstance(inside, dict):
            mended[top] = inside | {str(loc[1]): _STAND_INS[top]}
        elif top == "dice" and len(loc) > 1 and isinstance(inside, tuple):
            mended[top] = tuple(ORDINARY if at == loc[1] else x for at, x in enumerate(inside))
        elif top in PATTERN_LISTS and len(loc) > 1 and isinstance(inside, tuple):
            continue
        elif top in ("bank", "farkle") and len(loc) > 1 and isinstance(inside, dict):
            mended[top] = {key: value for key, value in inside.items() if key != loc[1]}
        elif top == "hot_dice_bonus" and len(loc) > 1 and isinstance(inside, dict):
            without = {key: value for key, value in inside.items() if key != loc[1]}
            mended[top] = {"points": 1, **without}
        else:
            mended.pop(top, None)
    return mended


def _mended_list(entries: object, name: str, spoilt: Iterable[Loc]) -> object:
    """A list of patterns, one that is right in place of all that are not; empty if none is."""
    if not isinstance(entries, tuple):
        return entries
    wrong = {loc[1] for loc in spoilt if loc[0] == name and len(loc) > 1}
    right = [entry for at, entry in enumerate(entries) if at not in wrong]
    return tuple(right[0] if at in wrong else entry for at, entry in enumerate(entries) if right)


_STAND_INS: dict[str, Any] = {
    "combinations": 1, "labels": "label", "dice": 1, "die_types": FAIR
}  # fmt: skip
"""What stands in for a wrong entry of a group."""


RULES = Language(
    kind=RULESET,
    words=WORDS,
    model=Ruleset,
    prepare=_prepared,
    find_errors=find_errors,
    mend=_mended,
    settle=with_patterns,
)
"""The rules language."""
