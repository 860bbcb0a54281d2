"""Strict YAML: text turned into nodes that know their place.

The usual loaders take the last of two equal keys, read `no` as false and `010` as eight, and let a
few aliases grow into gigabytes. Here the parser's events are read one by one and

- scalars follow the YAML 1.2 core schema: only `true` and `false` are booleans, `010` is ten;
- keys keep the text they were written with, as `123456` and `010` are patterns and not numbers;
- equal keys in one mapping are all reported;
- anchors, aliases, tags, merge keys and several documents are refused;
- a file with masses of those, of entries or of levels is not looked at any further.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from farklegen.errors import FileProblemError, Problem
from farklegen.rules.text_source import RULESET, FileKind, shown
from farklegen.rules.yaml_nodes import Node, Scalar, YamlDocument
from farklegen.rules.yaml_syntax import gave_up_on_depth, syntax_message

DEPTH_CAP = 12
NODE_CAP = 20_000

FORBIDDEN_CAP = 24
"""So many anchors, aliases and the like are no slip any more. Fewer could not make a file that
grows beyond a thousand entries."""

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_LITERALS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_LITERALS.update({"true": True, "True": True, "TRUE": True})
_LITERALS.update({"false": False, "False": False, "FALSE": False})
_CORE_TAG = "tag:yaml.org,2002:"
_LONGEST_NUMBER = 30
_HUGE: int = 10**_LONGEST_NUMBER  # stands for any longer number: as far beyond every limit


def parse_yaml(text: str, file: str, kind: FileKind = RULESET) -> YamlDocument:
    """Read one YAML document.

    Raises:
        ContentError: of the kind, for text that is not YAML, and for YAML that such a file may not
            use. All forbidden features are reported together; a syntax error ends the reading.
        FileProblemError: for a file that cannot be of that kind: too many entries, levels, or
            forbidden features.
    """
    builder = _Builder(file, kind)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = builder.document(yaml.parse(text, Loader=loader))
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: odd escapes
        line, column, message = syntax_message(error, text, kind.name)
        if gave_up_on_depth(error):
            raise builder.too_deep((line, column)) from None
        builder.refuse((line, column), message)
        raise kind.error(tuple(builder.forbidden)) from None
    except _Stop:
        raise kind.error(tuple(builder.forbidden)) from None
    if root is None:
        builder.refuse((1, 1), f"the file is empty; a {kind.name} needs at least {kind.needs}")
    if builder.forbidden or root is None:
        raise kind.error(tuple(builder.forbidden))
    return YamlDocument(file, root, tuple(builder.slips))


def scalar_value(text: str) -> Scalar:
    """The value of an unquoted scalar under the YAML 1.2 core schema."""
    if text in _LITERALS:
        return _LITERALS[text]
    if _INTEGER.match(text):
        if len(text) > _LONGEST_NUMBER:
            digits = text.lstrip("+-0")
            if len(digits) > _LONGEST_NUMBER:
                return -_HUGE if text[0] == "-" else _HUGE
            text = ("-" if text[0] == "-" else "") + (digits or "0")
        return int(text)
    if _BASED.match(text):
        return int(text, 0) if len(text) <= _LONGEST_NUMBER else _HUGE
    if len(text) <= 2 * _LONGEST_NUMBER and _FLOAT.match(text):
        return float(text)
    if _SPECIAL.match(text):
        return float(text.replace(".", "").lower())
    return text


def _place(event: yaml.Event) -> tuple[int, int]:
    """Where an event begins."""
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


Place = tuple[int, int]
"""Line and column."""


class _Stop(Exception):  # noqa: N818
    """Reading further would be useless or dangerous."""


class _Builder:
    """Turns the parser's events into nodes, and collects what is not allowed."""

    def __init__(self, file: str, kind: FileKind) -> None:
        self.file = file
        self.kind = kind.name
        self.forbidden: list[Problem] = []
        self.slips: list[Problem] = []
        self.nodes = 0

    def refuse(self, place: Place, message: str) -> None:
        self.forbidden.append(Problem(self.file, *place, message))
        if len(self.forbidden) > FORBIDDEN_CAP:
            raise self.hopeless(
                place,
                f"more than {FORBIDDEN_CAP} anchors, aliases, tags and the like; a {self.kind} has "
                "none, so check the file name",
            )

    def hopeless(self, place: Place, message: str) -> FileProblemError:
        """The report of a file that is not worth or not safe reading to its end."""
        return FileProblemError(f"{self.file}:{place[0]}:{place[1]}: {message}")

    def too_deep(self, place: Place) -> FileProblemError:
        """The report of more levels than any file of the kind has."""
        return self.hopeless(
            place,
            f"nested more than {DEPTH_CAP} levels deep; a {self.kind} needs three, "
            "so close the open brackets",
        )

    def document(self, events: Iterator[yaml.Event]) -> Node | None:
        root: Node | None = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse(
                        _place(event),
                        f"a second document begins here; put each {self.kind} in a file of its own",
                    )
                    raise _Stop
            elif isinstance(event, yaml.NodeEvent):
                root = self.node(event, events, 1)
        return root

    def node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        line, column = place = _place(event)
        self.nodes += 1
        if self.nodes > NODE_CAP:
            raise self.hopeless(
                place, f"more than {NODE_CAP:,} entries; a {self.kind} needs far fewer"
            )
        if depth > DEPTH_CAP:
            raise self.too_deep(place)
        if isinstance(event, yaml.AliasEvent):
            self.refuse(
                place,
                f"*{shown(event.anchor)} is an alias, and a {self.kind} may not use them; "
                "write the value out",
            )
            return Node("scalar", line, column)
        self._refuse_decoration(event, place)
        if isinstance(event, yaml.ScalarEvent):
            text = event.value
            if event.style is None or event.style == "":
                return Node("scalar", line, column, scalar_value(text), text)
            return Node("scalar", line, column, text, text, quoted=True)
        if isinstance(event, yaml.SequenceStartEvent):
            node = Node("list", line, column)
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                node.items.append(self.node(inner, events, depth + 1))
            return node
        node = Node("mapping", line, column)
        while not isinstance(inner := next(events), yaml.MappingEndEvent):
            self._entry(node, inner, events, depth + 1)
        return node

    def _entry(
        self, node: Node, event: yaml.Event, events: Iterator[yaml.Event], depth: int
    ) -> None:
        key = self.node(event, events, depth)
        value, place = self.node(next(events), events, depth), (key.line, key.column)
        if key.kind != "scalar":
            self.refuse(
                place,
                f"a {key.kind} cannot be a key; write key: value, with quotes around the key "
                "if it has brackets",
            )
        elif key.text == "<<" and not key.quoted:
            self.refuse(
                place,
                f"<< merges other keys in, and a {self.kind} may not use it; write the keys out",
            )
        elif key.text in node.entries:
            first_line, first_column = node.keys[key.text]
            self.slips.append(
                Problem(
                    self.file,
                    *place,
                    f"the key {shown(key.text)!r} stands here again; it was first given at line "
                    f"{first_line}, column {first_column}; keep one of the two",
                )
            )
        else:
            node.entries[key.text] = value
            node.keys[key.text] = place

    def _refuse_decoration(self, event: yaml.Event, place: Place) -> None:
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            self.refuse(
                place,
                f"&{shown(anchor)} is an anchor, and a {self.kind} may not use them; delete it "
                "(a text that begins with & needs quotes)",
            )
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.refuse(
                place,
                f"{shown(tag.replace(_CORE_TAG, '!!'))} is a tag, and a {self.kind} may not use "
                "them; delete it (a text that begins with ! needs quotes)",
            )
