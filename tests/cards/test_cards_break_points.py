"""From values to break points: rounding, gaps, and what a row shows at any turn score."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farklegen.cards.card import BreakPoint, Row, break_points, round_up

UNIT = 50
VALUES = st.lists(st.floats(-300, 600), min_size=1, max_size=25)


def row_of(values: list[float], occurs: list[int], step: int = 50) -> list[tuple[int, int]]:
    """(value, turn score) pairs of the row of a number of dice."""
    reachable = np.zeros(len(values), bool)
    reachable[occurs] = True
    row = break_points(np.array(values), reachable, 3, UNIT, step)
    return [(point.value, point.turn_score) for point in row.points]


def shown(row: list[tuple[int, int]], scores: list[int]) -> list[float]:
    points = tuple(BreakPoint(value, score) for value, score in row)
    return [float(value) for value in Row(3, points).values(np.array(scores))]


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(0, 0), (0.001, 50), (50, 50), (50.001, 100), (-49.9, 0), (-50, -50), (-50.1, -50), (99, 100)],
)
def test_values_are_rounded_up_to_the_step(value: float, rounded: int) -> None:
    assert round_up(np.array([value]), 50).tolist() == [rounded]


def test_rounding_errors_are_no_reason_for_another_step() -> None:
    assert round_up(np.array([50 + 1e-9, 100 - 1e-12, 1e-11]), 50).tolist() == [50, 100, 0]


def test_a_break_point_is_the_smallest_turn_score_with_the_value() -> None:
    assert row_of([120, 80, 60, 40, 0, 0], list(range(6))) == [
        (150, 0),
        (100, 50),
        (50, 150),
        (0, 200),
    ]


def test_the_first_value_holds_from_zero_wherever_the_first_state_is() -> None:
    assert row_of([900, 800, 120, 40], [2, 3]) == [(150, 0), (50, 150)]


def test_in_a_gap_the_break_point_lies_where_the_value_itself_crosses() -> None:
    # states at 0 and 250 only; the value is below 100 from 150 on
    assert row_of([120, 110, 105, 90, 80, 70], [0, 5]) == [(150, 0), (100, 150)]


def test_in_a_gap_the_last_crossing_counts() -> None:
    assert row_of([120, 90, 120, 120, 80, 70], [0, 5]) == [(150, 0), (100, 200)]


@given(values=VALUES, step=st.sampled_from([1, 50, 100]), data=st.data())
def test_at_every_state_that_can_occur_the_row_shows_the_value_rounded_up(
    values: list[float], step: int, data: st.DataObject
) -> None:
    places = st.sampled_from(range(len(values)))
    occurs = sorted(data.draw(st.sets(places, min_size=1)))
    row = row_of(values, occurs, step)
    wanted = round_up(np.array(values), step)[occurs].tolist()
    assert shown(row, [UNIT * place for place in occurs]) == wanted


@given(values=VALUES, data=st.data())
def test_states_that_cannot_occur_shape_nothing(values: list[float], data: st.DataObject) -> None:
    places = st.sampled_from(range(len(values)))
    occurs = sorted(data.draw(st.sets(places, min_size=1)))
    other = [v if i in occurs else data.draw(st.floats(-300, 600)) for i, v in enumerate(values)]
    here, there = row_of(values, occurs), row_of(other, occurs)
    assert [value for value, _ in here] == [value for value, _ in there]
    # only the place within a gap may move
    for (_, one), (_, two) in zip(here, there, strict=True):
        below = [score for score in occurs if score * UNIT < min(one, two)]
        assert below == [score for score in occurs if score * UNIT < max(one, two)]
