"""Wrong files: every problem at once, each with its place, what was found and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import RulesetError
from farklegen.rules.catalogue import builtin_names
from farklegen.rules.loading import load_builtin, load_text
from farklegen.rules.words import read_patterns
from tests.render.golden import matches_listing
from tests.rules.texts import SMALL, problems

BEGUN = {"": "", "goal: 10000 / combinations: {1: 100, 5: 50}": SMALL}
BEGUN["goal: 10000 / combinations:"] = "goal: 10000\ncombinations:\n  "


def test_every_file_is_reported_with_all_that_is_wrong_with_it() -> None:
    said = list[str]()

    def says(section: str, text: str) -> list[str]:
        try:
            found = load_text(BEGUN[section] + text, "rules.yaml").warnings
        except RulesetError as error:
            found = error.problems
        marks = {"error": "!", "warning": "?"}
        said.extend(each.message for each in found)
        return [f"{marks[p.severity]} {p.line}:{p.column} {p.message}" for p in found]

    matches_listing(Path(__file__).with_name("wrong_files.txt"), says, "!?")
    assert len(said) > 90
    for message in said:
        for word in ("Input", "valid ", "pydantic", "tuple", "dictionary", "literal", "NoneType"):
            assert word not in message


def test_keys_are_looked_at_together_only_if_each_is_right() -> None:
    both = "farkle: {penalty: 5}\nbank: {minimum: x}\n"
    assert [p.line for p in problems(SMALL + both)] == [4]
    assert [p.line for p in problems(SMALL + both.replace("x", "300"))] == [3]


def test_a_long_report_is_cut_with_a_count() -> None:
    found = problems("".join(f"key{i}: 1\n" for i in range(1_000)))
    assert len(found) == 101
    assert found[-1].line is None
    assert "and 902 more" in found[-1].message
    many = ", ".join(["[A]", "BBBB"] * 6_000)
    assert len(problems(f"{SMALL}all_dice_only: [{many}]\n")) == 101


def test_found_values_are_shortened_and_harmless() -> None:
    for value in ("x" * 300_000, '"\\e[2J' + "y" * 300_000 + '"', "1" * 300_000):
        for line in (f"dice: {value}", f"ties: {value}", f"bank: {value}", f"bank: [{value}]"):
            for problem in problems(f"{SMALL}{line}\n"):
                assert len(problem.message) < 250
                assert "\x1b" not in problem.message


NAMES = [
    ("one", 6, ("1",)),
    ("single 5", 6, ("5",)),
    ("Three of a Kind", 6, ("AAA",)),
    ("three-of-a-kind", 6, ("AAA",)),
    ("FOUR_ONES", 6, ("1111",)),
    ("full house", 5, ("AAABB",)),
    ("four of a kind and a pair", 6, ("AAAABB",)),
    ("a pair and three of a kind", 6, ("AAABB",)),
    ("trips and a pair", 6, ("AAABB",)),
    ("quads with a pair", 6, ("AAAABB",)),
    ("three ones and a pair", 6, ("111AA",)),
    ("straight", 6, ("123456",)),
    ("straight", 5, ("12345", "23456")),
    ("straight 1-2-3-4-5", 6, ("12345",)),
    ("short straight", 6, ("12345", "23456")),
    ("4 in a row", 6, ("1234", "2345", "3456")),
    ("long straight", 5, ()),  # the rest may mean something else, or does not fit
    ("THREE", 6, ()),
    ("six", 6, ()),
    ("one and five", 6, ()),
    ("aaa", 6, ()),
    ("1-2-3-4-5-6", 6, ()),
    ("-1", 6, ()),
    ("1A", 6, ()),
    ("AABBCC", 6, ()),
]


@pytest.mark.parametrize(("text", "dice", "patterns"), NAMES)
def test_a_name_stands_for_patterns_where_it_means_nothing_else(
    text: str, dice: int, patterns: tuple[str, ...]
) -> None:
    assert read_patterns(text, dice) == patterns


@pytest.mark.parametrize("name", builtin_names())
def test_built_in_rules_need_no_warning(name: str) -> None:
    assert load_builtin(name).warnings == ()
