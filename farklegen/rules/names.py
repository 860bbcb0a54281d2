"""Names and laws in a file, turned into the patterns that they mean.

`three of a kind: 500` says the same as `AAA: 500`. A name is taken only if it has one meaning for
the number of dice; another is left as it stands, and the checks say which patterns it may mean.
A law such as `AAA+: double` stands for the lines of AAAA, AAAAA and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from farklegen.errors import Problem
from farklegen.rules.expectations import PATTERN_LISTS, WORDS
from farklegen.rules.language import number_in
from farklegen.rules.patterns import MAX_DICE, PatternError, parse_pattern, spelling_of
from farklegen.rules.phrases import named
from farklegen.rules.ruleset import MAX_NUMBER
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_source import Node, Scalar, YamlDocument

SIGN = "+"

LAW_WORDS = ("double", "add")

LAWS = "double (each further die doubles the points), add (each adds those of %s once more) or the "
LAWS += "points that each further die adds, such as 1000"


def is_law(key: str) -> bool:
    """Whether a key among the combinations is a law."""
    return len(key.strip()) > 1 and key.strip().endswith(SIGN)


def expand_laws(
    group: Node, dice: int, file: str
) -> tuple[list[Problem], dict[str, tuple[str, ...]]]:
    """Put the combinations of each law in its place, or behind the line that it goes on from if
    that comes later.

    Args:
        group: the combinations, with patterns for names; it is changed.

    Returns:
        what is wrong with laws; and what they make: the spelling (`spelling_of`) of the line that
        each goes on from -> the patterns of more dice.
    """
    problems: list[Problem] = []
    made: dict[str, tuple[str, ...]] = {}
    if not any(map(is_law, group.entries)):
        return problems, made
    nodes, places = group.entries, group.keys
    group.entries, group.keys = {}, {}
    waiting: dict[str, list[tuple[str, Node, tuple[int, int]]]] = {}
    for key, node in nodes.items():
        if not is_law(key):
            group.entries[key], group.keys[key] = node, places[key]
            for pattern, points, place in waiting.pop(key, ()):
                group.entries[pattern], group.keys[pattern] = points, place
            continue
        base = base_of(key, dice)
        line = base if base in nodes else base[:1]
        first = nodes.get(line)
        if first is not None and line != base:
            first = _grown(first, len(base))
        problem = _problem(key, base, first, node, dice, nodes)
        if problem is not None:
            at = (
                (node.line, node.column) if problem.startswith(f"{base}{SIGN} is ") else places[key]
            )
            problems.append(Problem(file, *at, problem))
        elif first is not None and all(map(_number, first.items or [first])):
            lines = {base[0] * n: each for n, each in _points(base, first, node.value, dice)}
            made[spelling_of(base)] = tuple(lines)
            for pattern, points in lines.items():
                if line in group.entries:
                    group.entries[pattern], group.keys[pattern] = points, places[key]
                else:  # a law above its line
                    waiting.setdefault(line, []).append((pattern, points, places[key]))
    return problems, made


def base_of(key: str, dice: int) -> str:
    """The pattern that a law goes on from, as it is written."""
    said = key.strip().removesuffix(SIGN).strip()
    patterns = named(said, dice)
    return patterns[0] if len(patterns) == 1 else said


def _problem(
    key: str, base: str, first: Node | None, law: Node, dice: int, nodes: dict[str, Node]
) -> str | None:
    try:
        alike = len(set(parse_pattern(base).text)) == 1
    except PatternError:
        alike = False
    if not alike:
        return (
            f"'{shown(key, 40)}' is no law: a {SIGN} stands behind equal dice only, such as "
            f"AAA{SIGN} or 111{SIGN}"
        )
    if first is None:
        return f"{base}{SIGN} goes on from {base}, which has no line; add one, such as {base}: 500"
    if not _says(law):
        plain = law.kind == "scalar"
        said = f"'{shown(law.text, 40)}'" if plain else f"a {law.kind}"
        number = number_in(law.text) if plain else None
        give = f"write {number}" if number else f"write {LAWS % base}"
        return f"{base}{SIGN} is {said}; {give}"
    if len(base) >= dice:
        return f"{base}{SIGN} needs more than {len(base)} dice, and a turn has {dice}; delete it"
    again = [base[0] * size for size in range(len(base) + 1, dice + 1) if base[0] * size in nodes]
    if again:
        return f"{base}{SIGN} gives {again[0]} again, which has a line; keep one of the two"
    return None


def _says(law: Node) -> bool:
    return law.value in LAW_WORDS or (_number(law) and 0 < int(law.value or 0) <= MAX_NUMBER)


def _number(node: Node) -> bool:
    """Whether a node is a whole number; where it is none, a check of its own says so."""
    return isinstance(node.value, int) and not isinstance(node.value, bool)


def _points(base: str, first: Node, law: object, dice: int) -> Iterator[tuple[int, Node]]:
    """(dice, points) of every larger number of dice; points as a node in the place of the first."""
    each = law if isinstance(law, int) else 0
    for more in range(1, dice - len(base) + 1):
        times = {"double": 2**more, "add": 1 + more}.get(str(law), 1)
        yield len(base) + more, _grown(first, times, each * more)


def _grown(line: Node, times: int, plus: int = 0) -> Node:
    """A line with its points multiplied, and some added; 0 stays, and what is no number."""

    def grown(node: Node) -> Node:
        worth = int(node.value) * times + plus if _number(node) and node.value else node.value
        return node if worth == node.value else replace(node, value=worth, text=str(worth))

    return replace(grown(line), items=[grown(item) for item in line.items])


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
            if patterns:
                group.names[pattern] = key
