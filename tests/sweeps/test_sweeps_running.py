"""Sweeps from the first row to the file, undisturbed and disturbed in every way."""

from __future__ import annotations

import csv
import errno
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.errors import FarklegenError, FileProblemError, naming_options
from farklegen.rules.loading import load_text
from farklegen.sweeps import rows, running
from farklegen.sweeps.journal import OtherSweepError, rows_kept
from farklegen.sweeps.journal import path_of as journal_of
from farklegen.sweeps.read_back import read_results
from tests.sweeps.killing import SPEC, die, run_killed

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


def written(place: Path, text: str = SMALL) -> Path:
    file = place / "small.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def sweep(spec: Path, target: Path, **options: Any) -> bytes:
    api.sweep(spec, target, **{"jobs": 1, **options})
    assert not journal_of(target).exists()
    return target.read_bytes()


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
            expected = api.table(load_text(text)).expected
        except FarklegenError as error:
            reason = str(error).split(": error: ")[-1].rstrip(".")
            assert reason in row["problem"]
            assert (row["points_per_turn"], row["farkle_per_turn"]) == ("", "")
        else:
            assert float(row["points_per_turn"]) == expected.points_per_turn
            assert float(row["farkle_per_turn"]) == expected.farkle_probability
            assert row["problem"] == ""
    assert {row["problem"] != "" for row in found} == {True, False}


def test_a_journal_that_is_torn_anywhere_leads_to_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    plain = sweep(spec, target)
    measured: list[int] = []
    main, beside = _stopped(spec, target, monkeypatch, after=20)

    def counted(work: rows.Work, numbers: list[int]) -> list[rows.Row]:
        measured.extend(numbers)
        return rows.measure_rows(work, numbers)

    monkeypatch.setattr(running, "measure_rows", counted)
    before = 0
    for end in (*range(0, len(beside), 7000), len(beside) - 1, len(beside)):
        journal_of(target).write_bytes(main)
        _beside(target).write_bytes(beside[:end])
        target.unlink(missing_ok=True)
        measured.clear()
        assert sweep(spec, target) == plain
        kept = 24 - len(measured)
        assert before <= kept <= 20
        assert measured == list(range(kept, 24))  # nothing is lost, nothing is done twice
        before = kept
    assert before == 20


def test_a_journal_that_was_hardly_begun_is_begun_anew(tmp_path: Path) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    journal_of(target).touch()
    assert sweep(spec, target) == sweep(spec, tmp_path / "other.csv")


def _stopped(
    spec: Path, target: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> tuple[bytes, bytes]:
    """The journal of a sweep in which Ctrl-C is pressed after some rows, and what a kill at that
    moment would leave: the database, and what was appended beside it."""
    said: list[str] = []
    killed = []

    def stop(work: rows.Work, numbers: list[int]) -> list[rows.Row]:
        if numbers[0] == after:
            killed.append((journal_of(target).read_bytes(), _beside(target).read_bytes()))
            raise KeyboardInterrupt
        return rows.measure_rows(work, numbers)

    with monkeypatch.context() as patch:
        patch.setattr(running, "measure_rows", stop)
        with pytest.raises(KeyboardInterrupt):
            api.sweep(spec, target, jobs=1, report=said.append)
    assert said == [
        f"stopped: {after} of 24 rows are kept, and the same command goes on from there"
    ]
    assert rows_kept(target) == after
    assert not _beside(target).exists()
    return killed[0]


def _beside(target: Path) -> Path:
    """Where SQLite appends what it has not put into the journal itself."""
    return target.with_name(f"{target.name}.journal-wal")


@pytest.mark.parametrize(
    "damage",
    [
        "content = replace(content, '.', '1') WHERE number = 4",
        "content = substr(content, 2) WHERE number = 4",
        "checksum = NULL WHERE number = 4",
        "number = 23 WHERE number = 4",
    ],
)
def test_a_damaged_row_is_said_and_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    plain = sweep(spec, target)
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    _stopped(spec, target, monkeypatch, after=9)
    with closing(sqlite3.connect(journal_of(target))) as database, database:
        assert database.execute(f"UPDATE rows SET {damage}").rowcount == 1
    said: list[str] = []
    assert sweep(spec, target, report=said.append) == plain
    assert said == [
        f"what is kept beside {target}: damaged in 1 places; these rows are measured again",
        "going on: 8 of 24 rows are there already",
    ]


def test_a_journal_in_ruins_is_refused_and_may_be_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    plain = sweep(spec, target)
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    _stopped(spec, target, monkeypatch, after=9)
    whole = journal_of(target).read_bytes()
    for ruin in (whole[:5000], whole[:4096] + bytes(len(whole) - 4096), b"x" * len(whole)):
        journal_of(target).write_bytes(ruin)
        with pytest.raises(OtherSweepError, match="not the journal of a sweep, or damaged"):
            api.sweep(spec, target, jobs=1)
        assert sweep(spec, target, restart=True) == plain


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("goal: 600", "goal: 700", "base"),
        ("[0, 100, 150]", "[0, 150, 100]", "vary"),
        ("[points_per_turn, farkle_per_turn]", "[points_per_turn]", "measures"),
    ],
)
def test_the_journal_of_another_sweep_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, differs: str
) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    _stopped(spec, target, monkeypatch, after=5)
    kept = journal_of(target).read_bytes()
    other = written(tmp_path, SMALL.replace(old, new))
    with pytest.raises(OtherSweepError) as caught:
        sweep(other, target)
    assert str(caught.value) == (
        f"what is kept beside {target} belongs to another sweep (other: {differs}); write to "
        "another file (target), or use restart=True to throw away 5 finished rows"
    )
    with naming_options(), pytest.raises(OtherSweepError) as caught:
        sweep(other, target)
    assert str(caught.value) == (
        f"{journal_of(target)} belongs to another sweep (other: {differs}); write to another file "
        "with -o, or use --restart to throw away 5 finished rows"
    )
    assert journal_of(target).read_bytes() == kept
    fresh = sweep(other, tmp_path / "other.csv")
    assert sweep(other, target, restart=True) == fresh


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    for text in ("my diary", "my diary\nof today\n"):
        journal_of(target).write_text(text, encoding="utf-8")
        with pytest.raises(OtherSweepError, match="not the journal of a sweep, or damaged"):
            api.sweep(spec, target, jobs=1)
        assert journal_of(target).read_text(encoding="utf-8") == text
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "rows.csv.journal",
            "small.yaml",
        ]


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    with closing(sqlite3.connect(journal_of(target))) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    before = journal_of(target).read_bytes()
    with pytest.raises(OtherSweepError, match="not the journal of a sweep, or damaged"):
        api.sweep(spec, target, jobs=1)
    assert journal_of(target).read_bytes() == before


def test_a_journal_of_an_earlier_version_is_called_that(tmp_path: Path) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    old = b'4f2a9c01 {"journal":1,"rows":24,"base":"0","vary":"0","program":"0.1.0"}\n'
    journal_of(target).write_bytes(old)
    with naming_options(), pytest.raises(OtherSweepError) as caught:
        api.sweep(spec, target, jobs=1)
    assert str(caught.value) == (
        f"{journal_of(target)} is the journal of an earlier version of farklegen; write to "
        "another file with -o, or use --restart to overwrite it"
    )
    assert journal_of(target).read_bytes() == old
    assert sweep(spec, target, restart=True) == sweep(spec, tmp_path / "other.csv")


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
