"""Time that is up ends what is at work, in Python and in the core."""

from __future__ import annotations

import time
from typing import NamedTuple

import pytest

from campaign.limit import TooSlowError, at_most
from farklegen.core.binding import core
from farklegen.core.crew import Crew


class Count(NamedTuple):
    """What `count` takes."""

    limit: int


def spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_what_takes_too_long_is_stopped() -> None:
    with pytest.raises(TooSlowError), at_most(0.05):
        spin(5.0)


def test_a_long_call_of_the_core_is_stopped() -> None:
    with Crew(1) as crew:
        with pytest.raises(TooSlowError), at_most(0.05):
            crew.run([lambda: core().call("count", Count(-1), crew.watch)])
        assert crew.run([lambda: core().call("count", Count(3), crew.watch)]) == [3]
