"""Arguments and options that several commands share, and the reading of numbers.

Options arrive as text and are read here, so that one report can name everything that is wrong with
a command line.
"""

from __future__ import annotations

import os
import re
from typing import Annotated, ClassVar

import typer

from farklegen.errors import FarklegenError

SUFFIXES = (".yaml", ".yml")

_WHOLE = re.compile(r"-?[0-9]{1,15}")
_GROUPED = re.compile(r"-?[0-9]{1,3}(,[0-9]{3})+")


class UsageProblemError(FarklegenError):
    """A command line that cannot be meant. The message has one line for each thing wrong."""

    slug: ClassVar[str] = "usage"


class Numbers:
    """Reads whole numbers from options, collecting what is wrong with them.

    Read all options first, then call `check`; a number that could not be read is None until then.
    """

    def __init__(self) -> None:
        self._problems: list[str] = []

    def whole(
        self,
        option: str,
        text: str | None,
        *,
        least: int | None,
        most: int | None = None,
        required: bool = False,
    ) -> int | None:
        """The number that an option gives; None if it is not given."""
        if least is not None:
            expected = f"at least {least:,}" if most is None else f"from {least:,} to {most:,}"
            wanted = f"a whole number {expected}"
        else:
            expected = "any number" if most is None else f"{most:,} or less"
            wanted = "a whole number" if most is None else f"a whole number of {expected}"
        if text is None:
            if required:
                self._problems.append(f"{option} is missing; give {wanted}")
            return None
        # Python would also read 1_000 and Arabic digits; people write 1,000 by habit.
        plain = text.strip()
        if _GROUPED.fullmatch(plain):
            plain = plain.replace(",", "")
        if not _WHOLE.fullmatch(plain):
            self._problems.append(f"{option}: {text!r} is not {wanted}")
            return None
        number = int(plain)
        if (least is not None and number < least) or (most is not None and number > most):
            self._problems.append(f"{option}: {text} is not {expected}")
            return None
        return number

    def pair(self, option: str, text: str | None) -> tuple[int, int] | None:
        """A turn score and a number of dice, as `600,2`; None if the option is not given."""
        if text is None:
            return None
        score, comma, dice = text.rpartition(",")
        if not comma:
            self._problems.append(
                f"{option}: {text!r} is not T,N; give the turn score, a comma and the dice to "
                "roll, such as 600,2"
            )
            return None
        first = self.whole(f"{option} (turn score)", score, least=0)
        second = self.whole(f"{option} (dice)", dice, least=1)
        return None if first is None or second is None else (first, second)

    def faces(self, option: str, text: str | None) -> tuple[int, ...]:
        """The faces of a roll, as `1,5,5,2` or `1552`; none if the option is not given."""
        if text is None:
            return ()
        signs = text.replace(",", "").replace(" ", "")
        if not signs or set(signs) - set("123456"):
            self._problems.append(
                f"{option}: {text!r} is not a roll; give the faces, from 1 to 6, with commas, such "
                "as 1,5,5,2"
            )
            return ()
        return tuple(int(sign) for sign in signs)

    def one_of(self, option: str, text: str | None, choices: tuple[str, ...]) -> str | None:
        """One of some words; None if the option is not given."""
        if text is None or text in choices:
            return text
        self._problems.append(f"{option}: {text!r} is not one of: {', '.join(choices)}")
        return None

    def check(self) -> None:
        """Report what was wrong with the options read so far.

        Raises:
            UsageProblemError: with all of it.
        """
        if self._problems:
            raise UsageProblemError("\n".join(self._problems))


def complete_rules(incomplete: str) -> list[str]:
    """Built-in names, folders and YAML files that a shell may complete RULES to."""
    from farklegen import api

    names = [name for name in api.ruleset_names() if name.startswith(incomplete)]
    return names + complete_files(incomplete)


def complete_files(incomplete: str) -> list[str]:
    """Folders and YAML files whose path begins so."""
    folder, beginning = os.path.split(incomplete)
    start = "" if folder else "./"
    try:
        entries = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
    except OSError:
        return []
    found = []
    for entry in entries:
        hidden = entry.name.startswith(".") and not beginning.startswith(".")
        if entry.name.startswith(beginning) and not hidden:
            if entry.is_dir():
                found.append(entry.path.removeprefix(start) + "/")
            elif entry.name.endswith(SUFFIXES):
                found.append(entry.path.removeprefix(start))
    return found


def complete_names(incomplete: str) -> list[str]:
    """Names of built-in rules."""
    from farklegen import api

    return [name for name in api.ruleset_names() if name.startswith(incomplete)]


def complete_policies(incomplete: str) -> list[str]:
    """Names of policies, folders and YAML files that a shell may complete POLICY to."""
    from farklegen.policies.recipe import EXAMPLES

    names = [name for name in EXAMPLES if name.startswith(incomplete)]
    return names + complete_files(incomplete)


def complete_formats(incomplete: str) -> list[str]:
    """Names of outputs."""
    from farklegen.render.registry import OUTPUTS

    return [name for name in OUTPUTS if name.startswith(incomplete)]


Rules = Annotated[
    str,
    typer.Argument(
        metavar="RULES",
        help="A YAML file, the name of built-in rules, or - for standard input.",
        autocompletion=complete_rules,
        show_default=False,
    ),
]

Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="text, markdown, csv, json or html. Default: by the suffix of -o, else text.",
        autocompletion=complete_formats,
        show_default=False,
    ),
]

Target = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the result to a file (replaced as a whole, or not at all).",
        show_default=False,
    ),
]


Me = Annotated[
    str,
    typer.Option(
        "--me",
        metavar="POLICY",
        help="How you play: optimal, max-score, card, card-go, bank-at-300 or the like, or a "
        "policy file.",
        autocompletion=complete_policies,
    ),
]

Opponent = Annotated[
    str,
    typer.Option(
        "--opponent",
        metavar="POLICY",
        help="How the other player plays.",
        autocompletion=complete_policies,
    ),
]
