"""What commands refuse before anything is solved, each thing wrong in a line of its own."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.command import BROKEN, DATA, ROOT, farklegen
from tests.render.golden import matches_listing

PREFIX, USAGE = "farklegen: error: ", ("Usage: ", "Try ")


def test_what_cannot_be_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`refused.txt` has command lines, and all that is said of each; nothing is written by them."""
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path / "store"))
    (tmp_path / "strict.yaml").write_text("goal: 500\ncombinations: {1: 100}\n")
    (tmp_path / "bad.yaml").write_text("goal: no\ncombinations: {1: 100}\n")
    (tmp_path / "worse.yaml").write_text("goal: 500\ncombination: {1: 100}\n")
    (tmp_path / "broken.yaml").write_bytes((ROOT / BROKEN).read_bytes())

    def says(section: str, line: str) -> list[str]:
        there = DATA / section
        rules = there.read_text("utf-8") if there.is_file() else section.replace(" / ", "\n") + "\n"
        (tmp_path / "ours.yaml").write_text(rules, "utf-8")
        before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
        done = farklegen(*shlex.split(line), cwd=tmp_path)
        assert (done.code, done.out) == (2, ""), line
        assert before == {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
        said = [each for each in done.err.splitlines() if each and not each.startswith(USAGE)]
        return [f"! {each.removeprefix(PREFIX)}" for each in said]

    matches_listing(Path(__file__).with_name("refused.txt"), says, "!")
