"""Classes of points, and widths of bars."""

from __future__ import annotations

import numpy as np

from farklegen.pictures.planes import class_limits
from farklegen.pictures.spreads import bin_width, binned


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
