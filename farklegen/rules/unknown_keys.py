"""Keys that a kind of file does not have, and what was probably meant by them."""

from __future__ import annotations

import re

from farklegen.errors import Problem
from farklegen.rules.names import dice_of
from farklegen.rules.numerals import number_meant
from farklegen.rules.spelling import spells_word
from farklegen.rules.spoken import QUOTES, advice
from farklegen.rules.text_source import shown
from farklegen.rules.vocabulary import Vocabulary
from farklegen.rules.yaml_nodes import Loc, Node, YamlDocument

_NEAR = 0.7
"""How alike words are of which one may be a slip for the other: `title` is none for `ties`."""


_NEAR_TO_WRITTEN = 0.75
"""The same, for a key that stands in the file already: `their` is one for `theirs`."""


_OF_GOAL = re.compile("goal|target|win|game|end|final|play_to|first_to")
"""Names of the goal that mean nothing else, wherever they stand."""


def closest(word: str, options: list[str], near_enough: float = _NEAR) -> str | None:
    """The option that `word` is most likely a misspelling of."""
    from difflib import get_close_matches

    plain = plain_key(word)
    if len(plain) > 60:
        return None
    by_plain = {option.lower(): option for option in options}
    near = get_close_matches(plain, by_plain, n=1, cutoff=near_enough)
    if near:
        return by_plain[near[0]]
    begun = [option for option in options if len(plain) > 3 and option.startswith(plain)]
    return begun[0] if len(begun) == 1 else None


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
    sections = words.sections
    siblings = sections.get(section, frozenset())
    written = document.node(loc[:-1]).entries
    free = [name for name in sorted(siblings) if name not in written]
    value = document.node(loc)
    plain = plain_key(key)
    own = words.also_called.get(f"{section}.{plain}")
    alias = own or words.also_called.get(plain)
    if section and alias == "goal" and not _OF_GOAL.search(plain):
        alias = None  # the limit of something else
    number_for = alias in ("combinations", "end_game") and isinstance(value.value, int)
    if number_for:
        alias = "goal"  # points: 10000
    pair = re.fullmatch(r"(\w+)\s+(\d[\d,._]*)", key)
    if pair is not None and value.kind == "scalar" and not value.text:
        meant = f"{shown(pair[1], 30)}: {re.sub('[^0-9]', '', shown(pair[2], 30))}"
        return f"'{shown(key, 40)}' has no ':' between key and value; write {meant}", None
    elsewhere = None if alias in siblings else words.misplaced(key, section)
    if elsewhere is not None:
        homes = [home for home, names in sections.items() if key in names and home != section]
        place = (homes[0], key) if homes[0] else (key,)
        if line := _line_of(place, document):
            return f"{elsewhere}, where it stands at line {line} already; delete this one", None
        if not section and homes[0] in document.root.entries:
            elsewhere += "; begin this line with two spaces, below that key"
        return elsewhere, place
    foreign = words.foreign.get(f"{section}.{plain}") or words.foreign.get(plain)
    if own is None and (said := foreign):
        number = (number_meant(value) or "500").removeprefix("-")
        return f"{unknown}; {said.replace('%s', number)}", None
    combination = _combination(key, document) if "combinations" in siblings else None
    if combination is not None:
        return f"{unknown}; {combination}", None
    options = f", or use one of: {', '.join(free)}" if free else ""
    if number_for and "goal" in written:  # it may be anything
        return f"{unknown}; delete it{options}", None
    there = sorted(siblings & set(written))
    name = alias if alias in siblings else closest(key, free)
    name = name or closest(key, there, _NEAR_TO_WRITTEN)
    if name is not None and (line := _line_of((*loc[:-1], name), document)):
        return f"{unknown}; '{name}' stands at line {line} already, so delete this one", None
    if name is not None:
        return f"{unknown}; did you mean '{name}'?", (*loc[:-1], name)
    for home, names in sections.items():
        other = alias if alias in names else closest(key, sorted(names))
        if other is not None and home != section:
            where = f"under '{home}'" if home else "at the top level"
            target = (home, other) if home else (other,)
            if line := _line_of(target, document):
                said = f"'{other}' stands {where} already, at line {line}"
                return f"{unknown}; {said}, so delete this one", None
            return f"{unknown}; did you mean '{other}' {where}?", target
    points = None if section or "goal" not in free else _points(value)
    if points is not None:
        said = f"write goal: {points}, if that is the score that ends the game"
        return f"{unknown}; {said}, or delete the line", ("goal",)
    return f"{unknown}; delete it{options}", None


def _line_of(place: Loc, document: YamlDocument) -> int | None:
    """The line of a key that stands in the file; None for one that does not."""
    group = document.node(place[:-1]) if place[:-1] else document.root
    held = len(place) == 1 or place[0] in document.root.entries
    return group.keys[str(place[-1])][0] if held and place[-1] in group.entries else None


def _points(value: Node) -> str | None:
    """A number that may be a goal, as it is to be written."""
    number = re.match(r"\d+", number_meant(value) or "")
    return number[0] if number and 500 <= int(number[0]) <= 100_000 else None


def renamed(document: YamlDocument, words: Vocabulary) -> list[Problem]:
    """Give keys that are called otherwise, or spelt with capitals or spaces, their right names.

    What stands below them can then be looked at as well. Each is reported all the same.
    """
    problems: list[Problem] = []
    for section in words.sections:
        loc: Loc = (section,) if section else ()
        group = document.node(loc) if not section or section in document.root.entries else None
        for key in list(group.entries) if group is not None and group.kind == "mapping" else ():
            if key in words.sections[section] or len(problems) > _MOST_RENAMED:
                continue
            place = (*loc, key)
            message, target = unknown_key(place, document, words, True)
            sure = target is not None and target[-1] in (
                plain_key(key), words.also_called.get(plain_key(key)), "goal",
                words.also_called.get(f"{section}.{plain_key(key)}"),
            )  # fmt: skip
            if sure and target is not None and _move(document, place, target):
                line, column = document.key_place(target)
                problems.append(Problem(document.file, line, column, message))
    return problems


_MOST_RENAMED = 40


def _move(document: YamlDocument, place: Loc, target: Loc) -> bool:
    """Move an entry to another place, if that is free."""
    old = document.node(place[:-1])
    line, column = document.key_place(place)
    new = document.root
    if len(target) > 1:
        top = str(target[0])
        if top not in new.entries:
            new.entries[top] = Node("mapping", line, column)
            new.keys[top] = (line, column)
        new = new.entries[top]
    key, name = str(place[-1]), str(target[-1])
    if new.kind != "mapping" or name in new.entries:
        return False
    new.entries[name] = old.entries.pop(key)
    new.keys[name] = old.keys.pop(key)
    return True


def _combination(key: str, document: YamlDocument) -> str | None:
    """What to do with a combination that stands at the top level; None for another key."""
    if re.fullmatch("[1-6A-Z]{1,8}", key) and not spells_word(key):
        return "patterns belong below 'combinations': begin this line with two spaces"
    said = advice(key, dice_of(document))
    return None if said is None else f"combinations belong under 'combinations': {said}"
