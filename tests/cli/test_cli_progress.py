"""What is said of the time left, on the bar and in lines."""

from __future__ import annotations

from farklegen.cli.progress import time_left
from farklegen.solvers.course import Course, Stage


def test_a_time_left_that_would_grow_is_not_told() -> None:
    now = 0.0
    course = Course("working", lambda: now)
    assert time_left(course) == ""
    course.expect([Stage("solving", 20.0)])
    course.hear(0.0, "solving")
    told = [time_left(course, "about ")]
    while now < 60:
        now += 1
        told.append(time_left(course, "about "))
    assert told[0] == "about 20 s left"
    assert told[30:] == ["longer than thought"] * 31
    course.hear(0.9, "solving")
    while now < 69 and course.late:
        now += 0.5
        course.hear(0.9 + (now - 60) / 100, "solving")
        time_left(course)
    assert time_left(course).endswith(" s left")
