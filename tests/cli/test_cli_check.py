"""What is no ruleset, what is not valid, and what commands refuse; `farklegen cache`."""

from __future__ import annotations

import csv
import io
import json
import shlex
import time
from pathlib import Path

import numpy as np
import pytest

from farklegen.store import matches
from farklegen.store.matches import MatchKey
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
    start = time.process_time()
    result = farklegen(*arguments, cwd=folder)
    assert time.process_time() - start < 5.0
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


KEYS = [
    MatchKey("a" * 64, "win", {"goal": 10_000, "komi": None}, "1"),
    MatchKey("b" * 64, "lead", {}, "1"),
]


@pytest.fixture
def two_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A cache folder with two solved matches."""
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    for key, label in zip(KEYS, ("Sunday Farkle", "Zilch"), strict=True):
        path = matches.save(key, {}, {"w": np.zeros(100)}, label=label)
        assert path is not None
    return str(tmp_path)


def test_where_and_how_large(two_matches: str) -> None:
    result = farklegen("cache", COLUMNS="200")
    assert (result.code, result.err) == (0, "")
    assert f"Folder          {two_matches}\n" in result.out
    assert "Solved matches  2, <0.1 MB\n" in result.out
    assert "At most         1,000.0 MB, or what FARKLEGEN_CACHE_SIZE says\n" in result.out
    said = json.loads(farklegen("cache", "--format", "json").out)
    assert (said["folder"], said["matches"]) == (two_matches, 2)
    (row,) = csv.DictReader(io.StringIO(farklegen("cache", "--format", "csv").out))
    assert row["bytes"] == str(said["bytes"])


def test_clearing_removes_all(two_matches: str) -> None:
    result = farklegen("cache", "clear")
    assert (result.code, result.out, result.err) == (0, "Removed 2 solved matches, <0.1 MB.\n", "")
    assert matches.usage() == (0, 0)


def test_a_size_that_is_none_is_refused_before_anything_is_done(two_matches: str) -> None:
    result = farklegen("odds", "basic", FARKLEGEN_CACHE_SIZE="much")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("farklegen: error: FARKLEGEN_CACHE_SIZE is 'much'")
    shown = farklegen("cache", FARKLEGEN_CACHE_SIZE="250MB").out
    assert "At most         250.0 MB, or what" in shown
