"""Strict YAML: turns text into nodes that know their place in the file.

The usual loaders take the last of two equal keys, read `no` as false and `010` as eight, and let a
few aliases grow into gigabytes. Here the parser's events are read one by one and

- scalars follow the YAML 1.2 core schema: only `true` and `false` are booleans, `010` is ten;
- keys keep the text they were written with, as `123456` and `010` are patterns and not numbers;
- equal keys in one mapping are all reported;
- anchors, aliases, tags, merge keys and further documents are reported, and read no further;
- masses of entries or of levels are refused: the file is not looked at any further.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import yaml

from farklegen.errors import FileProblemError, Problem
from farklegen.rules.catalogue import RULESET, FileKind, unreadable
from farklegen.rules.words import shown

Scalar = str | int | float | bool | None
Data = Scalar | dict[str, "Data"] | tuple["Data", ...]
Loc = tuple[str | int, ...]
"""Where a value stands: keys and list positions from the top."""

Place = tuple[int, int]
"""Line and column, from 1."""

KEY = "[key]"
"""Added to the place of a value, this makes the place of its key, as the validator writes it."""

FORMS = ("<number>", "<list>", "<word>", "<group>")
"""Steps that the validator adds to a place, for the form of its value."""


Finding = tuple[Loc, str]
"""A problem of several keys together: its place, what is wrong and what to do."""


@dataclass(slots=True)
class Node:
    """A value in the file.

    A scalar has `value` and `text` (as written, without quotes), and so has an alias; a list has
    `items`, a mapping has `entries`. A value in a mapping has the place of its `key`. A mapping
    with the key `<<` `merges` others.
    """

    kind: str
    place: Place
    value: Scalar = None
    text: str = ""
    quoted: bool = False
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Node] = field(default_factory=dict)
    key: Place | None = None
    merges: bool = False

    def data(self) -> Data:
        """The plain value: dictionaries, tuples and scalars."""
        if self.kind == "mapping":
            return {key: entry.data() for key, entry in self.entries.items()}
        if self.kind == "list":
            return tuple(item.data() for item in self.items)
        return self.value

    def holding(self, data: Scalar | tuple[Scalar, ...]) -> Node:
        """A node at the same place with other data: a scalar or a list."""
        if isinstance(data, tuple):
            items = [self.holding(each) for each in data]
            return Node("list", self.place, items=items, key=self.key)
        return Node("scalar", self.place, data, str(data), key=self.key)


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A parsed file: its top node, and slips such as equal keys. A slip is noted, and reading goes
    on.
    """

    file: str
    root: Node
    slips: tuple[Problem, ...]

    def node(self, loc: Loc) -> Node:
        """The deepest node on the way to `loc`; steps that the file lacks are passed over."""
        return self._walk(loc)[0]

    def place(self, loc: Loc) -> Place:
        """Line and column of the value at `loc`, or of its key. If the file has neither, the place
        of the innermost node around it."""
        of_key = loc[-1:] == (KEY,)
        node, _ = self._walk(loc[:-1] if of_key else loc)
        if of_key or (node.kind == "scalar" and not node.text and not node.quoted):
            return node.key or node.place  # the value is empty: point at the key
        return node.place

    def line_of(self, loc: Loc) -> int | None:
        """The line of a key; None if the file does not have it."""
        node, there = self._walk(loc)
        return (node.key or node.place)[0] if there else None

    def problem(
        self, loc: Loc, message: str, severity: Literal["error", "warning"] = "error"
    ) -> Problem:
        return Problem(self.file, *self.place(loc), message, severity)

    def _walk(self, loc: Loc) -> tuple[Node, bool]:
        """The deepest node on the way, and whether it is at `loc`."""
        node, there = self.root, True
        for step in loc:
            if node.kind == "mapping" and step in node.entries:
                node = node.entries[str(step)]
            elif node.kind == "list" and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                there = False
        return node, there


