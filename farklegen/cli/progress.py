"""A bar on stderr with the time left, for whatever takes longer than a second.

It is for people who wait: there is none where stderr is no terminal, or one that cannot move its
cursor (`TERM=dumb`). It appears by itself after a second, even if nothing was heard so far, and is
wiped away at the end, however that comes about.
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

if TYPE_CHECKING:
    from rich.progress import Progress as Display

DELAY = 1.0
"""Seconds before the bar appears."""

RATE = 10
"""Most updates in a second."""


@contextmanager
def progress_bar(doing: str = "working") -> Iterator[Bar]:
    """A bar for the time of a `with` block, to be handed to a solver as its `Progress`.

    Args:
        doing: what is shown until the solver says what it does.
    """
    bar = Bar(doing)
    timer = threading.Timer(DELAY, bar.appear)
    timer.daemon = True
    try:
        if _can_show():
            timer.start()
        yield bar
    finally:
        timer.cancel()
        bar.close()


class Bar:
    """A `solvers.progress.Progress` that people can see."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._fraction = 0.0
        self._display: Display | None = None
        self._closed = False
        self._heard = 0.0
        self._lock = threading.Lock()

    def __call__(self, fraction: float, doing: str) -> None:
        """Take in how far it is."""
        self._fraction, self._doing = min(max(fraction, 0.0), 1.0), doing
        now = time.monotonic()
        if self._display is not None and now - self._heard >= 1 / RATE:
            self._heard = now
            self._show(self._display)

    def say(self, message: str) -> None:
        """Write a line on stderr without spoiling the bar."""
        with self._lock:
            if self._display is not None:
                self._display.stop()
            complain(message)
            if self._display is not None:
                _start(self._display)

    def appear(self) -> None:
        """Draw the bar from now on."""
        with self._lock:
            if self._closed:
                return
            display = _display()
            display.add_task("", total=1.0, percent=0)
            self._show(display)
            _start(display)
            self._display = display

    def close(self) -> None:
        """Wipe the bar away."""
        with self._lock:
            self._closed = True
            if self._display is not None:
                self._display.stop()

    def _show(self, display: Display) -> None:
        from farklegen.render.clean import clean

        (task,) = display.task_ids
        display.update(
            task,
            completed=self._fraction,
            description=clean(self._doing),
            percent=int(100 * self._fraction),  # never rounded up to 100
        )


def _can_show() -> bool:
    stream = sys.stderr
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _display() -> Display:
    """What rich draws: what is done, a bar, the percentage, the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

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
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
        console=console,
        refresh_per_second=RATE,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _start(display: Display) -> None:
    display.start()
    display.console.show_cursor(True)  # a process that is killed would leave it hidden
