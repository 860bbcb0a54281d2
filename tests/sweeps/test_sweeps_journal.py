"""Journals of sweeps: torn, damaged, in ruins, or of something else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from farklegen import api
from farklegen.errors import naming_options
from farklegen.sweeps import rows, running
from farklegen.sweeps.journal import OtherSweepError, rows_kept
from farklegen.sweeps.journal import path_of as journal_of
from tests.sweeps.small import SMALL, sweep, written


def test_a_journal_that_is_torn_anywhere_leads_to_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, target = written(tmp_path), tmp_path / "rows.csv"
    monkeypatch.setattr(running, "MOST_AT_ONCE", 1)
    plain = sweep(spec, target)
    measured: list[int] = []
    main, beside = _stopped(spec, target, monkeypatch, after=20)

    def counted(work: rows.Work, numbers: list[int]) -> list[rows.SweepRow]:
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

    def stop(work: rows.Work, numbers: list[int]) -> list[rows.SweepRow]:
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
