"""Names and laws in a file, written out as the patterns that they mean.

`three of a kind: 500` says the same as `AAA: 500`. A name is taken only if it has one meaning for
the number of dice. For any other name, a finding says which patterns it may mean. A law such as
`AAA+: double` stands for the lines of AAAA, AAAAA and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from farklegen.rules.language import Finding, flow, read_number
from farklegen.rules.patterns import PatternError, meaning_of, parse_pattern, spelling_of
from farklegen.rules.phrases import read_patterns, suggest_pattern
from farklegen.rules.ruleset import MAX_NUMBER, PATTERN_LISTS, Ruleset
from farklegen.rules.text_source import shown
from farklegen.rules.yaml_source import KEY, Data, Loc

SIGN = "+"

LAW_WORDS = ("double", "add")

LAWS = "double (each further die doubles the points), add (each adds those of %s once more) or the "
LAWS += "points that each further die adds, such as 1000"

Points = int | tuple[int, ...]


def is_law(key: str) -> bool:
    """Whether a key among the combinations is a law."""
    return len(key.strip()) > 1 and key.strip().endswith(SIGN)


@dataclass
class WrittenOut:
    """Rules with patterns for all names and laws.

    Attributes:
        written: the rules as the file has them, without laws.
        laws: the laws among the combinations.
        findings: texts that are no name, pattern or law, and patterns that are given twice.
        places: the place of each pattern in the rules -> its place in the file.
    """

    written: Ruleset
    laws: Mapping[str, Data]
    findings: list[Finding] = field(default_factory=list)
    places: dict[Loc, Loc] = field(default_factory=dict)

    def ruleset(self) -> Ruleset:
        """The rules. This also fills the findings and the places."""
        made: dict[str, list[str]] = {}
        combinations = self._with_laws(self._group("combinations"), made)
        lists = {name: self._list(name, made) for name in PATTERN_LISTS}
        labels = self._group("labels")
        return self.written.model_copy(
            update={"combinations": combinations, "labels": labels, **lists}
        )

    def place(self, loc: Loc) -> Loc:
        """The place in the file of something in the rules."""
        return self.places.get(loc[:2], loc[:2]) + loc[2:]

    def _find(self, message: str, *loc: str | int) -> None:
        self.findings.append(Finding(loc, message))

    def _patterns(self, text: str, *loc: str | int) -> tuple[str, ...]:
        """The patterns that a text means; none, with a finding, if it means none for sure."""
        dice = self.written.dice
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

    def _group(self, section: str) -> dict[str, Any]:
        """Lines with a pattern as key. If a name gives a pattern that another name or the pattern
        itself also gives, this is a finding, as it is for equal keys."""
        found: dict[str, Any] = {}
        owners: dict[str, str] = {}
        for key, value in getattr(self.written, section).items():
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
                found[pattern] = value
                self.places[section, pattern] = (section, key)
            if patterns and isinstance(value, tuple):
                self._look_at_faces(key, patterns[0], value)
        return found

    def _look_at_faces(self, key: str, pattern: str, points: tuple[int, ...]) -> None:
        """Points by face need one letter, and a face that scores."""
        name = f"'{shown(key, 40)}'"
        if len(parse_pattern(pattern).letters) != 1:
            message = (
                f"a list gives the points for each face that a letter can be, but {name} does not "
                "have one letter; write one number, or a pattern with one letter such as AAA"
            )
            self._find(message, "combinations", key)
        elif not any(points):
            message = (
                f"all six entries for {name} are 0, so it never scores; delete it or give points"
            )
            self._find(message, "combinations", key)

    def _list(self, section: str, made: Mapping[str, list[str]]) -> tuple[str, ...]:
        """The patterns of a list. `all_dice_only` need not list the patterns that a law makes from
        a pattern in it."""
        texts: tuple[str, ...] = getattr(self.written, section)
        found = [
            (p, at) for at, text in enumerate(texts) for p in self._patterns(text, section, at)
        ]
        if section == "all_dice_only":
            found = [
                (each, at)
                for pattern, at in found
                for each in (pattern, *made.get(spelling_of(pattern), ()))
            ]
        self.places.update({(section, n): (section, at) for n, (_, at) in enumerate(found)})
        return tuple(pattern for pattern, _ in found)

    def _with_laws(self, lines: dict[str, Points], made: dict[str, list[str]]) -> dict[str, Points]:
        """The combinations, in which the lines of each law follow the line that the law goes on
        from.

        Args:
            made: filled with the patterns that a law makes, by the spelling of the pattern it goes
                on from. The pattern of all the dice is left out.
        """
        dice, found = self.written.dice, dict[str, Points]()
        laws = [(key, self._base(key), law) for key, law in self.laws.items()]
        for key, base, law in laws:
            self.findings += self._problems(key, base, law, lines)
        if self.findings:
            return lines
        for pattern, points in lines.items():
            found[pattern] = points
            for key, base, law in laws:
                if pattern != (base if base in lines else base[:1]):
                    continue
                for size in range(len(base) + 1, dice + 1):
                    larger = base[0] * size
                    found[larger] = _grown(points, len(base) // len(pattern), law, size - len(base))
                    self.places["combinations", larger] = ("combinations", key)
                    if size < dice:
                        made.setdefault(spelling_of(base), []).append(larger)
        return found

    def _base(self, key: str) -> str:
        """The pattern that a law goes on from, as it is written."""
        plain = key.strip().removesuffix(SIGN).strip()
        patterns = read_patterns(plain, self.written.dice)
        return patterns[0] if len(patterns) == 1 else plain

    def _problems(
        self, key: str, base: str, law: Data, lines: Mapping[str, Points]
    ) -> Iterator[Finding]:
        """What is wrong with a law: one problem at most."""
        dice, name, value = self.written.dice, f"{base}{SIGN}", ("combinations", key)
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
            most = _grown(first, len(base), law, len(larger))
            if (max(most) if isinstance(most, tuple) else most) > MAX_NUMBER:
                message = f"{name} is too much: points go up to {MAX_NUMBER:,}; write smaller ones"
                yield Finding(value, message)


def _grown(points: Points, times: int, law: Data, more: int) -> Points:
    """Points for `more` further dice after the first line of a law, which has `times` as many
    points. 0, which does not score, stays 0."""
    if isinstance(points, tuple):
        return tuple(int(str(_grown(each, times, law, more))) for each in points)
    factor = {"double": 2**more, "add": 1 + more}.get(str(law), 1)
    return points and points * times * factor + (law * more if isinstance(law, int) else 0)
