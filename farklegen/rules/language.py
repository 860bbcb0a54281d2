"""A kind of file: its model, what messages call its keys, and how a text becomes the model.

Rulesets, policies and sweeps are read the same way: strict YAML and the model first, with all their
problems in the order of the file; only if there are none, the keys looked at together. A problem is
a sentence: what was found, and what to write instead, numbers as YAML wants them for `10,000`, `5k`
and `100 x face` as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from farklegen.errors import Problem
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.phrases import QUOTES, meant
from farklegen.rules.ruleset import MAX_NUMBER, MAX_SOURCE, MAX_TEXT
from farklegen.rules.text_source import FileKind, shown
from farklegen.rules.words import closest, listed
from farklegen.rules.yaml_source import Loc, Node, YamlDocument, parse_yaml

_POINTS_WORD = re.compile(r"\s*(points?|pts?)\.?\Z", re.IGNORECASE)
_TIMES_FACE = re.compile(
    r"(?:(\d+)\s*(?:[x×*]|times)?\s*)?(?:the\s+)?(?:face|number|value|pips?)(?:\s+value)?"
    r"(?:\s*(?:[x×*]|times)\s*(\d+))?",
    re.IGNORECASE,
)


def number_meant(node: Node) -> str | None:
    """The whole number that a person meant, as YAML wants it written."""
    if node.kind != "scalar" or isinstance(node.value, bool) or len(node.text) > 30:
        return None
    text = _POINTS_WORD.sub("", node.text.strip().replace("\u2212", "-"))
    if thousand := re.fullmatch(r"(\d+)\s*[kK]", text):
        return f"{thousand[1]}000"
    if re.fullmatch(r"[-+]?\d{1,3}([_,' .’]\d{3})+|[-+]?\d+", text) and text.isascii():
        return str(int(re.sub(r"[^-\d]", "", text)))
    if isinstance(node.value, float) and node.value.is_integer() and abs(node.value) <= MAX_NUMBER:
        return str(int(node.value))
    return None


def number_in(text: str) -> str | None:
    """The whole number that is meant by a text that is none: `5.000`, `10 000`, `5k`."""
    number = number_meant(Node("scalar", 1, 1, text, text))
    return None if number == text else number


def face_points_meant(node: Node) -> str | None:
    """The list of points for each face that a person meant: `100 x face`, or six numbers without
    brackets."""
    if node.kind != "scalar" or not isinstance(node.value, str) or len(node.text) > 80:
        return None
    parts = re.split(r"\s*[,;/|]\s+|\s+", node.text.strip("()[]{} "))
    plain = [part.replace(",", "") for part in parts]
    if len(parts) == 6 and all(re.fullmatch(r"\d+", part) for part in plain):
        return f"[{', '.join(plain)}]"
    times = _TIMES_FACE.fullmatch(node.text.strip())
    if times is None or (times[1] is None) == (times[2] is None):
        return None
    each = int(times[1] or times[2])
    return f"[{', '.join(str(each * face) for face in range(1, 7))}]"


@dataclass(frozen=True)
class Vocabulary:
    """The words for the keys of a kind of file.

    Attributes:
        sections: the keys of the top level and of each group of keys.
        expected: what may stand at a place; "*" is any key or position.
        also_called: keys that people write by other names.
        missing: what to add where a required key is missing.
        pattern_lists: keys that hold lists of patterns.
        patterned: groups of keys that are patterns.
        foreign: keys that people expect and that there are not, with what to do instead.
    """

    sections: Mapping[str, frozenset[str]]
    expected: Mapping[tuple[str, ...], str]
    also_called: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
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
        other = alias if alias in names else closest(plain, sorted(names))
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


PROBLEM_CAP = 100
"""The most problems that one report lists."""

_NOTHING = ("none", "no", "off", "never", "n", "false")
_TAGS = ("number", "list", "word", "group")  # what the models call the members of a union
_POINTS = ("combinations", "*")
_KEY = "[key]"  # what the validator adds to the place of a value where it means the key


def explain_errors(
    error: ValidationError, document: YamlDocument, words: Vocabulary
) -> list[Problem]:
    """The problems behind a validation error."""
    problems: list[Problem] = []
    named: set[Loc] = set()
    details = []
    for each in error.errors(include_url=False, include_input=False):
        loc = _place_in_file(each["loc"], document)
        union = loc[-1:] != each["loc"][-1:]  # of several forms
        details.append((each["type"], loc, {**each.get("ctx", {}), "union": union}))
    for kind, loc, _ in details:
        if kind == "extra_forbidden":
            suggest = len(problems) < PROBLEM_CAP
            message, target = unknown_key(loc, document, words, suggest)
            named |= {target} if target else set()
            problems.append(Problem(document.file, *document.key_place(loc), message))
    for kind, loc, context in details:
        place = document.value_place(loc)
        if kind == "missing" and (loc[:-1] or str(loc[-1]) not in document.root.entries):
            if loc in named:  # a misspelt key was already shown its right name
                continue
            place, message = document.value_place(loc[:-1]), _missing(loc, document, words)
        elif loc[-1:] == (_KEY,):
            place = document.key_place(loc[:-1])
            message = f"{_dotted(loc[:-2], document)} has the key '{shown(loc[-2], 40)}'"
            message += f"; write {words.expected_at(loc)}"
        elif kind == "extra_forbidden" or (
            len(document.node(loc).items) == 6 and kind in ("too_short", "too_long")
        ):
            continue  # said above, or of the entries
        elif fits(_POINTS, loc) and (misplaced := words.misplaced(str(loc[1]), "combinations")):
            place, message = document.key_place(loc), misplaced
        else:
            node = document.node(loc)
            message = f"{_dotted(loc, document)} {_found(node)}; "
            message += _write(kind, words, loc, node, context)
        problems.append(Problem(document.file, *place, message))
    return problems


def sorted_and_capped(problems: list[Problem]) -> tuple[Problem, ...]:
    """Problems in the order of the file, at most `PROBLEM_CAP`, the rest counted in a last one."""
    ordered = sorted(set(problems), key=lambda p: (p.line or 0, p.column or 0, p.message))
    if len(ordered) <= PROBLEM_CAP:
        return tuple(ordered)
    more = len(ordered) - PROBLEM_CAP
    last = Problem(ordered[0].file, None, None, f"and {more:,} more; mend these first")
    return (*ordered[:PROBLEM_CAP], last)


def _place_in_file(loc: Loc, document: YamlDocument) -> Loc:
    """A validator's location without the names of union members, which are no keys there."""
    place: Loc = ()
    for step in loc:
        if step not in _TAGS or step in document.node(place).entries:
            place = (*place, step)
    return place


