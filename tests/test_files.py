"""How long files are, what classes are called, and whether files that are named are there: the next
reader finds the room for a change within a minute."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_LINES = 800
KINDS = {".py", ".cpp", ".hpp", ".js", ".mjs", ".css", ".html"}


def test_no_file_is_longer_than_800_lines() -> None:
    files = [
        file
        for folder in ("farklegen", "tests", "campaign", "benchmarks")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in KINDS and "golden" not in file.parts
    ]
    lengths = {str(file.relative_to(ROOT)): file.read_bytes().count(b"\n") for file in files}
    assert len(lengths) > 300
    too_long = {name: length for name, length in lengths.items() if length > MOST_LINES}
    assert too_long == {}, "split these, each into files of one idea"


def test_files_that_are_named_are_there() -> None:
    folders = ("farklegen", "tests", "campaign", "benchmarks", "docs")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()]
    files += {*ROOT.glob("*.*")} - {ROOT / "CHANGELOG.md"}  # which is about the past
    there = {f"/{file.relative_to(ROOT).as_posix()}" for file in files}
    named = {
        (file.relative_to(ROOT).as_posix(), name)
        for file in files
        if file.suffix in KINDS | {".md"} and "golden" not in file.parts
        for name in re.findall(r"`([\w/]+\.(?:py|[ch]pp|js))`", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 50
    lacking = {(at, name) for at, name in named if not any(f.endswith(f"/{name}") for f in there)}
    assert lacking == set(), "say where it is now"
