"""The real command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
HOUSE = "tests/cli/data/house.yaml"
BROKEN = "tests/cli/data/broken.yaml"

_SETTINGS = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING")


@dataclass(frozen=True)
class Result:
    """What came out of a run."""

    code: int
    out: str
    err: str


def environment(**settings: str) -> dict[str, str]:
    """The environment of this process without what changes outputs, and with `settings`."""
    kept = {key: value for key, value in os.environ.items() if key not in _SETTINGS}
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


def farklegen(
    *arguments: str, stdin: bytes = b"", cwd: Path = ROOT, stdout: int | None = None, **env: str
) -> Result:
    """Run a command; `stdout` is a file descriptor to write to in place of the result."""
    done = subprocess.run(
        [sys.executable, "-m", "farklegen", *arguments],
        input=stdin,
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment(**env),
        timeout=60,
        check=False,
    )
    return Result(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


def program(code: str, *arguments: str, **env: str) -> Result:
    """Run Python code in which `main` is the program, ready for the given command line."""
    prelude = "import sys\nfrom farklegen.__main__ import main\n"
    done = subprocess.run(
        [sys.executable, "-c", prelude + code, *arguments],
        capture_output=True,
        cwd=ROOT,
        env=environment(**env),
        timeout=60,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())
