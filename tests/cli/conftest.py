"""Commands run with a store that tests share."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from tests.cli.command import Result, farklegen
from tests.shared import shared


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(shared(tmp_path_factory, "commands"))


@pytest.fixture
def run(cache: str, tmp_path: Path) -> Any:
    """Runs a command about rules given as a text or a path, with the solutions of all of them, and
    with what is typed: lines with strokes between them."""

    def running(
        command: str,
        rules: str,
        options: str = "",
        typed: str | BinaryIO = "",
        own: str = cache,
    ) -> Result:
        if "\n" in rules:
            file = tmp_path / "rules.yaml"
            file.write_text(rules, encoding="utf-8")
            rules = str(file)
        stdin = typed.replace(" / ", "\n").encode() if isinstance(typed, str) else typed
        words = shlex.split(options)
        return farklegen(command, rules, *words, stdin=stdin, FARKLEGEN_CACHE=own).without_waiting

    return running


@pytest.fixture
def said(run: Any) -> Any:
    """What a command says as JSON."""

    def saying(command: str, rules: str, options: str = "") -> dict[str, Any]:
        done = run(command, rules, f"{options} --format json")
        assert (done.code, done.err) == (0, "")
        return dict(json.loads(done.out))

    return saying


@pytest.fixture
def about(cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """What runs a command in the folder of the test, about rules in a file there: takes its name,
    that of the file and the text of the rules, and a store if not the shared one. What it returns
    takes options, and the text of other rules."""

    def of(command: str, file: str, usual: str, store: str = cache) -> Callable[..., Result]:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("FARKLEGEN_CACHE", store)

        def running(options: str = "", rules: str = usual) -> Result:
            (tmp_path / file).write_text(rules, encoding="utf-8")
            return farklegen(command, file, *shlex.split(options), cwd=tmp_path).without_waiting

        return running

    return of
