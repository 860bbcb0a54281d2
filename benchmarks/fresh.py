"""From a fresh clone to the first card, by the README's line."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.timing import surroundings

ROOT = Path(__file__).parent.parent


def steps(folder: Path) -> Iterator[tuple[str, float]]:
    """(step, seconds) of each step, the packages in pip's cache if they were fetched before."""
    clone, home = folder / "clone", folder / "store"
    bin_ = clone / ".venv" / ("Scripts" if sys.platform == "win32" else "bin")
    for name, arguments in {
        "git clone": ["git", "clone", "-q", str(ROOT), str(clone)],
        "python -m venv": [sys.executable, "-m", "venv", str(clone / ".venv")],
        "pip install .": [str(bin_ / "pip"), "install", "-q", str(clone)],
        "farklegen table basic": [str(bin_ / "farklegen"), "table", "basic"],
    }.items():
        yield name, _seconds(arguments, home)


def _seconds(arguments: Sequence[str], store: Path) -> float:
    began = time.perf_counter()
    subprocess.run(
        arguments,
        stdout=subprocess.DEVNULL,
        env=surroundings({"FARKLEGEN_CACHE": str(store)}),
        check=True,
    )
    return time.perf_counter() - began
