"""Reading the data files of `tests/data`; each file says what is in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from farklegen import api
from farklegen.rules.ruleset import Ruleset
from tests.referee.games import published

DATA = Path(__file__).parents[1] / "data"

FACEBOOK_SCORING = "facebook-scoring"
MISPRINT = ("penalty 0, 0 farkles in a row", 6, 5700, 304)
"""Table, dice, turn score and what the rank must be: see the errata in the file."""


def computed() -> dict[str, Any]:
    """The numbers that were worked out here."""
    found: dict[str, Any] = yaml.safe_load((DATA / "computed.yaml").read_text(encoding="utf-8"))
    return found


def facebook_scoring(penalty: int, minimum: int = 0) -> Ruleset:
    """Facebook scoring with another penalty for the third farkle in a row, and another minimum."""
    entry = published(FACEBOOK_SCORING)
    rules: Ruleset = entry["rules"]
    data = rules.model_dump() | {"bank": {"minimum": minimum}}
    if penalty:
        data["farkle"] = {"streak": entry["streak"], "penalty": penalty}
    return Ruleset(**data)


def rules_called(name: str) -> Ruleset:
    """The rules of a published entry, or built-in ones."""
    try:
        rules: Ruleset = published(name)["rules"]
    except StopIteration:
        rules = api.builtin(name).ruleset
    return rules


def facebook_ranks() -> dict[str, dict[tuple[int, int], int]]:
    """Table -> (dice, turn score) -> rank, the misprint mended."""
    tables: dict[str, dict[tuple[int, int], int]] = {}
    text = (DATA / "facebook_ranks.txt").read_text(encoding="utf-8").replace("\n   ", " ")
    for line in text.splitlines():
        if line.startswith("["):
            table = tables.setdefault(line.strip("[]"), {})
        elif match := re.fullmatch(r"(\d): (.+)", line):
            dice, rank, score = int(match[1]), 0, 0
            for word in match[2].split():
                step, _, times = word.partition("*")
                for _ in range(int(times or 1)):
                    if step != "-":
                        rank += int(step)
                        table[dice, score] = rank
                    score += 50
    name, dice, score, rank = MISPRINT
    assert tables[name][dice, score] == 34
    tables[name][dice, score] = rank
    return tables
