"""Keys of the rules language in dotted form: `bank.minimum`, `combinations.AABBCC`, `goal`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from farklegen.rules.consistency import not_a_pattern
from farklegen.rules.expectations import WORDS
from farklegen.rules.laws import is_law
from farklegen.rules.patterns import MAX_DICE, PatternError, meaning_of, parse_pattern, spelling_of
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_nodes import Loc

NAMES = ("name", "source", "labels")
"""Keys that only name things: no measure depends on them."""

REQUIRED: frozenset[Loc] = frozenset({("goal",), ("combinations",), ("hot_dice_bonus", "points")})
"""Keys that cannot be left out."""

_TOP = WORDS.sections[""]
_GROUPS = {section: keys for section, keys in WORDS.sections.items() if section}
DOTTED = (
    *sorted(_TOP.difference(NAMES)),
    *sorted(f"{section}.{key}" for section, keys in _GROUPS.items() for key in keys),
)
"""All keys that may be varied; patterns under `combinations.` come on top of them."""


class UnknownKeyError(ValueError):
    """A key that cannot be varied; the text says why, and what was probably meant."""


def locate(key: str) -> Loc:
    """Where a dotted key stands in a ruleset.

    Raises:
        UnknownKeyError: if there is no such key, or nothing to be measured depends on it.
    """
    if key in DOTTED:
        return tuple(key.split("."))
    section, _, rest = key.partition(".")
    if section in NAMES:
        raise UnknownKeyError(
            f"'{shown(key, 40)}' is only a name, and changes no number; delete it"
        )
    if section == "combinations":
        if is_law(rest):
            raise UnknownKeyError(no_law(rest))
        try:
            parse_pattern(rest)
        except PatternError as error:
            raise UnknownKeyError(not_a_pattern(rest, error, MAX_DICE)) from None
        return section, rest
    raise UnknownKeyError(f"the rules have no key '{shown(key, 40)}'; {_meant(key)}")


def no_law(key: str) -> str:
    """That a sweep takes no law, and what to write."""
    return (
        f"'{shown(key, 40)}' is a law, which a sweep does not work out; vary the lines that it "
        "means, such as combinations.AAAA"
    )


def identity(loc: Loc) -> Loc:
    """The same for every spelling of a key."""
    return (loc[0], spelling_of(str(loc[1]))) if loc[0] == "combinations" and len(loc) > 1 else loc


def set_key(data: dict[str, Any], loc: Loc, value: object) -> None:
    """Give a key of a ruleset's plain data a value; None leaves the key out.

    Groups on the way are copied, not changed. A pattern replaces that of the same meaning.
    """
    top = str(loc[0])
    if len(loc) == 1:
        data.pop(top, None)
        if value is not None:
            data[top] = value
        return
    group, key = dict(data.get(top) or {}), str(loc[1])
    if top == "combinations":
        same = spelling_of(key)
        key = next((known for known in group if spelling_of(known) == same), key)
    if value is None:
        group.pop(key, None)
    else:
        group[key] = value
    data[top] = group


def _meant(key: str) -> str:
    """What to write in place of an unknown key."""
    plain = key.strip().replace("-", "_").replace(" ", "_")
    section, dot, last = plain.rpartition(".")
    if meaning_of(plain) is not None:
        return f"did you mean 'combinations.{plain}'?"
    last = WORDS.also_called.get(last.lower(), last)
    whole = f"{section}{dot}{last}"
    by_last: dict[str, str] = {}
    for dotted in DOTTED:
        by_last.setdefault(dotted.rpartition(".")[2], dotted)
    if len(whole) <= 60:
        if last in by_last:
            return f"did you mean '{by_last[last]}'?"
        if near := get_close_matches(whole.lower(), DOTTED, n=1, cutoff=0.6):
            return f"did you mean '{near[0]}'?"
        if near := get_close_matches(last.lower(), by_last, n=1, cutoff=0.6):
            return f"did you mean '{by_last[near[0]]}'?"
    siblings = [dotted for dotted in DOTTED if section and dotted.startswith(f"{section}.")]
    return f"use one of: {', '.join(siblings or DOTTED)}, combinations.PATTERN"
