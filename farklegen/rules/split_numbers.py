"""Numbers that a comma splits in two: in brackets `5,000` is a 5 and a 0.

`[3000, 5,000]` means two numbers, and `{1: 100, AAA: 1,000}` two lines. YAML reads three of each,
some of which may even be valid. So they are looked for while the file is read, reported, and put
together as they were meant: then nothing else is reported because of them.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.rules.yaml_nodes import Node

_FACES = 6
_BEGIN = re.compile(r"[1-9]\d{0,2}(?:,\d{3})*")
_NEVER_ALONE = re.compile(r"0\d\d")
_SPLIT = "the comma in {written} makes two numbers of it; write {plain}"


def mend_list(items: list[Node]) -> Iterator[tuple[int, int, str]]:
    """Put split numbers in a list together; yields line, column and message of each.

    A number with a zero in front (000, 050) is never one by itself. Others are only taken for the
    end of one where no space follows this comma, one follows others, and the list is not of six,
    as lists of points for each face are.
    """
    spaced = any(not _adjacent(one, two) for one, two in pairwise(items))
    place = 1
    not_faces = len(items) != _FACES
    while place < len(items):
        head, tail = items[place - 1], items[place]
        loose = spaced and not_faces and len(head.text.partition(",")[0]) < 3
        if _splits(head, tail) and (loose or _NEVER_ALONE.fullmatch(tail.text)):
            _extend(head, tail.text, tail.end)
            del items[place]
        else:
            place += 1
    for item in items:
        if not item.quoted and "," in item.text and isinstance(item.value, int):
            yield said_of(item)


def joined_entry(head: Node, key: str, place: tuple[int, int], value: Node) -> bool:
    """Put a key without a value to the number before it, if it is the end of that number."""
    empty = value.kind == "scalar" and not value.text and not value.quoted
    if not empty or head.kind != "scalar" or head.quoted or not _BEGIN.fullmatch(head.text):
        return False
    line, column = place
    if not re.fullmatch(r"\d{3}", key) or head.end != (line, column - 1):
        return False
    _extend(head, key, (line, column + 3))
    return True


def said_of(node: Node) -> tuple[int, int, str]:
    """Line, column and message of a number that was put together."""
    message = _SPLIT.format(written=node.text, plain=node.text.replace(",", ""))
    return node.line, node.column, message


def _adjacent(head: Node, tail: Node) -> bool:
    """Whether nothing but a comma stands between two values."""
    return head.end == (tail.line, tail.column - 1)


def _splits(head: Node, tail: Node) -> bool:
    plain = head.kind == tail.kind == "scalar" and not head.quoted and not tail.quoted
    number = plain and _BEGIN.fullmatch(head.text) and re.fullmatch(r"\d{3}", tail.text)
    return bool(number) and _adjacent(head, tail)


def _extend(head: Node, digits: str, end: tuple[int, int]) -> None:
    head.text = f"{head.text},{digits}"
    head.value = int(head.text.replace(",", ""))
    head.end = end
