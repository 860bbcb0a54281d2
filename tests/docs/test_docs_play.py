"""The match and the drill that are shown are real ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, blocks, farklegen
from tests.docs.test_docs_readme import matches

PAGE, DRILL = DOCS / "play.md", DOCS / "drill.md"
PROMPT = re.compile(r"^(?:Keep|Bank or roll)> (.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", [PAGE, DRILL], ids=lambda page: page.stem)
def test_what_is_shown_is_what_is_played(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (rules,) = blocks(page, "yaml")
    (shown,) = blocks(page, "console")
    Path("three.yaml").write_text(rules.text, encoding="utf-8")
    command, *lines = shown.text.rstrip("\n").split("\n")
    answers = "\n".join(PROMPT.findall(shown.text)) + "\n"
    done = farklegen(*command.split()[2:], stdin=answers.encode())
    assert (done.code, done.err) == (0, "")
    assert matches(tuple(lines), done.out.rstrip("\n").split("\n")), done.out
