"""Turns a text or a dictionary into a checked ruleset, or reports all its problems at once.

Names and laws are written out as the patterns that they mean: `three of a kind: 500` says the same
as `AAA: 500`. A name is taken only if it has one meaning for the number of dice. For any other
name, a finding says which patterns it may mean. A law such as `AAA+: double` stands for the lines
of AAAA, AAAAA and so on.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from farklegen.errors import ArgumentError, Problem, RulesetError
from farklegen.results import Result, call_by_name
from farklegen.rules.catalogue import (
    RULESET,
    SIZE_CAP,
    STANDARD_INPUT,
    MissingFileError,
    builtin_paths,
    decode,
    is_path,
    nearest_built_in,
    read_path,
    read_standard_input,
)
from farklegen.rules.consistency import find_dice_errors, find_errors, find_warnings
from farklegen.rules.facts import fingerprint
from farklegen.rules.hands import with_dice
from farklegen.rules.language import (
    KEY,
    Data,
    Finding,
    Language,
    Node,
    YamlDocument,
    flow,
    keys_of,
    parse_yaml,
    read_number,
    sorted_and_capped,
)
from farklegen.rules.patterns import PatternError, meaning_of, parse_pattern, spelling_of
from farklegen.rules.ruleset import MAX_NUMBER, PATTERN_LISTS, Ruleset
from farklegen.rules.words import read_patterns, shown, suggest_pattern

TEXT, DICTIONARY = "<text>", "<dict>"
"""What messages call rules that came from no file. A dictionary has no lines to point at."""


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
    """

    KEYS = ("name", "slug", "fingerprint")

    ruleset: Ruleset
    name: str
    slug: str
    file: str
    text: str
    builtin: bool = False

    def document(self) -> Any:
        """The file; for programs, what it says with every default filled in."""
        return call_by_name("report.rules.ruleset_document", self)

    def __hash__(self) -> int:
        """By the text: rules have no hash of their own."""
        return hash((self.file, self.text))

    @cached_property
    def fingerprint(self) -> str:
        """A SHA-256 of what the rules mean, as 64 hexadecimal digits."""
        return fingerprint(self.ruleset)

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """What is useless or surprising in the file, though it can be played."""
        document, _ = written_out(parse_yaml(self.text, self.file), self.ruleset.dice)
        findings = find_warnings(self.ruleset)
        found = sorted_and_capped([document.problem(*each, "warning") for each in findings])
        return _without_places(found) if self.file == DICTIONARY else found


def load(reference: str | os.PathLike[str]) -> LoadedRuleset:
    """The ruleset of a path, a built-in name, or `-` for standard input.

    The dice that a player brings may follow, as in `kingdom-come:lucky=3,ordinary=3`."""
    if isinstance(reference, str):
        rules, colon, dice = reference.rpartition(":")
        if colon and "=" in dice and "\n" not in dice and "{" not in dice:
            base = load(rules)
            text = with_dice(base.text, base.ruleset, dice)
            return load_text(text, base.file, base.slug, builtin=base.builtin)
        if reference == "-":
            return load_text(read_standard_input(), STANDARD_INPUT)
        if not is_path(reference) and reference in builtin_paths():
            return load_builtin(reference)
    path = os.fspath(reference)
    try:
        text = read_path(path)
    except MissingFileError:
        what = "file" if is_path(path) else "file and no built-in ruleset"
        advice = nearest_built_in(path)
        raise MissingFileError(f"there is no {what} {shown(path)}; {advice}") from None
    return load_text(text, path, Path(path).stem)


def load_builtin(name: str) -> LoadedRuleset:
    path = builtin_paths().get(name)
    if path is None:
        file = "; a file of your own does not do here" if is_path(name) else ""
        raise MissingFileError(
            f"there is no built-in ruleset {shown(name)}{file}; {nearest_built_in(name)}"
        )
    return load_text(read_path(str(path)), f"{name}.yaml", name, builtin=True)


