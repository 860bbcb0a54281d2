"""`farklegen solve`, `turn` and `advise`: matches small enough to be solved in a moment."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from tests.render.golden import matches_golden

SHORT = "tests/cli/data/short.yaml"

STREAKS = """\
goal: 300
dice: 2
combinations: {1: 100, 5: 50}
bank: {opening: 100}
farkle: {streak: 2, penalty: 50, lowest_score: 0}
end_game: equal_turns
"""
"""Rules in which nearly everything about a match state matters."""

PIGGYBACK = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50}
bank: {minimum: 100, beat_previous: true}
piggyback: after_bank
"""

EXACT = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50, 44: 50}
hot_dice: required
overshoot: bust
instant_win: [66]
disaster: [33]
"""


def test_advise_asks_at_a_terminal_for_what_it_has_to_know(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farklegen.cli.questions.at_terminal", lambda: True)
    asked = run("advise", SHORT, "", " / ".join(["400", "700", "100", "", "2"]) + " / ")
    given = run("advise", SHORT, "--mine 400 --theirs 700 --turn-score 100 --dice 2")
    assert (asked.code, asked.out) == (0, given.out)
    assert asked.err.count(": ") == 5
    assert given.err == ""
    points = run("advise", SHORT, "", " /  / 1,5,2 / ")
    assert points.out == run("advise", SHORT, "--roll 1,5,2").out


def test_a_roll_past_an_exact_goal_is_said(said: Any, run: Any) -> None:
    asked = "--mine 350 --theirs 0 --roll 1,2"  # 50 points are left
    past = said("advise", EXACT, asked)
    assert (past["outcome"], past["options"]) == ("scores", [])
    assert "go past the goal" in run("advise", EXACT, asked).out
    some = said("advise", EXACT, "--mine 300 --theirs 0 --roll 1,5")
    assert [option["keep"] for option in some["options"]] in ([[1], [5]], [[5], [1]])


def test_a_floor_above_the_lowest_score_is_noted(run: Any) -> None:
    rules = STREAKS.replace("lowest_score: 0", "lowest_score: -200")
    assert "Scores cut off" not in run("solve", rules).out
    text = run("solve", rules, "--floor -100").out
    assert "Scores fall to −200 here: without --floor none is cut off." in text
    assert "set no lowest score" not in text


@pytest.mark.parametrize(
    ("name", "command", "options"),
    [
        ("turn-short.txt", "turn", "--mine 600 --theirs 900"),
        ("turn-short.md", "turn", "--mine 600 --theirs 900"),
        ("advise-short.txt", "advise", "--mine 600 --theirs 900 --roll 1,5,1"),
    ],
)
def test_outputs(run: Any, name: str, command: str, options: str) -> None:
    output = "markdown" if name.endswith(".md") else "text"
    done = run(command, SHORT, f"{options} --format {output}")
    assert (done.code, done.err) == (0, "")
    matches_golden(name, done.out)


def test_rules_without_an_expected_score_have_advice_for_a_match(run: Any, said: Any) -> None:
    rules = STREAKS.replace("penalty: 50, lowest_score: 0", "penalty: all")
    found = said("advise", rules, "--mine 100 --theirs 100 --roll 1,5")
    assert all(option["expected_score"] is None for option in found["options"])
    (why,) = found["left_out"]
    assert why.startswith(
        "Expected points are not shown: farkle.penalty: all has no expected score"
    )
    assert why.count("no expected score") == 1
    done = run("advise", rules, "--roll 1,5")
    assert done.code == 2
    assert "penalty: all" in done.err


ROUNDS = "rounds: 3\ndice: 2\ncombinations: {1: 100, 5: 50, 2: 20}\n"


def test_the_table_of_a_turn_ends_where_every_number_is_next_to_sure(run: Any) -> None:
    asked = "--mine 400 --theirs 300 --rounds-left 1 --seat first"
    every = list(csv.DictReader(io.StringIO(run("turn", ROUNDS, f"{asked} --format csv").out)))
    at: dict[int, list[float]] = {}
    for row in every:
        at.setdefault(int(row["turn_score"]), []).append(float(row["win_probability"]))
    sure = next(low for low in at if all(min(at[n]) >= 0.99995 for n in at if n >= low))
    assert min(at) < sure < max(at)
    for form in ("text", "markdown"):
        out = run("turn", ROUNDS, f"{asked} --format {form}").out
        shown = re.findall(r"^[| ]*([\d,]+) .*%", out, re.MULTILINE)
        assert [int(n.replace(",", "")) for n in shown] == [n for n in at if n <= sure]
        note = f"From {sure:,} on every number is more than 99.99%; CSV and JSON have all."
        assert note in " ".join(out.split())


def test_a_table_that_ends_in_doubt_is_whole(run: Any) -> None:
    out = run("turn", ROUNDS, "--mine 0 --theirs 90 --rounds-left 1 --seat second").out
    assert " 100  " in out
    assert "CSV and JSON" not in out
