"""A sweep of 24 rulesets that is over in a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from farklegen import api
from farklegen.sweeps.journal import path_of as journal_of

SMALL = """
base: {goal: 600, dice: 2, combinations: {1: 100, 5: 50}}
vary:
  bank.minimum: [0, 100, 150]
  combinations.AA: [null, 200]
  farkle.penalty: [0, all]
  farkle.streak: [null, 2]
measures: [points_per_turn, farkle_per_turn]
"""
"""24 rulesets, among them some that are no game, and some without points per turn."""


def written(place: Path, text: str = SMALL) -> Path:
    file = place / "small.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def sweep(spec: Path, target: Path, **options: Any) -> bytes:
    api.sweep(spec, target, **{"jobs": 1, **options})
    assert not journal_of(target).exists()
    return target.read_bytes()
