"""Validation errors turned into sentences: what was found, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from farklegen.errors import Problem
from farklegen.rules.numerals import (
    face_points_meant,
    has_remark,
    listed_numbers,
    multiple_meant,
    number_meant,
)
from farklegen.rules.patterns import DIGITS, MAX_DICE
from farklegen.rules.ruleset import MAX_NUMBER, MAX_SOURCE, MAX_TEXT, MAX_WEIGHT
from farklegen.rules.spelling import spells_word
from farklegen.rules.spoken import QUOTES, meant
from farklegen.rules.spoken_kinds import Meant
from farklegen.rules.text_source import shown
from farklegen.rules.unknown_keys import closest, unknown_key
from farklegen.rules.vocabulary import Vocabulary, fits
from farklegen.rules.words import listed
from farklegen.rules.yaml_nodes import Loc, Node, YamlDocument

if TYPE_CHECKING:
    from pydantic import ValidationError

PROBLEM_CAP = 100
"""The most problems that one report lists."""

LARGEST = f"no number may be above {MAX_NUMBER}"

_NOTHING = ("none", "no", "off", "never", "n", "false", "nein", "non")
_YES = ("yes", "on", "y", "true", "always", "ja", "oui")

_TAGS = ("number", "list", "word", "group")  # what the models call the members of a union
_WINS = r"(instant|auto|automatic|immediate)?[ _-]*wins?([ _-]*(the[ _-]*)?game)?"
_POINTS = ("combinations", "*")
_WRITE_SIX = "write one number, or six in brackets, one for each face from 1 to 6: [%s, ...]"
_KEY = "[key]"  # what the validator adds to the place of a value where it means the key


Refusals = Callable[[Mapping[Loc, int]], "Mapping[Loc, tuple[str, dict[str, Any]]]"]
"""What a validator has against numbers at their places: kinds of errors and what it says of them;
all at once, as there may be thousands."""


def explain_errors(
    error: ValidationError,
    document: YamlDocument,
    words: Vocabulary,
    refusals: Refusals = lambda _numbers: {},
) -> tuple[list[Problem], list[Loc]]:
    """The problems behind a validation error, and the places in the file that they spoil.

    A number that was meant and that `refusals` has something against is not told as what to write.
    """
    details = error_details(error, words)
    meant = {}
    for kind, loc, _ in details:
        number = number_meant(document.node(loc)) if _wants_number(kind, loc, words) else None
        if number is not None and re.fullmatch(r"-?\d+", number):
            meant[loc] = int(number)
    refused = refusals(meant) if meant else {}
    problems: list[Problem] = []
    spoilt: list[Loc] = []
    right: set[Loc] = set()
    for kind, loc, _ in details:
        if kind == "extra_forbidden":
            suggest = len(problems) < PROBLEM_CAP
            message, target = unknown_key(loc, document, words, suggest)
            if target is not None:
                right.add(target)
            line, column = document.key_place(loc)
            problems.append(Problem(document.file, line, column, message))
            spoilt.append(loc)
    for kind, loc, context in details:
        if kind == "extra_forbidden":
            continue
        spoilt.append(loc)
        if kind == "missing":
            if loc in right:  # a misspelt key was already shown its right name
                continue
            if loc[:-1] or str(loc[-1]) not in document.root.entries:
                problems.append(_missing_key(loc, document, words))
                continue
        if loc[-1:] == (_KEY,):
            line, column = document.key_place(loc[:-1])
            message = f"{_dotted(loc[:-2])} has the key '{shown(loc[-2], 40)}'"
            message += f"; write {words.expected_at(loc)}"
            problems.append(Problem(document.file, line, column, message))
            continue
        node = document.node(loc)
        if kind in ("too_short", "too_long") and len(node.items) == 6:
            continue  # some of the six are wrong in themselves, and were reported
        if node.slip is not None:
            problems.append(Problem(document.file, *node.slip))
            continue
        if any(item.slip is not None for item in node.items):
            continue  # which is reported, and has made fewer of them
        if (
            len(loc) == 2
            and loc[0] == "combinations"
            and words.misplaced(str(loc[1]), "combinations")
        ):
            continue  # its key is the problem, and rules.consistency says so
        line, column = document.value_place(loc)
        if fits(_POINTS, loc):
            times = multiple_meant(str(loc[1]), document.node(loc[:1]).entries)
            if times is not None:
                message = f"{_dotted(loc)} {_found(node)}; {times}"
                problems.append(Problem(document.file, line, column, message))
                continue
        if loc in meant and loc in refused and _wants_number(kind, loc, words):
            kind, context = refused[loc]
            node = replace(node, value=meant[loc])
        speak = _SPEAKERS.get(kind, _say_wrong)
        said = _SAID.get(kind) or speak(words, loc, node, context)
        problems.append(Problem(document.file, line, column, f"{_dotted(loc)} {said}"))
    return problems, spoilt + list(right)


def _wants_number(kind: str, loc: Loc, words: Vocabulary) -> bool:
    """Whether an error says that there should be a number, or may."""
    return kind == "int_type" or loc in words.unions


def error_details(
    error: ValidationError, words: Vocabulary
) -> list[tuple[str, Loc, dict[str, Any]]]:
    """The kind, the place in the file and what else is known of each error."""
    return [
        (detail["type"], _place_in_file(detail["loc"], words), detail.get("ctx", {}))
        for detail in error.errors(include_url=False, include_input=False)
    ]


def sorted_and_capped(problems: list[Problem]) -> tuple[Problem, ...]:
    """Problems in the order of the file, at most `PROBLEM_CAP`, the rest counted in a last one."""
    ordered = sorted(set(problems), key=lambda p: (p.line or 0, p.column or 0, p.message))
    if len(ordered) <= PROBLEM_CAP:
        return tuple(ordered)
    more = len(ordered) - PROBLEM_CAP
    last = Problem(ordered[0].file, None, None, f"and {more:,} more; mend these first")
    return (*ordered[:PROBLEM_CAP], last)


def _place_in_file(loc: Loc, words: Vocabulary) -> Loc:
    """A validator's location without the names of union members."""
    for union in sorted(words.unions, key=len):
        end = len(union)
        if fits(union, loc[:end]) and len(loc) > end and loc[end] in _TAGS:
            loc = (*loc[:end], *loc[end + 1 :])
    return loc


