"""What was meant by values and keys that people write: each message leads to right rules."""

from __future__ import annotations

import pytest

from tests.rules.texts import problems

NUMBERS = [
    ("100 // ones", "write 100 (a remark behind it begins with #)"),
    ("100 (each)", "write 100 (a remark behind it begins with #)"),
    ("100#ones", "write 100 (a remark behind it begins with #)"),
    ("1,000 -- three", "write 1000 (a remark behind it begins with #)"),
    ("100 Punkte", "write 100"),
    ("100 puntos", "write 100"),
]


@pytest.mark.parametrize(("value", "said"), NUMBERS)
def test_what_stands_behind_a_number_is_left_out(value: str, said: str) -> None:
    (problem,) = problems(f"goal: 5000\ncombinations:\n  1: {value}\n")
    assert problem.message.endswith(said)


MULTIPLES = [
    ("AAA: 300\n  AAAA: double", "write 600, the points of AAA times 2"),
    ("AAA: 300\n  AAAA: triple", "write 900, the points of AAA times 3"),
    (
        "AAA: [1000, 200, 300, 400, 500, 600]\n  AAAA: twice",
        "write [2000, 400, 600, 800, 1000, 1200], the points of AAA times 2",
    ),
    ("AAA: 300\n  AAAA: double\n  AAAAA: x2", "write 1200, the points of AAAA times 2"),
    ("AAA: 300\n  AAAAA: 3x AAA", "write 900, the points of AAA times 3"),
    ("AAA: 300\n  AAAA: 2 x three of a kind", "write 600, the points of AAA times 2"),
    ("AAA: 300\n  AAAA: AAA x 2", "write 600, the points of AAA times 2"),
    ("AAAA: double", "write points (a whole number above 0) or a list of six"),
    ("AAA: 300\n  1122: double", "write points (a whole number above 0)"),
]


@pytest.mark.parametrize(("lines", "said"), MULTIPLES)
def test_a_multiple_of_one_die_less_is_told_in_numbers(lines: str, said: str) -> None:
    found = problems(f"goal: 5000\ncombinations:\n  1: 100\n  {lines}\n")
    assert said in found[-1].message


KEYS = [
    ("bank: {round: 100}", "did you mean 'multiple_of'?"),
    ("bank: {limit: 300}", "did you mean 'minimum'?"),
    ("farkle: {limit: 3, penalty: 50}", "did you mean 'streak'?"),
    ("farkle: {streak: 3, cost: 50}", "did you mean 'penalty'?"),
    ("bank: {target: 5000}", "'goal' stands at the top level already, at line 1"),
    ("farkle: {streak: 3, penalty: 50, minimum: 0}", "did you mean 'lowest_score'?"),
    ("farkle: {streak: 3, penalty: 50, not below: 0}", "did you mean 'lowest_score'?"),
    ("farkle: {streak: 3, penalty: 50, below_zero: false}", "write lowest_score: 0"),
    ("farkle: {streak: 3, penalty: 50, never negative: true}", "write lowest_score: 0"),
    ("farkle: {3 in a row: -1000}", "write farkle: {streak: 3, penalty: 1000}"),
    ("farkle: {3: -1000}", "write farkle: {streak: 3, penalty: 1000}"),
    ("farkle: {three: 1000}", "write farkle: {streak: 3, penalty: 1000}"),
    ("farkle: {triple: 1000}", "write farkle: {streak: 3, penalty: 1000}"),
    ("bank: {to get on the board: 350}", "did you mean 'opening'?"),
    ("bank: {board: 350}", "did you mean 'opening'?"),
    ("bank: {start: 350}", "did you mean 'opening'?"),
    ("bank: {to get in: 350}", "did you mean 'opening'?"),
    ("bank: 350", "such as {opening: 350} (a player's first bank, to get on the board) or {min"),
    ("würfel: 5", "did you mean 'dice'?"),
    ("dés: 5", "did you mean 'dice'?"),
    ("dadi: 5", "did you mean 'dice'?"),
    ("cubes: 5", "did you mean 'dice'?"),
    ("round: 10", "did you mean 'rounds'?"),
    ("max rounds: 10", "did you mean 'rounds'?"),
    ("time: 20", "a game is not measured in time"),
]


@pytest.mark.parametrize(("line", "said"), KEYS)
def test_a_key_in_a_group_is_told_what_it_means_there(line: str, said: str) -> None:
    found = problems(f"goal: 5000\ncombinations: {{1: 100, 5: 50}}\n{line}\n")
    assert [said in problem.message for problem in found] == [True]


@pytest.mark.parametrize("line", ["ziel: 5000", "win: 5,000", "objectif: 5000 points"])
def test_a_number_that_may_be_the_goal_is_told_as_the_goal(line: str) -> None:
    rules = f"combinations: {{1: 100, 5: 50}}\n{line}\n"
    found = [problem.message for problem in problems(rules)]
    assert any("write goal: 5000, if that is the score that ends the game" in m for m in found)
    assert not any("is missing" in message for message in found)
    (problem,) = problems(f"goal: 5000\ncombinations: {{1: 100, 5: 50}}\n{line}\n")
    assert "goal: 5000" not in problem.message


@pytest.mark.parametrize("line", ["ziel: 50", "ziel: 1000000", "ziel: hoch", "bank: {ziel: 5000}"])
def test_no_other_number_is_taken_for_the_goal(line: str) -> None:
    found = problems(f"combinations: {{1: 100, 5: 50}}\n{line}\n")
    assert any("add goal: 10000" in problem.message for problem in found)


def test_a_limit_in_a_group_is_not_taken_for_the_goal() -> None:
    (problem,) = problems("goal: 5000\ncombinations: {1: 100, 5: 50}\nfarkle: {total: 3}\n")
    assert "goal" not in problem.message
