"""The documentation as tests see it, and commands run in this process."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from farklegen import api
from tests.cli import command
from tests.cli.command import Result

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = (
    README,
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in DOCS.rglob("*.md")),
)

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, *languages: str) -> list[Block]:
    """The fenced blocks of a page; all of them, or those in some languages."""
    found = [Block(*match) for match in _FENCE.findall(read(page))]
    return [block for block in found if not languages or block.language in languages]


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", read(page))


def rows(page: Path, *header: str) -> list[list[str]]:
    """The cells of all tables of a page that have this header, without emphasis."""
    text = read(page).replace("**", "")
    head = re.escape("| " + " | ".join(header) + " |")
    tables = re.findall(rf"^ *{head}\n.*\n((?: *\|.*\n)+)", text, re.MULTILINE)
    lines = [line.strip() for table in tables for line in table.splitlines()]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


CACHE = "off"
"""Where the program keeps things while it runs in this process; see `conftest`."""


def farklegen(*arguments: str, stdin: bytes = b"") -> Result:
    """Run a command line in the current folder, for a page of 88 columns."""
    return command.farklegen(
        *arguments, stdin=stdin, cwd=Path.cwd(), COLUMNS="88", NO_COLOR="1", FARKLEGEN_CACHE=CACHE
    )


@cache
def table(rules: str, *, full: bool = False) -> dict[str, Any]:
    """What `table --quick` says of rules as JSON, without the card."""
    known = str(ROOT / rules) if rules.endswith(".yaml") else rules
    return api.table(known, quick=True, numbers="all", full=full).to_dict()


@cache
def report(*arguments: str) -> dict[str, Any]:
    """What a command says as JSON; paths are seen from the root of the project."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        done = farklegen(*arguments, "--format", "json")
    assert done.code == 0, done.err
    return dict(json.loads(done.out))
