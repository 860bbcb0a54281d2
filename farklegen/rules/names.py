"""Names and laws in a file, written out as the patterns that they mean.

`three of a kind: 500` says the same as `AAA: 500`. A name is taken only if it has one meaning for
the number of dice. For any other name, a finding says which patterns it may mean. A law such as
`AAA+: double` stands for the lines of AAAA, AAAAA and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from farklegen.rules.language import flow, read_number
from farklegen.rules.patterns import PatternError, meaning_of, parse_pattern, spelling_of
from farklegen.rules.phrases import read_patterns, suggest_pattern
from farklegen.rules.ruleset import MAX_NUMBER, PATTERN_LISTS
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_source import KEY, Data, Finding, Node, YamlDocument

SIGN = "+"

LAW_WORDS = ("double", "add")

LAWS = "double (each further die doubles the points), add (each adds those of %s once more) or the "
LAWS += "points that each further die adds, such as 1000"


def is_law(key: str) -> bool:
    """Whether a key among the combinations is a law."""
    return len(key.strip()) > 1 and key.strip().endswith(SIGN)


def written_out(document: YamlDocument, dice: int) -> tuple[YamlDocument, list[Finding]]:
    """A file with patterns in place of all names and laws, each at the place of what stands for it.
    Each of its keys must be right by itself.

    Returns:
        also what is wrong: texts that are no name, pattern or law, and patterns given twice.
    """
    writer = _Writer(dice)
    entries = dict(document.root.entries)
    for section in ("combinations", "labels", *PATTERN_LISTS):
        node = entries.get(section)
        if node is not None and node.kind == "mapping":
            entries[section] = replace(node, entries=writer.group(section, node))
        elif node is not None:
            entries[section] = replace(node, items=writer.listed(section, node))
    return replace(document, root=replace(document.root, entries=entries)), writer.findings


class _Writer:
    """Writes out the parts of a file, and notes what is wrong with them."""

    def __init__(self, dice: int) -> None:
        self.dice = dice
        self.findings: list[Finding] = []
        self.made: dict[str, list[str]] = {}
        """The patterns that a law makes, by the spelling of the pattern it goes on from. The
        pattern of all the dice is left out."""

    def _find(self, message: str, *loc: str | int) -> None:
        self.findings.append(Finding(loc, message))

    def _patterns(self, text: str, *loc: str | int) -> tuple[str, ...]:
        """The patterns that a text means; none, with a finding, if it means none for sure."""
        dice = self.dice
        if found := read_patterns(text, dice):
            return found
        try:
            size = parse_pattern(text).size
        except PatternError as error:
            advice = suggest_pattern(text, dice)
            why = f"; {advice}" if advice else f": {error}"
            self._find(f"'{shown(text, 40)}' is not a pattern{why}", *loc)
            return ()
        if size <= dice:
            return (text,)
        instead = f"raise dice to {size}, or delete this pattern"
        self._find(f"{text} needs {size} dice, but a turn has only {dice}; {instead}", *loc)
        return ()

    def group(self, section: str, group: Node) -> dict[str, Node]:
        """Lines with a pattern as key. If a name gives a pattern that another name or the pattern
        itself also gives, this is a finding, as it is for equal keys."""
        found: dict[str, Node] = {}
        owners: dict[str, str] = {}
        laws: dict[str, Node] = {}
        for key, node in group.entries.items():
            if section == "combinations" and is_law(key):
                laws[key] = node
                continue
            label = section == "labels" and key == "nothing"
            patterns = (key,) if label else self._patterns(key, section, key, KEY)
            for pattern in patterns:
                first = owners.setdefault(spelling_of(pattern), key)
                if first != key and (pattern != key or first not in found):
                    message = (
                        f"'{shown(key, 40)}' gives {pattern} again, after '{shown(first, 40)}'"
                    )
                    self._find(f"{message}; keep one of the two", section, key, KEY)
                    continue
                found[pattern] = node
            if patterns and node.kind == "list":
                self._look_at_faces(key, patterns[0], node)
        return self._with_laws(laws, found)

    def _look_at_faces(self, key: str, pattern: str, points: Node) -> None:
        """Points by face need one letter, and a face that scores."""
        name = f"'{shown(key, 40)}'"
        if len(parse_pattern(pattern).letters) != 1:
            message = (
                f"a list gives the points for each face that a letter can be, but {name} does not "
                "have one letter; write one number, or a pattern with one letter such as AAA"
            )
            self._find(message, "combinations", key)
        elif not any(each.value for each in points.items):
            message = (
                f"all six entries for {name} are 0, so it never scores; delete it or give points"
            )
            self._find(message, "combinations", key)

    def listed(self, section: str, listed: Node) -> list[Node]:
        """The patterns of a list. `all_dice_only` need not list the patterns that a law makes from
        a pattern in it."""
        found = []
        for at, node in enumerate(listed.items):
            for pattern in self._patterns(node.text or str(node.value), section, at):
                more = self.made.get(spelling_of(pattern), ())
                every = (pattern, *more) if section == "all_dice_only" else (pattern,)
                found += [node.holding(each) for each in every]
        return found

    def _with_laws(self, laws: dict[str, Node], lines: dict[str, Node]) -> dict[str, Node]:
        """The combinations, in which the lines of each law follow the line that the law goes on
        from."""
        found = dict[str, Node]()
        bases = {key: self._base(key) for key in laws}
        for key, law in laws.items():
            self.findings += self._problems(key, bases[key], law.data(), lines)
        if self.findings:
            return lines
        for pattern, points in lines.items():
            found[pattern] = points
            for key, law in laws.items():
                base = bases[key]
                if pattern != (base if base in lines else base[:1]):
                    continue
                for size in range(len(base) + 1, self.dice + 1):
                    larger, times = base[0] * size, len(base) // len(pattern)
                    worth = _grown(points.data(), times, law.data(), size - len(base))
                    found[larger] = law.holding(worth)
                    if size < self.dice:
                        self.made.setdefault(spelling_of(base), []).append(larger)
        return found

    def _base(self, key: str) -> str:
        """The pattern that a law goes on from, as it is written."""
        plain = key.strip().removesuffix(SIGN).strip()
        patterns = read_patterns(plain, self.dice)
        return patterns[0] if len(patterns) == 1 else plain

    def _problems(
        self, key: str, base: str, law: Data, lines: Mapping[str, Node]
    ) -> Iterator[Finding]:
        """What is wrong with a law: one problem at most."""
        dice, name, value = self.dice, f"{base}{SIGN}", ("combinations", key)
        first = lines.get(base, lines.get(base[:1]))
        larger = [base[:1] * size for size in range(len(base) + 1, dice + 1)]
        again = next((pattern for pattern in larger if pattern in lines), None)
        whole = isinstance(law, int) and not isinstance(law, bool) and 0 < law <= MAX_NUMBER
        if meaning_of(base) is None or len(set(base)) > 1:
            such = f"a {SIGN} goes behind equal dice only, such as AAA{SIGN} or 111{SIGN}"
            yield Finding((*value, KEY), f"'{shown(key, 40)}' does not work: {such}")
        elif first is None:
            message = f"{name} goes on from {base}, which has no line; add one, such as {base}: 500"
            yield Finding((*value, KEY), message)
        elif not whole and law not in LAW_WORDS:
            number = read_number(law) if isinstance(law, str) else None
            message = f"{name} is '{shown(flow(law), 40)}'; write {number or LAWS % base}"
            yield Finding(value, message)
        elif not larger:
            message = f"{name} needs more than {len(base)} dice, and a turn has {dice}; delete it"
            yield Finding((*value, KEY), message)
        elif again:
            message = f"{name} gives {again} again, which has a line; keep one of the two"
            yield Finding((*value, KEY), message)
        else:
            most = _grown(first.data(), len(base), law, len(larger))
            if (max(most) if isinstance(most, tuple) else most) > MAX_NUMBER:
                message = f"{name} is too much: points go up to {MAX_NUMBER:,}; write smaller ones"
                yield Finding(value, message)


def _grown(points: Data, times: int, law: Data, more: int) -> int | tuple[int, ...]:
    """Points for `more` further dice after the first line of a law, which has `times` as many
    points. 0, which does not score, stays 0."""
    if isinstance(points, tuple):
        return tuple(int(str(_grown(each, times, law, more))) for each in points)
    assert isinstance(points, int)
    factor = {"double": 2**more, "add": 1 + more}.get(str(law), 1)
    return points and points * times * factor + (law * more if isinstance(law, int) else 0)
