"""Names of combinations in a file, turned into the patterns that they mean.

`three of a kind: 500` says the same as `AAA: 500`. A name is taken only if it has one meaning for
the number of dice; another is left as it stands, and the checks say which patterns it may mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from farklegen.errors import Problem
from farklegen.rules.expectations import PATTERN_LISTS, WORDS
from farklegen.rules.laws import expand_laws
from farklegen.rules.patterns import MAX_DICE, spelling_of
from farklegen.rules.phrases import named
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_nodes import Node, Scalar, YamlDocument

USUAL_DICE = 6


def with_patterns(document: YamlDocument) -> YamlDocument:
    """The document with patterns in place of the names of combinations, wherever patterns stand.

    Its nodes are changed, and each keeps its place in the file. A pattern that is given by a name
    and once more, by a name or as it is, is a slip, as equal keys are.
    """
    entries = document.root.entries
    if document.root.kind != "mapping":
        return document
    dice = dice_of(document)
    slips = list(document.slips)
    for section in WORDS.patterned:
        if section in entries and entries[section].kind == "mapping":
            slips += _rename(entries[section], dice, document.file)
    for section in PATTERN_LISTS:
        if section in entries and entries[section].kind == "list":
            entries[section].items = [
                replace(item, text=pattern, value=pattern)
                for item in entries[section].items
                for pattern in named(item.text, dice) or (item.text,)
            ]
    if "combinations" in entries and entries["combinations"].kind == "mapping":
        wrong, made = expand_laws(entries["combinations"], dice, document.file)
        slips += wrong
        if "all_dice_only" in entries and entries["all_dice_only"].kind == "list":
            _cover(entries["all_dice_only"], made, dice)
    return replace(document, slips=tuple(slips))


def dice_of(document: YamlDocument) -> int:
    """How many dice the rules of a file have, however it gives them; the most there can be where
    it gives none that can be thrown, so that nothing is said to need more dice."""
    node = document.root.entries.get("dice")
    if node is None:
        return USUAL_DICE
    counts: list[Scalar] = [node.value]
    if node.kind != "scalar":
        counts = [1] * len(node.items) + [each.value for each in node.entries.values()]
    found = 0
    for count in counts:
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            return MAX_DICE
        found += count
    return found if 1 <= found <= MAX_DICE else MAX_DICE


def _cover(group: Node, made: Mapping[str, tuple[str, ...]], dice: int) -> None:
    """Put what a law makes of a listed pattern behind it; a pattern of all the dice needs no
    mention."""
    listed = {spelling_of(item.text) for item in group.items}
    group.items = [
        each
        for item in group.items
        for each in (
            item,
            *(
                replace(item, text=pattern, value=pattern)
                for pattern in made.get(spelling_of(item.text), ())
                if len(pattern) < dice and spelling_of(pattern) not in listed
            ),
        )
    ]


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
