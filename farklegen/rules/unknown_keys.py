"""Keys that a kind of file does not have, and what was probably meant by them."""

from __future__ import annotations

import re
from difflib import get_close_matches

from farklegen.rules.phrases import QUOTES, meant
from farklegen.rules.text_source import shown
from farklegen.rules.vocabulary import Vocabulary
from farklegen.rules.yaml_nodes import Loc, YamlDocument

_NEAR = 0.7
"""How alike words are of which one may be a slip for the other: `title` is none for `ties`."""


def closest(word: str, options: list[str]) -> str | None:
    """The option that `word` is most likely a misspelling of."""
    plain = plain_key(word)
    if len(plain) > 60:
        return None
    by_plain = {option.lower(): option for option in options}
    near = get_close_matches(plain, by_plain, n=1, cutoff=_NEAR)
    begun = [option for option in options if len(plain) > 3 and option.startswith(plain)]
    return by_plain[near[0]] if near else begun[0] if len(begun) == 1 else None


def plain_key(word: str) -> str:
    """A key as it would be spelt: without quotes and spaces."""
    return re.sub(r"[\s-]+", "_", word.strip(f"{QUOTES} ")).lower()


def unknown_key(
    loc: Loc, document: YamlDocument, words: Vocabulary, suggest: bool
) -> tuple[str, Loc | None]:
    """The message for an unknown key, and the place of the key that was probably meant."""
    key, section = str(loc[-1]), ".".join(step for step in loc[:-1] if isinstance(step, str))
    unknown = f"unknown key '{shown(key, 40)}'" + (f" under '{section}'" if section else "")
    if not suggest:  # looking for near words takes its time, and no reader gets that far
        return f"{unknown}; delete it", None
    siblings = words.sections.get(section, frozenset())
    written = document.node(loc[:-1]).entries
    free = sorted(siblings - set(written))
    plain = plain_key(key)
    alias = words.also_called.get(f"{section}.{plain}") or words.also_called.get(plain)
    if alias not in siblings and (elsewhere := words.misplaced(key, section)):
        home = next(home for home, names in words.sections.items() if key in names)
        return elsewhere, (home, key) if home else (key,)
    if said := words.foreign.get(plain):
        return f"{unknown}; {said}", None
    pattern = re.fullmatch("[1-6A-Z]{1,8}", key) or meant(key, 6)
    if "combinations" in siblings and pattern:
        return f"{unknown}; write it below 'combinations', two spaces in", None
    homes = [section, *(home for home in words.sections if home != section)]
    for home in homes:
        names = words.sections.get(home, frozenset())
        other = alias if alias in names else closest(key, sorted(names))
        if other is None:
            continue
        target: Loc = (*loc[:-1], other) if home == section else (home, other) if home else (other,)
        where = "" if home == section else f" under '{home}'" if home else " at the top level"
        group = document.node(target[:-1])
        if other in group.entries and (len(target) == 1 or target[0] in document.root.entries):
            there = group.keys[other][0]
            return f"{unknown}; '{other}' stands{where} at line {there} already, delete this", None
        return f"{unknown}; did you mean '{other}'{where}?", target
    options = f", or use one of: {', '.join(free)}" if free else ""
    return f"{unknown}; delete it{options}", None
