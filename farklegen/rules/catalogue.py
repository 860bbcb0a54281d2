"""From a reference to a text: a path, `-` for standard input, or the name of built-in rules.

A built-in name works wherever a path does. A reference with a path separator or a `.yaml` or `.yml`
suffix is always a path; any other is looked up in the catalogue first. A reference that is a huge
file, a pipe, a device, a folder or not text at all ends in one clear line and never in a long wait.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from farklegen.errors import ContentError, FileProblemError, Problem, RulesetError
from farklegen.rules.words import closest, shown

SIZE_CAP = 1 << 20
"""The largest file that is read, in bytes: a ruleset has about one thousand."""

STANDARD_INPUT = "standard input"

# What YAML forbids, and U+0085, U+2028 and U+2029. The parser would count these three as line
# breaks, but editors do not: every place after one would be wrong.
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\ufeff"
)
# Characters that often come with copied text: a slip, but the file is still a text.
_STRAY = "\x85\u2028\u2029\ufeff"
# Reading some files of /proc, which look ordinary, never ends; without blocking it gives None.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FileKind(NamedTuple):
    """A kind of file: what messages call it, one of its lines, and the error of a wrong one."""

    name: str
    line: str
    error: type[ContentError]


RULESET = FileKind("ruleset", "goal: 10000", RulesetError)


class MissingFileError(FileProblemError):
    """There is no such file."""


def read_path(path: str, kind: FileKind = RULESET) -> str:
    if not path:
        raise FileProblemError("the file name is empty; give a file or a built-in name")
    try:
        status = os.stat(path)  # noqa: PTH116  (a Path would lose a trailing separator)
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not an ordinary file"
            raise FileProblemError(
                f"{shown(path)} is {what}; give a {kind.name} file, or - for standard input"
            )
        with os.fdopen(os.open(path, _READ), "rb") as file:
            data = file.read(SIZE_CAP + 1)
    except FileNotFoundError:
        raise MissingFileError(f"there is no file {shown(path)}; check its name") from None
    except (OSError, ValueError) as error:
        raise FileProblemError(_refusal(path, error)) from None
    if data is None:
        raise FileProblemError(f"{shown(path)} has nothing to read; check its name")
    return decode(data, path, kind)


def read_standard_input() -> str:
    if sys.stdin is None or sys.stdin.closed:
        raise FileProblemError("standard input is closed; give a file name in place of -")
    try:
        data = sys.stdin.buffer.read(SIZE_CAP + 1)
    except OSError as error:
        raise FileProblemError(_refusal(STANDARD_INPUT, error)) from None
    return decode(data, STANDARD_INPUT)


def decode(data: bytes, file: str, kind: FileKind = RULESET) -> str:
    """UTF-8 bytes, with or without a byte order mark, as text that YAML allows."""
    if len(data) > SIZE_CAP:
        raise FileProblemError(
            f"{shown(file)} has more than {SIZE_CAP:,} bytes, the most that a {kind.name} has; "
            "check the file name"
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"byte 0x{data[error.start]:02x} is not UTF-8 text; save the file as UTF-8"
        problem = _problem(file, data[: error.start].decode("utf-8"), message)
        raise unreadable(problem) from None
    text = text.removeprefix("\ufeff")
    found = _UNPRINTABLE.search(text)
    if found is not None:
        character = found.group()
        message = f"the character U+{ord(character):04X} cannot stand in a {kind.name}; delete it"
        if character not in _STRAY:
            message += f", or check that this is a {kind.name} and not another kind of file"
        problem = _problem(file, text[: found.start()], message)
        raise kind.error((problem,)) if character in _STRAY else unreadable(problem)
    return text


def unreadable(problem: Problem) -> FileProblemError:
    """The error for a file that is read no further."""
    return FileProblemError(f"{problem.file}:{problem.line}:{problem.column}: {problem.message}")


def _problem(file: str, before: str, message: str) -> Problem:
    """A problem at the place right after the text `before`."""
    lines = re.split("\r\n|\r|\n", before)
    return Problem(shown(file), len(lines), len(lines[-1]) + 1, message)


def _refusal(path: str, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{shown(path)} cannot be read ({reason}); check its name and permissions"


_PACKAGE = Path(__file__).resolve().parent.parent
_SUFFIXES = (".yaml", ".yml")


def rulesets_folder() -> Path:
    """The folder of the built-in rulesets: inside an installed package, beside it in a checkout."""
    installed = _PACKAGE / "rulesets"
    return installed if installed.is_dir() else _PACKAGE.parent / "rulesets"


@cache
def builtin_paths() -> dict[str, Path]:
    """Every built-in ruleset by name, in alphabetical order."""
    found = [(path.stem, path) for path in rulesets_folder().glob("*.yaml")]
    return dict(sorted(found))


def builtin_names() -> tuple[str, ...]:
    return tuple(builtin_paths())


def is_path(reference: str) -> bool:
    """Whether a reference can only be a path: it has a separator or a suffix of YAML files."""
    separators = {"/", os.sep, os.altsep}
    return any(s in reference for s in separators if s) or reference.endswith(_SUFFIXES)


def nearest_built_in(name: str) -> str:
    """The built-in ruleset that a name may mean, as advice."""
    stem = Path(name).name.removesuffix(".yaml").removesuffix(".yml")
    if near := closest(stem, builtin_names(), 0.6):
        return f"did you mean the built-in {near}?"
    return "check its name (`farklegen rulesets` lists the built-in ones)"
