"""Commands run in this process, with a store of their own."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from farklegen.store import folders
from tests.cli.command import farklegen

WAITING = re.compile(r"This will take |[a-z :-]+: \d+%|another process is ")
"""What is said while a slow machine is waited for, or a test of another worker: how long it takes,
and how far it is."""


class Done(NamedTuple):
    """What a command came to; what is said of waiting is left out of `err`."""

    code: int
    out: str
    err: str


def runner(
    command: str,
    file: str,
    usual: str,
    cache: Path,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Done]:
    """What runs a command about rules in a file: takes its options, and the text of other rules.

    Args:
        command: its name.
        file: name of the file with the rules, in `place`.
        usual: text of the rules.
        cache: folder for the store.
        place: folder to work in.
    """
    monkeypatch.chdir(place)
    monkeypatch.setattr(folders, "folder", lambda kind: cache / kind)

    def running(options: str = "", rules: str = usual) -> Done:
        Path(file).write_text(rules, encoding="utf-8")
        said = farklegen(command, file, *shlex.split(options), cwd=Path.cwd())
        lines = [line for line in said.err.splitlines() if not WAITING.match(line)]
        return Done(said.code, said.out, "\n".join(lines))

    return running
