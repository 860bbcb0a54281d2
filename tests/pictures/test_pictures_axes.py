"""Round numbers at axes, and classes of points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from farklegen.pictures import style
from farklegen.pictures.planes import class_limits
from farklegen.pictures.spreads import bin_width, binned

figures = pytest.importorskip("matplotlib.figure")


def texts(low: float, high: float, settle: Callable[..., None], **options: Any) -> list[str]:
    """The labels of the ticks of an axis."""
    axes = figures.Figure().subplots()
    axes.set_xlim(low, high)
    settle(axes.xaxis, **options)
    ticks = [place for place in axes.get_xticks() if low <= place <= high]
    return [axes.xaxis.get_major_formatter()(place, 0) for place in ticks]


def test_ticks_are_round_numbers() -> None:
    assert texts(0, 10_000, style.amounts) == ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]
    assert texts(-500, 1000, style.amounts) == [
        "−500", "−250", "0", "250", "500", "750", "1,000",
    ]  # fmt: skip
    assert texts(0, 1, style.shares) == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert texts(0.5289, 0.5371, style.shares) == ["53%", "53.2%", "53.4%", "53.6%"]
    assert texts(0, 1, style.amounts) == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_counts_have_whole_ticks() -> None:
    assert texts(-0.5, 3.5, style.amounts, whole=True) == ["0", "1", "2", "3"]


def test_classes_hold_about_as_many_values_each() -> None:
    values = np.array([50] * 10 + [100] * 5 + list(range(150, 650, 50)))
    assert class_limits(values, 50, 3) == ((50, "50–150"), (200, "200+"))


def test_few_values_are_classes_of_their_own() -> None:
    assert class_limits(np.array([300, 300, 350]), 50, 9) == ((300, "300"), (350, "350"))
    assert class_limits(np.array([300]), 50, 9) == ((300, "300"),)


def test_bars_are_round_and_not_too_many() -> None:
    assert bin_width(1000, 50, 80) == 50
    assert bin_width(1000, 50, 10) == 100
    assert bin_width(1000, 1, 100) == 10
    assert binned({0: 0.25, 1: 0.25, 50: 0.5, 200: 0.1}, 50, 150) == {0: 0.5, 50: 0.5}
