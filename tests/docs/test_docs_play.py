"""The match that is shown is a real one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farklegen.cli.playing import HELP
from tests.docs.pages import DOCS, blocks, farklegen, prose
from tests.docs.test_docs_readme import matches

PAGE = DOCS / "play.md"
PROMPT = re.compile(r"^(?:Keep|Bank or roll)> (.*)$", re.MULTILINE)


def test_the_match_shown_is_what_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (rules,) = blocks(PAGE, "yaml")
    (shown,) = blocks(PAGE, "console")
    Path("three.yaml").write_text(rules.text, encoding="utf-8")
    command, *lines = shown.text.rstrip("\n").split("\n")
    answers = "\n".join(PROMPT.findall(shown.text)) + "\n"
    done = farklegen(*command.split()[2:], stdin=answers.encode())
    assert (done.code, done.err) == (0, "")
    assert matches(tuple(lines), done.out.rstrip("\n").split("\n")), done.out


def test_the_page_explains_what_the_help_explains() -> None:
    text = prose(PAGE)
    for answer in ("155 b", "all", "111 = 300", "h", "?", "q"):
        assert f"`{answer}`" in text
        assert any(answer in line for line in HELP) or answer == "?"
