"""What is no ruleset, what is not valid, and what commands refuse before anything is solved."""

from __future__ import annotations

import shlex
import time
from pathlib import Path

import pytest

from tests.cli.command import BROKEN, DATA, ROOT, farklegen
from tests.render.golden import matches_listing

UNREADABLE = {
    "brackets": b"[" * 100_000,
    "zeros": bytes(1000),
    "latin": "name: Grün\n".encode("latin-1"),
}


@pytest.mark.parametrize("command", ["check", "table"])
@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_ruleset_at_all_is_one_line_and_exit_code_2(
    tmp_path: Path, name: str, command: str
) -> None:
    (tmp_path / "x.yaml").write_bytes(UNREADABLE[name])
    one_line_and_exit_code_2(tmp_path, command, "x.yaml")


def one_line_and_exit_code_2(folder: Path, *arguments: str) -> None:
    start = time.perf_counter()
    result = farklegen(*arguments, cwd=folder)
    assert time.perf_counter() - start < 5.0
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("farklegen: error: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < 400


@pytest.mark.parametrize("stdin", [b"goal: [", b"", b"- a list", b"name: only"])
def test_an_invalid_ruleset_is_exit_code_1_here_and_2_elsewhere(stdin: bytes) -> None:
    result = farklegen("check", "-", stdin=stdin)
    assert (result.code, result.err) == (1, "")
    assert "Not valid" in result.out
    result = farklegen("odds", "-", stdin=stdin)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("standard input:")


def test_the_worst_of_several_files_gives_the_exit_code() -> None:
    assert farklegen("check", "basic", "zilch").code == 0
    assert farklegen("check", "basic", BROKEN).code == 1
    result = farklegen("check", BROKEN, "missing.yaml", "basic")
    assert result.code == 2
    assert "Not valid: 2 problems found." in result.out
    assert "Valid." in result.out


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
