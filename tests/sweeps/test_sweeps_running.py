"""Sweeps from the first row to the file, undisturbed and disturbed in every way."""

from __future__ import annotations

import csv
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from farklegen import api, sweeps
from farklegen.errors import FarklegenError, FileProblemError
from farklegen.rules.loading import load_text
from farklegen.study.study import Study
from farklegen.sweeps import Sweep, SweepRow, measure_rows
from tests.cli.command import environment

SMALL = """
base: {goal: 600, dice: 2, combinations: {1: 100, 5: 50}}
vary:
  bank.minimum: [0, 100, 150]
  combinations.AA: [null, 200]
  farkle.penalty: [0, all]
  farkle.streak: [null, 2]
measures: [points_per_turn, farkle_per_turn]
"""
"""24 rulesets, among them some that are no game, and some without points per turn."""

FILE = """
goal: 600
dice: 2
combinations: {1: 100, 5: 50%s}
bank: {minimum: %s}
farkle: {%s}
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sweeps, "MOST_AT_ONCE", 1)
    return written(tmp_path)


def written(place: Path, text: str = SMALL) -> Path:
    file = place / "small.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def sweep(spec: Path, target: Path, **options: Any) -> bytes:
    api.sweep(spec, target, **{"jobs": 1, **options})
    return target.read_bytes()


def test_every_row_is_what_a_file_with_these_rules_gives(spec: Path, tmp_path: Path) -> None:
    sweep(spec, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert len(found) == 24
    assert [row["farkle.streak"] for row in found[:4]] == ["", "2", "", "2"]
    for row in found:
        pair = f", AA: {row['combinations.AA']}" if row["combinations.AA"] else ""
        streak = f", streak: {row['farkle.streak']}" if row["farkle.streak"] else ""
        farkle = f"penalty: {row['farkle.penalty']}{streak}"
        text = FILE % (pair, row["bank.minimum"], farkle)
        try:
            expected = Study(load_text(text), kept=False).expected
        except FarklegenError as error:
            reason = str(error).split(": error: ")[-1].rstrip(".")
            assert reason in row["problem"]
            assert (row["points_per_turn"], row["farkle_per_turn"]) == ("", "")
        else:
            assert float(row["points_per_turn"]) == expected.points_per_turn
            assert float(row["farkle_per_turn"]) == expected.farkle_probability
            assert row["problem"] == ""
    assert {row["problem"] != "" for row in found} == {True, False}


def test_a_file_that_is_torn_anywhere_is_finished_and_no_row_is_measured_twice(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "rows.csv"
    whole = sweep(spec, target)
    measured: list[int] = []

    def counted(sweep: Sweep, numbers: Iterable[int]) -> list[SweepRow]:
        measured.extend(numbers)
        return measure_rows(sweep, numbers)

    monkeypatch.setattr(sweeps, "measure_rows", counted)
    for end in (0, 30, 200, 333, len(whole) - 1, len(whole)):
        target.write_bytes(whole[:end])
        measured.clear()
        assert sweep(spec, target) == whole
        assert len(measured) == 24 - max(0, whole[:end].count(b"\n") - 1)


def test_rows_in_any_order_are_put_in_that_of_the_grid(spec: Path, tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    whole = sweep(spec, target)
    head, *rows = whole.splitlines(keepends=True)
    target.write_bytes(head + b"".join(reversed(rows)))
    assert sweep(spec, target) == whole


def test_a_larger_grid_takes_over_the_rows_that_are_there(spec: Path, tmp_path: Path) -> None:
    sweep(spec, tmp_path / "rows.csv")
    larger = written(tmp_path, SMALL.replace("100, 150", "100, 150, 200"))
    found = api.sweep(larger, tmp_path / "rows.csv", jobs=1)
    assert found.rows_before == 24
    assert [row["bank.minimum"] for row in found.to_rows()[::8]] == ["0", "100", "150", "200"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("goal: 600", "goal: 700"),
        ("[0, 100, 150]", "[0, 100]"),
        ("[points_per_turn, farkle_per_turn]", "[points_per_turn]"),
    ],
)
def test_rows_of_another_sweep_are_left_alone(
    spec: Path, tmp_path: Path, old: str, new: str
) -> None:
    target = tmp_path / "rows.csv"
    whole = sweep(spec, target)
    other = written(tmp_path, SMALL.replace(old, new))
    with pytest.raises(FileProblemError, match="holds something else than rows of this sweep"):
        sweep(other, target)
    assert target.read_bytes() == whole
    assert sweep(other, target, restart=True) == sweep(other, tmp_path / "other.csv")


def test_two_sweeps_do_not_write_the_same_file(spec: Path, tmp_path: Path) -> None:
    met: list[str] = []

    def meanwhile(_fraction: float, _doing: str) -> None:
        with pytest.raises(FileProblemError, match="another sweep is writing"):
            api.sweep(spec, tmp_path / "rows.csv", jobs=1, restart=True)
        met.append("refused")

    sweep(spec, tmp_path / "rows.csv", progress=meanwhile)
    assert met


def test_a_sweep_that_is_stopped_before_its_first_row_goes_on_in_the_same_file(
    spec: Path, tmp_path: Path
) -> None:
    reports: list[str] = []

    def stop(_fraction: float, _doing: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(spec, tmp_path / "rows.csv", progress=stop, report=reports.append)
    assert reports[-1].startswith("stopped: 0 of 24 rows are in")
    result = api.sweep(spec, tmp_path / "rows.csv", jobs=1)
    assert (result.rows_before, len(result.found)) == (0, 24)


def test_a_full_disk_loses_nothing_that_was_finished(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = iter(range(100))

    def full(_descriptor: int) -> None:
        if next(written) == 5:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(FileProblemError, match="No space left on device; make room"):
            sweep(spec, tmp_path / "rows.csv")
    assert api.sweep(spec, tmp_path / "rows.csv", jobs=1).rows_before == 5


@pytest.mark.slow
def test_several_processes_write_the_same_as_one(spec: Path, tmp_path: Path) -> None:
    assert sweep(spec, tmp_path / "two.csv", jobs=2) == sweep(spec, tmp_path / "one.csv")


def test_matches_are_measured_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path / "cache"))
    text = """