def load_text(
    text: str, file: str = "ruleset", slug: str | None = None, *, builtin: bool = False
) -> LoadedRuleset:
    """Read a ruleset from the text of a file; `file` is what messages call it."""
    file = shown(file, 200)
    ruleset = RULES.parse(text, file)
    stem = shown(slug or file, 80)
    safe = re.sub("[^0-9A-Za-z_.-]+", "-", stem).strip("-.") or "ruleset"
    return LoadedRuleset(ruleset, ruleset.name or stem, safe, file, text, builtin)


def _prepare(data: dict[str, Any], document: YamlDocument) -> None:
    """Leave out laws, and take patterns in lists as text: `[2222]` is a pattern, not a number."""
    if isinstance(data.get("combinations"), dict):
        data["combinations"] = {
            key: value for key, value in data["combinations"].items() if not is_law(key)
        }
    for key in PATTERN_LISTS:
        if isinstance(data.get(key), tuple):
            data[key] = tuple(item.text or item.data() for item in document.root.entries[key].items)


def _check(written: Ruleset, document: YamlDocument) -> tuple[Ruleset, list[Problem]]:
    """The rules with patterns in place of names and laws, and what is wrong with keys together."""
    if findings := list(find_dice_errors(written)):
        return written, [document.problem(*each) for each in findings]
    patterns, findings = written_out(document, written.dice)
    ruleset = RULES.validate(patterns)
    problems = [document.problem(*each) for each in findings]
    if not any(loc[0] == "combinations" for loc, _ in findings):
        problems += [patterns.problem(*each) for each in find_errors(ruleset)]
    return ruleset, problems


RULES = Language(kind=RULESET, model=Ruleset, check=_check, prepare=_prepare)
"""The rules language."""


EXPECTED = (
    "a ruleset; give a path, the name of built-in rules, the text of a file, a dictionary, or what "
    "farklegen.load returned"
)


def is_text(reference: str) -> bool:
    """Whether a text is a ruleset itself, and neither a path nor a name.

    A text with a line break, or one that begins with a brace or a key of the rules language, counts
    as a ruleset. For a file with such a name, a path object still means the file.
    """
    begun = reference.lstrip()
    key = re.match(r"([a-z_]+):(\s|\Z)", begun)
    known = key is not None and key[1] in keys_of(Ruleset)
    return known or "\n" in reference or "\r" in reference or begun.startswith("{")


def load_written(text: str) -> LoadedRuleset:
    """The ruleset of a text; problems have line and column in it."""
    data = text[: SIZE_CAP + 1].encode("utf-8", "surrogatepass")
    return _with_name(load_text(decode(data, TEXT), TEXT, "rules"))


def load_mapping(rules: Mapping[str, object]) -> LoadedRuleset:
    """The ruleset of a dictionary with the keys of a file; problems name them."""
    try:
        lines = [
            f"{key if re.fullmatch('[a-z_]+', str(key)) else json.dumps(str(key))}: "
            f"{json.dumps(value, ensure_ascii=False, default=_plain)}\n"
            for key, value in rules.items()
        ]
    except (TypeError, ValueError, RecursionError):
        raise ArgumentError(
            "this dictionary cannot be a ruleset; give numbers, texts, True, False, None, lists "
            "and dictionaries"
        ) from None
    try:
        return _with_name(load_text("".join(lines) or "{}\n", DICTIONARY, "rules"))
    except RulesetError as error:
        raise RulesetError(_without_places(error.problems)) from None