_INDENT = (
    "this does not fit the lines above; give keys of the same level the same indentation, and each "
    "entry of a list a line of its own that begins with '- '"
)
_OPEN = (
    "the list or group that begins here is not closed or lacks a comma; write [1, 2, 3] or "
    "{key: value, key: value}"
)
_CAUSES: tuple[tuple[str, str], ...] = (
    ("tab character", "a tab stands here; indent with spaces"),
    ("cannot start any token", "a value cannot begin with this sign; put it into quotes"),
    ("alphabetic or numeric character", "a value cannot begin with this sign; put it into quotes"),
    ("',' or ']'", _OPEN),
    ("',' or '}'", _OPEN),
    ("unexpected end of stream", "the quoted text that begins here is not closed; add the quote"),
    ("node content", "a value is missing here; write one, or delete the comma or bracket"),
    ("sequence entries are not allowed", _INDENT),
    ("expected '-' indicator", _INDENT),
    ("<document start>", _INDENT),
    ("expected <block end>", _INDENT),
    ("did not find expected key", _INDENT),
)
_AT_BEGINNING = ("unexpected end of stream", "',' or ']'", "',' or '}'")

_BREAKS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML."""


def syntax_message(error: Exception, text: str, kind: str) -> tuple[int, int, str]:
    """Line, column and message (with remedy) for what the YAML parser raised on `text`, which
    should be a `kind`."""
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
            second = "a second ':' on this line; put each key on a line of its own, or a text that "
            return line, column, f"{second}has ': ' in it into quotes"
        written = (n for n in range(line - 1, 0, -1) if re.match(r"\s*[^\s#]", lines[n - 1]))
        above = next(written, None)
        if above is not None and not re.search(r":(\s|\Z)", lines[above - 1]):
            return _no_colon(lines, above)
        return line, column, _INDENT
    if "could not find expected ':'" in problem:
        begun = error.context_mark
        return _no_colon(lines, line if begun is None else begun.line + 1)
    for found, message in _CAUSES:
        if found in problem:
            return line, column, message
    return line, column, f"this is not valid YAML ({shown(problem)}); rewrite this line"


def _no_colon(lines: list[str], line: int) -> tuple[int, int, str]:
    """The problem of a line whose key has no ':' and space after it."""
    indented = lines[min(line, len(lines)) - 1]
    text = re.sub(r"\s+#.*", "", indented).strip()
    pair = re.fullmatch(r"(.+?)(?:\s*[:=]\s*|\s+)(\S+)", text)
    instead = f"{shown(pair[1], 30)}: {shown(pair[2], 30)}" if pair else f"{shown(text, 30)}:"
    column = len(indented) - len(indented.lstrip()) + 1
    return line, column, f"'{shown(text, 40)}' has no ': ' behind its key; write {instead}"


PROBLEM_CAP = 100
"""The most problems that one report lists."""


def sorted_and_capped(problems: list[Problem]) -> tuple[Problem, ...]:
    """The first `PROBLEM_CAP` problems in the order of the file, and one that counts the rest."""
    ordered = sorted(set(problems), key=lambda p: (p.line or 0, p.column or 0, p.message))
    if len(ordered) <= PROBLEM_CAP:
        return tuple(ordered)
    more = len(ordered) - PROBLEM_CAP
    last = Problem(ordered[0].file, None, None, f"and {more:,} more; mend these first")
    return (*ordered[:PROBLEM_CAP], last)


DEPTH_CAP = 12
NODE_CAP = 20_000

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_LITERALS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_LITERALS.update({"true": True, "True": True, "TRUE": True})
_LITERALS.update({"false": False, "False": False, "FALSE": False})
_CORE_TAG = "tag:yaml.org,2002:"
_LONGEST_NUMBER = 30
_HUGE: int = 10**_LONGEST_NUMBER  # stands for any longer number: both are beyond every limit


def parse_yaml(text: str, file: str, kind: FileKind = RULESET) -> YamlDocument:
    reader = _Reader(file, kind)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = reader.document(yaml.parse(text, Loader=loader))
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: odd escapes
        line, column, message = syntax_message(error, text, kind.name)
        # libyaml 0.2.6 and later stops with this before its first event, older versions never do
        if "maximum nesting depth" in message:
            raise reader.too_deep((line, column)) from None
        reader.slip((line, column), message)
        raise kind.error(sorted_and_capped(reader.slips)) from None
    return YamlDocument(file, root, tuple(reader.slips))


def scalar_value(text: str) -> Scalar:
    """The value of an unquoted scalar under the YAML 1.2 core schema; infinity and the like, which
    no file needs, are texts."""
    if text in _LITERALS:
        return _LITERALS[text]
    if _INTEGER.match(text):
        if len(text) <= _LONGEST_NUMBER:
            return int(text)
        return -_HUGE if text[0] == "-" else _HUGE
    if _BASED.match(text):
        return int(text, 0) if len(text) <= _LONGEST_NUMBER else _HUGE
    return float(text) if len(text) <= _LONGEST_NUMBER and _FLOAT.match(text) else text


class _Reader:
    """Turns the parser's events into nodes, and notes what is not allowed."""

    def __init__(self, file: str, kind: FileKind) -> None:
        self.file = file
        self.kind = kind
        self.slips: list[Problem] = []
        self.nodes = 0

    def slip(self, place: Place, message: str) -> None:
        self.slips.append(Problem(self.file, *place, message))

    def hopeless(self, place: Place, message: str) -> FileProblemError:
        """The problem of a file that is not read to its end: useless, or not safe."""
        return unreadable(Problem(self.file, *place, message))

    def too_deep(self, place: Place) -> FileProblemError:
        return self.hopeless(
            place,
            f"nested more than {DEPTH_CAP} levels deep; a {self.kind.name} needs three, "
            "so close the open brackets",
        )

    def document(self, events: Iterator[yaml.Event]) -> Node:
        """The top node of the first document; an empty scalar for a file without one."""
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                name = self.kind.name
                message = f"a second document begins here; put each {name} in a file of its own"
                self.slip(_place(event), message)
                break
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, events, 1)
        return root or Node("scalar", (1, 1))

    def node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        place = _place(event)
        self.nodes += 1
        if self.nodes > NODE_CAP:
            name = self.kind.name
            raise self.hopeless(place, f"more than {NODE_CAP:,} entries; a {name} needs far fewer")
        if depth > DEPTH_CAP:
            raise self.too_deep(place)
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            self._decoration(place, f"*{shown(anchor)} is an alias", "write the value out")
            return Node("alias", place, f"*{anchor}", f"*{anchor}")
        if anchor is not None:
            self._decoration(place, f"&{shown(anchor)} is an anchor", "delete it")
        if tag is not None:
            self._decoration(place, f"{shown(tag.replace(_CORE_TAG, '!!'))} is a tag", "delete it")
        if isinstance(event, yaml.ScalarEvent):
            text, quoted = event.value, bool(event.style)
            value = text if quoted else scalar_value(text)
            return Node("scalar", place, value, text, quoted=quoted)
        if isinstance(event, yaml.SequenceStartEvent):
            node = Node("list", place)
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                node.items.append(self.node(inner, events, depth + 1))
            return node
        node, known = Node("mapping", place), dict[str, Place]()
        while not isinstance(inner := next(events), yaml.MappingEndEvent):
            key = self.node(inner, events, depth + 1)
            entry = self.node(next(events), events, depth + 1)
            entry.key = key.place
            self._entry(node, key, entry, known.setdefault(key.text, key.place))
        return node

    def _decoration(self, place: Place, what: str, advice: str) -> None:
        self.slip(
            place,
            f"{what}, and a {self.kind.name} may not use them; {advice}, or put a text that begins "
            f"with {what[0]} into quotes",
        )

    def _entry(self, node: Node, key: Node, value: Node, first: Place) -> None:
        """Put a value into a mapping; `first` is where its key stands for the first time."""
        place = key.place
        if key.kind in ("list", "mapping"):
            advice = "write key: value, with quotes around the key if it has brackets"
            self.slip(place, f"a {key.kind} cannot be a key; {advice}")
        elif key.text in (KEY, *FORMS):
            self.slip(place, f"{key.text} cannot be a key; delete it, or give it another name")
        elif key.text == "<<" and not key.quoted:
            name = self.kind.name
            message = f"<< merges other keys in, and a {name} may not use it; write the keys out"
            self.slip(place, message)
            node.merges = True
        elif first != place:
            self.slip(
                place,
                f"the key {shown(key.text)!r} stands here again; it was first given at line "
                f"{first[0]}, column {first[1]}; keep one of the two",
            )
        elif key.kind == "scalar":
            node.entries[key.text] = value


def _place(event: yaml.Event) -> Place:
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)
