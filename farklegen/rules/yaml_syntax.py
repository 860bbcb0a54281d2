"""What a YAML syntax error most likely means, in plain words.

The parser tells where it gave up and in which of its states. Most people made one of a handful of
slips; the tables below name those, and leave the rest in the parser's words.
"""

from __future__ import annotations

import re

import yaml

from farklegen.rules.indentation import indent_of, spaces
from farklegen.rules.text_source import shown

_NO_KEY = ("did not find expected key", "expected <block end>")
"""What the two parsers, the fast one and that in plain Python, say of the same; all else that is
looked for both say in the same words."""

_DEPTH = "maximum nesting depth"

_CAUSES: tuple[tuple[str, str], ...] = (
    (
        "expected alphabetic or numeric character",
        "nothing can begin with this sign here; delete the sign, or put the text into quotes",
    ),
    (
        "did not find expected '-' indicator",
        "this does not fit the list above; indent its entries alike and begin each with '- '",
    ),
    (
        "expected ',' or ']'",
        "the list that begins here is not closed or lacks a comma; write [1, 2, 3]",
    ),
    (
        "expected ',' or '}'",
        "the group that begins here is not closed or lacks a comma; write {key: value, key: value}",
    ),
    ("unexpected end of stream", "the quoted text that begins here is not closed; add the quote"),
    (
        "sequence entries are not allowed",
        "a list may not begin here; put each entry on its own line below the key, or write [1, 2]",
    ),
    (
        "<document start>",
        "this cannot follow what stands above; indent keys of the same level alike",
    ),
    ("unknown escape character", "this backslash has no meaning here; use single quotes"),
    (
        "node content",
        "a value is missing here; write one, or delete the comma or bracket",
    ),
)
_AT_BEGINNING = ("unexpected end of stream", "',' or ']'", "',' or '}'")

BREAKS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML."""


def gave_up_on_depth(error: Exception) -> bool:
    """Whether the parser read no further because of open brackets without end: libyaml 0.2.6 and
    later stops before its first event then, older ones and that in plain Python never do."""
    return isinstance(error, yaml.MarkedYAMLError) and _DEPTH in (error.problem or "")


def syntax_message(error: Exception, text: str, kind: str) -> tuple[int, int, str]:
    """Line, column and message (with remedy) for what the YAML parser raised on `text`, which was
    to be a `kind`."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return 1, 1, f"this is not YAML; check that the file is a {kind}"
    problem = error.problem or error.context or "unreadable"
    mark = error.problem_mark or error.context_mark
    if error.context_mark is not None and any(words in problem for words in _AT_BEGINNING):
        mark = error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    lines = BREAKS.split(text)
    here = lines[line - 1] if line <= len(lines) else ""
    before, rest = here[: column - 1], here[column - 1 :]
    if "cannot start any token" in problem:
        return line, column, _cannot_start(rest)
    if "tab character" in problem:
        return line, column, _TAB
    if "mapping values are not allowed" in problem:
        return _unexpected_colon(lines, line, column)
    if "could not find expected ':'" in problem:
        begun = error.context_mark
        return _no_colon(lines, line if begun is None else begun.line + 1)
    no_key = any(words in problem for words in _NO_KEY)
    if no_key:
        if rest.startswith(":"):
            return line, column, "a key is missing before this ':'; write key: value"
        if before.rstrip().endswith(("'", '"')):
            return line, column, 'the quoted text ended before this; put all of it into "..."'
        if not before.strip() and (levels := _levels(lines[: line - 1])):
            return line, column, _between_levels(len(before), levels)
    first = next((above for above in lines if _is_written(above)), "")
    if "<document start>" in problem and 0 < indent_of(first) != indent_of(here):
        return (
            line,
            column,
            (
                f"this line begins with {spaces(indent_of(here))}, but the first one "
                f"({shown(first.strip(), 30)}) with {spaces(indent_of(first))}; indent both alike"
            ),
        )
    if no_key:
        return line, column, _ODD
    for found, message in _CAUSES:
        if found in problem:
            return line, column, message
    return line, column, f"this is not valid YAML ({shown(problem)}); rewrite this line"


_TAB = "a tab stands here; indent with spaces"
_ODD = "this does not fit what stands before it; put a text with special characters into quotes"


