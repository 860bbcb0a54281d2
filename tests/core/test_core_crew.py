"""Long calls: progress, and that they end at once when somebody asks for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from farklegen.core.binding import Cancelled, core
from farklegen.core.crew import Count, Crew, Watch


def count(limit: int) -> Count:
    """What `count` takes."""
    return Count(limit, np.zeros(1, np.int64))


FOR_EVER = count(-1)


def test_a_watch_ends_a_call() -> None:
    watch = Watch.new()
    threading.Timer(0.05, watch.cancel).start()
    with pytest.raises(Cancelled):
        core().call("count", FOR_EVER, watch)


def test_an_error_in_one_call_ends_the_others() -> None:
    def wrong() -> int:
        raise ZeroDivisionError

    with Crew(2) as crew:
        for_ever = lambda: core().call("count", FOR_EVER, crew.watch)  # noqa: E731
        for calls in ([wrong, for_ever], [for_ever, wrong]):
            with pytest.raises(ZeroDivisionError):
                crew.run(calls)
        assert crew.run([lambda: core().call("count", count(5), crew.watch)]) == [5]


def test_calls_can_be_made_from_a_thread_of_a_crew() -> None:
    def inside() -> list[int]:
        with Crew(1) as inner:
            return inner.run([lambda: core().call("count", count(3), inner.watch)])

    with Crew(1) as crew:
        assert crew.run([inside]) == [[3]]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_control_c_is_answered_inside_a_long_call() -> None:
    text = (
        "from tests.core.test_core_crew import *\n"
        "core()\n"
        "print('begun', flush=True)\n"
        "with Crew(2) as crew:\n"
        "    crew.run([lambda: core().call('count', FOR_EVER, crew.watch)] * 2)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.2)
        asked = time.perf_counter()
        os.kill(running.pid, signal.SIGINT)
        try:
            _, errors = running.communicate(timeout=30)
        finally:
            running.kill()
        assert time.perf_counter() - asked < 5
    assert "KeyboardInterrupt" in errors
