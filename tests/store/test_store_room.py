"""How much the store holds, and what goes from it."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from farklegen.errors import FarklegenError
from farklegen.store import folders, matches
from tests.store.entries import ARRAYS, KEY, META, UNFINISHED


def test_those_not_used_for_longest_go_first(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [replace(KEY, solver=str(number)) for number in range(5)]
    for age, key in enumerate(keys):
        matches.save(key, META, ARRAYS, label="Ours")
        os.utime(store / key.file_name, (age, age))
    size = (store / KEY.file_name).stat().st_size
    matches._used.clear()
    monkeypatch.setattr(folders, "MOST_BYTES", int(2.5 * size))
    newest = replace(KEY, solver="new")
    matches.save(newest, META, ARRAYS, label="Ours")
    assert {path.name for path in store.iterdir()} == {newest.file_name, keys[4].file_name}
    monkeypatch.setenv("FARKLEGEN_CACHE_SIZE", "0 kB")
    matches.save(newest, META, ARRAYS, label="Ours")
    assert [path.name for path in store.iterdir()] == [newest.file_name]


def test_what_was_just_asked_for_is_not_removed_to_make_room(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE_SIZE", "1kB")
    large = replace(KEY, solver="large")
    matches.save(large, META, {"w": np.zeros(1000)}, label="Ours")
    matches._used.clear()  # as in another process
    assert matches.load(large) is not None
    matches.save(KEY, META, ARRAYS, label="Ours")  # what was found out with it
    assert matches.load(large) is not None
    matches._used.clear()
    matches.save(replace(KEY, solver="next"), META, ARRAYS, label="Ours")
    assert matches.load(large) is None


@pytest.mark.parametrize(
    ("said", "size"), [("", 10**9), ("500MB", 5 * 10**8), (" 1.5 gb ", 15 * 10**8), ("0kB", 0)]
)
def test_the_size_of_the_store_can_be_chosen(
    said: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE_SIZE", said)
    assert folders.most_bytes() == size


def test_a_size_that_is_none_is_said(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE_SIZE", "much")
    with pytest.raises(FarklegenError, match=r"FARKLEGEN_CACHE_SIZE is 'much'.*such as 500MB"):
        folders.most_bytes()
    assert matches.save(KEY, META, ARRAYS, label="Ours") is not None  # saving goes on


def test_clearing_leaves_other_files_and_what_is_in_use(store: Path) -> None:
    others = [store.parent / "elsewhere" / "x", store / "notes.txt"]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"12345")
    matches.save(KEY, META, ARRAYS, label="Ours")
    size = matches.usage()[1]
    stored = matches.load(KEY)
    in_use = replace(KEY, solver="2")
    with matches.locked(in_use):
        assert matches.clear() == (1, size, 0)
        lock = store / f"{in_use.digest}.lock"
        assert sorted(store.iterdir()) == sorted([lock, store / "notes.txt"])
    assert stored is not None
    np.testing.assert_array_equal(stored.arrays["w"], ARRAYS["w"])
    assert all(path.read_bytes() == b"12345" for path in others)


def test_only_what_was_left_behind_long_ago_goes(store: Path) -> None:
    matches.save(KEY, META, ARRAYS, label="Ours")
    left_over = [store / UNFINISHED, store / f"{KEY.digest}.lock"]
    for path in left_over:
        path.touch()
    matches.clear()
    assert sorted(store.iterdir()) == sorted(left_over)  # they may be in use
    for path in left_over:
        os.utime(path, (0, 0))
    matches.clear()
    assert list(store.iterdir()) == []


def test_what_cannot_be_removed_is_counted(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    matches.save(KEY, META, ARRAYS, label="Ours")
    monkeypatch.setattr(Path, "unlink", refused)
    assert matches.clear() == (0, 0, 1)
    assert len(list(store.iterdir())) == 1
