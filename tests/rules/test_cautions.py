"""Warnings: what has no effect or a surprising one, and silence about everything else."""

from __future__ import annotations

import pytest

from farklegen.rules.catalogue import builtin_names, load_builtin
from tests.rules.texts import SMALL, warnings

WARNED: list[tuple[str, str, str]] = [
    ("farkle: {streak: 3}\n", "3:10", "a streak without a penalty has no effect"),
    (
        "rounds: 2\nfarkle: {streak: 3, penalty: 50}\n",
        "4:18",
        "nobody farkles 3 times in 2 rounds, so the penalty is never paid",
    ),
    ("ties: leader\n", "3:1", "with end_game: sudden_death there are no ties"),
    ("bank: {multiple_of: 25}\n", "3:8", "every turn score is a multiple of 50 already"),
    ("bank: {minimum: 10000}\n", "3:17", "the minimum of 10000 reaches the goal"),
    ("overshoot: bust\nbank: {minimum: 300}\n", "4:17", "fewer than 300 more points cannot bank"),
    ("nothing: 30\nfarkle: {all_dice_points: 10}\n", "4:10", "can never farkle, as nothing scores"),
    ("nothing: 30\nfarkle: {first_roll_points: 10}\n", "4:10", "delete first_roll_points"),
    ("farkle: {lowest_score: 0}\n", "3:10", "no rule can take a score below 0"),
    ("farkle: {streak: 2, penalty: all, lowest_score: 0}\n", "3:35", "no rule can take a score"),
    ("die_weights: [1, 1, 1, 1, 0, 1]\n", "2:24", "5 can never be rolled with these die_weights"),
    ("die_weights: [1, 1, 1, 0, 1, 1]\ndisaster: [44]\n", "4:12", "44 can never be rolled"),
    ("instant_win: [AA, ABCDEF]\n", "3:1", "every roll of all the dice wins"),
    ("instant_win: [AAA]\n", "2:31", "every roll with AAA wins the game at once, so a match ne"),
    ("instant_win: [AA]\ndice: 5\n", "2:31", "only the expected score, which leaves winning at o"),
    ("disaster: [AAA]\n", "2:31", "every roll with AAA is a disaster, so it never scores"),
]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("FH", "FH is two different faces; if that is meant, write AB"),
        ("3P", "3P is a three and one other die; if that is meant, write 3A"),
    ],
)
def test_letters_that_may_be_short_for_something_are_told_so(key: str, words: str) -> None:
    rules = f"goal: 5000\ncombinations: {{1: 100, 5: 50, {key}: 500}}\n"
    found = [each for each in warnings("", rules) if "each character is a die" in each]
    assert len(found) == 1
    assert found[0].startswith("2:31 ")
    assert words in found[0]
    assert [each[:5] for each in warnings(f"instant_win: [{key}]\n") if words in each] == ["3:15 "]


@pytest.mark.parametrize("key", ["AB", "BBAA", "CAB", "1A", "AAABB", "222"])
def test_letters_from_a_on_are_short_for_nothing(key: str) -> None:
    rules = f"goal: 5000\ncombinations: {{1: 100, 5: 50, {key}: 5000}}\n"
    assert not any("each character is a die" in each for each in warnings("", rules))


@pytest.mark.parametrize(("lines", "place", "words"), WARNED, ids=[w[0][:40] for w in WARNED])
def test_what_has_no_effect_is_said(lines: str, place: str, words: str) -> None:
    found = warnings(lines)
    assert len(found) == 1, found
    assert found[0].startswith(place + " ")
    assert words in found[0]


@pytest.mark.parametrize("key", ["instant_win", "disaster"])
def test_a_joker_scores_in_rolls_that_win_or_wipe_without_it(key: str) -> None:
    lines = f"{key}: [AAA]\n"
    assert [each[:5] for each in warnings(lines)] == ["2:31 "]
    devil = "die_types: {devil: {weights: [1, 1, 1, 1, 1, 1], joker: 1}}\n"
    assert not warnings(f"{lines}dice: {{devil: 1, ordinary: 5}}\n{devil}")


