"""The store of solved matches: a short cut that never changes an answer, whatever happens to it,
how much it holds, and what goes from it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from farklegen.store import files, matches
from farklegen.store.matches import MatchKey
from tests.cli.command import ROOT, environment

KEY = MatchKey("f" * 64, "win", {"goal": 10_000, "komi": 0.1, "last": True, "who": None}, "1")
ARRAYS: dict[str, npt.NDArray[Any]] = {"w": np.array([0.5, 1 / 3]), "roll": np.array([True])}
UNFINISHED = ".farklegen-1-0123abcd.tmp"
META: dict[str, Any] = {"sweeps": 7, "bounds": [0.25, {"low": None}], "name": "Grün\ud800"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of its own for each test."""
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    return tmp_path / "matches"


PRELUDE = """
import sys, time
import numpy as np
from farklegen.store.matches import MatchKey, clear, load, locked, save
key = MatchKey("f", "win", {}, "1")
say = lambda message: print(message, flush=True)
"""
"""What a process of its own begins with."""


def start(code: str, store: Path) -> subprocess.Popen[str]:
    """Python code in a process of its own that uses the same store."""
    return subprocess.Popen(
        [sys.executable, "-c", PRELUDE + code],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(FARKLEGEN_CACHE=str(store.parent)),
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> str:
    """Everything else that it prints; it must end well."""
    rest, _ = process.communicate(timeout=300)  # the machine may be busy
    assert process.returncode == 0
    return rest


@pytest.mark.usefixtures("store")
def test_what_was_saved_is_loaded() -> None:
    arrays: dict[str, npt.NDArray[Any]] = {
        "w": np.random.default_rng(1).random((3, 4, 5)),
        "transposed": np.arange(6).reshape(2, 3).T,
        "strided": np.arange(10, dtype=np.int16)[::-2],
        "flags": np.array([[True], [False]]),
        "number": np.array(2.5),
        "empty": np.empty((0, 3)),
        "special": np.array([np.nan, np.inf, -0.0]),
    }
    assert matches.load(KEY) is None
    path = matches.save(KEY, META, arrays, label="Ours")
    stored = matches.load(KEY)
    assert path is not None
    assert stored is not None
    assert stored.meta == META
    assert list(stored.arrays) == list(arrays)
    for name, array in arrays.items():
        loaded = stored.arrays[name]
        np.testing.assert_array_equal(loaded, array)
        assert loaded.dtype == array.dtype
        assert loaded.flags.aligned
        assert not loaded.flags.writeable
    matches.save(KEY, {}, {}, label="Ours")
    assert matches.load(KEY) == matches.StoredMatch({}, {})


def test_every_part_of_a_key_counts_and_order_does_not() -> None:
    others = [
        replace(KEY, fingerprint="0" * 64),
        replace(KEY, objective="lead"),
        replace(KEY, solver="2"),
        replace(KEY, parameters={**KEY.parameters, "goal": 5_000}),
        replace(KEY, parameters={**KEY.parameters, "last": 1}),
    ]
    assert len({key.digest for key in [KEY, *others]}) == 6
    turned = replace(KEY, parameters=dict(reversed(list(KEY.parameters.items()))))
    assert turned.digest == KEY.digest


def test_only_plain_numbers_are_stored(store: Path) -> None:
    with pytest.raises(ValueError, match="Object arrays"):
        matches.save(KEY, {}, {"x": np.array([None])}, label="")
    with pytest.raises(ValueError, match="JSON"):
        matches.save(KEY, {"x": float("nan")}, {}, label="")
    assert list(store.iterdir()) == []


def test_any_changed_bit_and_any_truncation_is_noticed(store: Path) -> None:
    messages: list[str] = []
    path = matches.save(KEY, META, ARRAYS, label="Ours")
    assert path is not None
    whole = path.read_bytes()
    damaged = [whole[:length] for length in range(len(whole))] + [whole + b"\0", whole + whole]
    for place, byte in enumerate(whole):
        changed = bytes([byte ^ 1 << place % 8])
        damaged.append(whole[:place] + changed + whole[place + 1 :])
    for data in damaged:
        path.write_bytes(data)
        assert matches.load(KEY, report=messages.append) is None
        assert not path.exists()
    assert len(messages) == len(damaged)
    assert set(messages) == {
        f"the stored solution {KEY.digest[:12]} was damaged and is computed again"
    }
    path.write_bytes(whole)
    assert matches.load(KEY, report=pytest.fail) is not None
    assert [entry.name for entry in store.iterdir()] == [KEY.file_name]


def test_the_solution_of_another_match_is_not_taken(store: Path) -> None:
    messages: list[str] = []
    path = matches.save(KEY, META, ARRAYS, label="Ours")
    other = replace(KEY, solver="2")
    assert path is not None
    path.rename(store / other.file_name)
    assert matches.load(other, report=messages.append) is None
    assert len(messages) == 1
    assert list(store.iterdir()) == []


def test_two_processes_solve_the_same_match_once(store: Path) -> None:
    code = """
with locked(key, report=lambda _: None):
    stored = load(key, report=say)
    if stored is None:
        say("solving")
        time.sleep(0.2)
        save(key, {"x": 1}, {"w": np.full(1000, 0.5)}, label="Ours", report=say)
        stored = load(key, report=say)
    assert stored.meta == {"x": 1}
    assert (stored.arrays["w"] == 0.5).all()
"""
    both = [start(code, store) for _ in range(2)]
    assert sorted(end(process) for process in both) == ["", "solving\n"]
    assert [path.suffix for path in store.iterdir()] == [".match"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_killed_while_saving_leaves_a_good_file_or_none(store: Path) -> None:
    code = """
import os, random, signal

def never(message):
    raise AssertionError(message)

for number in range(5):
    ready, messages = os.pipe()
    child = os.fork()
    if not child:
        os.write(messages, b"!")
        while True:
            with locked(key):
                save(key, {}, {"w": np.full(100_000, 0.5)}, label="Ours")
            clear()
    assert os.read(ready, 1) == b"!"
    time.sleep(random.Random(number).uniform(0.0, 0.03))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    stored = load(key, report=never)
    assert stored is None or (stored.arrays["w"] == 0.5).all()
    with locked(key, report=never) as waited:
        assert not waited
clear()
"""
    assert end(start(code, store)) == ""
    assert not list(store.glob("*.match"))


@pytest.mark.skipif(os.name == "nt", reason="needs limits of POSIX")
def test_a_full_disk_is_told_and_leaves_nothing(store: Path) -> None:
    code = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
assert save(key, {}, {"w": np.full(10_000, 0.5)}, label="Ours", report=say) is None
"""
    messages = end(start(code, store))
    assert messages.startswith("the solution for Ours cannot be kept (File too large)")
    assert messages.count("\n") == 1
    assert list(store.iterdir()) == []


def test_a_folder_that_cannot_be_used_prevents_nothing_but_keeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "place").write_text("not a folder")
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path / "place"))
    messages: list[str] = []
    assert matches.load(KEY, report=messages.append) is None
    with matches.locked(KEY, report=messages.append) as waited:
        assert not waited
    assert messages == []
    assert matches.save(KEY, META, ARRAYS, label="Ours", report=messages.append) is None
    assert len(messages) == 1
    assert "cannot be kept" in messages[0]
    assert matches.usage() == (0, 0)
    assert matches.clear() == (0, 0, 0)


def test_nothing_is_kept_when_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert matches.save(KEY, META, ARRAYS, label="Ours", report=pytest.fail) is None
    assert matches.load(KEY, report=pytest.fail) is None
    with matches.locked(KEY, report=pytest.fail) as waited:
        assert not waited
    assert (matches.usage(), matches.clear()) == ((0, 0), (0, 0, 0))
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_waited_for_and_ends_with_its_process(store: Path) -> None:
    messages: list[str] = []
    with start('with locked(key):\n    say("held")\n    time.sleep(60)', store) as process:
        assert line(process) == "held"

        def waiting(message: str) -> None:
            messages.append(message)
            process.kill()

        with matches.locked(MatchKey("f", "win", {}, "1"), report=waiting) as waited:
            assert waited
    assert messages == ["another process is working out the same; waiting for it"]
    assert list(store.iterdir()) == []


def test_waiting_for_a_lock_can_be_interrupted(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    with matches.locked(KEY):
        with monkeypatch.context() as patched:
            patched.setattr(time, "sleep", interrupted)
            with pytest.raises(KeyboardInterrupt), matches.locked(KEY):
                pytest.fail("two hold the lock")
        with matches.locked(replace(KEY, solver="2"), report=pytest.fail) as waited:
            assert not waited
    with matches.locked(KEY, report=pytest.fail) as waited:
        assert not waited
    assert list(store.iterdir()) == []


def test_a_file_system_without_locks_is_no_obstacle(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(_descriptor: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(files, "take", unsupported)
    with matches.locked(KEY, report=pytest.fail) as waited:
        assert not waited
        assert matches.save(KEY, META, ARRAYS, label="Ours", report=pytest.fail)
    assert matches.load(KEY, report=pytest.fail) is not None


def test_those_not_used_for_longest_go_first(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [replace(KEY, solver=str(number)) for number in range(5)]
    for age, key in enumerate(keys):
        matches.save(key, META, ARRAYS, label="Ours")
        os.utime(store / key.file_name, (age, age))
    size = (store / KEY.file_name).stat().st_size
    monkeypatch.setattr(matches, "LAST_USED", 1)
    monkeypatch.setattr(files, "MOST_BYTES", int(2.5 * size))
    newest = replace(KEY, solver="new")
    matches.save(newest, META, ARRAYS, label="Ours")
    assert {path.name for path in store.iterdir()} == {newest.file_name, keys[4].file_name}


def test_what_was_just_asked_for_is_not_removed_to_make_room(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE_SIZE", "1kB")
    large = replace(KEY, solver="large")
    matches.save(large, META, {"w": np.zeros(1000)}, label="Ours")
    assert matches.load(large) is not None
    os.utime(store / large.file_name, (1, 1))  # clocks of files are coarse
    for number in range(2, 5):  # what was found out with it
        matches.save(replace(KEY, solver=str(number)), META, ARRAYS, label="Ours")
    assert matches.is_kept(large)
    matches.save(KEY, META, ARRAYS, label="Ours")
    assert not matches.is_kept(large)


@pytest.mark.parametrize(
    ("said", "size"), [("", 10**9), ("500MB", 5 * 10**8), (" 1.5 gb ", 15 * 10**8), ("0kB", 0)]
)
def test_the_size_of_the_store_can_be_chosen(
    said: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE_SIZE", said)
    assert files.most_bytes() == size


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
