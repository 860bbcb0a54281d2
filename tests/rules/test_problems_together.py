"""Several wrong places in one file: all of them at once, and nothing that follows from them."""

from __future__ import annotations

import pytest

from tests.rules.texts import SMALL, Expected, check, problems


def test_all_problems_come_in_one_report_in_the_order_of_the_file() -> None:
    text = """\
name: 7
goal: 10_000
goal: 5
dice: 5
combinations:
  1: 100
  1: 50
  aab: 500
  AAAAAA: 5000
  7: [1]
bank: {minimum: x, openning: 500}
farkle:
  penalty: 500
labels: {BB: pair}
piggyback: after_farkel
"""
    check(
        text,
        [
            (1, 7, "name is 7"),
            (2, 7, "write 10000"),
            (3, 1, "the key 'goal' stands here again"),
            (7, 3, "the key '1' stands here again"),
            (8, 3, "write AAB"),
            (9, 3, "AAAAAA needs 6 dice, but a turn has only 5"),
            (10, 3, "no face 7"),
            (10, 6, "is a list of one number"),
            (11, 17, "bank.minimum is the text 'x'"),
            (11, 20, "did you mean 'opening'?"),
            (13, 3, "there is a penalty but no streak"),
            (15, 12, "did you mean after_farkle?"),
        ],
    )


def test_an_entry_that_is_no_pattern_hides_nothing_of_its_list() -> None:
    text = SMALL + "all_dice_only: [[A], BBBB]\ndisaster: [22222, {a: 1}]\ninstant_win: [22222]\n"
    first = text.count("\n") - 2
    check(
        text,
        [
            (first, 17, "entry 1 of all_dice_only is a list"),
            (first, 22, "there is no combination BBBB"),
            (first + 1, 12, "22222 is in instant_win as well"),
            (first + 1, 19, "entry 2 of disaster is a mapping"),
        ],
    )
    check(SMALL + "all_dice_only: [[A]]\n", [(first, 17, "entry 1 of all_dice_only is a list")])


def test_many_wrong_entries_are_found_at_once() -> None:
    many = ", ".join(["[A]", "BBBB"] * 6_000)
    assert len(problems(f"{SMALL}all_dice_only: [{many}]\n")) == 101
    numbers = "".join(f"  A{number}: '100'\n" for number in range(4_000))
    assert len(problems(f"goal: 10000\ncombinations:\n{numbers}")) == 101


@pytest.mark.parametrize(
    ("line", "place"), [("dice:5", (3, 1)), ("bank:\n  minimum: 300\n   opening: 500", (5, 4))]
)
def test_an_error_of_the_syntax_ends_the_reading(line: str, place: tuple[int, int]) -> None:
    found = problems(f"{SMALL}{line}\nties: x\n")
    assert [(each.line, each.column) for each in found] == [place]


def test_no_false_alarm_follows_from_another_problem() -> None:
    # The streak is there, if wrong: to say that the penalty lacks one would mislead.
    check(SMALL + "farkle: {streak: x, penalty: 500}\n", [(3, 18, "farkle.streak is the text 'x'")])
    check(SMALL + "farkle: {streek: 3, penalty: 500}\n", [(3, 10, "did you mean 'streak'?")])
    # The dice are wrong, so no pattern is too large for them.
    check("goal: 5\ndice: x\ncombinations: {1: 5, AAAAAAA: 5}\n", [(2, 7, "dice is the text 'x'")])


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            "dice: {lucky: 3, unknown: 2, b: 9}\ndie_types: {lucky: [1, 2, 3, 4, 5, 6]}\n",
            [
                (3, 18, "there is no kind of dice called unknown"),
                (3, 30, "there is no kind of dice called b"),
                (3, 33, "dice.b is 9"),
            ],
        ),
        (
            "dice: {lucky: 3, unknown: 2}\ndie_types: {lucky: [1, 2, 3, 4, 5, x]}\n",
            [
                (3, 18, "there is no kind of dice called unknown"),
                (4, 36, "entry 6 of die_types.luc"),
            ],
        ),
        (
            "dice: [lucky, odd, '', unknown]\ndie_types: {lucky: [], odd: [1, 1, 1, 1, 1, 2]}\n",
            [
                (3, 20, "entry 3 of dice is blank"),
                (3, 24, "called unknown"),
                (4, 20, "is a list of"),
            ],
        ),
        (  # of kinds that nobody listed nothing is said, but of what does not depend on them
            "dice: {lucky: 6}\ndie_types: 4\nmust_clear: [AA]\npiggyback: both\n",
            [
                (4, 12, "die_types is 4"),
                (5, 13, "must_clear is not worked out for turns that are taken over"),
                (5, 14, "there is no combination AA"),
                (5, 14, "two AA can fall in one roll"),
            ],
        ),
        (  # `odd` may turn out to be like `lucky`
            "dice: {lucky: 4, odd: 2}\nmust_clear: [A]\n"
            "die_types: {lucky: [1, 1, 1, 1, 1, 2], odd: [1, 1, 1, 1, 1, x]}\n",
            [
                (4, 14, "A is not of equal dice"),
                (4, 14, "there is no combination A"),
                (5, 61, "entry 6 of"),
            ],
        ),
        (
            "dice: {lucky: 4, ordinary: 2}\nmust_clear: [A]\n"
            "die_types: {lucky: [1, 1, 1, 1, 1, 2], odd: [1, 1, 1, 1, 1, x]}\n",
            [
                (4, 13, "must_clear is not worked out for dice of different kinds"),
                (4, 14, "A is not of equal dice"),
                (4, 14, "there is no combination A"),
                (5, 61, "entry 6 of die_types.odd"),
            ],
        ),
    ],
)
def test_wrong_dice_are_reported_with_all_that_does_not_depend_on_them(
    lines: str, expected: Expected
) -> None:
    check(SMALL + lines, expected)
