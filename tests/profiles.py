"""How many examples the property tests draw.

`FARKLEGEN_HYPOTHESIS=deep python -m pytest` draws many more, and others every time; by default they
are the same few on every run, so that the suite is as quick and as steady as a list of examples.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FEW, MANY = 40, 1000

VARIABLE = "FARKLEGEN_HYPOTHESIS"


def load_profile() -> None:
    """Register the profiles and choose the one that the environment names."""
    # Rulesets take a while to draw and to solve; what is too slow shows in the suite's time.
    slow = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    settings.register_profile(
        "default",
        max_examples=FEW,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=slow,
    )
    settings.register_profile(
        "deep", max_examples=MANY, deadline=None, print_blob=True, suppress_health_check=slow
    )
    settings.load_profile(os.environ.get(VARIABLE) or "default")


def examples(count: int) -> int:
    """`count` examples by default, and as many times more as the profile draws more."""
    return max(1, count * settings().max_examples // FEW)


def running_deep() -> bool:
    """Whether there is time for tests that take a while."""
    return settings().max_examples >= MANY
