"""Numbers that a comma splits, found and put together as they were meant."""

from __future__ import annotations

import pytest

from tests.rules.texts import SMALL, problems

SPLIT = [
    ("combinations: {1: 100, AAA: 1,000}", [(2, 29, "1,000", "1000")]),
    ("combinations: {1: 1,000, 5: 2,000}", [(2, 19, "1,000", "1000"), (2, 29, "2,000", "2000")]),
    ("combinations: {1: 1,000,000}", [(2, 19, "1,000,000", "1000000")]),
    ("combinations:\n  AAA: [1,000, 200, 300, 400, 500, 600]", [(3, 9, "1,000", "1000")]),
    ("combinations:\n  AAA: [1,000, 200, 300, 400, 500]", [(3, 9, "1,000", "1000")]),
    ("combinations:\n  AAA: [1,200, 200, 300, 400, 500, 600]", [(3, 9, "1,200", "1200")]),
    ("combinations: {1: 5}\nbank: {minimum: 1,050}", [(3, 17, "1,050", "1050")]),
]


@pytest.mark.parametrize(("text", "found"), SPLIT)
def test_a_number_that_a_comma_splits_is_told_as_one(
    text: str, found: list[tuple[int, int, str, str]]
) -> None:
    told = [p for p in problems(f"goal: 5000\n{text}\n") if "comma" in p.message]
    assert [(p.line, p.column) for p in told] == [(line, column) for line, column, _, _ in found]
    for problem, (_, _, written, plain) in zip(told, found, strict=True):
        assert f"the comma in {written} makes two numbers of it; write {plain}" in problem.message


def test_nothing_else_is_told_about_the_parts_of_a_split_number() -> None:
    assert len(problems("goal: 5000\ncombinations: {1: 100, AAA: 1,000, 5: 50}\n")) == 1
    assert len(problems("goal: 5000\ncombinations: {AAA: [1,000, 2, 3, 4, 5, 6]}\n")) == 1


def test_a_list_of_goals_with_a_comma_in_a_number_says_both() -> None:
    kind, comma = problems("goal: [3000, 5,000]\ncombinations: {1: 5}\n")
    assert "write 5000" in comma.message
    assert "goal is a list; write a whole number" in kind.message


def test_lists_without_spaces_and_of_six_are_what_they_are() -> None:
    for numbers in ("[1,2,3,4,5,6]", "[1000,200,300,400,500,600]", "[100,200, 300, 400,500, 600]"):
        assert not problems(SMALL + f"die_weights: {numbers}\n")
