"""How far a whole command is: `solvers.course`."""

from __future__ import annotations

from itertools import pairwise

import pytest

from farklegen.solvers.course import Forecast, WorkCourse, WorkStage


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


STAGES = (WorkStage("solving", 10.0), WorkStage("following", 20.0), WorkStage("searching", 70.0))


def course(*stages: WorkStage) -> tuple[WorkCourse, Clock]:
    clock = Clock()
    made = WorkCourse("working", clock)
    made.expect(stages)
    return made, clock


def test_all_stages_have_one_share_and_one_time_left() -> None:
    way, clock = course(*STAGES)
    assert way.left() == 100.0
    for second in range(1, 101):
        clock.now += 1
        if second <= 10:
            way.hear(second / 10, "solving")
        elif second <= 30:
            way.hear((second - 10) / 20, "following")
        else:
            way.hear((second - 30) / 70, "searching")
        left = way.left()
        assert left is not None
        assert left == pytest.approx(100 - second, abs=1e-6)
        assert way.share() == pytest.approx(min(second / 100, 0.99), abs=1e-6)


def test_the_time_left_is_not_nothing_at_the_beginning_of_a_stage() -> None:
    way, clock = course(*STAGES[2:])
    clock.now += 0.01
    way.hear(0.0, "searching")
    assert way.left() == pytest.approx(69.99)
    clock.now += 200  # though nothing was heard
    left = way.left()
    assert left is not None
    assert left > 10


def test_the_share_never_falls_and_nothing_begins_again() -> None:
    way, clock = course(*STAGES)
    shares = []
    told = [(0.5, "solving"), (1.0, "solving"), (0.0, "something else"), (0.1, "solving"),
            (0.0, "following"), (0.9, "following"), (0.0, "searching"), (0.1, "following"),
            (0.2, "searching"), (1.0, "searching")]  # fmt: skip
    doing = []
    for fraction, what in told:
        clock.now += 3
        way.hear(fraction, what)
        shares.append(way.share())
        doing.append(way.doing)
    assert shares == sorted(shares)
    assert doing[3] == "something else"  # a piece of solving is a part of it
    assert doing[7] == "searching"


def test_a_machine_that_is_slower_than_expected_is_slower_in_what_is_to_come() -> None:
    way, clock = course(*STAGES)
    clock.now += 30
    way.hear(1.0, "solving")
    way.hear(0.0, "following")
    left = way.left()
    assert left is not None
    assert 1.5 * 90 < left <= 3 * 90


def test_a_short_stage_says_little_about_the_others() -> None:
    way, clock = course(WorkStage("solving", 0.5), WorkStage("searching", 60.0))
    clock.now += 2
    way.hear(1.0, "solving")
    way.hear(0.0, "searching")
    assert way.left() == pytest.approx(60, rel=0.3)


def test_the_time_left_is_drawn_to_a_longer_one_and_does_not_jump() -> None:
    way, clock = course(WorkStage("solving", 20.0))
    told = []
    for second in range(1, 81):  # four times as slow as expected
        clock.now += 1
        way.hear(second / 80, "solving")
        left = way.left()
        assert left is not None
        told.append(left)
    assert max(after - before for before, after in pairwise(told)) < 3
    assert told[40] == pytest.approx(39, rel=0.2)
    assert told[-1] < 2


def test_what_passes_before_a_stage_begins_says_nothing_about_its_share() -> None:
    way, clock = course(WorkStage("solving", 40.0, once=20.0))
    clock.now += 20
    way.hear(0.01, "solving")
    assert way.left() == pytest.approx(20, rel=0.05)
    clock.now += 1
    way.hear(0.06, "solving")
    assert way.left() == pytest.approx(19, rel=0.05)


def test_a_stage_that_says_nothing_is_not_nearly_over() -> None:
    way, clock = course(WorkStage("solving", 10.0))
    clock.now += 5
    way.hear(0.95, "solving")
    clock.now += 40
    left = way.left()
    assert left is not None
    assert left > 10


def test_what_stages_took_is_told_by_the_name_of_their_rate() -> None:
    way, clock = course(
        WorkStage("starting", 5.0, once=2.0, rate="slow"),
        WorkStage("solving", 10.0, rate="plain"),
        WorkStage("searching", 3.0),
    )
    for doing in ("starting", "solving", "searching"):
        clock.now += 4
        way.hear(1.0, doing)
    assert way.measured() == {"plain": (10.0, 4.0)}


