"""Games that only a number of rounds ends, as the commands tell them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import farklegen
from tests.shared import shared

ROUNDS = "rounds: 3\ndice: 2\ncombinations: {1: 100, 5: 50, 2: 20}\n"


@pytest.fixture
def said(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Callable[..., str]:
    """What a command prints about these rules."""
    cache, file = str(shared(tmp_path_factory, "commands")), tmp_path / "rounds.yaml"
    file.write_text(ROUNDS, encoding="utf-8")

    def run(command: str, *options: str) -> str:
        done = farklegen(command, str(file), *options, FARKLEGEN_CACHE=cache)
        assert done.code == 0, done.err
        return done.out

    return run


def test_the_table_of_a_turn_ends_where_every_number_is_next_to_sure(
    said: Callable[..., str],
) -> None:
    asked = ("turn", "--mine", "400", "--theirs", "300", "--rounds-left", "1", "--seat", "first")
    every = list(csv.DictReader(io.StringIO(said(*asked, "--format", "csv"))))
    at: dict[int, list[float]] = {}
    for row in every:
        if row["reachable"] == "true":
            at.setdefault(int(row["turn_score"]), []).append(float(row["win_probability"]))
    sure = next(low for low in at if all(min(at[n]) >= 0.99995 for n in at if n >= low))
    assert min(at) < sure < max(at)
    for form in ("text", "markdown"):
        out = said(*asked, "--format", form)
        shown = re.findall(r"^[| ]*([\d,]+) .*%", out, re.MULTILINE)
        assert [int(n.replace(",", "")) for n in shown] == [n for n in at if n <= sure]
        note = f"From {sure:,} on every number is more than 99.99%; CSV and JSON have all."
        assert note in " ".join(out.split())


def test_a_table_that_ends_in_doubt_is_whole(said: Callable[..., str]) -> None:
    out = said("turn", "--mine", "0", "--theirs", "90", "--rounds-left", "1", "--seat", "second")
    assert " 100  " in out
    assert "CSV and JSON" not in out
