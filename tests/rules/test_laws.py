"""Laws among the combinations: `AAA+: double` and its like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farklegen.rules.loading import load_text
from tests.rules.texts import problems

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


def test_a_law_stands_where_it_was_written_and_a_name_will_do() -> None:
    found = combinations(f"  AAA: {LISTED}\n  5: 50\n  three of a kind+: double\n", dice=5)
    assert list(found) == ["1", "AAA", "5", "AAAA", "AAAAA"]


def test_a_law_above_its_line_stands_behind_it_so_that_the_dice_grow() -> None:
    found = combinations(f"  three of a kind+: double\n  5: 50\n  AAA: {LISTED}\n  6: 5\n", dice=5)
    assert list(found) == ["1", "5", "AAA", "AAAA", "AAAAA", "6"]
    assert found["AAAAA"] == (4000, 800, 0, 1600, 2000, 2400)


@pytest.mark.parametrize(
    ("lines", "place", "words"),
    [
        ("AAA: 500\n  AAA+: tripel", (4, 9), "AAA+ is 'tripel'; write double"),
        ("AAA: 500\n  AAA+: [1, 2]", (4, 9), "AAA+ is a list; write double"),
        ("AAA: 500\n  AAA+: 0", (4, 9), "AAA+ is '0'; write double"),
        ("AAA: 500\n  AAA+: 1,000", (4, 9), "AAA+ is '1,000'; write 1000"),
        ("1: 100\n  AAA+: add", (4, 3), "goes on from AAA, which has no line; add one"),
        ("AAB: 500\n  AAB+: add", (4, 3), "behind equal dice only, such as AAA+ or 111+"),
        ("AAA: 500\n  AAA+: add\n  AAAA: 5", (4, 3), "AAA+ gives AAAA again, which has a line"),
        ("AAAAAA: 500\n  AAAAAA+: add", (4, 3), "needs more than 6 dice, and a turn has 6"),
    ],
)
def test_a_law_that_cannot_stand_is_told_once(
    lines: str, place: tuple[int, int], words: str
) -> None:
    (found,) = problems(f"goal: 10000\ncombinations:\n  {lines}\n")
    assert (found.line, found.column) == place
    assert words in found.message


def test_points_that_are_wrong_are_told_where_they_stand_and_not_of_the_law() -> None:
    found = problems("goal: 10000\ncombinations:\n  AAA: [1, 2, x, 4, 5, 6]\n  AAA+: double\n")
    assert [(each.line, each.column) for each in found] == [(3, 15)]
