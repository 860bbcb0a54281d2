"""Outputs kept as files in `tests/golden`, so that a change of an output shows in a review.

After an intended change, run `just golden` (FARKLEGEN_GOLDEN=write) and look at the difference.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden"


def matches_golden(name: str, text: str) -> None:
    """Assert that a text is that of the golden file, or write the file if that is asked for."""
    path = FOLDER / name
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), f"{name} differs; if that is meant: just golden"
