"""How far a command is, on stderr: one share and one time left for all of its stages.

On a terminal it is a bar, for whatever takes longer than a second. It appears by itself, even if
nothing was heard so far, and is wiped away at the end, however that comes about. Where stderr is a
file or a pipe, or a terminal that cannot move its cursor (`TERM=dumb`), a command that takes long
writes a line for each stage, and one every half minute. What is expected to take long, or to fill
the disk, is said before.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from farklegen.cli.output import complain
from farklegen.solvers.course import WorkCourse, duration_words

if TYPE_CHECKING:
    from rich.progress import Progress as Display

    from farklegen.solvers.course import Forecast

SOON = 0.3
"""Seconds after which what is to come is announced: what is refused is so before."""

DELAY = 1.0
"""Seconds before the bar appears."""

RATE = 10
"""Most updates in a second."""

LONG = 10.0
"""Seconds that are announced."""

LARGE = 100e6
"""Bytes of cache that are announced."""

QUIET = 20.0
"""Seconds after which a command is long that was not expected to be."""

EVERY = 30.0
"""Seconds between two lines where there is no bar."""

SOLVING = "solving the match"
"""The stage whose result is kept on disk."""

TICK = 0.5
"""Seconds between two looks at the clock."""


@contextmanager
def progress_bar(
    doing: str = "working", forecast: Forecast | None = None, *, tells_stop: bool = False
) -> Iterator[Bar]:
    """What tells how far it is for the time of a `with` block: a solver's `Progress`.

    Args:
        doing: what is shown until the solver says what it does.
        forecast: what it is expected to take.
        tells_stop: whether the work itself says what is kept after Ctrl-C.
    """
    bar = Bar(doing, shown=_can_show())
    clock = threading.Thread(target=bar.watch, daemon=True)
    clock.start()
    try:
        if forecast is not None:
            bar.expect(forecast)
        yield bar
        bar.learn()
    except KeyboardInterrupt:
        bar.close()
        if not tells_stop:
            bar.tell_stop()
        raise
    finally:
        bar.close()


class Bar:
    """A `solvers.progress.Progress` that people can see."""

    def __init__(self, doing: str, *, shown: bool = True) -> None:
        self._course = WorkCourse(doing)
        self._shown = shown
        self._display: Display | None = None
        self._closed = threading.Event()
        self._heard = 0.0
        self._long = False
        self._written: float | None = None
        self._said = ""
        self._ahead = ""
        self._lock = threading.RLock()

    def __call__(self, fraction: float, doing: str) -> None:
        """Take in how far it is."""
        with self._lock:
            self._announce()
            began = self._course.hear(fraction, doing)
            now = self._course.elapsed
            if self._display is not None and now - self._heard >= 1 / RATE:
                self._heard = now
                self._show(self._display)
            if began and self._long and not self._shown and self._course.doing != self._said:
                self._write()

    def expect(self, forecast: Forecast) -> None:
        """Take in what is to come; if it is much, that is announced as soon as it has begun, and
        is not refused."""
        with self._lock:
            self._course.expect(forecast.stages)
            self._ahead = announcement(forecast)

    def say(self, message: str) -> None:
        """Write a line on stderr without spoiling the bar."""
        with self._lock:
            if self._display is not None:
                self._display.stop()
            complain(message)
            if self._display is not None:
                _start(self._display)

    def watch(self) -> None:
        """Follow the clock until it is closed: show the bar, move it, or write lines."""
        if self._closed.wait(min(SOON, DELAY)):
            return
        self._announce()
        if self._closed.wait(max(DELAY - SOON, 0.0)):
            return
        if self._shown:
            self.appear()
        while not self._closed.wait(TICK):
            with self._lock:
                if self._display is not None:
                    self._show(self._display)
                elif not self._shown:
                    self._tell()

    def appear(self) -> None:
        """Draw the bar from now on."""
        with self._lock:
            if self._closed.is_set():
                return
            display = _display()
            display.add_task("", total=1.0, percent=0, left="")
            self._show(display)
            _start(display)
            self._display = display

    def close(self) -> None:
        """Wipe the bar away."""
        with self._lock:
            self._closed.set()
            if self._display is not None:
                self._display.stop()

    def learn(self) -> None:
        """Remember how long it took, now that everything is done."""
        from farklegen.store import rates

        with self._lock:
            rates.learn(self._course.measured())

    def tell_stop(self) -> None:
        """Say that it was stopped, and what is kept of it."""
        from farklegen.rules.words import listed
        from farklegen.store import folders

        solved = [name for name in self._course.finished if name.endswith(SOLVING)]
        names = [name.removesuffix(SOLVING).removesuffix(": ") for name in solved]
        of = f" of {listed(names)}" if any(names) else ""
        if not solved or folders.root() is None:
            kept = "nothing of this is kept"
        elif len(solved) > 1 and of:
            kept = f"the solved matches{of} are kept, and the same command goes on from there"
        else:
            kept = f"the solved match{of} is kept, and the same command goes on from there"
        complain(f"Stopped while {self._course.doing}: {kept}.")

    def _announce(self) -> None:
        """Say what is to come, if it is much, and has not been said."""
        with self._lock:
            announced, self._ahead = self._ahead, ""
            if announced and not self._closed.is_set():
                self._long = True
                self.say(announced)

    def _tell(self) -> None:
        """Write a line if it is time for one."""
        now = self._course.elapsed
        self._long = self._long or now >= QUIET
        if self._long and (self._written is None or now - self._written >= EVERY):
            self._write()

    def _write(self) -> None:
        """A line that says how far it is."""
        self._written, self._said = self._course.elapsed, self._course.doing
        words = [f"{self._course.doing}: {_percent(self._course)}%"]
        left = time_left(self._course, "about ")
        if left:
            words.append(left)
        complain(", ".join(words))

    def _show(self, display: Display) -> None:
        from farklegen.render.clean import clean

        (task,) = display.task_ids
        display.update(
            task,
            completed=self._course.share(),
            description=clean(self._course.doing),
            percent=_percent(self._course),
            left=time_left(self._course),
        )


def announcement(forecast: Forecast) -> str:
    """What is said before something that takes long, or fills the disk; empty for what does not."""
    from farklegen.report.cache import size_text
    from farklegen.store import folders

    place = folders.root()
    words = []
    if forecast.seconds > LONG:
        words.append(f"take about {duration_words(forecast.seconds)}")
    if forecast.kept_bytes > LARGE and place is not None:
        words.append(f"keep {size_text(round(forecast.kept_bytes))} in {place}")
    return f"This will {' and '.join(words)}; Ctrl-C stops it." if words else ""


def time_left(course: WorkCourse, about: str = "") -> str:
    """The time left in words, empty as long as nothing is known; none that would grow."""
    left = course.left()
    if left is None:
        return ""
    return "longer than thought" if course.late else f"{about}{duration_words(left)} left"


def _percent(course: WorkCourse) -> int:
    """Never rounded up to 100."""
    return int(100 * course.share())


def _can_show() -> bool:
    stream = sys.stderr
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _display() -> Display:
    """What rich draws: what is done, a bar, the percentage, the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

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
        TextColumn("{task.fields[left]}", markup=False),
        console=console,
        refresh_per_second=RATE,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _start(display: Display) -> None:
    display.start()
    display.console.show_cursor(True)  # a process that is killed would leave it hidden
