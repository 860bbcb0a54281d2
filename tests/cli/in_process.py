"""Commands run in this process, with a store of their own."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Result, farklegen


def runner(
    command: str,
    file: str,
    usual: str,
    cache: Path,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Result]:
    """What runs a command about rules in a file: takes its options, and the text of other rules.

    Args:
        command: its name.
        file: name of the file with the rules, in `place`.
        usual: text of the rules.
        cache: folder for the store.
        place: folder to work in.
    """
    monkeypatch.chdir(place)
    monkeypatch.setenv("FARKLEGEN_CACHE", str(cache))

    def running(options: str = "", rules: str = usual) -> Result:
        Path(file).write_text(rules, encoding="utf-8")
        return farklegen(command, file, *shlex.split(options), cwd=Path.cwd()).without_waiting

    return running