def _dotted(loc: Loc, document: YamlDocument) -> str:
    """What a message calls a place; a combination by its name, if the file does."""
    if loc and isinstance(loc[-1], int):
        return f"entry {loc[-1] + 1} of {_dotted(loc[:-1], document)}"
    if loc and (name := document.node(loc[:-1]).names.get(str(loc[-1]))):
        return f"'{shown(name, 40)}'"
    return ".".join(shown(step, 40) for step in loc)


def _missing(loc: Loc, document: YamlDocument, words: Vocabulary) -> str:
    key = str(loc[-1])
    where = (
        f"{_dotted(loc[:-1], document)} has no '{key}'"
        if loc[:-1]
        else f"the key '{key}' is missing"
    )
    return f"{where}; add {words.missing.get(key, f'{key}: ...')}"


def _found(node: Node) -> str:
    """What stands in the file, for a sentence that goes on with what to write."""
    if node.kind != "scalar":
        size = f" of {len(node.items)}" if node.kind == "list" else ""
        return f"is a {node.kind}{size}"
    if node.value is None and not node.text:
        return "is empty"
    text = shown(node.text, 40)
    if node.quoted:
        return f"is the quoted text '{text}'"
    return f"is the text '{text}'" if isinstance(node.value, str) else f"is {text}"