COMBINATIONS: list[tuple[str, list[str]]] = [
    ("{1: 100, BBAA: 300, AABB: 200}", ["2:35 AABB is the same pattern as BBAA, and the player"]),
    ("{1: 100, BBAA: 300, AABB: 300}", ["2:35 AABB is the same pattern as BBAA, for the same p"]),
    ("{1: 100, 111: 350}", []),
    ("{1: 100, A: 100}", ["2:1 no roll can ever farkle"]),
    ("{1: 100, AAA: [300, 200, 300, 400, 500, 600]}", []),
    ("{1: 100, 111: 1000, AAA: [900, 200, 300, 400, 500, 600]}", []),
    ("{AAA: 100}", []),
    ("{AA: 100}", []),
    (
        "{AAAA: 100}",
        ["2:1 a roll of 2 dice can never score, as the smallest combination has 4 dice"],
    ),
    ("{AAAA: 100, 12345: 100}", ["2:1 a roll of 1 or 2 dice can never score"]),
    ("{ABCDE: 100}", ["2:1 a roll of 1 die can never score"]),
    ("{A: 100}", ["2:1 no roll can ever farkle"]),
]


@pytest.mark.parametrize(("combinations", "expected"), COMBINATIONS)
def test_warnings_about_combinations(combinations: str, expected: list[str]) -> None:
    found = warnings("", f"goal: 10000\ncombinations: {combinations}\n")
    assert len(found) == len(expected), found
    for message, words in zip(found, expected, strict=True):
        assert message.startswith(words)


@pytest.mark.parametrize("word", ["required", "optional"])
def test_hot_dice_that_never_come_up(word: str) -> None:
    base = "goal: 10000\ndice: 4\ncombinations: {AAA: 100}\n"
    found = warnings(f"hot_dice: {word}\nhot_dice_bonus: {{points: 100}}\n", base)
    assert found[0].startswith("3:1 a roll of 1 die can never score")
    assert found[1].startswith("4:1 no combinations together use all the dice")
    assert found[2].startswith("5:1 no combinations together use all the dice")


def test_a_bonus_for_the_last_die_needs_a_single_die_that_scores() -> None:
    base = "goal: 10000\ncombinations: {AA: 100}\n"
    lines = "hot_dice_bonus: {points: 100, when: last_die}\n"
    (found,) = warnings(lines, base)
    assert found.startswith("3:37 a roll of one die can never score")
    assert warnings("hot_dice_bonus: {points: 100}\n", base) == []


def test_an_award_near_an_exact_goal_can_be_paid_though_nothing_scores() -> None:
    assert warnings("nothing: 50\nfarkle: {all_dice_points: 50}\novershoot: bust\n") == []


def test_nothing_that_is_never_paid() -> None:
    found = warnings("nothing: 50\n", "goal: 500\ndice: 7\ncombinations: {AA: 50}\n")
    assert found[-1].startswith("4:1 every roll of all the dice scores, so nothing is never paid")


def test_defaults_written_out_are_no_reason_to_warn() -> None:
    lines = """\
nothing: null
set_aside: any
hot_dice: optional
bank: {minimum: 0, opening: 0, beat_previous: false, multiple_of: 1}
farkle: {streak: null, penalty: 0, lowest_score: null, keeps_turn_score: false}
end_game: sudden_death
ties: split
overshoot: win
piggyback: none
instant_win: []
disaster: []
die_weights: [1, 1, 1, 1, 1, 1]
"""
    assert warnings(lines) == []


@pytest.mark.parametrize("name", builtin_names())
def test_built_in_rules_need_no_warning(name: str) -> None:
    assert load_builtin(name).warnings == ()


def test_warnings_are_problems_of_lower_severity() -> None:
    from tests.rules.texts import loaded

    (warning,) = loaded("ties: leader\n").warnings
    assert str(warning).startswith("rules.yaml:3:1: warning: with end_game")


def test_small_is_without_warnings() -> None:
    assert warnings("", SMALL) == []
