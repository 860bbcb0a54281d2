"""Sweeps from the first row to the file, undisturbed and disturbed in every way."""

from __future__ import annotations

import csv
import errno
import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.errors import FarklegenError, FileProblemError
from farklegen.rules.loading import load_text
from farklegen.study.study import Study
from farklegen.sweeps import running
from farklegen.sweeps.journal import OtherSweepError, rows_kept
from farklegen.sweeps.journal import path_of as journal_of
from farklegen.sweeps.read_back import read_results
from tests.sweeps.killing import SPEC, die, run_killed
from tests.sweeps.small import sweep, written

FILE = """
goal: 600
dice: 2
combinations: {1: 100, 5: 50%s}
bank: {minimum: %s}
farkle: {%s}
"""


def test_every_row_is_what_a_file_with_these_rules_gives(tmp_path: Path) -> None:
    sweep(written(tmp_path), tmp_path / "rows.csv")
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


def test_two_sweeps_do_not_write_the_same_file(tmp_path: Path) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    met: list[str] = []

    def meanwhile(_fraction: float, _doing: str) -> None:
        with pytest.raises(OtherSweepError, match="another sweep is writing"):
            api.sweep(spec, target, jobs=1, restart=True)
        met.append("refused")

    sweep(spec, target, progress=meanwhile)
    assert met


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    spec, place = written(tmp_path), tmp_path / "locked"
    place.mkdir(mode=0o500)
    with pytest.raises(FileProblemError) as caught:
        api.sweep(spec, place / "rows.csv", jobs=1)
    assert str(caught.value) == (
        f"finished rows of {place / 'rows.csv'} cannot be kept: Permission denied; write to "
        "another folder (target)"
    )


def test_a_journal_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    spec = written(tmp_path)
    target = tmp_path / "nowhere" / "rows.csv"
    with pytest.raises(FileProblemError) as caught:
        api.sweep(spec, target, jobs=1)
    assert str(caught.value) == (
        f"finished rows of {target} cannot be kept: No such file or directory; write to another "
        "place (target)"
    )
    journal_of(tmp_path / "rows.csv").mkdir()
    with pytest.raises(FileProblemError, match="cannot be kept: Is a directory; write to another"):
        api.sweep(spec, tmp_path / "rows.csv", jobs=1)


def _full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_loses_nothing_that_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    connect = sqlite3.connect

    def nearly_full(*arguments: Any, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(*arguments, **options)
        database.execute("PRAGMA page_size = 512")
        database.execute("PRAGMA max_page_count = 4")
        return database

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", nearly_full)
        with pytest.raises(FileProblemError) as caught:
            api.sweep(spec, target, jobs=1)
    kept = rows_kept(target)
    assert 0 < kept < 24
    assert str(caught.value) == (
        f"finished rows of {target} cannot be kept: No space left on device; make room, and ask "
        f"for the same again ({kept} of 24 rows are kept)"
    )
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", _full)
        with pytest.raises(FileProblemError, match="all rows are kept"):
            api.sweep(spec, target, jobs=1)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["rows.csv.journal", "small.yaml"]
    result = api.sweep(spec, target, jobs=1)
    assert result.found_before == result.rows == 24


@pytest.mark.slow
def test_several_processes_write_the_same_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = written(tmp_path)
    plain = sweep(spec, tmp_path / "one.csv")
    monkeypatch.setattr(running, "MOST_AT_ONCE", 3)
    assert sweep(spec, tmp_path / "two.csv", jobs=2) == plain


def test_parquet_has_the_same_rows_with_types(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    spec = written(tmp_path)
    sweep(spec, tmp_path / "rows.csv")
    first = sweep(spec, tmp_path / "rows.parquet")
    assert sweep(spec, tmp_path / "again.parquet") == first
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert [str(field.type) for field in table.schema] == [
        "int64", "int64", "string", "int64", "double", "double", "string",
    ]  # fmt: skip
    assert json.loads(table.schema.metadata[b"farklegen"])["sweep"] == "small"
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        expected = list(csv.DictReader(file))
    assert {row.pop("sweep") for row in expected} == {"small"}  # Parquet has it beside the rows
    assert [read_results(str(tmp_path / f"rows.{end}")).name for end in ("csv", "parquet")] == [
        "small", "small",
    ]  # fmt: skip
    found = [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for row in table.to_pylist()
    ]
    assert found == expected


def test_matches_are_measured_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path / "cache"))
    text = """
base: {goal: 400, dice: 2, combinations: {1: 100, 5: 50}}
vary: {bank.minimum: [0, 100]}
measures: [first_player_wins]
"""
    result = api.sweep(written(tmp_path, text), tmp_path / "rows.csv", jobs=1)
    (measure,) = result.measured
    assert not (tmp_path / "cache" / "matches").exists()
    for extreme in (measure.least, measure.most):
        assert extreme is not None
        rules = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\nbank: {minimum: %s}\n"
        solved = api.solve(load_text(rules % dict(extreme.settings)["bank.minimum"]))
        assert extreme.value == pytest.approx(solved.first_player_win_probability, abs=1e-9)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_at_random_moments_it_writes_the_same_file(tmp_path: Path) -> None:
    spec = written(tmp_path, SPEC)
    plain = sweep(spec, tmp_path / "plain.csv")
    killed = run_killed(spec, tmp_path / "killed.csv", 2, seed=7, jobs=(2, 1), span=9_000)
    assert (len(killed.rows), killed.code) == (2, 0)
    assert killed.rows == sorted(killed.rows)
    assert 0 < killed.rows[-1] < 160
    assert (tmp_path / "killed.csv").read_bytes() == plain
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"small.yaml", "plain.csv", "killed.csv"}


def test_a_worker_that_dies_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(running, "measure_rows", die)
    with pytest.raises(FarklegenError, match="a worker process died"):
        api.sweep(written(tmp_path), tmp_path / "rows.csv", jobs=2)
    assert not journal_of(tmp_path / "rows.csv").exists()
