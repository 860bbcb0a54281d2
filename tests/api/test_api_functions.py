"""The public functions: references they take, results they give, errors they raise."""

from __future__ import annotations

from pathlib import Path

import pytest

import farklegen
from farklegen import api

RULES = """\
goal: 1000
dice: 1
combinations: {1: 10}
die_weights: [1, 0, 0, 0, 0, 1]
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "coin.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_a_reference_is_a_name_a_path_or_what_was_loaded(rules: Path) -> None:
    loaded = farklegen.load(rules)
    for reference in (rules, str(rules), loaded):
        assert farklegen.full_table(reference).expected.points_per_turn == pytest.approx(5)
        assert farklegen.odds(reference).odds[0].farkle == 1
        assert farklegen.reach(reference, points=20).reach.probability == 0.25
    assert farklegen.load(loaded) is loaded
    assert farklegen.load("basic").fingerprint == api.builtin("basic").fingerprint