def _without_places(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems of a dictionary, each once."""
    found = []
    for each in problems:
        message = each.message.replace("the quoted text", "the text")
        found.append(replace(each, line=None, column=None, message=message))
    return tuple(dict.fromkeys(found))


def _with_name(loaded: LoadedRuleset) -> LoadedRuleset:
    name = loaded.ruleset.name
    slug = re.sub("[^0-9A-Za-z]+", "-", name or "").strip("-").lower()
    return replace(loaded, slug=slug or loaded.slug)


def _plain(value: Any) -> Any:
    """What JSON lacks as JSON has it: numbers and arrays of numpy, other mappings and sequences."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return list(value)
    raise TypeError


LAW_WORDS = ("double", "add")

LAWS = "double (each further die doubles the points), add (each adds those of %s once more) or the "
LAWS += "points that each further die adds, such as 1000"


def is_law(key: str) -> bool:
    """Whether a key among the combinations is a law."""
    return len(key.strip()) > 1 and key.strip().endswith("+")


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
        self.findings.append((loc, message))

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
            if not patterns or node.kind != "list":
                continue
            name = f"'{shown(key, 40)}'"
            if len(parse_pattern(patterns[0]).letters) != 1:
                faces = "a list gives the points for each face that a letter can be"
                instead = "write one number, or a pattern with one letter such as AAA"
                self._find(f"{faces}, but {name} does not have one letter; {instead}", section, key)
            elif not any(each.value for each in node.items):
                instead = "so it never scores; delete it or give points"
                self._find(f"all six entries for {name} are 0, {instead}", section, key)
        return self._with_laws(laws, found)

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
        from; a law that is wrong has no lines."""
        found = {pattern: {pattern: points} for pattern, points in lines.items()}
        for key, node in laws.items():
            plain = key.strip().removesuffix("+").strip()
            patterns = read_patterns(plain, self.dice)
            base = patterns[0] if len(patterns) == 1 else plain
            name, law, loc = f"{base}+", node.data(), ("combinations", key)
            first = base if base in lines else base[:1]
            larger = [base[:1] * size for size in range(len(base) + 1, self.dice + 1)]
            again = next((pattern for pattern in larger if pattern in lines), None)
            whole = isinstance(law, int) and not isinstance(law, bool) and 0 < law <= MAX_NUMBER
            if meaning_of(base) is None or len(set(base)) > 1:
                such = "a + goes behind equal dice only, such as AAA+ or 111+"
                self._find(f"'{shown(key, 40)}' does not work: {such}", *loc, KEY)
            elif first not in lines:
                line = f"which has no line; add one, such as {base}: 500"
                self._find(f"{name} goes on from {base}, {line}", *loc, KEY)
            elif not whole and law not in LAW_WORDS:
                number = read_number(law) if isinstance(law, str) else None
                instead = number or LAWS % base
                self._find(f"{name} is '{shown(flow(law), 40)}'; write {instead}", *loc)
            elif not larger:
                dice = f"more than {len(base)} dice, and a turn has {self.dice}"
                self._find(f"{name} needs {dice}; delete it", *loc, KEY)
            elif again:
                line = "which has a line; keep one of the two"
                self._find(f"{name} gives {again} again, {line}", *loc, KEY)
            else:
                points, times = lines[first].data(), len(base) // len(first)
                made = [_grown(points, times, law, more + 1) for more in range(len(larger))]
                if max(made[-1] if isinstance(points, tuple) else made) > MAX_NUMBER:
                    most = f"points go up to {MAX_NUMBER:,}; write smaller ones"
                    self._find(f"{name} is too much: {most}", *loc)
                    continue
                found[first] |= dict(zip(larger, map(node.holding, made), strict=True))
                self.made.setdefault(spelling_of(base), []).extend(larger[:-1])
        return {pattern: points for group in found.values() for pattern, points in group.items()}


def _grown(points: Any, times: int, law: Data, more: int) -> Any:
    """Points for `more` further dice after the first line of a law, which has `times` as many
    points. 0, which does not score, stays 0."""
    if isinstance(points, tuple):
        return tuple(_grown(each, times, law, more) for each in points)
    factor = {"double": 2**more, "add": 1 + more}.get(str(law), 1)
    return points and points * times * factor + (law * more if isinstance(law, int) else 0)
