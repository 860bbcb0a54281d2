"""The finished rows of a sweep on disk, so that a sweep that was stopped, however hard, goes on.

The journal lies beside the file that is to be written and is only ever appended to. Its first line
says which sweep it belongs to, every other one holds a row:

    CHECKSUM JSON

with the CRC-32 of the JSON in front. A process that is killed while it writes leaves a last line
that is torn: it has no line feed, or not the right checksum. Such a line is cut off before anything
is appended, and its row is measured again; so is that of any line that the disk has damaged since.
The lock of the operating system on the file keeps two sweeps from writing to it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from farklegen.errors import FarklegenError, FileProblemError, named
from farklegen.store import folders
from farklegen.sweeps.rows import Row

FORM = 1
"""Version of the format."""

SYNC = 1.0
"""Most seconds between two times that rows are forced onto the disk."""

_TORN = re.compile(rb"[0-9a-f]{0,8}|[0-9a-f]{8} .{0,2000}")  # a first line without its end


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
        self.path = target.with_name(f"{target.name}.journal")
        self.rows: dict[int, Row] = {}
        self._synced = time.monotonic()
        self._shape = (rows, measures)
        header = {"journal": FORM, "rows": rows, **identity}
        self._file = -1
        try:
            self._file = self._open()
            data = b"" if restart else self._read()
            end = self._take_in(data, header, report)
            os.ftruncate(self._file, end)
            os.lseek(self._file, end, os.SEEK_SET)
            if not end:
                self._write(_line(header))
                os.fsync(self._file)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise self._refusal(error) from None
            raise

    def append(self, rows: Iterable[Row]) -> None:
        """Add finished rows. They stay even if this process is killed right afterwards.

        Raises:
            FileProblemError: if they cannot be written.
        """
        found = list(rows)
        try:
            self._write(b"".join(_line([*row]) for row in found))
            if time.monotonic() - self._synced >= SYNC:
                os.fsync(self._file)
                self._synced = time.monotonic()
        except OSError as error:
            raise self._refusal(error) from None
        self.rows.update((row.number, row) for row in found)

    def remove(self) -> None:
        """Take the journal away: the rows are in the file that was to be written."""
        if sys.platform == "win32":  # which does not remove what is open
            self.close()
        with suppress(OSError):
            self.path.unlink()
        self.close()

    def kept(self) -> int:
        """Rows on the disk. Ctrl-C may come after a row is written and before it is in `rows`."""
        os.lseek(self._file, 0, os.SEEK_SET)
        return max(0, self._read().count(b"\n") - 1)

    def leave(self) -> None:
        """Let go of it before all rows are there; one without rows goes away."""
        if self._file < 0 or self.kept():
            self.close()
        else:
            self.remove()

    def close(self) -> None:
        """Let go of it; it stays where it is."""
        if self._file >= 0:
            with suppress(OSError):
                os.fsync(self._file)
            os.close(self._file)
            self._file = -1

    def _open(self) -> int:
        while True:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            descriptor = os.open(self.path, flags, 0o666)
            locked = False
            try:
                try:
                    locked = folders.take(descriptor)
                except OSError:
                    locked = True  # there are no locks on this disk
                if not locked:
                    raise OtherSweepError(
                        f"another sweep is writing to {self.target}; wait for it, or write to "
                        f"another file{_option()}"
                    )
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(descriptor), self.path.stat()):
                        return descriptor
                locked = False  # whoever held it has removed it meanwhile
            finally:
                if not locked:
                    os.close(descriptor)

    def _read(self) -> bytes:
        parts = []
        while part := os.read(self._file, 1 << 20):
            parts.append(part)
        return b"".join(parts)

    def _take_in(
        self, data: bytes, header: Mapping[str, object], report: Callable[[str], None]
    ) -> int:
        """Take in the rows that are there; returns where the sound part of the file ends."""
        end = data.rfind(b"\n") + 1
        lines = data[:end].split(b"\n")[:-1]
        if not lines and _TORN.fullmatch(data):
            return 0  # killed before there was anything
        self._check_same(_content(lines[0]) if lines else None, header, max(0, len(lines) - 1))
        damaged = 0
        for line in lines[1:]:
            row = self._row(_content(line))
            if row is None:
                damaged += 1
            else:
                self.rows[row.number] = row
        if damaged:
            report(f"{self._kept}: damaged in {damaged:,} places; these rows are measured again")
        return end

    @property
    def _kept(self) -> str:
        """What messages call it."""
        return named(f"what is kept beside {self.target}", str(self.path))

    def _check_same(self, found: Any, header: Mapping[str, object], rows: int) -> None:
        remedy = (
            f"write to another file{_option()}, or use "
            f"{named('restart=True', '--restart')} to throw away {rows:,} "
            f"finished row{'s' * (rows != 1)}"
        )
        if not isinstance(found, dict):
            raise OtherSweepError(
                f"{self._kept} is not the journal of a sweep, or damaged; write to another file"
                f"{_option()}, or use {named('restart=True', '--restart')} to overwrite it"
            )
        other = [key for key, value in header.items() if found.get(key) != value]
        if other:
            differs = [key for key in other if key not in ("journal", "rows")] or ["program"]
            raise OtherSweepError(
                f"{self._kept} belongs to another sweep (other: {', '.join(differs)}); {remedy}"
            )

    def _row(self, found: Any) -> Row | None:
        rows, measures = self._shape
        if not isinstance(found, list) or len(found) != 3:
            return None
        number, values, problem = found
        if not isinstance(number, int) or not isinstance(values, list):
            return None
        if not 0 <= number < rows or len(values) != measures:
            return None
        return Row(number, tuple(values), problem)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]

    def _refusal(self, error: OSError) -> FileProblemError:
        remedy = {
            errno.ENOSPC: "make room, and ask for the same again",
            errno.EDQUOT: "make room, and ask for the same again",
            errno.EROFS: f"write to another disk{_option()}",
            errno.EACCES: f"write to another folder{_option()}",
            errno.EPERM: f"write to another folder{_option()}",
        }.get(error.errno or 0, f"write to another place{_option()}")
        kept = named(
            f"finished rows of {self.target} cannot be kept", f"{self.path} cannot be written"
        )
        message = f"{kept}: {error.strerror or error}; {remedy}"
        if self.rows:
            message += f" ({len(self.rows):,} of {self._shape[0]:,} rows are kept)"
        return FileProblemError(message)


def _option() -> str:
    """How to name another file, at the keyboard; a function takes it as its target."""
    return named(" (target)", " with -o")


def _line(content: object) -> bytes:
    text = json.dumps(content, separators=(",", ":")).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _content(line: bytes) -> Any:
    """What a line says; None if it is damaged."""
    checksum, _, text = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    return json.loads(text)
