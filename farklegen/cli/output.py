"""Where output goes: the result to stdout or a file, everything else to stderr, with a bar while a
command works.

A file is replaced as a whole or not at all. A reader that stops reading (`| head`) is no error; a
disk that is full, or a stdout that is closed, is one line on stderr and exit code 2. The bar is
for whatever takes longer than a second, on a terminal, and is wiped away at the end. A command says
once how long it will take, before the work.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, NamedTuple

from farklegen.errors import ArgumentError, ContentError, FarklegenError, FileProblemError
from farklegen.render.clean import clean, to_ascii
from farklegen.solvers.progress import Estimate, WholeShare
from farklegen.store.files import draft, root

if TYPE_CHECKING:
    from rich.progress import Progress

    from farklegen.render.registry import Output
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

DELAY = 1.0
"""Seconds before the bar appears."""

LONG = 10.0
"""Seconds that are worth an announcement."""


class Destination(NamedTuple):
    """Where the result of a command goes, and as what."""

    output: Output
    path: str | None

    def emit(self, *documents: Document) -> None:
        self.emit_each(documents)

    def emit_each(self, documents: Iterable[Document]) -> None:
        """Documents one below the other, each written to a terminal as soon as it is there."""
        parts = map(self.render, documents)
        if self.path is not None:
            self.write("\n".join(parts))
            return
        for number, text in enumerate(parts):
            self.write("\n" * (number > 0) + text)

    def render(self, document: Document) -> str:
        """The text of a document, for the terminal, or as wide as is usual for a file."""
        from farklegen.render.registry import PIPED_WIDTH, Page

        page = Page() if self.path else Page(_terminal_columns(PIPED_WIDTH), wants_colour())
        return self.output.render(document, page)

    def write(self, text: str | bytes) -> None:
        if self.path is not None:
            write_file(self.path, text if isinstance(text, bytes) else utf8(text))
            say_written(self.path)
        elif isinstance(text, bytes):
            write_bytes(text)
        else:
            write_text(text, for_programs=self.output.name != "text")


def destination(
    format: str | None,
    target: str | None,
    *,
    keep: Sequence[str] = (),
    pdf: bool = False,
) -> Destination:
    """What `--format` and `-o` ask for, checked before anything is computed.

    Args:
        format: the name of an output; None to go by the suffix of `target`, else text.
        target: a path, or None or `-` for stdout.
        keep: files that are read, and must not be overwritten with their own result.
        pdf: whether the command can make PDF, too.
    """
    from farklegen.render.registry import OUTPUTS, PDF

    path = None if target in (None, "-") else target
    possible = {**OUTPUTS, **({PDF.name: PDF} if pdf else {})}
    format = form_of(format, path)
    if format not in possible:
        endings = ", ".join(each.suffixes[0] for each in possible.values())
        raise ArgumentError(
            f"there is no output {format or path} here; end -o in one of: {endings}; or give "
            f"--format with one of: {', '.join(possible)}"
        )
    output = possible[format]
    if output is PDF and path is None and sys.stdout is not None and sys.stdout.isatty():
        raise ArgumentError(
            "a PDF file is nothing to show on a terminal; write it to a file: -o card.pdf"
        )
    if path is not None:
        check_writable(path, keep=keep)
    return Destination(output, path)


def form_of(format: str | None, target: str | None) -> str | None:
    """The name of the output that is asked for; None if no output has that suffix."""
    from farklegen.render.registry import OUTPUTS, PDF

    suffix = Path(target or "").suffix.lower()
    names = {end: each.name for each in (*OUTPUTS.values(), PDF) for end in each.suffixes}
    return format or (names.get(suffix) if suffix else "text")


def read_rules(*rules: str) -> list[LoadedRuleset]:
    """Rulesets by path or name. Reports every broken one; warnings go to stderr."""
    from farklegen.rules.loading import load

    loaded, failed = [], []
    for each in rules:
        try:
            loaded.append(load(each))
        except FarklegenError as error:
            failed.append(error)
    for wrong in failed[:-1]:
        complain_of(wrong)
    if failed:
        raise failed[-1]
    complain_all(problem for each in loaded for problem in each.warnings)
    return loaded


def write_text(text: str, *, for_programs: bool = False) -> bool:
    """Write to stdout: text for people in its encoding, text for programs in UTF-8.

    Text that the encoding of stdout cannot hold is written in plain ASCII. Returns whether there
    is a reader.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return write_bytes(utf8(text) if for_programs else _encoded(text, encoding))


