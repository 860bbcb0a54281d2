"""The nodes of a file that was read: values that know their place."""

from __future__ import annotations

from dataclasses import dataclass, field

from farklegen.errors import Problem

Scalar = str | int | float | bool | None
Data = Scalar | dict[str, "Data"] | tuple["Data", ...]
Loc = tuple[str | int, ...]
"""Where a value stands: keys and list positions from the top."""


@dataclass(slots=True)
class Node:
    """A value in the file. `line` and `column` count from 1.

    A scalar has `value` and `text` (as written, without quotes), a list has `items`, a mapping has
    `entries` and, for each key, its own place in `keys`.
    """

    kind: str
    line: int
    column: int
    value: Scalar = None
    text: str = ""
    quoted: bool = False
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)

    def data(self) -> Data:
        """The plain value: dictionaries, tuples and scalars."""
        if self.kind == "mapping":
            return {key: entry.data() for key, entry in self.entries.items()}
        if self.kind == "list":
            return tuple(item.data() for item in self.items)
        return self.value


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A parsed file: its top node, and the slips that were found in it and passed over, such as
    equal keys.
    """

    file: str
    root: Node
    slips: tuple[Problem, ...]

    def node(self, loc: Loc) -> Node:
        """The deepest node on the way to `loc`; steps that the file lacks are passed over."""
        return self._walk(loc)[0]

    def value_place(self, loc: Loc) -> tuple[int, int]:
        """Line and column of the value at `loc`, or of the innermost thing around it."""
        node = self._walk(loc)[0]
        if node.kind == "scalar" and not node.text and not node.quoted:
            return self.key_place(loc)  # nothing is written there: point at the key
        return node.line, node.column

    def key_place(self, loc: Loc) -> tuple[int, int]:
        """Line and column of the last key on the way to `loc`."""
        return self._walk(loc)[1]

    def _walk(self, loc: Loc) -> tuple[Node, tuple[int, int]]:
        node = self.root
        place = (node.line, node.column)
        for step in loc:
            if node.kind == "mapping" and step in node.entries:
                place, node = node.keys[str(step)], node.entries[str(step)]
            elif node.kind == "list" and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
                place = (node.line, node.column)
        return node, place