base: {goal: 400, dice: 2, combinations: {1: 100, 5: 50}}
vary: {bank.minimum: [0, 100]}
measures: [first_player_wins]
"""
    result = api.sweep(written(tmp_path, text), tmp_path / "rows.csv", jobs=1)
    assert not (tmp_path / "cache" / "matches").exists()
    for row in result.values:
        rules = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\nbank: {minimum: %s}\n"
        solved = api.solve(load_text(rules % row["bank.minimum"]))
        wins = solved.first_player_win_probability
        assert row["first_player_wins"] == pytest.approx(wins, abs=1e-9)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_it_goes_on_and_writes_the_same_file(tmp_path: Path) -> None:
    many = SMALL.replace("[0, 100, 150]", "{from: 0, to: 550, step: 10}")
    spec, target = written(tmp_path, many), tmp_path / "killed.csv"
    command = [sys.executable, "-m", "farklegen", "sweep", str(spec), "-o", str(target), "--jobs"]
    for jobs in ("2", "1"):
        before = target.stat().st_size if target.exists() else 0
        program = subprocess.Popen(
            [*command, jobs],
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while not target.exists() or target.stat().st_size <= max(before, 200):
            assert program.poll() is None
            time.sleep(0.002)
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
    result = api.sweep(spec, target, jobs=1)
    assert 0 < result.rows_before < len(result.found)
    assert target.read_bytes() == sweep(spec, tmp_path / "plain.csv")


def die(*_work: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_a_worker_that_dies_is_said(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "measure_rows", die)
    with pytest.raises(FarklegenError, match="a worker process died"):
        sweep(spec, tmp_path / "rows.csv", jobs=2)
