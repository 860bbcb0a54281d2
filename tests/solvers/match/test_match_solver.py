"""How fast sweeps converge."""

from __future__ import annotations

import pytest

from farklegen.solvers.match.share import contraction


def test_sweeps_that_shrink_evenly_have_that_factor() -> None:
    assert contraction([0.1**sweep for sweep in range(6)]) == pytest.approx(0.1)


def test_two_good_sweeps_do_not_hide_slow_ones() -> None:
    slow = [1e-9 * 0.95**sweep for sweep in range(12)]
    assert contraction([*slow, slow[-1] / 2, slow[-1] / 4]) > 0.75


def test_the_last_sweep_counts_even_if_earlier_ones_were_fast() -> None:
    fast = [0.1**sweep for sweep in range(8)]
    assert contraction([*fast, 0.9 * fast[-1]]) == pytest.approx(0.9)
