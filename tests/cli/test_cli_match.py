"""`farklegen solve`, `turn` and `advise`: matches small enough to be solved in a moment."""

from __future__ import annotations

from typing import Any

import pytest

from tests.render.golden import matches_golden

SHORT = "tests/cli/data/short.yaml"

STREAKS = """\
goal: 300
dice: 2
combinations: {1: 100, 5: 50}
bank: {opening: 100}
farkle: {streak: 2, penalty: all}
end_game: equal_turns
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

ROUNDS = "rounds: 3\ndice: 2\ncombinations: {1: 100, 5: 50}\n"

ONE_DIE = "goal: 100\ndice: 1\ncombinations: {1: 100, 5: 50}\n"

THREE = ONE_DIE + "farkle: {streak: 2, penalty: 100, lowest_score: 0}\n"

SEATS = ONE_DIE + "bank: {opening: 100}\nend_game: equal_turns\n"

OUTPUTS = {
    "turn-short.txt": ("turn", SHORT, "--mine 600 --theirs 900"),
    "turn-short.md": ("turn", SHORT, "--mine 600 --theirs 900 --format markdown"),
    "advise-short.txt": ("advise", SHORT, "--mine 600 --theirs 900 --roll 1,5,1"),
    "advise-past-exact.txt": ("advise", EXACT, "--mine 350 --theirs 0 --roll 1,2"),
    "advise-exact.txt": ("advise", EXACT, "--mine 300 --theirs 0 --roll 1,5"),
    "advise-no-points.txt": ("advise", STREAKS, "--mine 100 --theirs 100 --roll 1,5"),
    "turn-sure.txt": ("turn", ROUNDS, "--mine 400 --theirs 300 --rounds-left 1"),
    "turn-in-doubt.txt": ("turn", ROUNDS, "--mine 0 --theirs 100 --rounds-left 1 --seat second"),
    "turn-three.txt": (
        "turn", THREE, "--players 3 --mine 50 --theirs 50,0 --their-farkles 1,0"
    ),
    "advise-seats.txt": (
        "advise", SEATS, "--players 3 --mine 50 --theirs 0,50 --seat third --dice 1 --turn-score 50"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs(run: Any, name: str) -> None:
    done = run(*OUTPUTS[name])
    assert (done.code, done.err) == (0, "")
    matches_golden(name, done.out)


def test_advise_asks_at_a_terminal_for_what_it_has_to_know(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farklegen.cli.output.at_terminal", lambda: True)
    asked = run("advise", SHORT, "", " / ".join(["400", "700", "100", "", "2"]) + " / ")
    given = run("advise", SHORT, "--mine 400 --theirs 700 --turn-score 100 --dice 2")
    assert (asked.code, asked.out) == (0, given.out)
    assert asked.err.count(": ") == 5
    assert given.err == ""
    points = run("advise", SHORT, "", " /  / 1,5,2 / ")
    assert points.out == run("advise", SHORT, "--roll 1,5,2").out


def test_the_table_of_a_turn_that_ends_early_is_whole_in_json(said: Any) -> None:
    states = said(*OUTPUTS["turn-sure.txt"])["states"]
    assert max(each["turn_score"] for each in states) > 2000


def test_a_floor_above_the_lowest_score_is_noted(run: Any) -> None:
    rules = STREAKS.replace("all", "50, lowest_score: -200")
    assert "cut off" not in run("solve", rules).out
    text = run("solve", rules, "--floor -100").out
    assert "Scores were cut off at −100; a lower --floor is more exact." in text
