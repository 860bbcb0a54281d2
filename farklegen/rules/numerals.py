"""Numbers as people write them, and as YAML wants them: `10,000`, `5k`, `100 x face`."""

from __future__ import annotations

import re

from farklegen.rules.ruleset import MAX_NUMBER
from farklegen.rules.yaml_source import Node

_POINTS = re.compile(r"\s*(points?|pts?)\.?\Z", re.IGNORECASE)
_TIMES_FACE = re.compile(
    r"(?:(\d+)\s*(?:[x×*]|times)?\s*)?(?:the\s+)?(?:face|number|value|pips?)(?:\s+value)?"
    r"(?:\s*(?:[x×*]|times)\s*(\d+))?",
    re.IGNORECASE,
)


def number_meant(node: Node) -> str | None:
    """The whole number that a person meant, as YAML wants it written."""
    if node.kind != "scalar" or isinstance(node.value, bool) or len(node.text) > 30:
        return None
    text = _POINTS.sub("", node.text.strip().replace("\u2212", "-"))
    if thousand := re.fullmatch(r"(\d+)\s*[kK]", text):
        return f"{thousand[1]}000"
    if re.fullmatch(r"[-+]?\d{1,3}([_,' .’]\d{3})+|[-+]?\d+", text) and text.isascii():
        return str(int(re.sub(r"[^-\d]", "", text)))
    if isinstance(node.value, float) and node.value.is_integer() and abs(node.value) <= MAX_NUMBER:
        return str(int(node.value))
    return None


def number_in(text: str) -> str | None:
    """The whole number that is meant by a text that is none: `5.000`, `10 000`, `5k`."""
    number = number_meant(Node("scalar", 1, 1, text, text))
    return None if number == text else number


def face_points_meant(node: Node) -> str | None:
    """The list of points for each face that a person meant: `100 x face`, or six numbers without
    brackets."""
    if node.kind != "scalar" or not isinstance(node.value, str) or len(node.text) > 80:
        return None
    parts = re.split(r"\s*[,;/|]\s+|\s+", node.text.strip("()[]{} "))
    plain = [part.replace(",", "") for part in parts]
    if len(parts) == 6 and all(re.fullmatch(r"\d+", part) for part in plain):
        return f"[{', '.join(plain)}]"
    times = _TIMES_FACE.fullmatch(node.text.strip())
    if times is None or (times[1] is None) == (times[2] is None):
        return None
    each = int(times[1] or times[2])
    return f"[{', '.join(str(each * face) for face in range(1, 7))}]"
