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

from farklegen.cli.output import complain
from farklegen.solvers.progress import WholeShare

if TYPE_CHECKING:
    from rich.progress import Progress as Display

    from farklegen.study.estimate import Estimate

SOON = 0.3
"""Seconds after which the estimate is said: what is refused is refused before."""

DELAY = 1.0
"""Seconds before the bar appears."""

RATE = 10
"""Most updates in a second."""

LONG = 10.0
"""Seconds that are worth an announcement."""

EVERY = 30.0
"""Seconds between two lines if there is no bar."""


@contextmanager
def progress_bar(
    doing: str = "working", estimate: Estimate | None = None, *, tells_stop: bool = False
) -> Iterator[Bar]:
    """Shows how far the work of a `with` block is: a solver's `Progress`.

    Args:
        doing: what is shown until the solver says what it does.
        estimate: what it takes.
        tells_stop: whether the work itself says what is kept after Ctrl-C.
    """
    bar = Bar(doing, estimate, shown=_can_show())
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


class Bar:
    """A `solvers.progress.Progress` that people can see."""

    def __init__(self, doing: str, estimate: Estimate | None, *, shown: bool = True) -> None:
        self._whole = WholeShare(doing)
        self._ahead = ""
        if estimate is not None:
            self._whole.expect(estimate.parts)
            self._ahead = announcement(estimate)
        self._shown = shown
        self._display: Display | None = None
        self._closed = threading.Event()
        self._began = time.monotonic()
        self._drawn = 0.0
        self._lock = threading.RLock()

    def __call__(self, fraction: float, doing: str) -> None:
        with self._lock:
            self._announce()
            self._whole(fraction, doing)
            now = time.monotonic()
            if self._display is not None and now - self._drawn >= 1 / RATE:
                self._drawn = now
                self._draw(self._display)

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
        if self._closed.wait(min(SOON, DELAY)):
            return
        self._announce()
        if self._closed.wait(max(DELAY - SOON, 0.0)):
            return
        if self._shown:
            self.appear()
            return
        while not self._closed.wait(EVERY):
            with self._lock:
                seconds = time.monotonic() - self._began
                complain(f"{self._whole.doing}: {self._percent}% after {seconds:.0f} s")

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

    def _announce(self) -> None:
        """Say what is to come, if it is much, and has not been said."""
        with self._lock:
            announced, self._ahead = self._ahead, ""
            if announced and not self._closed.is_set():
                self.say(announced)

    def _draw(self, display: Display) -> None:
        from farklegen.render.clean import clean

        (task,) = display.task_ids
        doing, share = clean(self._whole.doing), self._whole.share
        display.update(task, completed=share, description=doing, percent=self._percent)

    @property
    def doing(self) -> str:
        return self._whole.doing

    @property
    def _percent(self) -> int:
        """Never rounded up to 100."""
        return int(100 * self._whole.share)


def announcement(estimate: Estimate) -> str:
    """What is said before something that takes long; empty for what does not."""
    if estimate.seconds <= LONG:
        return ""
    ahead = f"This will take about {estimate.words}; Ctrl-C stops it."
    return " ".join(filter(None, (ahead, estimate.advice)))


def _can_show() -> bool:
    stream = sys.stderr
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


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