def _dotted(loc: Loc) -> str:
    if loc and isinstance(loc[-1], int):
        return f"entry {loc[-1] + 1} of {_dotted(loc[:-1])}"
    return ".".join(shown(step, 40) for step in loc)


def _one_letter(key: str) -> bool:
    """Whether points can be given for each face of a combination, however it is written."""
    found = None if re.fullmatch("[1-6A-Z]+", key) else meant(key, MAX_DICE)
    pattern = key if found is None else found.patterns[0]
    return len(set(pattern) - set(DIGITS)) == 1


def _lines_meant(words: Vocabulary, loc: Loc, node: Node) -> str | None:
    """What to write for lines below a key that are not of the form key: value."""
    if loc[0] not in words.sections and loc[0] not in words.patterned:
        return None
    without = ""
    if node.kind == "list" and node.items:
        node, without = node.items[0], "its lines without the dashes"
        if node.kind == "mapping" and node.entries:
            key, value = next(iter(node.entries.items()))
            return f"write {without}, such as {_line(loc, key, shown(value.text, 20))}"
    if node.kind != "scalar" or node.quoted:
        return None
    pair = re.match(r"(\S[^:=]*?)\s*(:|=|-+>?|\s)\s*(\d[\d,._]*)\b", node.text)
    if pair is None:
        return None
    key, sign, number = pair.groups()
    need = "a space after each ':'" if sign == ":" else "a ':' and a space after each key"
    said = f"{without}, with {need}" if without else need
    return f"write {said}: {_line(loc, key, re.sub('[^0-9]', '', number))}"


def _line(loc: Loc, key: str, value: str) -> str:
    """One line as it should be."""
    found = meant(key, 6) if loc == ("combinations",) else None
    return f"{shown(key, 20) if found is None else found.patterns[0]}: {value}"


