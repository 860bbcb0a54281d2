"""Time that is up does not break into what must not be broken into."""

from __future__ import annotations

import time
from typing import Any

import pytest

from campaign.limit import TooSlowError, at_most


def spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_what_takes_too_long_is_stopped() -> None:
    with pytest.raises(TooSlowError), at_most(0.05):
        spin(5.0)


def test_a_compiler_at_work_is_let_finish_first() -> None:
    done: list[int] = []
    text = "def work():\n    spin(0.3)\n    done.append(1)\n"
    scope: dict[str, Any] = {"spin": spin, "done": done}
    exec(compile(text, "numba/core.py", "exec"), scope)

    def compile_and_go_on() -> None:
        scope["work"]()
        spin(5.0)

    with pytest.raises(TooSlowError), at_most(0.05):
        compile_and_go_on()
    assert done == [1]
