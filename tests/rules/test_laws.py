"""Laws among the combinations: `AAA+: double` and its like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farklegen.rules.loading import load_text

LISTED = "[1000, 200, 0, 400, 500, 600]"


def combinations(lines: str, dice: int = 6) -> dict[str, object]:
    """What the combinations of a file come to."""
    text = f"goal: 10000\ndice: {dice}\ncombinations:\n  1: 100\n{lines}"
    return dict(load_text(text).ruleset.combinations)


@given(
    base=st.sampled_from(["A", "AA", "AAA", "11", "555", "AAAA"]),
    points=st.one_of(st.integers(1, 900), st.lists(st.integers(0, 900), min_size=6, max_size=6)),
    law=st.sampled_from(["double", "add", 50, 1000]),
    dice=st.integers(5, 8),
)
def test_a_law_says_the_same_as_the_lines_that_it_stands_for(
    base: str, points: int | list[int], law: str | int, dice: int
) -> None:
    if isinstance(points, list) and (base[0] != "A" or not any(points)):
        points = 300
    each = points if isinstance(points, list) else [points]
    by_hand, worth = "", each
    for size in range(len(base) + 1, dice + 1):
        if law == "double":
            worth = [2 * n for n in worth]
        else:
            more = each if law == "add" else [int(law)] * len(each)
            worth = [n and n + m for n, m in zip(worth, more, strict=True)]
        by_hand += f"  {base[0] * size}: {worth if isinstance(points, list) else worth[0]}\n"
    line = f"  {base}: {points}\n"
    said = load_text(f"goal: 9000\ndice: {dice}\ncombinations:\n{line}  {base}+: {law}\n")
    written = load_text(f"goal: 9000\ndice: {dice}\ncombinations:\n{line}{by_hand}")
    assert said.ruleset.combinations == written.ruleset.combinations
    assert said.fingerprint == written.fingerprint


def test_a_law_stands_behind_its_line_so_that_the_dice_grow_and_a_name_will_do() -> None:
    found = combinations(f"  three of a kind+: double\n  5: 50\n  AAA: {LISTED}\n  6: 5\n", dice=5)
    assert list(found) == ["1", "5", "AAA", "AAAA", "AAAAA", "6"]
    assert found["AAAAA"] == (4000, 800, 0, 1600, 2000, 2400)


SAME_DICE = (
    "combinations: {c}\ndice: {n}\n",
    "dice: [{names}]\ncombinations: {c}\n",
    "dice: {{a: 1, b: {less}}}\ndie_types: {{a: [1, 1, 1, 1, 1, 1], b: [2, 2, 2, 2, 2, 2]}}\n"
    "combinations: {c}\n",
)
"""That many dice, however they are given."""


@pytest.mark.parametrize("dice", [5, 8])
@pytest.mark.parametrize("form", SAME_DICE)
def test_laws_and_names_follow_the_number_of_dice_however_they_are_given(
    dice: int, form: str
) -> None:
    names = ", ".join(["ordinary"] * dice)
    lines = "{1: 100, straight: 500, 111: 300, 111+: double}"
    text = form.format(n=dice, less=dice - 1, names=names, c=lines)
    straights = ["12345", "23456"] if dice == 5 else ["123456"]
    ones = ["1" * number for number in range(3, dice + 1)]
    assert list(load_text(f"goal: 1000\n{text}").ruleset.combinations) == ["1", *straights, *ones]


def test_a_law_without_a_line_of_its_own_goes_on_from_single_dice() -> None:
    assert combinations("  11+: double\n", dice=4) == {"1": 100, "111": 400, "1111": 800}


def test_a_pattern_of_all_dice_only_covers_what_a_law_makes_of_it() -> None:
    lines = "combinations: {1: 100, 111: 300, AAA: 200, 111+: add, AAA+: add}\n"
    for listed, covered in {
        "AAA": {"AAA", "AAAA", "AAAAA"},
        "BBB, three of a kind": {"BBB", "AAA", "AAAA", "AAAAA"},
        "AAAA, AAA": {"AAA", "AAAA", "AAAAA"},
        "AAAA": {"AAAA"},
        "111": {"111", "1111", "11111"},
    }.items():
        loaded = load_text(f"goal: 1000\nall_dice_only: [{listed}]\n{lines}")
        assert set(loaded.ruleset.all_dice_only) == covered
        assert not any("no effect" in each.message for each in loaded.warnings)
