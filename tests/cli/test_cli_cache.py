"""`farklegen cache`, and the progress bar that it and slower commands show."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from farklegen import api
from farklegen.cli import progress
from farklegen.cli.progress import SOLVING, announcement, duration_words, progress_bar
from farklegen.solvers.course import Forecast, Stage
from farklegen.solvers.progress import Progress
from farklegen.store import matches
from farklegen.store.matches import MatchKey
from tests.cli.command import HOUSE, ROOT, environment, farklegen, program

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
    assert f"Folder              {cache}\n" in result.out
    assert "Solved matches      2, 2.4 kB\n" in result.out
    assert "Remembered answers  0 bytes\n" in result.out
    first, second = (text for text in result.out.splitlines() if "1.2 kB" in text)
    words = re.split(" {2,}", first)
    assert words[:4] == [KEYS[0].digest[:8], "Sunday\\x1b[2J Farkle", "aaaaaaaa", "win"]
    assert second.startswith(f"{KEYS[1].digest[:8]}  Zilch ")
    assert "2001-09-" in second
    assert "At most             1.0 GB, or what FARKLEGEN_CACHE_SIZE says\n" in result.out
    assert farklegen("cache", "list", COLUMNS="200") == result


def test_programs_get_the_same_as_data(cache: str) -> None:
    said = json.loads(farklegen("cache", "--format", "json").out)
    assert said["format"] == "farklegen/cache"
    assert said["folder"] == cache
    assert [match["key"] for match in said["matches"]] == [key.digest for key in KEYS]
    assert said["matches"][0]["parameters"] == {"goal": 10_000, "komi": None}
    assert said["matches"][1]["used"] == "2001-09-09T01:46:40Z"
    assert said["matches_bytes"] == sum(match["bytes"] for match in said["matches"])
    assert said["outputs_bytes"] == 0
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
    assert "At most             250.0 MB, or what" in shown


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


def test_an_empty_store_and_one_that_is_switched_off_are_said(tmp_path: Path) -> None:
    empty = str(tmp_path / "none")
    assert "No solved match is kept." in farklegen("cache", FARKLEGEN_CACHE=empty).out
    for options in ((), ("--yes",)):
        result = farklegen("cache", "clear", *options, FARKLEGEN_CACHE=empty)
        assert (result.code, result.out) == (0, "There was no solved match to remove.\n")
        off = farklegen("cache", "clear", *options, FARKLEGEN_CACHE="off")
        assert (off.code, off.out) == (0, "Nothing is kept on disk: FARKLEGEN_CACHE is off.\n")
    assert "Nothing is kept on disk" in farklegen("cache", FARKLEGEN_CACHE="off").out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["purge"], "there is no 'cache purge'; use one of: list, clear"),
        (["--yes"], "--yes is for 'cache clear' only; leave it out"),
    ],
)
def test_what_cannot_be_meant_is_told(arguments: list[str], message: str) -> None:
    result = farklegen("cache", *arguments)
    assert (result.code, result.out, result.err) == (2, "", f"farklegen: error: {message}\n")


def test_entries_that_cannot_be_removed_are_exit_code_2(
    cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refused)
    result = farklegen("cache", "clear", "--yes")
    assert result.code == 2
    assert "2 of the solved matches" in result.err
    assert "could not be removed" in result.err
    assert result.out == ""


WORK = """
import sys, time
from farklegen.cli import progress
progress.DELAY = {delay}
with progress.progress_bar("preparing") as bar:
    while bar._display is None and {wait}:
        time.sleep(0.01)
    for step in range(20):
        time.sleep({pause})
        bar(step / 20, "solving [the] game")
        if step == 10:
            bar.say("a note")
    if {interrupted}:
        raise KeyboardInterrupt