def _cannot_start(rest: str) -> str:
    if rest.startswith("\t"):
        return _TAB
    return f"a value cannot begin with {rest[:1]!r}; put it into quotes"


def _unexpected_colon(lines: list[str], line: int, column: int) -> tuple[int, int, str]:
    """A ':' where none can be: on a line that has one, or below one that lacks its own."""
    here = lines[line - 1]
    before = here[: column - 1]
    if re.fullmatch(r"\s*[^:]+:\s+[\d,._]+[,;]?\s+\S+\s*", before):
        return line, column, "two keys on one line; put each of them on a line of its own"
    if (group := _group_meant(here)) is not None:
        return line, column, group
    if ": " in before:
        return line, column, "a second ':' on this line; put a text that has ': ' in it into quotes"
    above = _written_above(lines, line)
    if above is None:
        return line, column, "a ':' is not expected here; indent keys of the same level alike"
    if not re.search(r":(\s|\Z)", lines[above - 1]):
        return _no_colon(lines, above)
    indent, other = indent_of(here), indent_of(lines[above - 1])
    message = (
        f"this line begins with {spaces(indent)}, but the one above it "
        f"({shown(lines[above - 1].strip(), 30)}) with {spaces(other)} and has its value already; "
        "indent both alike"
    )
    return line, indent + 1, message


_PAIR = r"""[^\s:,{}\[\]'"]+\s*:\s+(?:\[[^\[\]]*\]|[^\s:,{}\[\]'"]+)"""
_GROUP = re.compile(rf"\s*(\w+):\s+({_PAIR}(?:\s*[,;]\s*{_PAIR})*)\s*[,;]?\s*(?:#.*)?")
_TEXTS = ("name", "source")


def _group_meant(line: str) -> str | None:
    """What to write for `bank: minimum: 300, opening: 500`; None for another line."""
    found = _GROUP.fullmatch(line)
    if found is None or found[1] in _TEXTS:
        return None
    every = re.findall(_PAIR, found[2])
    if len(every) == 1 and not re.search(r"[\d\]]\Z", every[0]):
        return None  # it may be a text
    pairs = ", ".join(every)
    return (
        f"keys behind a key on its line need braces; write {found[1]}: {{{shown(pairs, 80)}}}, or "
        "each of them on a line of its own below it, two spaces in"
    )


def _no_colon(lines: list[str], line: int) -> tuple[int, int, str]:
    """A line with a key, and without the ':' and the space that end it."""
    text = re.sub(r"\s+#.*", "", lines[line - 1]).strip()
    place = line, indent_of(lines[line - 1]) + 1
    pair = re.fullmatch(r"(.+?)(\s*(?:[:=\uff1a]|-+>|=>)\s*|\s+)(\S+)", text)
    if pair is None:
        return *place, f"'{shown(text, 30)}' has no ':' behind it; write {shown(text, 30)}:"
    key, sign, value = (part.strip() for part in pair.groups())
    meant = f"{shown(key, 30)}: {shown(value, 30)}"
    if sign == ":":
        return *place, f"'{shown(text, 40)}' has no space after the ':'; write {meant}"
    return *place, f"'{shown(text, 40)}' has no ':' between key and value; write {meant}"


def _levels(above: list[str]) -> list[tuple[int, str]]:
    """The levels of indentation that are open below these lines, innermost first, with a line."""
    levels: list[tuple[int, str]] = []
    for line in reversed(above):
        if _is_written(line) and (not levels or indent_of(line) < levels[-1][0]):
            levels.append((indent_of(line), shown(line.strip(), 30)))
    return levels


def _between_levels(indent: int, levels: list[tuple[int, str]]) -> str:
    if any(indent == known for known, _ in levels):
        return "this does not fit the lines above; write key: value"
    choices = " or ".join(f"{spaces(known)} (as '{line}')" for known, line in levels[:3])
    return f"this line begins with {spaces(indent)}; begin it with {choices}"


def _written_above(lines: list[str], line: int) -> int | None:
    """The number of the last line above one that holds more than a remark."""
    return next((n for n in range(line - 1, 0, -1) if _is_written(lines[n - 1])), None)


def _is_written(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
