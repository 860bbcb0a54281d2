"""The documentation as tests see it, and commands run in this process."""

from __future__ import annotations

import io
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from farklegen.cli.app import run

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
"""Where the program keeps things while it runs in this process."""


class Output(NamedTuple):
    """What a command line wrote, and its exit code."""

    code: int
    out: str
    err: str


def farklegen(*arguments: str) -> Output:
    """Run a command line as in a pipe."""
    with pytest.MonkeyPatch.context() as patch:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setenv("COLUMNS", "88")
        patch.setenv("NO_COLOR", "1")
        patch.setenv("FARKLEGEN_CACHE", CACHE)
        code = run(list(arguments))
        texts = []
        for stream in (out, err):
            stream.flush()
            raw = stream.buffer
            assert isinstance(raw, io.BytesIO)
            texts.append(raw.getvalue().decode("utf-8"))
    return Output(code, *texts)


@cache
def report(*arguments: str) -> dict[str, Any]:
    """What a command says as JSON; paths are seen from the root of the project."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        done = farklegen(*arguments, "--format", "json")
    assert done.code == 0, done.err
    return dict(json.loads(done.out))
