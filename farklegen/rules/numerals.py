"""Numbers as people write them, and as YAML wants them: `10,000`, `500 points`, `100 x face`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import MAX_NUMBER
from farklegen.rules.spoken import QUOTES, meant
from farklegen.rules.words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from farklegen.rules.yaml_nodes import Node

_UNITS = re.compile(
    r"\s*(points?|pts?|p|each|apiece|punkte?|pkte?|puntos|punti|pontos|punten|poeng|poäng)\.?\Z",
    re.IGNORECASE,
)
_REMARK = re.compile(r"(?<=[\dkK])\s*(//|--|/\*|[;(#]).*\Z", re.DOTALL)
_TIMES = {"double": 2, "doubled": 2, "doubles": 2, "twice": 2, "two times": 2, "doppelt": 2,
          "triple": 3, "tripled": 3, "three times": 3, "thrice": 3, "dreifach": 3}  # fmt: skip
_MULTIPLE = re.compile(
    r"(?:(?P<behind>\S.*?)\s*)??"
    rf"(?:(?P<word>{'|'.join(sorted(_TIMES, key=len, reverse=True))})\b|"
    r"(?:[x×*]|times)\s*(?P<after>[2-9])|(?P<before>[2-9])\s*(?:[x×*]|times\b))"
    r"(?:\s*(?:the\s+)?(?:points\s+)?(?:(?:of|for)\s+)?(?P<of>\S.*))?",
    re.IGNORECASE,
)
"""`double`, `x2`, `2x AAA`, `AAA x 2`, `twice the points of three of a kind`."""
_TIMES_FACE = re.compile(
    r"(?:the\s+)?(?:(?P<before>\d+)\s*(?:[x×*]|times|per)?\s*|)"
    r"(?:the\s+)?(?:faces?|pips?|spots?|number|value|die)(?:[\s-]*(?:value|number|face|rolled))?"
    r"(?:\s*(?:[x×*]|times)?\s*(?P<after>\d+))?(?:\s*points?)?",
    re.IGNORECASE,
)


def number_meant(node: Node) -> str | None:
    """The whole number that a person meant, as YAML wants it written."""
    text = re.sub(rf"[{QUOTES}]+\Z|\A[{QUOTES}]+", "", _REMARK.sub("", node.text.strip()))
    text = text.replace("\u2212", "-")
    if node.kind != "scalar" or len(text) > 30 or isinstance(node.value, bool):
        return None
    if isinstance(node.value, float):
        if re.fullmatch(r"-?[1-9]\d{0,2}\.\d{3}", text) and not text.endswith("000"):
            return text.replace(".", "")
        if not node.value.is_integer() or abs(node.value) > MAX_NUMBER:
            return None
        if re.fullmatch(r"-?\d{1,3}\.000", text):
            return f"{text.replace('.', '')}, or {int(node.value)} if that is what you mean"
        return str(int(node.value))
    if text.lower() in NUMBERS[1:]:
        return str(NUMBERS.index(text.lower()))
    text = _UNITS.sub("", re.sub(r"[,;.]+\Z|\A\$\s*", "", text))
    thousand = re.fullmatch(r"(\d+)\s*[kK]", text)
    if thousand is not None:
        return f"{thousand.group(1)}000"
    if re.fullmatch(r"-?\d{1,3}(\.\d{3})+", text):
        return text.replace(".", "")
    grouped = re.fullmatch(r"[-+]?\d{1,3}([_,' .’]\d{3})+|[-+]?\d+(_\d+)*", text)
    if grouped is None or not text.replace("’", "'").isascii():
        return None
    return str(int(re.sub(r"[^-\d]", "", text)))


def number_in(text: str) -> str | None:
    """The whole number that is meant by a text that is none: `5.000`, `10 000`, `5k`."""
    from farklegen.rules.yaml_nodes import Node

    number = number_meant(Node("scalar", 1, 1, text, text))
    return None if number == text else number


def has_remark(node: Node) -> bool:
    """Whether something stands behind a number that YAML takes for a part of it."""
    return _REMARK.search(node.text.strip()) is not None


def multiple_meant(key: str, entries: Mapping[str, Node]) -> str | None:
    """What to write for `AAAA: double`: the points of a kind, from those of one die less.

    Args:
        key: the combination whose points are told so.
        entries: all combinations.
    """
    found = _multiple(key, entries)
    if found is None:
        return None
    points, less, times = found
    several = ", ".join(map(str, points))
    written = f"[{several}]" if len(points) > 1 else several
    return f"write {written}, the points of {less} times {times}"


def _multiple(key: str, entries: Mapping[str, Node]) -> tuple[list[int], str, int] | None:
    """The points of a kind that are told as those of fewer dice times a number, with both."""
    found = _MULTIPLE.fullmatch(entries[key].text.strip()[:60])
    if found is None or not re.fullmatch("([A-Z])\\1+", key):
        return None
    times = int(found["after"] or found["before"] or _TIMES[found["word"].lower()])
    less = _of(found["behind"] or found["of"] or key[:-1], entries)
    if less is None or len(less) >= len(key) or (found["behind"] and found["of"]):
        return None
    node = entries[less]
    if (multiple := _multiple(less, entries)) is not None:
        return [points * times for points in multiple[0]], less, times
    known = [_plain(each) for each in (node.items or [node])]
    several = [number * times for number in known if number is not None]
    return (several, less, times) if len(several) == len(known) else None


def _of(text: str, entries: Mapping[str, Node]) -> str | None:
    """The combination that a text names."""
    found = meant(text, MAX_DICE)
    pattern = found.patterns[0] if found is not None else text.upper()
    return pattern if pattern in entries else None


def face_points_meant(node: Node) -> str | None:
    """The list of points for each face that a person meant: `1000, 200, 300, 400, 500, 600`,
    `100 x face`, or a line for each face.
    """
    if node.kind == "mapping":
        points = {key: _plain(entry) for key, entry in node.entries.items()}
        if not points or not set(points) <= set("123456") or None in points.values():
            return None
        return f"[{', '.join(str(points.get(face, 0)) for face in '123456')}]"
    if node.kind != "scalar" or not isinstance(node.value, str) or len(node.text) > 80:
        return None
    several = listed_numbers(node)
    if several is not None and len(several) == 6:
        return f"[{', '.join(several)}]"
    parts = re.split(r"\s*[,/;|]\s+|\s*[/;|]\s*|\s+|,", node.text.strip("()[]{} "))
    if len(parts) == 6 and all(re.fullmatch(r"\d+", part) for part in parts):
        return f"[{', '.join(parts)}]"
    times = _TIMES_FACE.fullmatch(node.text.strip())
    if times is None or (times["before"] is None) == (times["after"] is None):
        return None
    each = int(times["before"] or times["after"])
    return f"[{', '.join(str(each * face) for face in range(1, 7))}]"


def listed_numbers(node: Node) -> list[str] | None:
    """Several numbers that were written without brackets, as YAML wants each: `1,000, 200`."""
    if node.kind != "scalar" or not isinstance(node.value, str) or len(node.text) > 80:
        return None
    parts = re.split(r"[,;]\s+", node.text.strip("()[]{} ,;"))
    if len(parts) < 2 or not all(re.fullmatch(r"\d+|\d{1,3}(,\d{3})+", part) for part in parts):
        return None
    return [part.replace(",", "") for part in parts]


def _plain(node: Node) -> int | None:
    number = node.value
    return number if isinstance(number, int) and not isinstance(number, bool) else None
