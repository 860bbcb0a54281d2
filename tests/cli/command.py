"""Command lines: run in this process as in a pipe, or in a process of their own."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pytest

from farklegen.cli import app, output

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
HOUSE = "tests/cli/data/house.yaml"
BROKEN = "tests/cli/data/broken.yaml"

KINDS = """\
goal: 500
dice: {low: 2, imp: 1}
die_types:
  low: [2, 1, 1, 1, 1, 0]
  imp: {weights: [1, 1, 1, 1, 1, 1], joker: 1}
combinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 150, 100], AAA: 400, 123: 300}
"""
"""Rules with dice of different kinds, one of them a joker."""

_build = app._program

_SETTINGS = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING")


WAITING = re.compile(r"This will take |.+: \d+%|another process is ")
"""What is said while a slow machine is waited for, or a test of another worker: how long it takes,
and how far it is."""


class Result(NamedTuple):
    """What came out of a run."""

    code: int
    out: str
    err: str

    @property
    def without_waiting(self) -> Result:
        """The same without what is said of waiting."""
        lines = self.err.splitlines(keepends=True)
        return self._replace(err="".join(line for line in lines if not WAITING.match(line)))


def environment(**settings: str) -> dict[str, str]:
    """The environment of this process without what changes outputs, and with `settings`."""
    kept = {key: value for key, value in os.environ.items() if key not in _SETTINGS}
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


def farklegen(
    *arguments: str,
    stdin: bytes | BinaryIO = b"",
    cwd: Path = ROOT,
    stdout: BinaryIO | None = None,
    **env: str,
) -> Result:
    """Run a command in this process, between two pipes; it leaves nothing behind here.

    What no command may raise passes through: there is no exit code for it. `stdout` is a file to
    write to in place of the result.
    """
    with pytest.MonkeyPatch.context() as patch:
        typed = io.BytesIO(stdin) if isinstance(stdin, bytes) else stdin
        patch.setattr(sys, "stdin", io.TextIOWrapper(typed, encoding="utf-8"))
        out = io.TextIOWrapper(stdout or io.BytesIO(), encoding="utf-8")
        err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        # The second is where Python looks for the width of the terminal.
        for name, stream in (("stdout", out), ("__stdout__", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        for key in _SETTINGS:
            patch.delenv(key, raising=False)
        for key, value in env.items():
            patch.setenv(key, value)
        patch.chdir(cwd)
        patch.setattr(app, "_program", lambda named: _program(output.help_width(), named))
        code = app.run(list(arguments))
        if stdout is not None:
            with suppress(OSError):
                out.detach()
        return Result(code, "" if stdout else _written(out), _written(err))


@cache
def _program(_width: int, named: str | None) -> Any:
    """The command line, which is made once for each command and width of its help texts."""
    return _build(named)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    held = stream.buffer
    assert isinstance(held, io.BytesIO)
    return held.getvalue().decode()


def process(
    *arguments: str, stdin: bytes = b"", cwd: Path = ROOT, stdout: int | None = None, **env: str
) -> Result:
    """Run a command in a process of its own, as a person does.

    `stdout` is a file descriptor to write to in place of the result.
    """
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


class Terminal:
    """A terminal of 50 columns; commands write to `side`."""

    def __init__(self) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._ours, self.side = pty.openpty()
        fcntl.ioctl(self.side, termios.TIOCSWINSZ, struct.pack("4H", 30, 50, 0, 0))
        attributes = termios.tcgetattr(self.side)
        attributes[1] &= ~termios.OPOST  # line feeds as they are
        termios.tcsetattr(self.side, termios.TCSANOW, attributes)

    def seen(self) -> str:
        """All that was shown, once those who write have ended."""
        os.close(self.side)
        data = b""
        with suppress(OSError):  # which is how Linux says that the other side was closed
            while more := os.read(self._ours, 100_000):
                data += more
        os.close(self._ours)
        return data.decode()
