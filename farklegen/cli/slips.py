"""Slips in a command line that are seen before it is read."""

from __future__ import annotations

import re
from itertools import takewhile

from farklegen.cli.options import UsageProblemError

_DASHES = "‐‑‒–—―−"
"""What word processors and web pages make of one hyphen or two."""


def check_signs(arguments: list[str]) -> None:
    """Refuse other dashes before an option, and a roll with spaces in it.

    Raises:
        UsageProblemError: with what to write.
    """
    for place, argument in enumerate(arguments):
        option = argument.lstrip(f"-{_DASHES}")
        if re.match(f"-?[{_DASHES}]", argument) and re.match("[A-Za-z]", option):
            hyphens = "-" if len(option) == 1 else "--"
            raise UsageProblemError(
                f"'{argument}' begins with a long dash, not with hyphens; write {hyphens}{option}"
            )
        if argument == "--roll":
            dice = takewhile(lambda each: re.fullmatch("[1-6],?", each), arguments[place + 1 :])
            faces = [each.rstrip(",") for each in dice]
            if len(faces) > 1:
                raise UsageProblemError(
                    "--roll takes one argument; write the roll without spaces: "
                    f"--roll {''.join(faces)}"
                )
