"""How far a command is, on stderr: the share done, and how long it has taken.

On a terminal it is a bar, for whatever takes longer than a second; it is wiped away at the end.
If stderr is a file or a pipe, or a terminal that cannot move its cursor (`TERM=dumb`), a command
that takes long writes a line every half minute. How long a command will take is said once, before
the work.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from farklegen.cli.output import at_terminal, complain
from farklegen.solvers.progress import Estimate, WholeShare

if TYPE_CHECKING:
    from rich.progress import Progress as Display

DELAY = 1.0
"""Seconds before the bar appears."""

RATE = 10
"""Most updates in a second."""

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
        self._display: Display | None = None
        self._closed = threading.Event()
        self._began = time.monotonic()
        self._drawn = 0.0
        self._lock = threading.RLock()

    def __call__(self, fraction: float, doing: str) -> None:
        with self._lock:
            super().__call__(fraction, doing)
            now = time.monotonic()
            if self._display is not None and now - self._drawn >= 1 / RATE:
                self._drawn = now
                self._draw(self._display)

    def expect(self, ahead: Estimate) -> None:
        """Say what is to come, if it is much; hours at a table of several begin after a yes."""
        with self._lock:
            super().expect(ahead)
            if ahead.asks and ahead.seconds > PATIENCE and at_terminal():
                self.say(f"This will take about {ahead.words}. Begin? [y/N]")
                if sys.stdin.readline().strip().lower() not in ("y", "yes"):
                    self.say("Nothing was begun. A lower goal takes less time.")
                    raise typer.Exit(1)
            elif ahead.seconds > LONG:
                said = f"This will take about {ahead.words}; Ctrl-C stops it. {ahead.advice}"
                self.say(said.rstrip())

    def say(self, message: str) -> None:
        """Write a line on stderr without spoiling the bar."""
        with self._lock:
            if self._display is not None:
                self._display.stop()
            complain(message)
            if self._display is not None:
                _start(self._display)

    def watch(self) -> None:
        """Follow the clock until it is closed: show the bar, or write lines."""
        if self._closed.wait(DELAY):
            return
        if self._shown:
            self.appear()
            return
        while not self._closed.wait(EVERY):
            with self._lock:
                seconds = time.monotonic() - self._began
                complain(f"{self.doing}: {self._percent}% after {seconds:.0f} s")

    def appear(self) -> None:
        """Draw the bar from now on."""
        with self._lock:
            if self._closed.is_set():
                return
            display = _display()
            display.add_task("", total=1.0, percent=0)
            display.tasks[0].start_time = self._began
            self._draw(display)
            _start(display)
            self._display = display

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            if self._display is not None:
                self._display.stop()

    def _draw(self, display: Display) -> None:
        from farklegen.render.clean import clean

        (task,) = display.task_ids
        doing, share = clean(self.doing), self.share
        display.update(task, completed=share, description=doing, percent=self._percent)

    @property
    def _percent(self) -> int:
        """Never rounded up to 100."""
        return int(100 * self.share)


def _display() -> Display:
    """What rich draws: what is done, a bar, the percentage, the time since the beginning."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(
        file=sys.stderr,
        force_terminal=True,
        force_jupyter=False,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[percent]:3}%"),
        TimeElapsedColumn(),
        console=console,
        get_time=time.monotonic,
        refresh_per_second=RATE,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _start(display: Display) -> None:
    display.start()
    display.console.show_cursor(True)  # a process that is killed would leave it hidden
