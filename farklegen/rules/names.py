"""Names of combinations in a file, turned into the patterns that they mean.

`three of a kind: 500` says the same as `AAA: 500`. A name is taken only if it has one meaning for
the number of dice; another is left as it stands, and the checks say which patterns it may mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from farklegen.errors import Problem
from farklegen.rules.expectations import PATTERN_LISTS, WORDS
from farklegen.rules.laws import expand_laws
from farklegen.rules.patterns import MAX_DICE, spelling_of
from farklegen.rules.spoken import named
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_nodes import Node, YamlDocument

USUAL_DICE = 6


def with_patterns(document: YamlDocument) -> YamlDocument:
    """The document with patterns in place of the names of combinations, wherever patterns stand.

    Its nodes are changed, and each keeps its place in the file. A pattern that is given by a name
    and once more, by a name or as it is, is a slip, as equal keys are.
    """
    entries = document.root.entries
    if document.root.kind != "mapping":
        return document
    dice = entries["dice"].value if "dice" in entries else USUAL_DICE
    if not isinstance(dice, int) or not 1 <= dice <= MAX_DICE:
        dice = USUAL_DICE
    slips = list(document.slips)
    for section in WORDS.patterned:
        if section in entries and entries[section].kind == "mapping":
            slips += _rename(entries[section], dice, document.file)
    if "combinations" in entries and entries["combinations"].kind == "mapping":
        slips += expand_laws(entries["combinations"], dice, document.file)
    for section in PATTERN_LISTS:
        if section in entries and entries[section].kind == "list":
            entries[section].items = [
                replace(item, text=pattern, value=pattern)
                for item in entries[section].items
                for pattern in named(item.text, dice) or (item.text,)
            ]
    return replace(document, slips=tuple(slips))


def _rename(group: Node, dice: int, file: str) -> Iterator[Problem]:
    """Give the entries of a group patterns for keys; yields what is given twice by that."""
    meant = {key: named(key, dice) for key in group.entries}
    if not any(meant.values()):
        return
    nodes, places = group.entries, group.keys
    group.entries, group.keys = {}, {}
    owners: dict[str, str] = {}
    for key, patterns in meant.items():
        for pattern in patterns or (key,):
            meaning = spelling_of(pattern)
            first = owners.setdefault(meaning, key)
            if first != key and (patterns or meant[first]):
                said = f"'{shown(key, 40)}' gives {pattern} again, after '{shown(first, 40)}'"
                yield Problem(file, *places[key], f"{said}; keep one of the two")
                continue
            group.entries[pattern], group.keys[pattern] = nodes[key], places[key]
