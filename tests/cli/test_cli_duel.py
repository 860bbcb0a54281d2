"""`farklegen duel`: one way of playing against another, from a command line to its outputs."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from farklegen.cli.app import examples_of

RULES = """\
goal: 500
dice: 2
combinations: {1: 100, 5: 50, 66: 150}
"""


@pytest.fixture
def duel(about: Any) -> Any:
    return about("duel", "tiny.yaml", RULES)


def test_a_card_that_ignores_the_end_of_the_game_says_so(
    duel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = RULES.replace("500", "450")
    assert "ignores the end" not in duel("--me card", rules).out
    assert "ignores the end" not in duel("--me bank-at-100", rules).out
    monkeypatch.setattr("farklegen.study.study.PATIENCE", -1.0)
    said = " ".join(duel("--me card", rules).out.split())
    assert "The card played here ignores the end of the game: farklegen table --match" in said


def test_who_wins_is_printed(duel: Any) -> None:
    done = duel("--me bank-at-100 --best-response")
    assert (done.code, done.err) == (0, "")
    for text in (
        "tiny: bank-at-100 against optimal",
        "Chance to win against perfect play",
        "best response",
        "more than bank-at-100",
    ):
        assert text in done.out


def test_csv_is_one_line_for_each_player(duel: Any) -> None:
    out = duel("--me card --best-response --format csv").out
    found = list(csv.DictReader(io.StringIO(out)))
    assert [row["name"] for row in found] == ["card", "best response"]
    assert all(0 < float(row["moving_second"]) < 1 for row in found)


@pytest.mark.parametrize("line", [line for line, _ in examples_of("duel")])
def test_the_examples_of_the_help_text_work(duel: Any, line: str) -> None:
    done = duel(line.replace("farklegen duel basic", ""))
    assert (done.code, done.err) == (0, "")
