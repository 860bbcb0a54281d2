"""`farklegen cache`."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from farklegen.store import matches
from farklegen.store.match_file import MatchKey
from tests.cli.command import ROOT, environment, farklegen

KEYS = [
    MatchKey("a" * 64, "win", {"goal": 10_000, "komi": None}, "1"),
    MatchKey("b" * 64, "lead", {}, "1"),
]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A cache folder with two solved matches."""
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    for key, label in zip(KEYS, ("Sunday\x1b[2J Farkle", "Zilch"), strict=True):
        path = matches.save(key, {}, {"w": np.zeros(100)}, label=label)
        assert path is not None
        os.utime(path, (1e9, 1e9))
    assert matches.load(KEYS[0]) is not None  # the last used, therefore
    return str(tmp_path)


def test_solved_matches_are_listed_with_sizes_and_their_folder(cache: str) -> None:
    result = farklegen("cache", COLUMNS="200")
    assert (result.code, result.err) == (0, "")
    assert f"Folder          {cache}\n" in result.out
    assert "Solved matches  2, 2.4 kB\n" in result.out
    first, second = (text for text in result.out.splitlines() if "1.2 kB" in text)
    words = re.split(" {2,}", first)
    assert words[:4] == [KEYS[0].digest[:8], "Sunday\\x1b[2J Farkle", "aaaaaaaa", "win"]
    assert second.startswith(f"{KEYS[1].digest[:8]}  Zilch ")
    assert "2001-09-" in second
    assert "At most         1.0 GB, or what FARKLEGEN_CACHE_SIZE says\n" in result.out
    assert farklegen("cache", "list", COLUMNS="200") == result


def test_programs_get_the_same_as_data(cache: str) -> None:
    said = json.loads(farklegen("cache", "--format", "json").out)
    assert said["format"] == "farklegen/cache"
    assert said["folder"] == cache
    assert [match["key"] for match in said["matches"]] == [key.digest for key in KEYS]
    assert said["matches"][0]["parameters"] == {"goal": 10_000, "komi": None}
    assert said["matches"][1]["used"] == "2001-09-09T01:46:40Z"
    assert said["matches_bytes"] == sum(match["bytes"] for match in said["matches"])
    rows = list(csv.DictReader(io.StringIO(farklegen("cache", "--format", "csv").out)))
    assert [row["rules"] for row in rows] == ["Sunday\x1b[2J Farkle", "Zilch"]
    assert [list(row) for row in rows] == [list(match) for match in said["matches"]]
    markdown = farklegen("cache", "--format", "markdown")
    assert "| Zilch" in markdown.out.replace("*", "")


def test_a_damaged_entry_is_listed_as_such(cache: str) -> None:
    path = Path(cache, "matches", KEYS[1].file_name)
    path.write_bytes(path.read_bytes()[:-1])
    result = farklegen("cache")
    assert result.code == 0
    assert "damaged" in result.out
    assert "What is damaged is never used" in result.out
    (damaged,) = (
        match
        for match in json.loads(farklegen("cache", "-o", "-", "--format", "json").out)["matches"]
        if match["damaged"]
    )
    assert (damaged["key"], damaged["rules"], damaged["solved"]) == (KEYS[1].digest, None, None)


def test_clearing_asks_for_yes(cache: str) -> None:
    result = farklegen("cache", "clear")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"farklegen: error: this would remove 2 solved matches, 2.4 kB, in {cache}; "
        "add --yes to do it\n"
    )
    assert len(matches.entries()) == 2
    result = farklegen("cache", "clear", "--yes")
    assert (result.code, result.out, result.err) == (0, "Removed 2 solved matches, 2.4 kB.\n", "")
    assert matches.entries() == []


@pytest.mark.parametrize("name", [KEYS[1].digest[:8], KEYS[1].digest, "BBBBBBBB"])
def test_one_is_cleared_by_its_id_or_by_the_fingerprint_of_its_rules(cache: str, name: str) -> None:
    result = farklegen("cache", "clear", name)
    assert (result.code, result.out, result.err) == (0, "Removed 1 solved match, 1.2 kB.\n", "")
    assert [entry.key for entry in matches.entries()] == [KEYS[0].digest]


def test_ids_of_nothing_are_told_and_nothing_is_removed(cache: str) -> None:
    result = farklegen("cache", "clear", "aaaaaaaa", "c" * 8, "b")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "farklegen: error: nothing is kept with an id or a fingerprint that begins with "
        "'cccccccc'; farklegen cache lists them\n"
        "'b' is too short; give at least 4 signs of an id\n"
    )
    assert len(matches.entries()) == 2
    listed = farklegen("cache", "list", "aaaa")
    assert (listed.code, listed.err) == (
        2, "farklegen: error: ids are for 'cache clear' only; leave them out\n",
    )  # fmt: skip


def test_a_size_that_is_none_is_refused_before_anything_is_done(cache: str) -> None:
    result = farklegen("odds", "basic", FARKLEGEN_CACHE_SIZE="much")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("farklegen: error: FARKLEGEN_CACHE_SIZE is 'much'")
    shown = farklegen("cache", FARKLEGEN_CACHE_SIZE="250MB").out
    assert "At most         250.0 MB, or what" in shown


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
@pytest.mark.parametrize(("answer", "left"), [(b"y\n", 0), (b"\n", 2), (b"no\n", 2)])
def test_on_a_terminal_clearing_asks(cache: str, answer: bytes, left: int) -> None:
    import pty

    ours, theirs = pty.openpty()
    try:
        os.write(ours, answer)
        done = subprocess.run(
            [sys.executable, "-m", "farklegen", "cache", "clear"],
            stdin=theirs,
            capture_output=True,
            cwd=ROOT,
            env=environment(),
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 0
    assert b"This removes 2 solved matches, 2.4 kB" in done.stderr
    assert len(matches.entries()) == left
    assert (b"Nothing was removed." in done.stderr) == bool(left)
    assert (b"Removed 2" in done.stdout) == (not left)
