"""Dice named outside a rules file: `lucky=3,odd=2,ordinary=1`."""

from __future__ import annotations

import json
import re

from farklegen.errors import ArgumentError

_LINE = re.compile(r"^dice:[ \t]*(\d+|\{[^}\n]*\}|\[[^\]\n]*\])[ \t]*(#.*)?$", re.MULTILINE)

EXAMPLE = "lucky=3,odd=2,ordinary=1"


def read_dice(text: str, what: str = "dice") -> dict[str, int]:
    """Names and numbers, as written: `lucky=3, odd` are three and one.

    Args:
        text: what was written.
        what: the option or place that it was written in, for messages.

    Raises:
        ArgumentError: for anything else.
    """
    found: dict[str, int] = {}
    for part in text.split(","):
        name, sign, number = part.partition("=")
        name, number = name.strip(), number.strip()
        wrong = not name or (sign and not re.fullmatch("[0-9]{1,3}", number))
        if wrong or (sign and int(number) == 0):
            raise ArgumentError(
                f"{what}: {part.strip()!r} is no kind of dice with how many there are. Write "
                f"{EXAMPLE}"
            )
        found[name] = found.get(name, 0) + (int(number) if sign else 1)
    return found


def with_dice(text: str, dice: str) -> str:
    """The text of a rules file with these dice in place of its own.

    Raises:
        ArgumentError: for dice that cannot be read, and where the dice of the file do not stand on
            one line.
    """
    named = read_dice(dice)
    line = f"dice: {json.dumps(named, ensure_ascii=False)}"
    changed, times = _LINE.subn(lambda _: line, text, count=1)
    if times:
        return changed
    if re.search(r"^dice:", text, re.MULTILINE):
        raise ArgumentError(
            "dice: those of the file stand on several lines. Write them on one, such as "
            "dice: {lucky: 3, ordinary: 3}, or leave out those behind its name"
        )
    return f"{text.rstrip()}\n{line}\n"
