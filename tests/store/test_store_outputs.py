"""The store of finished outputs: a short cut that never changes an answer."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from farklegen.store import outputs


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    return tmp_path / "outputs"


@pytest.mark.usefixtures("store")
def test_what_was_kept_is_recalled_under_its_key_only() -> None:
    key = outputs.key_of({"command": "table", "rules": "goal: 1"})
    assert outputs.recall(key) is None
    outputs.keep(key, {"text": "the card −½\n"})
    assert outputs.recall(key) == {"text": "the card −½\n"}
    assert outputs.recall(outputs.key_of({"command": "table", "rules": "goal: 2"})) is None


def test_a_key_depends_on_every_part_and_not_on_their_order() -> None:
    key = outputs.key_of({"a": 1, "b": "x"})
    assert key == outputs.key_of({"b": "x", "a": 1})
    assert key != outputs.key_of({"a": 2, "b": "x"})


def test_a_key_depends_on_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    key = outputs.key_of({})
    monkeypatch.setattr(outputs, "_program_state", lambda: [("turn.py", 1, 1)])
    assert outputs.key_of({}) != key


def test_a_key_depends_on_the_compiled_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "farklegen" / "store"
    package.mkdir(parents=True)
    monkeypatch.setattr(outputs, "__file__", str(package / "outputs.py"))
    library = tmp_path / "farklegen" / "farklegen-core-v2.so"
    library.write_bytes(b"1")
    before = outputs.key_of({})
    library.write_bytes(b"12")
    assert outputs.key_of({}) != before


def test_any_changed_byte_is_noticed(store: Path) -> None:
    key = outputs.key_of({})
    outputs.keep(key, {"text": "545.902143"})
    entry = store / key
    whole = entry.read_bytes()
    for place in range(len(whole)):
        entry.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert outputs.recall(key) is None
    for length in range(len(whole)):
        entry.write_bytes(whole[:length])
        assert outputs.recall(key) is None
    entry.write_bytes(whole)
    assert outputs.recall(key) == {"text": "545.902143"}


def test_what_a_killed_process_left_unfinished_goes_with_the_next_entry(store: Path) -> None:
    first, second = outputs.key_of({"a": 1}), outputs.key_of({"a": 2})
    outputs.keep(first, {"text": "text"})
    left, new = (store / f".farklegen-1-0000000{n}.tmp" for n in "12")
    for path in (left, new):
        path.write_bytes(b"12345")
    os.utime(left, (1e9, 1e9))
    os.utime(new, (time.time() + 9, time.time() + 9))  # its process may be about to lock it
    outputs.keep(second, {"text": "text"})
    assert sorted(path.name for path in store.iterdir()) == sorted([first, second, new.name])


def test_nothing_is_kept_when_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    outputs.keep(outputs.key_of({}), {"text": "text"})
    assert outputs.folder() is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("FARKLEGEN_CACHE", str(blocked))
    outputs.keep(outputs.key_of({}), {"text": "text"})
    assert outputs.recall(outputs.key_of({})) is None
    assert blocked.read_text() == "not a folder"


def test_a_write_that_fails_leaves_no_half_entry(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    outputs.keep(outputs.key_of({}), {"text": "text"})
    assert list(store.iterdir()) == []


def test_the_oldest_entries_go_first(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "MOST_ENTRIES", 3)
    keys = [outputs.key_of({"n": n}) for n in range(5)]
    for age, key in enumerate(keys):
        outputs.keep(key, {"text": "text"})
        if (store / key).exists():
            os.utime(store / key, (age, age))
    kept = {path.name for path in store.iterdir()}
    assert kept == set(keys[2:])