print("rich" in sys.modules)
"""


def on_a_terminal(
    *,
    delay: float = 0.05,
    wait: bool = True,
    pause: float = 0.02,
    interrupted: bool = False,
    term: str = "xterm",
    no_color: str = "",
) -> tuple[int, str, str]:
    """Exit code, stdout, and what a terminal behind stderr gets to see."""
    import pty

    ours, theirs = pty.openpty()
    code = WORK.format(delay=delay, wait=wait, pause=pause, interrupted=interrupted)
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=ROOT,
        env=environment(TERM=term, NO_COLOR=no_color, COLUMNS="80"),
    ) as process:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # which is how Linux says that the other side was closed
            while data := os.read(ours, 10_000):
                seen += data
        os.close(ours)
        out, _ = process.communicate(timeout=30)
    return process.returncode, out.decode().strip(), seen.decode().replace("\r\n", "\n")


WIPED = "\x1b[2K"
COLOUR = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_the_bar_appears_by_itself_and_is_wiped_away() -> None:
    code, loaded, seen = on_a_terminal()
    assert (code, loaded) == (0, "True")
    assert "preparing" in seen
    assert "solving [the] game" in seen
    assert "left" in seen
    assert COLOUR.search(seen)
    assert f"{WIPED}a note\n" in seen
    assert seen.endswith(WIPED)
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")  # the cursor is shown again


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_the_bar_has_no_colour_where_none_is_wanted_and_is_gone_after_ctrl_c() -> None:
    code, _, seen = on_a_terminal(interrupted=True, no_color="1")
    assert code in (130, -signal.SIGINT)
    before, _, _ = seen.partition("Stopped while")
    assert "solving" in before
    assert not COLOUR.search(before)
    assert before.endswith(WIPED)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_there_is_no_bar_for_short_work_or_on_a_dumb_terminal() -> None:
    nothing = (0, "False", "a note\n")
    assert on_a_terminal(delay=1.0, wait=False, pause=0.0) == nothing
    assert on_a_terminal(wait=False, term="dumb") == nothing


Lines = Callable[..., list[str]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Lines:
    """What is written on stderr of work of two stages, where that is no terminal."""

    def written(forecast: Forecast, *, every: float, quiet: float) -> list[str]:
        for name, seconds in (("DELAY", 0.0), ("TICK", 0.01), ("EVERY", every), ("QUIET", quiet)):
            monkeypatch.setattr(progress, name, seconds)
        with progress_bar("working", forecast) as bar:
            for stage in ("solving the match", "following the game"):
                for step in range(20):
                    time.sleep(0.01)
                    bar(step / 20, stage)
        out, err = capfd.readouterr()
        assert out == ""
        return err.splitlines()

    return written


AHEAD = Forecast((Stage("solving the match", 40.0), Stage("following the game", 80.0)), 5.2e8)


def test_in_a_pipe_long_work_writes_a_line_for_each_stage(
    lines: Lines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FARKLEGEN_CACHE", "there")
    announced, *stages = lines(AHEAD, every=100, quiet=100)
    assert announced == "This will take about 2 min and keep 520.0 MB in there; Ctrl-C stops it."
    names = [line.partition(":")[0] for line in stages]
    assert names == ["solving the match", "following the game"]
    assert all(re.fullmatch(r"[a-z ]+: \d+%, about .+ left", line) for line in stages)


def test_in_a_pipe_long_work_writes_lines_from_time_to_time_and_short_work_none(
    lines: Lines,
) -> None:
    assert len(lines(AHEAD, every=0.05, quiet=100)) > 4
    unforeseen = lines(Forecast(), every=0.05, quiet=0.1)
    assert unforeseen
    assert not any("This will" in line for line in unforeseen)
    assert lines(Forecast(), every=0.05, quiet=100) == []


def test_only_much_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", "there")
    short, large = Forecast((Stage("", 9.0),), 9e7), Forecast((), 2e9)
    assert announcement(short) == ""
    assert announcement(large) == "This will keep 2.0 GB in there; Ctrl-C stops it."
    monkeypatch.setenv("FARKLEGEN_CACHE", "off")
    assert announcement(large) == ""
    long = Forecast((Stage("", 4000.0),), 2e9)
    assert announcement(long) == "This will take about 67 min; Ctrl-C stops it."


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 s"), (7.4, "7 s"), (41, "40 s"), (100, "2 min"), (5500, "1 h 32 min")],
)
def test_times_are_told_in_round_numbers_and_are_never_nothing(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


def test_there_is_no_bar_without_a_terminal() -> None:
    code = WORK.format(delay=0.05, wait=False, pause=0.01, interrupted=False)
    done = program(code, FORCE_COLOR="1", TERM="xterm")
    assert (done.code, done.out.strip(), done.err.strip()) == (0, "False", "a note")


def test_a_bar_takes_any_share() -> None:
    with progress_bar() as bar:
        bar(-0.5, "")
        bar(2.0, "")
    bar.appear()  # too late: nothing is shown
    assert bar._display is None


@pytest.mark.parametrize(
    ("doing", "cache", "said"),
    [
        ((SOLVING,), "there", "Stopped while solving the match: nothing of this is kept."),
        (
            (SOLVING, "following the game"),
            "there",
            "Stopped while following the game: the solved match is kept, and the same command goes "
            "on from there.",
        ),
        (
            (f"one: {SOLVING}", f"other: {SOLVING}", "other: following the game"),
            "there",
            "Stopped while other: following the game: the solved matches of one and other are "
            "kept, and the same command goes on from there.",
        ),
        (
            (SOLVING, "following the game"),
            "off",
            "Stopped while following the game: nothing of this is kept.",
        ),
    ],
)
def test_after_ctrl_c_a_line_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    doing: tuple[str, ...],
    cache: str,
    said: str,
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", cache)
    with pytest.raises(KeyboardInterrupt), progress_bar("working") as bar:  # noqa: PT012
        for stage in doing:
            bar(0.5, stage)
        raise KeyboardInterrupt
    assert capfd.readouterr().err.splitlines() == [said]


def test_after_ctrl_c_a_command_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object, progress: Progress, **_options: object) -> None:
        progress(0.5, SOLVING)
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "solve", interrupted)
    done = farklegen("solve", HOUSE)
    assert (done.code, done.out) == (130, "")
    assert done.err.splitlines()[-1] == "Stopped while solving the match: nothing of this is kept."
