"""`farklegen cache`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from farklegen.store import matches
from farklegen.store.matches import MatchKey
from tests.cli.command import farklegen

KEYS = [
    MatchKey("a" * 64, "win", {"goal": 10_000, "komi": None}, "1"),
    MatchKey("b" * 64, "lead", {}, "1"),
]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A cache folder with two solved matches."""
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    for key, label in zip(KEYS, ("Sunday Farkle", "Zilch"), strict=True):
        path = matches.save(key, {}, {"w": np.zeros(100)}, label=label)
        assert path is not None
    return str(tmp_path)


def test_where_and_how_large(cache: str) -> None:
    result = farklegen("cache", COLUMNS="200")
    assert (result.code, result.err) == (0, "")
    assert f"Folder          {cache}\n" in result.out
    assert "Solved matches  2, 2.7 kB\n" in result.out
    assert "At most         1.0 GB, or what FARKLEGEN_CACHE_SIZE says\n" in result.out
    said = json.loads(farklegen("cache", "--format", "json").out)
    assert (said["folder"], said["matches"]) == (cache, 2)
    (row,) = csv.DictReader(io.StringIO(farklegen("cache", "--format", "csv").out))
    assert row["bytes"] == str(said["bytes"])


def test_clearing_removes_all(cache: str) -> None:
    result = farklegen("cache", "clear")
    assert (result.code, result.out, result.err) == (0, "Removed 2 solved matches, 2.7 kB.\n", "")
    assert matches.usage() == (0, 0)


def test_a_size_that_is_none_is_refused_before_anything_is_done(cache: str) -> None:
    result = farklegen("odds", "basic", FARKLEGEN_CACHE_SIZE="much")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("farklegen: error: FARKLEGEN_CACHE_SIZE is 'much'")
    shown = farklegen("cache", FARKLEGEN_CACHE_SIZE="250MB").out
    assert "At most         250.0 MB, or what" in shown
