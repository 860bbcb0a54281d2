"""How far a command is, on stderr: the share done, and how long it has taken.

On a terminal it is a bar, for whatever takes longer than a second; it is wiped away at the end.
If stderr is a file or a pipe, or a terminal that cannot move its cursor (`TERM=dumb`), a command
that takes long writes a line every half minute. A command says once how long it will take, before
the work.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import typer

from farklegen.cli.output import at_terminal, complain
from farklegen.solvers.progress import Estimate, WholeShare

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

DELAY = 1.0
"""Seconds before the bar appears."""

RATE = 10
"""Times in a second that the bar is drawn."""

LONG = 10.0
"""Seconds that are worth an announcement."""

PATIENCE = 1800.0
"""Seconds that a match of several players may take without a question at a terminal."""

EVERY = 30.0
"""Seconds between two lines if there is no bar."""


@contextmanager
def progress_bar(doing: str = "working", *, tells_stop: bool = False) -> Iterator[Bar]:
    """Shows how far the work of a `with` block is: a solver's `Progress`.

    Args:
        doing: what is shown until the solver says what it does.
        tells_stop: whether the work itself says what is kept after Ctrl-C.
    """
    screen = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    bar = Bar(doing, shown=screen)
    threading.Thread(target=bar.watch, daemon=True).start()
    try:
        yield bar
    except KeyboardInterrupt:
        bar.close()
        if not tells_stop:
            from farklegen.store import folders

            kept = " Matches that were solved before are kept." if folders.root() else ""
            complain(f"Stopped while {bar.doing}.{kept}")
        raise
    finally:
        bar.close()


class Bar(WholeShare):
    """A `solvers.progress.Progress` that people can see."""

    def __init__(self, doing: str, *, shown: bool = True) -> None:
        super().__init__(doing)
        self._shown = shown
        self._live: Live | None = None
        self._closed = threading.Event()
        self._began = time.monotonic()
        self._lock = threading.RLock()

    def __call__(self, fraction: float, doing: str) -> None:
        with self._lock:
            super().__call__(fraction, doing)

    def expect(self, ahead: Estimate) -> None:
        """Say how long the work will take, if it is long. Work of hours at a table of several
        begins only after a yes."""
        with self._lock:
            super().expect(ahead)
            if ahead.asks and ahead.seconds > PATIENCE and at_terminal():
                self.say(f"This will take about {ahead.words}. Begin? [y/N]")
                if sys.stdin.readline().strip().lower() not in ("y", "yes"):
                    self.say("Nothing was begun. A lower goal takes less time.")
                    raise typer.Exit(1)
            elif ahead.seconds > LONG:
                notice = f"This will take about {ahead.words}; Ctrl-C stops it. {ahead.advice}"
                self.say(notice.rstrip())

    def say(self, message: str) -> None:
        """Write a line on stderr without spoiling the bar."""
        with self._lock:
            self._hide()
            complain(message)
            self._show()

    def watch(self) -> None:
        """Follow the clock until it is closed: show the bar, or write lines."""
        if self._closed.wait(DELAY):
            return
        if self._shown:
            with self._lock:
                if not self._closed.is_set():
                    self._live = _live(self._line)
                    self._show()
            return
        while not self._closed.wait(EVERY):
            with self._lock:
                complain(f"{self.doing}: {self._percent}% after {self._seconds} s")

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            self._hide()

    def _show(self) -> None:
        if self._live is not None:
            self._live.start(refresh=True)
            self._live.console.show_cursor(True)  # a process that is killed would leave it hidden

    def _hide(self) -> None:
        if self._live is not None:
            self._live.stop()

    def _line(self) -> Table:
        """What is done, a bar, the share of it, the time since the beginning."""
        from rich.progress_bar import ProgressBar
        from rich.table import Column, Table
        from rich.text import Text

        from farklegen.render.clean import clean

        took = timedelta(seconds=self._seconds)
        columns = (Column(no_wrap=whole) for whole in (True, False, True, True))
        line = Table.grid(*columns, padding=(0, 1))
        bar = ProgressBar(1.0, self.share, width=40)
        line.add_row(
            Text(clean(self.doing)), bar, f"{self._percent:3}%", Text(str(took), "progress.elapsed")
        )
        return line

    @property
    def _percent(self) -> int:
        """Never rounded up to 100."""
        return int(100 * self.share)

    @property
    def _seconds(self) -> int:
        return int(time.monotonic() - self._began)


def _live(line: Callable[[], Table]) -> Live:
    """A line at the end of the terminal that rich draws again and again."""
    from rich.console import Console
    from rich.live import Live

    console = Console(
        file=sys.stderr,
        force_terminal=True,
        force_jupyter=False,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )
    return Live(
        get_renderable=line, console=console, refresh_per_second=RATE, transient=True,
        redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip
