"""The exceptions of the package.

Every message says what was found, what was expected, and ends in what to do about it. `slug` is a
stable name for programs; a command turns any of these into one clear report and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

_naming_options: ContextVar[bool] = ContextVar("naming_options", default=False)


@contextmanager
def naming_options() -> Iterator[None]:
    """Within this, messages name the options of commands; elsewhere arguments of functions."""
    token = _naming_options.set(True)
    try:
        yield
    finally:
        _naming_options.reset(token)


def named(argument: str, option: str | None = None) -> str:
    """How a message names something that was asked with.

    Args:
        argument: as somebody who calls a function gives it.
        option: as somebody at the keyboard does; by default `--turn-score` for `turn_score`.
    """
    if (
        argument.startswith("--")
        or (argument.isalpha() and argument.isupper())
        or not _naming_options.get()
    ):
        return argument
    return option or f"--{argument.replace('_', '-')}"


def install(package: str) -> str:
    """The command that installs a package for the Python that this is, not for another one."""
    if sys.prefix == sys.base_prefix or not sys.executable:
        return f"pip install {package}"
    from shlex import quote

    return f"{quote(sys.executable)} -m pip install {package}"


def need(module: str, what: str, package: str = "") -> None:
    """Refuse to go on without a library that not everybody has.

    Args:
        what: what needs it, such as `PDF needs`.
        package: that has it, if it has another name.
    """
    if find_spec(module) is None:
        remedy = f"Install it: {install(package or module)}"
        raise FarklegenError(f"{what} {module}, which is not installed here. {remedy}")


class FarklegenError(Exception):
    """Anything that farklegen refuses on purpose. The text is meant for the person at the
    keyboard."""

    slug = "error"


class ArgumentError(FarklegenError, ValueError):
    """Arguments or options that cannot be meant. The message has one line for each thing wrong."""

    slug = "usage"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong, or worth a warning, in a file.

    Attributes:
        file: the reference as messages show it.
        line, column: from 1; None where the problem is one of the file as a whole.
        message: what was found, and what to do.
        severity: `error` or `warning`.
    """

    KEYS = ("line", "column", "severity", "message")

    file: str
    line: int | None
    column: int | None
    message: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = self.file
        if self.line is not None:
            place += f":{self.line}"
            if self.column is not None:
                place += f":{self.column}"
        return f"{place}: {self.severity}: {self.message}"


class ContentError(FarklegenError):
    """A file that does not say what it should. Carries all of its problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type[ContentError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class RulesetError(ContentError):
    """A ruleset file that does not say a valid ruleset."""

    slug = "ruleset"


class PolicyError(ContentError):
    """A policy file that does not say a way of playing."""

    slug = "policy"


class SweepError(ContentError):
    """A sweep file that does not say which rulesets to measure, and how."""

    slug = "sweep"


class FileProblemError(FarklegenError):
    """A file that cannot be read or written: missing, a directory, too large, not text, disk
    full."""

    slug = "file"


class CoreError(FarklegenError):
    """The compiled core is missing, outdated, or built for another machine."""

    slug = "core"


class UnsolvableError(FarklegenError):
    """A ruleset and an objective that do not go together. The message names the rule."""

    slug = "unsolvable"


class ImpossibleStateError(FarklegenError):
    """A question about a situation that cannot occur under the ruleset."""

    slug = "impossible-state"
