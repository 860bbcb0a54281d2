"""Round numbers at axes, and classes of points."""

from __future__ import annotations

import pytest

from farklegen.pictures.bars import bin_width, binned
from farklegen.pictures.scales import (
    amount_axis,
    class_limits,
    percent_axis,
    points_axis,
    round_up,
)


def texts(axis: object) -> list[str]:
    return [tick.text for tick in axis.ticks]  # type: ignore[attr-defined]


def test_ticks_are_round_numbers() -> None:
    assert texts(points_axis("x", 0, 10_000)) == ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]
    assert texts(points_axis("x", -500, 1000)) == [
        "−500", "−250", "0", "250", "500", "750", "1,000",
    ]  # fmt: skip
    assert texts(percent_axis("x", 1.0)) == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert texts(percent_axis("x", 0.5371, low=0.5289)) == [
        "53%", "53.2%", "53.4%", "53.6%",
    ]  # fmt: skip
    assert texts(amount_axis("x", 0, 1)) == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_counts_have_whole_ticks() -> None:
    assert texts(points_axis("x", -0.5, 3.5)) == ["0", "1", "2", "3"]


def test_an_axis_ends_at_a_round_number() -> None:
    assert round_up(446.6) == 500
    assert round_up(0.0556) == pytest.approx(0.06)


def test_classes_have_round_limits_and_hold_everything() -> None:
    values = [50] * 10 + [100] * 5 + list(range(150, 2000, 50))
    found = class_limits(values, 50, 4)
    assert len(found) == 4
    assert found[0][0] == 50
    assert found[-1][1].endswith("+")
    assert [low for low, _ in found] == sorted({low for low, _ in found})


def test_few_values_are_classes_of_their_own() -> None:
    assert class_limits([300, 300, 350], 50, 9) == ((300, "300"), (350, "350"))
    assert class_limits([300], 50, 9) == ((300, "300"),)


def test_bars_are_round_and_not_too_many() -> None:
    assert bin_width(1000, 50, 80) == 50
    assert bin_width(1000, 50, 10) == 100
    assert bin_width(1000, 1, 100) == 10
    assert binned({0: 0.25, 1: 0.25, 50: 0.5, 200: 0.1}, 50, 150) == {0: 0.5, 50: 0.5}