def test_two_stages_of_one_name_are_two() -> None:
    way, clock = course(
        WorkStage("solving", 10), WorkStage("solving", 5), WorkStage("searching", 1)
    )
    clock.now += 10
    way.hear(0.99, "solving")
    assert way.hear(0.0, "solving")
    assert way.left() == pytest.approx(6 * 10 / 10)


def test_a_stage_that_was_not_foreseen_leaves_those_that_were() -> None:
    way, clock = course(*STAGES)
    way.hear(0.0, "reading")
    assert way.doing == "reading"
    left = way.left()
    assert left is not None
    assert left > 100
    clock.now += 1
    way.hear(0.0, "solving")
    assert way.doing == "solving"


def test_without_a_forecast_nothing_is_said_before_something_is_known() -> None:
    way, clock = course()
    assert (way.left(), way.share(), way.doing) == (None, 0.0, "working")
    way.hear(0.0, "solving")
    assert way.left() is None
    clock.now += 10
    way.hear(0.5, "solving")
    assert way.left() == pytest.approx(10)


def test_forecasts_add_up() -> None:
    one, other = Forecast(STAGES[:1], 5.0), Forecast(STAGES[1:], 1e9)
    both = one.labelled("basic") + other
    assert both.stages[0] == WorkStage("basic: solving", 10.0)
    assert (both.seconds, both.kept_bytes) == (100.0, 1e9 + 5)


def ticks(way: WorkCourse, clock: Clock, seconds: int) -> list[tuple[float | None, float]]:
    """The time left (None where it is late) and the share, at every second."""
    told = []
    for _ in range(seconds):
        clock.now += 1
        share, left = way.share(), way.left()
        told.append((None if way.late else left, share))
    return told


@pytest.mark.parametrize("fraction", [0.0, 0.97])
@pytest.mark.parametrize("stage", [0, 2])
def test_what_takes_longer_than_thought_is_late_and_does_not_stand_still(
    fraction: float, stage: int
) -> None:
    way, clock = course(*STAGES)
    way.hear(0.0, STAGES[stage].doing)
    clock.now += fraction * STAGES[stage].seconds
    way.hear(fraction, STAGES[stage].doing)
    told = ticks(way, clock, 1000)
    numbers = [left for left, _ in told]
    assert numbers[-1] is None
    assert all(b <= a for a, b in pairwise(numbers) if a is not None and b is not None)
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert shares[-1] <= 0.99
    assert fraction or all(later > share for share, later in pairwise(shares[::100]))


def test_a_stage_that_stands_at_its_end_and_goes_on_is_late() -> None:
    way, clock = course(WorkStage("solving", 10.0))
    for _ in range(300):
        clock.now += 1
        way.hear(1.0, "solving")
        way.left()
    assert way.late
    assert way.share() < 0.99


def test_a_time_left_is_told_again_once_it_is_known() -> None:
    way, clock = course(WorkStage("solving", 10.0))
    told = []
    for second in range(1, 201):
        clock.now += 1
        way.hear(second / 200, "solving")
        left = way.left()
        told.append(None if way.late else left)
    assert None in told
    assert told[100] == pytest.approx(99, rel=0.1)
    assert all(b <= a for a, b in pairwise(told) if a is not None and b is not None)


def test_a_stage_that_was_passed_over_comes_back_before_the_one_that_was_only_named() -> None:
    way, clock = course(
        WorkStage("following", 5),
        WorkStage("searching", 5),
        WorkStage("following", 5),
        WorkStage("playing", 10),
    )
    for doing in ("following", "searching"):
        way.hear(0.0, doing)
        clock.now += 5
        way.hear(1.0, doing)
    way.hear(0.0, "playing")
    assert way.hear(0.0, "following")
    assert way.left() == pytest.approx(15)
    clock.now += 5
    way.hear(1.0, "following")
    assert way.hear(0.0, "playing")
    assert way.doing == "playing"
    assert way.left() == pytest.approx(10, rel=0.2)


def test_stages_after_one_that_was_passed_over_are_still_to_come() -> None:
    way, clock = course(
        WorkStage("compiling", 10),
        WorkStage("following", 20),
        WorkStage("playing", 300),
        WorkStage("naming", 5),
    )
    way.hear(0.0, "naming")
    assert way.hear(0.0, "following")
    clock.now += 20
    way.hear(1.0, "following")
    assert way.hear(0.0, "playing")
    for _ in range(30):  # the time left comes nearer by and by
        clock.now += 1
        left = way.left()
    assert left is not None
    assert left > 200
