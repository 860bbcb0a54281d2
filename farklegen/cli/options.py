"""Arguments and options that several commands share, and the reading of numbers.

Options arrive as text and are read here: one report names everything that is wrong with a command
line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from farklegen import api
from farklegen.errors import ArgumentError
from farklegen.solvers.arguments import LIMITS, MOST_DIGITS, Arguments, Limits

SUFFIXES = (".yaml", ".yml")

Completion: TypeAlias = tuple[str, ...] | Callable[[str], list[str]] | None
"""What a shell completes to: some words, or what a function says of the beginning."""


def option(form: str, help: str, complete: Completion = None) -> Any:
    """An option as its help shows it: `--quick`, `--step N`, `--output -o FILE`."""
    *names, last = form.split()
    shows = None if last.startswith("-") else last
    names += [] if shows else [last]
    return typer.Option(*names, metavar=shows, help=help, autocompletion=_completion(complete))


def argument(shows: str, help: str, complete: Completion = None) -> Any:
    """An argument, by what stands for it in a help text."""
    done = _completion(complete)
    return typer.Argument(metavar=shows, help=help, autocompletion=done)


def _completion(of: Completion) -> Callable[[str], list[str]] | None:
    if not isinstance(of, tuple):
        return of

    def complete(incomplete: str) -> list[str]:
        return beginning(of, incomplete)

    return complete


def beginning(words: Iterable[str], incomplete: str) -> list[str]:
    """The words that begin so."""
    return [word for word in words if word.startswith(incomplete)]


_WHOLE = re.compile("-?[0-9]+")
_FACES = re.compile(r"[1-6](?:[\s,;.+/–-]*[1-6])*[\s,;.]*")
_GROUPED = re.compile(r"-?[0-9]{1,3}(,[0-9]{3})+")


class UsageProblemError(ArgumentError):
    """A command line that cannot be meant. The message has one line for each thing wrong."""


class Numbers(Arguments):
    """Reads whole numbers from options, collecting what is wrong with them.

    Read all options first, then call `check`; a number that could not be read is None until then.
    """

    error = UsageProblemError

    def whole(
        self,
        option: str,
        text: object,
        *,
        least: int | None = None,
        most: int | None = None,
        required: bool = False,
        word: str | None = None,
    ) -> int | None:
        """The number that an option gives; None if it is not given, or the `word` in its place.

        Its limits are those of the argument of the same name, unless `least` or `most` are given.
        """
        own = least is not None or most is not None
        limits = Limits(least, most) if own else LIMITS[option[2:].replace("-", "_")]
        limits = limits._replace(word=word or "")
        if text is None or text == word:
            if required:
                self.problems.append(f"{option} is missing; give {limits.wanted}")
            return None
        return self._whole(option, text, limits)

    def _number(self, value: object) -> int | None:
        # Python would also read 1_000 and Arabic digits; people write 1,000 by habit.
        plain = str(value).strip()
        if _GROUPED.fullmatch(plain):
            plain = plain.replace(",", "")
        sign, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain.removeprefix("+"))
        shorter = digits.lstrip("0")[: MOST_DIGITS + 1] or "0"  # Python reads none of any length
        return int(sign + shorter) if _WHOLE.fullmatch(plain) else None

    def _meant(self, value: object) -> str | None:
        from farklegen.rules.language import number_in

        return number_in(str(value).strip())

    def pair(self, option: str, text: object) -> tuple[int, int] | None:
        """A turn score and a number of dice, as `600,2`; None if the option is not given."""
        score, comma, dice = str(text).rpartition(",")
        return super().pair(option, (score, dice) if comma else text)

    def faces(self, option: str, text: object) -> tuple[int, ...]:
        """The faces of a roll, as `1,5,5,2`, `1-5-5-2` or `1552`; none if not given."""
        if text is None:
            return ()
        plain = str(text)
        fine = _FACES.fullmatch(plain.strip())
        return super().faces(option, [int(d) for d in plain if d.isdigit()] if fine else text)

    def missing(self, option: str, text: str | None, wanted: str) -> None:
        """Note an option that has to be given and is not."""
        if text is None:
            self.problems.append(f"{option} is missing; give {wanted}")

    def one_of(self, option: str, text: object, choices: Iterable[str]) -> str | None:
        """One of some words; None if the option is not given."""
        return None if text is None else super().one_of(option, text, choices)

    def problem(self, *lines: str) -> None:
        """Things that are wrong with the options."""
        self.problems += lines

    def refuse(self, given: Mapping[str, object], why: str) -> None:
        """Refuse options: of those that were given, the name is said, and `why` behind it."""
        self.problems += [f"{option}{why}" for option, there in given.items() if there]


def reference(rules: str) -> str | Path:
    """RULES for a function of the API: a name or a path, and never the text of a file."""
    from farklegen.rules.catalogue import is_text

    return Path(rules) if is_text(rules) else rules


def in_command(rules: str) -> str:
    """RULES as a further command can be given them; standard input cannot be read twice."""
    from shlex import quote

    return "RULES" if rules == "-" else quote(rules)


def complete_rules(incomplete: str) -> list[str]:
    """Built-in names, folders and YAML files that a shell may complete RULES to."""
    return complete_names(incomplete) + complete_files(incomplete)


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
    return beginning(api.ruleset_names(), incomplete)


def complete_policies(incomplete: str) -> list[str]:
    """Names of policies, folders and YAML files that a shell may complete POLICY to."""
    from farklegen.policies.recipe import EXAMPLES

    return beginning(EXAMPLES, incomplete) + complete_files(incomplete)


def complete_formats(incomplete: str) -> list[str]:
    from farklegen.render.registry import OUTPUTS

    return beginning(OUTPUTS, incomplete)


Rules = Annotated[
    str,
    argument(
        "RULES", "A YAML file, the name of built-in rules, or - for standard input.", complete_rules
    ),
]

Format = Annotated[
    str | None,
    option(
        "--format FORMAT",
        "text, markdown, csv, json or html. Default: by the suffix of -o, else text.",
        complete_formats,
    ),
]

Target = Annotated[
    str | None,
    option("--output -o FILE", "Write the result to a file (replaced as a whole, or not at all)."),
]


Me = Annotated[
    str,
    option(
        "--me POLICY",
        "How you play: optimal, card, points-only, full-table, bank-at-300 or the "
        "like, or a policy file.",
        complete_policies,
    ),
]

Opponent = Annotated[
    str,
    option("--opponent POLICY", "How the other player plays.", complete_policies),
]
