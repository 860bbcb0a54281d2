"""Validation errors turned into sentences: what was found, and what to write instead."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ValidationError

from farklegen.errors import Problem
from farklegen.rules.numerals import face_points_meant, number_meant
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.phrases import meant
from farklegen.rules.ruleset import MAX_NUMBER, MAX_SOURCE, MAX_TEXT
from farklegen.rules.text_source import shown
from farklegen.rules.unknown_keys import closest, unknown_key
from farklegen.rules.vocabulary import Vocabulary, fits
from farklegen.rules.words import listed
from farklegen.rules.yaml_nodes import Loc, Node, YamlDocument

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
    details = [
        (each["type"], _place_in_file(each["loc"], words), each.get("ctx", {}))
        for each in error.errors(include_url=False, include_input=False)
    ]
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
            place, message = document.value_place(loc[:-1]), _missing(loc, words)
        elif loc[-1:] == (_KEY,):
            place = document.key_place(loc[:-1])
            message = f"{_dotted(loc[:-2])} has the key '{shown(loc[-2], 40)}'"
            message += f"; write {words.expected_at(loc)}"
        elif kind == "extra_forbidden" or (
            len(document.node(loc).items) == 6 and kind in ("too_short", "too_long")
        ):
            continue  # said above, or of the entries
        elif fits(_POINTS, loc) and (misplaced := words.misplaced(str(loc[1]), "combinations")):
            place, message = document.key_place(loc), misplaced
        else:
            node = document.node(loc)
            message = f"{_dotted(loc)} {_found(node)}; {_write(kind, words, loc, node, context)}"
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


def _missing(loc: Loc, words: Vocabulary) -> str:
    key = str(loc[-1])
    where = f"{_dotted(loc[:-1])} has no '{key}'" if loc[:-1] else f"the key '{key}' is missing"
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
    """What to write in place of a wrong value."""
    expected = f"write {words.expected_at(loc)}"
    if kind in _TEXTS:
        return _TEXTS[kind]
    if kind == "string_too_long":
        return f"write at most {MAX_SOURCE if loc == ('source',) else MAX_TEXT:,} characters"
    if kind == "string_type" and node.kind == "scalar" and node.text:
        return f"put it in quotes: '{shown(node.text, 40)}'"
    if kind in ("literal_error", "bool_type"):
        options = re.findall("'([^']*)'", str(context.get("expected", "'true' or 'false'")))
        near = closest(node.text, options) if node.kind == "scalar" and node.text else None
        hint = f" (did you mean {near}?)" if near else ""
        if loc not in words.unions:
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
