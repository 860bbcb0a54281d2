"""What a YAML syntax error most likely means, in plain words.

The parser tells where it gave up and in which of its states. Most people made one of a handful of
slips; the tables below name those, and leave the rest in the parser's words.
"""

from __future__ import annotations

import yaml

from farklegen.rules.text_source import shown

_CAUSES: tuple[tuple[str, str], ...] = (
    ("could not find expected ':'", "a key without ':' is near here; write key: value"),
    (
        "did not find expected key",
        "this does not fit the lines above; indent keys of the same level alike, and put special "
        "text into quotes",
    ),
    (
        "did not find expected '-' indicator",
        "this does not fit the list above; indent its entries alike and begin each with '- '",
    ),
    (
        "did not find expected ',' or ']'",
        "the list that begins here is not closed or lacks a comma; write [1, 2, 3]",
    ),
    (
        "did not find expected ',' or '}'",
        "the group that begins here is not closed or lacks a comma; write {key: value, key: value}",
    ),
    ("unexpected end of stream", "the quoted text that begins here is not closed; add the quote"),
    ("block sequence entries are not allowed", "a list may not begin here; put it on its own line"),
    (
        "did not find expected <document start>",
        "this cannot follow what stands above; indent keys of the same level alike",
    ),
    ("unknown escape character", "this backslash has no meaning here; use single quotes"),
    (
        "did not find expected node content",
        "a value is missing here; write one, or delete the comma or bracket",
    ),
)
# The parser in plain Python, used where the fast one is not installed, has other words.
_ALIKE: tuple[tuple[str, str], ...] = (
    ("expected ',' or ']'", "did not find expected ',' or ']'"),
    ("expected ',' or '}'", "did not find expected ',' or '}'"),
    ("expected <block end>", "did not find expected key"),
    ("expected '<document start>'", "did not find expected <document start>"),
    ("sequence entries are not allowed", "block sequence entries are not allowed"),
    ("expected the node content", "did not find expected node content"),
)
_AT_BEGINNING = ("unexpected end of stream", "',' or ']'", "',' or '}'")


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
    lines = text.split("\n")
    here = lines[line - 1] if line <= len(lines) else ""
    before, rest = here[: column - 1], here[column - 1 :]
    if "cannot start any token" in problem:
        return line, column, _cannot_start(rest)
    if "mapping values are not allowed" in problem:
        return line, column, _unexpected_colon(before, lines[: line - 1])
    for found, same_as in _ALIKE:
        if found in problem:
            problem = same_as
            break
    if problem == "did not find expected key":
        if rest.startswith(":"):
            return line, column, "a key is missing before this ':'; write key: value"
        if before.rstrip().endswith(("'", '"')):
            return line, column, 'the quoted text ended before this; put all of it into "..."'
    for found, message in _CAUSES:
        if found in problem:
            return line, column, message
    return line, column, f"this is not valid YAML ({shown(problem)}); rewrite this line"


def _cannot_start(rest: str) -> str:
    if rest.startswith("\t"):
        return "a tab stands here; indent with spaces"
    return f"a value cannot begin with {rest[:1]!r}; put it into quotes"


def _unexpected_colon(before: str, above: list[str]) -> str:
    if ": " in before:
        return "a second ':' on this line; put a text that has ': ' in it into quotes"
    written = [line for line in above if line.strip() and not line.lstrip().startswith("#")]
    if written and ":" not in written[-1]:
        return "a ':' is not expected here, as the line above has none; write key: value there"
    return "a ':' is not expected here; indent keys of the same level alike"