def write_bytes(data: bytes) -> bool:
    """Write to stdout as it is; returns whether there is a reader."""
    stream = sys.stdout
    if stream is None:
        raise FileProblemError("standard output is closed; write to a file with -o FILE")
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        _discard_stdout()
        return False
    except OSError as error:
        raise full_stdout(error) from None
    return True


def complain(message: str, end: str = "\n") -> None:
    """Diagnostics on stderr, silently nowhere if there is no stderr."""
    stream = sys.stderr
    if stream is None:
        return
    lines = "\n".join(clean(line) for line in message.splitlines())
    try:
        stream.buffer.write(_encoded(lines + end, stream.encoding or "ascii"))
        stream.buffer.flush()
    except OSError:
        pass  # there is nowhere left to say so


def at_terminal() -> bool:
    """Whether the user can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def typed(
    prompt: str,
    write: Callable[[str], object] = lambda text: complain(text, end=""),
    say: Callable[[str], object] = complain,
) -> str | None:
    """A line that was typed; None at the end. A line from a file or a pipe is shown, too.

    Args:
        write: shows the prompt.
        say: shows a line.
    """
    write(prompt)
    stream = sys.stdin
    data = b"" if stream is None else stream.buffer.readline()
    line = data.decode("utf-8", "replace").strip()
    if not data or not stream.isatty():
        say(line)
    return line if data else None


def say_written(target: str) -> None:
    """Say at a terminal that a file is there; programs and scripts hear nothing."""
    if at_terminal():
        complain(f"Wrote {target}.")


def complain_all(warnings: Iterable[object]) -> None:
    for warning in warnings:
        complain(str(warning))


def complain_of(error: FarklegenError) -> None:
    """Say what is wrong: every problem of a file, or the one thing that an error is about."""
    if isinstance(error, ContentError):
        for problem in error.problems:
            complain(str(problem))
    else:
        complain(f"farklegen: error: {error}")


def wants_colour() -> bool:
    """Whether to colour stdout: NO_COLOR says no, FORCE_COLOR yes, else a terminal that can."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    from rich.console import Console

    system = Console(force_terminal=True).color_system
    return system not in (None, "windows")  # the second does not colour by codes


def help_width() -> int:
    """Columns for help texts: the terminal's, but not more than is pleasant to read."""
    return max(30, min(_terminal_columns(80), 90)) - 2


def _terminal_columns(otherwise: int) -> int:
    """The columns of the terminal, as COLUMNS or stdout says, else `otherwise`."""
    return get_terminal_size((otherwise, 24)).columns


def utf8(text: str) -> bytes:
    # A file name that is not UTF-8 reaches us with lone surrogates; JSON reads the escape back.
    return text.encode("utf-8", "backslashreplace")


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return to_ascii(text).encode("ascii")


def full_stdout(error: OSError) -> FileProblemError:
    """The report of a stdout that does not take what was written; ends writing to it."""
    _discard_stdout()
    return FileProblemError(
        f"cannot write to standard output: {error.strerror or error}; write to another place"
    )


