"""How long files are: the next reader finds the room for a change within a minute."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_LINES = 400
KINDS = {".py", ".cpp", ".hpp", ".js", ".mjs", ".css", ".html"}


def test_no_file_is_longer_than_400_lines() -> None:
    files = [
        file
        for folder in ("farklegen", "tests", "campaign", "benchmarks")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in KINDS and "golden" not in file.parts
    ]
    lengths = {str(file.relative_to(ROOT)): file.read_bytes().count(b"\n") for file in files}
    assert len(lengths) > 400
    too_long = {name: length for name, length in lengths.items() if length > MOST_LINES}
    assert too_long == {}, "split these, each into files that say one thing"
