"""The words for the keys of a kind of file, which messages about it use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from farklegen.rules.yaml_nodes import Loc


@dataclass(frozen=True)
class Vocabulary:
    """The words for the keys of a kind of file.

    Attributes:
        sections: the keys of the top level and of each group of keys.
        expected: what may stand at a place; "*" is any key or position.
        also_called: keys that people write by other names.
        missing: what to add where a required key is missing.
        unions: places where values of several forms may stand.
        pattern_lists: keys that hold lists of patterns.
        patterned: groups of keys that are patterns.
        foreign: keys that people expect and that there are not, with what to do instead.
    """

    sections: Mapping[str, frozenset[str]]
    expected: Mapping[tuple[str, ...], str]
    also_called: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    unions: frozenset[tuple[str, ...]] = frozenset()
    pattern_lists: tuple[str, ...] = ()
    patterned: tuple[str, ...] = ()
    foreign: Mapping[str, str] = field(default_factory=dict)

    def expected_at(self, loc: Loc) -> str:
        """The words for what stands at `loc`."""
        return next((words for key, words in self.expected.items() if fits(key, loc)), _ANYTHING)

    def misplaced(self, key: str, section: str) -> str | None:
        """Where a key belongs that was found in `section`; None if it belongs nowhere else."""
        for home, names in self.sections.items():
            if key in names and home != section:
                place = (
                    f"belongs under '{home}'" if home else "belongs at the top level, not indented"
                )
                where = f"under '{section}'" if section else "at the top level"
                return f"unknown key '{key}' {where}; it {place}"
        return None


_ANYTHING = "a valid value"


def by_name(names: Mapping[str, str]) -> dict[str, str]:
    """What each name is for, of what has several names with spaces between them."""
    return {name: what for what, several in names.items() for name in several.split()}


def fits(pattern: tuple[str, ...], loc: Loc) -> bool:
    """Whether `loc` is a place that the pattern means."""
    return len(pattern) == len(loc) and all(
        ours in ("*", theirs) for ours, theirs in zip(pattern, loc, strict=True)
    )