def _write(kind: str, words: Vocabulary, loc: Loc, node: Node, context: dict[str, Any]) -> str:
    expected = f"write {words.expected_at(loc)}"
    if kind in _TEXTS:
        return _TEXTS[kind]
    if kind == "string_too_long":
        return f"write at most {MAX_SOURCE if loc == ('source',) else MAX_TEXT:,} characters"
    if kind == "string_type" and node.kind == "scalar" and node.text:
        return f"put it in quotes: '{shown(node.text, 40)}'"
    if kind in ("literal_error", "bool_type"):
        options = re.findall("'([^']*)'", str(context.get("expected", "'true' or 'false'")))
        near = (
            closest(plain_key(node.text), options) if node.kind == "scalar" and node.text else None
        )
        hint = f" (did you mean {near}?)" if near else ""
        if not context["union"]:
            return f"write {listed(options, 'or')}{hint}"
        return _number(node, expected) or f"{expected}{hint}"
    if kind in ("greater_than", "greater_than_equal", "less_than_equal"):
        if context.get("le") and isinstance(node.value, int) and node.value > context["le"]:
            return f"write a smaller number (at most {context['le']:,})"
        if context.get("ge") == -MAX_NUMBER:
            return f"write a number nearer to 0 (at least {-MAX_NUMBER:,})"
        return expected
    if fits(_POINTS, loc) and (points := face_points_meant(node)):
        return f"write {points}, the points for each face from 1 to 6"
    if kind == "tuple_type" and loc[0] in words.pattern_lists and node.kind == "scalar":
        found = meant(node.text, MAX_DICE)
        patterns = found.patterns if found else (node.text,)
        if found or re.fullmatch("[1-6A-Z]{1,8}", node.text):
            return f"write [{', '.join(patterns)}]"
    said = (kind == "int_type" and _number(node, expected)) or expected
    off = node.kind == "scalar" and node.text.lower() in _NOTHING
    return f"{said}, or delete the line" if off else said


def _number(node: Node, expected: str) -> str | None:
    """The number that was meant, unless it would be refused as well."""
    number = number_meant(node)
    if number is None:
        return None
    limits = re.search(r"from (\d+) to (\d+)", expected)
    least = int(limits[1]) if limits else "above 0" in expected
    least, most = (-MAX_NUMBER, 0) if "0 or less" in expected else (least, MAX_NUMBER)
    fits_in = least <= int(number) <= (int(limits[2]) if limits else most)
    return f"write {number}" if fits_in else None


_TEXTS = {
    "string_unicode": "write plain text, without control characters",
    "text_blank": "write a text, or delete the line",
    "text_control": "write plain text, without control characters",
    "text_lines": "write it on one line",
}
"""What is said of a text, whatever it is."""


Model = TypeVar("Model", bound="BaseModel")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about keys together.

    Attributes:
        loc: the place in the file that the message is about.
        message: what was found, and what to do.
        at: whether the key or the value at `loc` is meant.
    """

    loc: Loc
    message: str
    at: Literal["key", "value"] = "value"


@dataclass(frozen=True)
class Language(Generic[Model]):
    """What a kind of file can say.

    Attributes:
        kind: what messages call it.
        words: the words for its keys.
        model: what it is read into.
        prepare: the data for the model.
        find_errors: whatever is wrong with keys together.
        settle: the document with its keys as the model has them.
    """

    kind: FileKind
    words: Vocabulary
    model: type[Model]
    prepare: Callable[[YamlDocument], dict[str, Any]]
    find_errors: Callable[[Model], list[Finding]]
    settle: Callable[[YamlDocument], YamlDocument] = lambda document: document

    def parse(self, text: str, file: str) -> Model:
        """The model that a text says."""
        return self.read(parse_yaml(text, file, self.kind))

    def read(self, document: YamlDocument) -> Model:
        """The model that a parsed file says, or a part of one that is a document of its own."""
        from pydantic import ValidationError

        root, file = document.root, document.file
        if root.kind != "mapping":
            found = "holds only a list" if root.kind == "list" else "holds only one value"
            if root.kind == "scalar" and not root.text:
                found = "is empty"
            message = (
                f"the file {found}; a {self.kind.name} is made of lines such as {self.kind.line}"
            )
            raise self.kind.error((Problem(file, root.line, root.column, message),))
        document = self.settle(document)
        try:
            model = self.model.model_validate(self.prepare(document))
        except ValidationError as error:
            problems = explain_errors(error, document, self.words)
            raise self.kind.error(sorted_and_capped([*problems, *document.slips])) from None
        findings = self.find_errors(model)
        if findings or document.slips:
            problems = [placed(finding, document) for finding in findings]
            raise self.kind.error(sorted_and_capped([*document.slips, *problems]))
        return model


def placed(
    finding: Finding, document: YamlDocument, severity: Literal["error", "warning"] = "error"
) -> Problem:
    """A finding with its place in the file."""
    place = document.key_place if finding.at == "key" else document.value_place
    line, column = place(finding.loc)
    return Problem(document.file, line, column, finding.message, severity)
