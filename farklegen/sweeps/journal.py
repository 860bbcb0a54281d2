"""The finished rows of a sweep on disk, so that a sweep that was stopped, however hard, goes on.

The journal is an SQLite database beside the file that is to be written, `FILE.journal`:

    sweep   one row, what the sweep is, as JSON
    rows    number INTEGER PRIMARY KEY, content TEXT, checksum INTEGER

`content` is a `SweepRow` as JSON, `checksum` its CRC-32: SQLite would not notice a bit that the
disk has lost within a row. Rows are added in transactions, appended to `FILE.journal-wal` first. So
those that a killed process has added are there, and those that it was just adding are not. SQLite's
lock, held from the beginning to the end, keeps two sweeps from writing the same file.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from farklegen.errors import FarklegenError, FileProblemError, named
from farklegen.sweeps.rows import SweepRow

FORM = 2
"""Version of the format."""

_TABLES = (
    "CREATE TABLE sweep (content TEXT NOT NULL)",
    "CREATE TABLE rows (number INTEGER PRIMARY KEY, content TEXT NOT NULL, checksum INTEGER)",
)
_BESIDE = ("", "-wal", "-journal")
"""What the names of the files of a database end in."""

_FULL = (errno.ENOSPC, errno.EDQUOT)
_NOT_HERE = (errno.EACCES, errno.EPERM)


class OtherSweepError(FarklegenError):
    """The journal belongs to another sweep, or another process is at work on it."""

    slug = "journal"


class Journal:
    """An open journal, locked for this process.

    Args:
        target: the file that the sweep writes in the end.
        identity: what the sweep is; each entry is a word for people and anything of JSON.
        rows: how many rows the sweep has.
        measures: how many numbers each of them has.
        restart: whether to throw away what is there.
        report: takes lines for the person at the keyboard.

    Raises:
        OtherSweepError: if it belongs to another sweep, or another process holds it.
        FileProblemError: if it cannot be read or written.
    """

    def __init__(
        self,
        target: Path,
        identity: Mapping[str, object],
        rows: int,
        measures: int,
        *,
        restart: bool = False,
        report: Callable[[str], None],
    ) -> None:
        self.target = target
        self.path = path_of(target)
        self.rows: dict[int, SweepRow] = {}
        self._shape = (rows, measures)
        self._database: sqlite3.Connection | None = None
        header = {"journal": FORM, "rows": rows, **identity}
        try:
            with self._refusing():
                self._database = self._open(restart)
                self._take_in(header, report)
        except BaseException:
            self.close()
            raise

    def append(self, rows: Iterable[SweepRow]) -> None:
        """Add finished rows. They stay even if this process is killed right afterwards.

        Raises:
            FileProblemError: if they cannot be written.
        """
        found = list(rows)
        with self._refusing(), self._writing() as database:
            lines = [(row.number, json.dumps([*row], separators=(",", ":"))) for row in found]
            database.executemany(
                "INSERT OR REPLACE INTO rows VALUES (?, ?, ?)",
                [(number, content, _checksum(content)) for number, content in lines],
            )
        self.rows.update((row.number, row) for row in found)

    def remove(self) -> None:
        """Take the journal away: the rows are in the file that was to be written."""
        if self._database is not None:
            _discard(self._database, self.path)
            self._database = None

    def kept(self) -> int:
        """Rows on the disk. Ctrl-C may come after a row is written and before it is in `rows`."""
        if self._open_database.in_transaction:
            self._open_database.rollback()
        return _count(self._open_database)

    def leave(self) -> None:
        """Let go of it before all rows are there; one without rows goes away."""
        if self._database is None:
            return
        try:
            empty = not self.kept()
        except sqlite3.Error:
            empty = False
        if empty:
            self.remove()
        else:
            self.close()

    def close(self) -> None:
        """Let go of it; it stays where it is."""
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    @property
    def _open_database(self) -> sqlite3.Connection:
        if self._database is None:
            raise ValueError("the journal is closed")
        return self._database

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of what is written within, or nothing."""
        database = self._open_database
        with database:
            database.execute("BEGIN IMMEDIATE")
            yield database

    def _open(self, restart: bool) -> sqlite3.Connection:
        """The database, locked; made anew on a restart unless another process holds it."""
        try:
            database = _locked(self.path)
        except sqlite3.DatabaseError as error:
            if not (restart and _is_none(error)):
                raise
            _remove(self.path)
        else:
            if not restart:
                return database
            _discard(database, self.path)
        return _locked(self.path)

    def _take_in(self, header: Mapping[str, object], report: Callable[[str], None]) -> None:
        """Make the tables, or take in the rows that are there."""
        database = self._open_database
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        if tables and tables != {"sweep", "rows"}:
            raise self._no_journal()
        if not tables:
            with self._writing():
                for table in _TABLES:
                    database.execute(table)
                database.execute("INSERT INTO sweep VALUES (?)", (json.dumps(header),))
        self._check_same(database, header)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        damaged = 0
        for number, content, checksum in database.execute("SELECT * FROM rows"):
            row = self._row(content, checksum)
            if row is None or row.number != number:
                damaged += 1
            else:
                self.rows[number] = row
        if damaged:
            report(f"{self._kept}: damaged in {damaged:,} places; these rows are measured again")

    def _check_same(self, database: sqlite3.Connection, header: Mapping[str, object]) -> None:
        """Refuse the journal of another sweep."""
        try:
            ((content,),) = database.execute("SELECT content FROM sweep")
            found = json.loads(content)
            other = [key for key, value in header.items() if found.get(key) != value]
        except (ValueError, TypeError, AttributeError):
            raise self._no_journal() from None
        if other:
            rows = _count(database)
            differs = [key for key in other if key not in ("journal", "rows")] or ["program"]
            raise OtherSweepError(
                f"{self._kept} belongs to another sweep (other: {', '.join(differs)}); write to "
                f"another file{_option()}, or use {named('restart=True', '--restart')} to throw "
                f"away {rows:,} finished row{'s' * (rows != 1)}"
            )

    def _row(self, content: Any, checksum: Any) -> SweepRow | None:
        rows, measures = self._shape
        if not isinstance(content, str) or checksum != _checksum(content):
            return None
        number, values, problem = json.loads(content)
        if not 0 <= number < rows or len(values) != measures:
            return None
        return SweepRow(number, tuple(values), problem)

    @property
    def _kept(self) -> str:
        """What messages call it."""
        return named(f"what is kept beside {self.target}", str(self.path))

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Say in one line what the database or the system refuses."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise OtherSweepError(
                    f"another sweep is writing to {self.target}; wait for it, or write to "
                    f"another file{_option()}"
                ) from None
            if _is_none(error):
                raise self._no_journal() from None
            raise self._refusal(self._reason(code) or error) from None
        except OSError as error:
            raise self._refusal(error) from None

    def _no_journal(self) -> OtherSweepError:
        overwrite = f"use {named('restart=True', '--restart')} to overwrite it"
        what = "is not the journal of a sweep, or damaged"
        with suppress(OSError):
            if self.path.read_bytes()[9:].startswith(b'{"journal":1,'):
                what = "is the journal of an earlier version of farklegen"
        return OtherSweepError(
            f"{self._kept} {what}; write to another file{_option()}, or {overwrite}"
        )

    def _reason(self, code: int) -> OSError | None:
        """What the system says: SQLite tells only that it cannot."""
        if code == sqlite3.SQLITE_FULL:
            return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            try:
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666))
            except OSError as error:
                return error
        return None

    def _refusal(self, error: Exception) -> FileProblemError:
        number = getattr(error, "errno", None)
        if number in _FULL:
            remedy = "make room, and ask for the same again"
        elif number == errno.EROFS:
            remedy = f"write to another disk{_option()}"
        elif number in _NOT_HERE:
            remedy = f"write to another folder{_option()}"
        else:
            remedy = f"write to another place{_option()}"
        kept = named(
            f"finished rows of {self.target} cannot be kept", f"{self.path} cannot be written"
        )
        message = f"{kept}: {getattr(error, 'strerror', None) or error}; {remedy}"
        if self.rows:
            message += f" ({len(self.rows):,} of {self._shape[0]:,} rows are kept)"
        return FileProblemError(message)