def _missing_key(loc: Loc, document: YamlDocument, words: Vocabulary) -> Problem:
    line, column = document.value_place(loc[:-1])
    key = str(loc[-1])
    where = f"{_dotted(loc[:-1])} has no '{key}'" if loc[:-1] else f"the key '{key}' is missing"
    add = words.missing.get(key, f"{key}: ...")
    return Problem(document.file, line, column, f"{where}; add {add}")


def _found(node: Node) -> str:
    """What stands in the file, for a sentence that goes on with what to write."""
    if node.kind != "scalar":
        return f"is a {node.kind}"
    if node.value is None and not node.text:
        return "is empty"
    text = shown(node.text, 40)
    if node.quoted:
        return f"is the quoted text '{text}'"
    return f"is the text '{text}'" if isinstance(node.value, str) else f"is {text}"


def _say_wrong(words: Vocabulary, loc: Loc, node: Node, _context: dict[str, Any]) -> str:
    points = face_points_meant(node) if fits(_POINTS, loc) and _one_letter(str(loc[1])) else None
    if points is not None:
        return f"{_found(node)}; write {points}, the points for each face from 1 to 6"
    if fits(_POINTS, loc) and (several := listed_numbers(node)):
        return f"{_found(node)}, {len(several)} numbers; {_WRITE_SIX % ', '.join(several)}"
    if fits(_POINTS, loc) and re.fullmatch(_WINS, node.text.lower()):
        found = meant(str(loc[1]), MAX_DICE)
        pattern = shown(loc[1], 20) if found is None else found.patterns[0]
        return f"{_found(node)}; write instant_win: [{pattern}], not indented"
    if len(loc) == 1 and (lines := _lines_meant(words, loc, node)) is not None:
        return f"{_found(node)}; {lines}"
    return f"{_found(node)}; write {words.expected_at(loc)}"


def _say_number(words: Vocabulary, loc: Loc, node: Node, _context: dict[str, Any]) -> str:
    number = number_meant(node)
    if number is not None:
        return f"{_found(node)}; {_write_number(words, loc, node, number)}"
    if node.kind == "scalar" and node.text.lower() in _NOTHING:
        return f"{_found(node)}; write {words.expected_at(loc)}, or delete the line"
    return _say_wrong(words, loc, node, _context)


def _write_number(words: Vocabulary, loc: Loc, node: Node, number: str) -> str:
    """What to write for a number that was meant: a cost without a sign, where it is taken off."""
    said = words.sign(loc)
    remark = " (a remark behind it begins with #)" if has_remark(node) else ""
    if said is None or not number.startswith("-"):
        return f"write {number}{remark}"
    return said.replace("%s", number.removeprefix("-"))


def _say_range(words: Vocabulary, loc: Loc, node: Node, context: dict[str, Any]) -> str:
    if context.get("le") in (MAX_NUMBER, MAX_WEIGHT):
        limit = LARGEST if context["le"] == MAX_NUMBER else f"at most {MAX_WEIGHT}"
        return f"{_found(node)}; write a smaller number ({limit})"
    far = isinstance(node.value, int) and abs(node.value) > MAX_NUMBER
    if context.get("ge") == -MAX_NUMBER or (far and context.get("le") == 0):
        return f"{_found(node)}; write a number nearer to 0 (at least {-MAX_NUMBER})"
    said = words.sign(loc)
    if said and not far and isinstance(node.value, int) and _wrong_sign(node.value, context):
        return f"{_found(node)}; {said.replace('%s', shown(abs(node.value), 20))}"
    return _say_wrong(words, loc, node, context)


def _wrong_sign(number: int, context: dict[str, Any]) -> bool:
    """Whether a number would be in its range but for its sign."""
    return number > 0 if context.get("le") == 0 else number < 0


def _say_word(words: Vocabulary, loc: Loc, node: Node, context: dict[str, Any]) -> str:
    options = re.findall("'([^']*)'", str(context.get("expected", "")))
    if loc in words.unions:
        number = number_meant(node)
        if number is not None and len(loc) == 1:
            return _keys_below(words, loc, node, number)
        if number is not None:
            return f"{_found(node)}; {_write_number(words, loc, node, number)}"
        return (
            f"{_found(node)}; write {words.expected_at(loc)}{_did_you_mean(words, node, options)}"
        )
    meanings = words.meanings.get(tuple(map(str, loc)))
    if meanings is not None and node.text.lower() in (*_NOTHING, *_YES):
        return f"{_found(node)}; write {meanings}"
    return f"{_found(node)}; write {listed(options, 'or')}{_did_you_mean(words, node, options)}"


