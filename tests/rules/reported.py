"""Texts of rules with what is said of them, as `wrong_files.txt` and `explained.txt` list them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def matches_listing(name: str, says: Callable[[str, str], list[str]], marks: str) -> None:
    """Assert that a listing has what is said of each of its texts, or write it if that is asked
    for, as golden files are. `says` takes the heading of the section and the text; lines that begin
    with one of the `marks` are what is said."""
    path = Path(__file__).with_name(name)
    head, *blocks = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    section, found = "", [head]
    for block in blocks:
        if block.startswith("##"):
            section = block.removeprefix("##").strip()
            found.append(block)
            continue
        text = [line for line in block.split("\n") if line[:2] not in {f"{m} " for m in marks}]
        found.append("\n".join([*text, *says(section, "\n".join(text) + "\n")]))
    listing = "\n\n".join(found) + "\n"
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        path.write_text(listing, encoding="utf-8")
    assert listing == path.read_text(encoding="utf-8"), f"{name} differs; if meant: just golden"
