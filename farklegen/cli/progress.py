"""How far a command is, on stderr: the share done, and how long it has taken.

On a terminal it is a bar, for whatever takes longer than a second; it is wiped away at the end. A
command says once how long it will take, before the work.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING

from farklegen.cli.output import complain
from farklegen.render.clean import clean
from farklegen.solvers.progress import Estimate, WholeShare

if TYPE_CHECKING:
    from rich.progress import Progress

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

DELAY = 1.0
"""Seconds before the bar appears."""

LONG = 10.0
"""Seconds that are worth an announcement."""


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
            from farklegen.store import folders

            kept = " Matches that were solved before are kept." if folders.root() else ""
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