def _say_boolean(words: Vocabulary, _loc: Loc, node: Node, _context: dict[str, Any]) -> str:
    return f"{_found(node)}; write true or false{_did_you_mean(words, node, ['true', 'false'])}"


def _say_text(words: Vocabulary, loc: Loc, node: Node, context: dict[str, Any]) -> str:
    if node.kind != "scalar" or not node.text or "*" in loc:
        return _say_wrong(words, loc, node, context)
    if node.value is None:
        return f"{_found(node)}; write {words.expected_at(loc)}"
    return f"{_found(node)}, which is not a text here; put it in quotes: '{shown(node.text, 40)}'"


def _say_length(_words: Vocabulary, _loc: Loc, node: Node, _context: dict[str, Any]) -> str:
    count = len(node.items)
    numbers = "one number" if count == 1 else f"{count} numbers" if count else "no numbers"
    return f"is a list of {numbers}; write six, one for each face from 1 to 6"


def _say_long_text(_words: Vocabulary, loc: Loc, node: Node, _context: dict[str, Any]) -> str:
    limit = MAX_SOURCE if loc == ("source",) else MAX_TEXT
    return f"has {len(node.text):,} characters; write at most {limit:,}"


def _say_group(words: Vocabulary, loc: Loc, node: Node, context: dict[str, Any]) -> str:
    if node.kind == "scalar" and node.text.lower() in _NOTHING:
        return f"{_say_wrong(words, loc, node, context)}, or delete the line"
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return _keys_below(words, loc, node, shown(node.text, 20))
    return _say_wrong(words, loc, node, context)


def _keys_below(words: Vocabulary, loc: Loc, node: Node, number: str) -> str:
    """A number stands where keys should."""
    example = words.groups.get(str(loc[0]))
    if example is None or len(loc) > 1:
        return _say_wrong(words, loc, node, {})
    said = example.replace("%s", number.removeprefix("-"))
    return f"{_found(node)}; write keys below it, such as {said}"


def _say_list(words: Vocabulary, loc: Loc, node: Node, context: dict[str, Any]) -> str:
    if node.kind == "scalar" and node.text.lower() in _NOTHING and loc[0] in words.pattern_lists:
        return f"{_found(node)}; write [] for none, or delete the line"
    if node.kind == "scalar" and loc[0] in words.pattern_lists:
        pattern = re.fullmatch("[1-6A-Z]{1,8}", node.text) and not spells_word(node.text)
        found = Meant((node.text,)) if pattern else meant(node.text, MAX_DICE)
        if found is not None:
            return f"{_found(node)}, which is not a list; write [{', '.join(found.patterns)}]"
    return _say_wrong(words, loc, node, context)


_SAID = {
    "string_unicode": "has control characters in it; write plain text",
    "text_blank": "is blank; write a text, or delete the line",
    "text_control": "has control characters in it; write plain text",
    "text_lines": "has several lines; write it on one line",
}
"""What is said of a text, whatever it is."""

_SPEAKERS: dict[str, Callable[[Vocabulary, Loc, Node, dict[str, Any]], str]] = {
    "int_type": _say_number,
    "greater_than": _say_range,
    "greater_than_equal": _say_range,
    "less_than_equal": _say_range,
    "literal_error": _say_word,
    "bool_type": _say_boolean,
    "string_type": _say_text,
    "string_too_long": _say_long_text,
    "too_short": _say_length,
    "too_long": _say_length,
    "model_type": _say_group,
    "tuple_type": _say_list,
}


def _did_you_mean(words: Vocabulary, node: Node, options: list[str]) -> str:
    if node.kind != "scalar" or not node.text:
        return ""
    word = node.text.strip().lower()
    word = word.strip(QUOTES)
    found = next((w for w in words.word_meant.get(word, ()) if w in options), None)
    found = found or closest(node.text, options)
    return f" (did you mean {found}?)" if found is not None else ""
