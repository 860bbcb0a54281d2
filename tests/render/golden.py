"""Outputs kept as files in `tests/golden`, so that a change of an output shows in a review.

After an intended change, run `just golden` (FARKLEGEN_GOLDEN=write) and look at the difference.
"""

import os
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden"


def matches_golden(name: str, text: str) -> None:
    """Assert that a text is that of the golden file, or write the file if that is asked for."""
    path = FOLDER / name
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), f"{name} differs; if that is meant: just golden"


def matches_listing(path: Path, says: Callable[[str, str], list[str]], marks: str) -> None:
    """Assert that a file lists what is said of each of its texts, or write that if it is asked for.

    Args:
        path: blocks apart by empty lines: a comment, then sections, each a line that begins with ##
            and texts. Lines of a text that begin with one of the marks are what is said of it.
        says: (heading of the section, text) -> those lines.
        marks: one sign each.
    """
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
    kept = path.read_text(encoding="utf-8")
    assert listing == kept, f"{path.name} differs; if that is meant: just golden"
