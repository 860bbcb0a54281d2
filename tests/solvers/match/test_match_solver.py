"""How fast sweeps converge, and how much of them is done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.share import contraction
from tests.rules.texts import ruleset


def test_sweeps_that_shrink_evenly_have_that_factor() -> None:
    assert contraction([0.1**sweep for sweep in range(6)]) == pytest.approx(0.1)


def test_two_good_sweeps_do_not_hide_slow_ones() -> None:
    slow = [1e-9 * 0.95**sweep for sweep in range(12)]
    assert contraction([*slow, slow[-1] / 2, slow[-1] / 4]) > 0.75


def test_the_last_sweep_counts_even_if_earlier_ones_were_fast() -> None:
    fast = [0.1**sweep for sweep in range(8)]
    assert contraction([*fast, 0.9 * fast[-1]]) == pytest.approx(0.9)


def test_the_share_of_a_match_of_several_sweeps_comes_to_its_end() -> None:
    shares: list[float] = []
    rules = ruleset("farkle: {streak: 2, penalty: 200}\n").model_copy(update={"goal": 3000})
    solved = solve_match(
        rules, compile_scoring(rules), threads=1, progress=lambda share, _: shares.append(share)
    )
    assert solved.certificate.sweeps > 2
    assert shares == sorted(shares)
    assert max(b - a for a, b in pairwise([0.0, *shares, 1.0])) < 0.2
