"""What a YAML syntax error most likely means, in plain words: the slips that most people make.

The rest keeps the parser's words.
"""

from __future__ import annotations

import re

import yaml

from farklegen.rules.text_source import shown

_ALIKE = "this does not fit the lines above; indent keys of the same level alike"
_CAUSES: tuple[tuple[str, str], ...] = (
    ("tab character", "a tab stands here; indent with spaces"),
    ("cannot start any token", "a value cannot begin with this sign; put it into quotes"),
    ("alphabetic or numeric character", "a value cannot begin with this sign; put it into quotes"),
    ("',' or ']'", "the list that begins here is not closed or lacks a comma; write [1, 2, 3]"),
    (
        "',' or '}'",
        "the group that begins here is not closed or lacks a comma; write {key: value, key: value}",
    ),
    ("unexpected end of stream", "the quoted text that begins here is not closed; add the quote"),
    (
        "sequence entries are not allowed",
        "a list may not begin here; put each entry on its own line below the key, or write [1, 2]",
    ),
    ("unknown escape character", "this backslash has no meaning here; use single quotes"),
    ("node content", "a value is missing here; write one, or delete the comma or bracket"),
    ("expected '-' indicator", "this does not fit the list above; begin each entry with '- '"),
    ("<document start>", _ALIKE),
    ("expected <block end>", _ALIKE),
    ("did not find expected key", _ALIKE),
)
_AT_BEGINNING = ("unexpected end of stream", "',' or ']'", "',' or '}'")

_BREAKS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML."""


def gave_up_on_depth(error: Exception) -> bool:
    """Whether the parser read no further because of open brackets without end: libyaml 0.2.6 and
    later stops before its first event then, older ones and that in plain Python never do."""
    return isinstance(error, yaml.MarkedYAMLError) and "maximum nesting depth" in (
        error.problem or ""
    )


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
    lines = [*_BREAKS.split(text), ""]
    if lines[line - 1][column - 1 : column] == "\t":
        problem = "tab character"
    if "mapping values are not allowed" in problem:
        if ": " in lines[line - 1][: column - 1]:
            return (
                line,
                column,
                "a second ':' on this line; put each key on a line of its own, or a text that has "
                "': ' in it into quotes",
            )
        above = next((n for n in range(line - 1, 0, -1) if _is_written(lines[n - 1])), None)
        if above is not None and not re.search(r":(\s|\Z)", lines[above - 1]):
            return _no_colon(lines, above)
        return line, column, _ALIKE
    if "could not find expected ':'" in problem:
        begun = error.context_mark
        return _no_colon(lines, line if begun is None else begun.line + 1)
    for found, message in _CAUSES:
        if found in problem:
            return line, column, message
    return line, column, f"this is not valid YAML ({shown(problem)}); rewrite this line"


def _no_colon(lines: list[str], line: int) -> tuple[int, int, str]:
    """A line with a key, and without the ':' and the space that end it."""
    indented = lines[min(line, len(lines)) - 1]
    text = re.sub(r"\s+#.*", "", indented).strip()
    pair = re.fullmatch(r"(.+?)(?:\s*[:=]\s*|\s+)(\S+)", text)
    meant = f"{shown(pair[1], 30)}: {shown(pair[2], 30)}" if pair else f"{shown(text, 30)}:"
    column = len(indented) - len(indented.lstrip()) + 1
    return line, column, f"'{shown(text, 40)}' has no ': ' behind its key; write {meant}"


def _is_written(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