def _discard_stdout() -> None:
    """Send what is still in a buffer nowhere: Python would complain about it when it exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def check_writable(target: str, *, keep: Sequence[str] = (), replace: bool = True) -> None:
    """Find out before anything is computed if a file could not be written."""
    path = Path(target)
    try:
        if path.is_dir():
            raise FileProblemError(f"{path} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise FileProblemError(
                f"{path} cannot be written: there is no folder {path.parent}; create it first"
            )
        there = path.exists()
        if there and any(Path(other).exists() and path.samefile(other) for other in keep):
            raise FileProblemError(
                f"{path} holds the rules that are being read; write to another file"
            )
    except OSError as error:
        raise FileProblemError(f"{path} cannot be written: {reason(error)}") from None
    if there and not os.access(path, os.W_OK):
        raise FileProblemError(f"{path} is read-only; write to another file")
    if not replace and (there or path.is_symlink()):
        raise FileProblemError(
            f"{path} exists already and is left as it is; choose another name, or use --force to "
            "overwrite it"
        )


def write_file(target: str, data: bytes, *, replace: bool = True) -> None:
    """Write a file in one step.

    Devices and pipes (`/dev/full`, `/dev/stderr`) are written to directly. A symbolic link is
    followed. A new file gets the usual permissions, a replaced one keeps its own.
    """
    check_writable(target, replace=replace)
    path = Path(target)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.write(data)
        else:
            with draft(path.resolve()) as file:
                file.write(data)
    except BrokenPipeError:
        pass  # a named pipe whose reader has seen enough
    except OSError as error:
        raise FileProblemError(f"{path} cannot be written: {reason(error)}") from None


def reason(error: OSError) -> str:
    """What the system says, and what to do about it."""
    return f"{error.strerror or error}; choose another name or another place"


# how far a command is


class Bar(WholeShare):
    """How far the work of a `with` block is: a solver's `Progress` that people can see.

    Args:
        doing: what is shown until the solver says what it does.
        tells_stop: whether the work itself says what is kept after Ctrl-C.
    """

    def __init__(self, doing: str = "working", *, tells_stop: bool = False) -> None:
        super().__init__(doing)
        self._tells_stop = tells_stop
        self._began = time.monotonic()
        self._lock = threading.RLock()
        self._closed = False
        self._drawn: Progress | None = None
        self._timer = threading.Timer(DELAY, self.show)
        self._timer.daemon = True

    def __enter__(self) -> Bar:
        if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            self._timer.start()
        return self

    def __exit__(self, raised: type[BaseException] | None, *_: object) -> None:
        """Wipe the bar away; say what stays after Ctrl-C."""
        self._timer.cancel()
        with self._lock:
            self._closed = True
            if self._drawn is not None:
                self._drawn.stop()
        if raised is KeyboardInterrupt and not self._tells_stop:
            kept = " Matches that were solved before are kept." if root() else ""
            complain(f"Stopped while {self.doing}.{kept}")

    def __call__(self, fraction: float, doing: str) -> None:
        with self._lock:
            super().__call__(fraction, doing)
            self._update()

    def expect(self, ahead: Estimate) -> None:
        """Say how long the work will take, if it is long."""
        with self._lock:
            super().expect(ahead)
            if ahead.seconds > LONG:
                notice = f"This will take about {ahead.words}; Ctrl-C stops it. {ahead.advice}"
                self.say(notice.rstrip())

    def say(self, message: str) -> None:
        """Write a line on stderr without spoiling the bar."""
        with self._lock:
            if self._drawn is not None:
                self._drawn.stop()
            complain(message)
            if self._drawn is not None:
                self._drawn.start()

    def study(self, loaded: LoadedRuleset) -> Study:
        """A study of a ruleset whose work is shown."""
        from farklegen.study.study import Study

        return Study(loaded, progress=self, report=self.say)

    def show(self) -> None:
        """Draw the bar from now on."""
        from rich import console, progress

        with self._lock:
            if self._closed:
                return
            self._drawn = progress.Progress(
                progress.TextColumn("{task.description}", markup=False),
                progress.BarColumn(),
                progress.TaskProgressColumn(),
                progress.TimeElapsedColumn(),
                console=console.Console(file=sys.stderr),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._drawn.add_task("", total=1.0)
            self._drawn.tasks[0].start_time = self._began
            self._update()
            self._drawn.start()

    def _update(self) -> None:
        if self._drawn is not None:
            (task,) = self._drawn.task_ids
            self._drawn.update(task, completed=self.share, description=clean(self.doing))
