"""Lines that YAML takes for something else because they are not indented as they should be.

    AAA:
    - 1000
     - 200

is a list of one text, `1000 - 200`. Such a text may be meant, in a remark on where rules are from;
where it is not what a key may hold, its indentation is what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from farklegen.rules.text_source import shown

Slip = tuple[int, int, str]
"""Line, column and message."""


def swallowed_entry(lines: Sequence[str], first: int, last: int) -> Slip | None:
    """A line of a list that YAML takes for the end of the text above it.

    Args:
        lines: of the file.
        first, last: numbers of the lines on which a text begins and ends.
    """
    for number in range(first + 1, min(last, len(lines)) + 1):
        line = lines[number - 1]
        if re.match(r"\s*-(\s|\Z)", line):
            return number, indent_of(line) + 1, _message(lines[first - 1], line)
    return None


def _message(above: str, line: str) -> str:
    told = shown(above.strip(), 30)
    if re.match(r"\s*-\s", above):
        return (
            f"this line begins with {spaces(indent_of(line))} and so goes on with the entry above "
            f"it; begin it with {spaces(indent_of(above))} (as '{told}')"
        )
    return (
        f"this list begins below '{told}', which has a value already; begin each entry of a list "
        "with '- ' on a line of its own, or write [..., ...]"
    )


def indent_of(line: str) -> int:
    """Spaces at the beginning of a line."""
    return len(line) - len(line.lstrip())


def spaces(count: int) -> str:
    """So many spaces in words."""
    return "1 space" if count == 1 else f"{count or 'no'} spaces"
