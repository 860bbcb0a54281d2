"""How many rulesets a second a sweep measures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.timing import processor_seconds
from farklegen import api

SPEC = """
base: basic
vary:
  bank.minimum: {from: 0, to: 900, step: 100}
  combinations.AABBCC: [null, 500, 750, 1000, 1500]
  combinations.AAAA: [null, 1000, 1500, 2000]
  combinations.123456: [null, 1000, 1500, 2000, 3000]
  hot_dice: [optional, required]
  hot_dice_bonus: [null, {points: 250}, {points: 500}, {points: 1000}, {points: 1500}]
measures: [points_per_turn, farkle_per_turn]
"""
"""Ten thousand rulesets by expected score."""

FEWER = ("hot_dice", "hot_dice_bonus")
"""Without these it is a thousand."""


class Speed(NamedTuple):
    """What one sweep took: seconds, and of them processor time in all processes together."""

    name: str
    rulesets: int
    seconds: float
    work: float


def speeds(folder: Path, *, jobs: tuple[int, ...], whole: bool) -> Iterator[Speed]:
    """Sweeps with that many processes; the whole grid, or a tenth of it."""
    lines = [
        line
        for line in SPEC.splitlines()
        if whole or line.strip().partition(":")[0] not in FEWER
    ]  # fmt: skip
    spec = folder / "sweep.yaml"
    spec.write_text("\n".join(lines), encoding="utf-8")
    for number in jobs:
        began, before = time.perf_counter(), processor_seconds()
        result = api.sweep(spec, folder / "rows.csv", jobs=number, restart=True)
        name = f"{number} process{'es' * (number > 1)}"
        yield Speed(name, result.rows, time.perf_counter() - began, processor_seconds() - before)