def path_of(target: Path) -> Path:
    """Where the journal of a sweep lies that writes this file."""
    return target.with_name(f"{target.name}.journal")


def rows_kept(target: Path) -> int:
    """How many finished rows an earlier run has kept; 0 where that cannot be said."""
    path = path_of(target)
    with suppress(sqlite3.Error, OSError):
        if path.stat().st_size:
            with closing(_locked(path)) as database:
                return _count(database)
    return 0


def _locked(path: Path) -> sqlite3.Connection:
    """Open a database, made if there is none, and hold its lock until it is closed.

    Raises:
        sqlite3.Error: if another process holds it, or it cannot be opened.
    """
    database = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _is_none(error: sqlite3.Error) -> bool:
    """Whether a file is no database, or a damaged one."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (
        sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT,
    )  # fmt: skip


def _discard(database: sqlite3.Connection, path: Path) -> None:
    """Remove a locked database; its lock goes last, so that nobody takes one on a file that is
    about to go."""
    with suppress(sqlite3.Error):  # from here on closing it removes nothing by its name
        database.execute("PRAGMA journal_mode = DELETE")
    if sys.platform == "win32":  # which does not remove what is open
        database.close()
    _remove(path)
    database.close()


def _remove(path: Path) -> None:
    """Remove a database and what may lie beside it."""
    for end in _BESIDE:
        with suppress(OSError):
            path.with_name(path.name + end).unlink()


def _count(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT count(*) FROM rows").fetchone()[0])


def _checksum(content: str) -> int:
    return zlib.crc32(content.encode())


def _option() -> str:
    """How to name another file, at the keyboard; a function takes it as its target."""
    return named(" (target)", " with -o")
