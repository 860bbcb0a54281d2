"""Combinations as families say them, and the patterns that they are told to write."""

from __future__ import annotations

import pytest

from farklegen.rules.patterns import parse_pattern
from farklegen.rules.spoken import advice, meant
from farklegen.rules.words import pattern_words
from tests.rules.texts import problems

SAID = {
    "1": "ONE one ones 1s 1's Ones single_1 a_one “1” ace 1_(one) each_1 1er 1ER Einser",
    "5": "FIVE five fives 5s single_five ‘5’ 5_(each) 5er 5ER fünfer",
    "2": "twos 2s",
    "111": "three_ones 1,1,1 1-1-1 1_1_1 triple_1 triple_ones_(1s) 111_or_1,1,1 3_1s 1/1/1 1³ "
    "drei_Einser 3_1er drei_1er",
    "222": "triple_2 three_2s triple_twos three_of_a_kind_(2s) three_of_a_kind_2",
    "AA": "pair a_pair PAIR doubles any_pair Paar 2er-Pasch",
    "AAA": "three_of_a_kind 3_of_a_kind THREE-OF-A-KIND threeofakind 3oak 3k triplet Triple A-A-A "
    "set_of_three “AAA” •_three_of_a_kind "
    "Drilling brelan 3er-Pasch Dreierpasch drei_gleiche",
    "AAAA": "four_of_a_kind FOUR_OF_A_KIND 4-of-a-kind quads 4OAK Vierling carré",
    "AAAAA": "five_of_a_kind 5_alike",
    "AAAAAA": "six_of_a_kind 6_of_a_kind all_the_same yahtzee",
    "AABB": "two_pairs 2_pair 2PAAR zwei_Paare double_paire",
    "AABBCC": "three_pairs 3_pairs three_pair ThreePairs drei_Paare trois_paires",
    "AAABBB": "two_triplets 2_triples two_three_of_a_kinds double_triplet two_sets_of_three "
    "zwei_Drillinge",
    "AAABB": "HOUSE FULL full_house FULLHOUSE full-house fh Full_House three_of_a_kind_and_a_pair",
    "AAAABB": "four_of_a_kind_and_a_pair 4_of_a_kind_+_pair four_of_a_kind_with_a_pair",
    "123456": "straight STRAIGHT large_straight full_straight 1-2-3-4-5-6 1_2_3_4_5_6 1-6 "
    "straight_1-6 straight_(1-2-3-4-5-6) run 1..6 1…6 Straße Strasse STRASSE suite Str gs",
    "12345": "1-2-3-4-5 1-5 straight_1_to_5 1..5 1…5",
    "1111": "four_ones four_1s 4_ones",
    "11": "pair_of_aces double_1",
    "111AA": "three_ones_and_a_pair",
    "15": "one_and_five 1_and_5",
}
CASES = [
    (text.replace("_", " "), pattern) for pattern, texts in SAID.items() for text in texts.split()
]


@pytest.mark.parametrize(("text", "pattern"), CASES, ids=[text for text, _ in CASES])
def test_what_people_say_is_told_as_the_pattern_that_it_means(text: str, pattern: str) -> None:
    found = meant(text, 6)
    assert found is not None
    assert found.patterns == (pattern,)
    said = f"goal: 10000\ncombinations:\n  1: 100\n  5: 50\n  {text}: 300\n"
    if pattern in ("1", "5"):
        said = f"goal: 10000\ncombinations:\n  3: 5\n  {text}: 300\n"
    (problem,) = problems(said)
    assert f"; write {pattern}" in problem.message
    assert problem.line == (4 if pattern in ("1", "5") else 5)
    # whoever does as it says has valid rules
    assert not problems(f"goal: 10000\ncombinations:\n  3: 10\n  {pattern}: 300\n")


SEVERAL = [
    ("small straight", 6, ("12345", "23456")),
    ("small straight", 5, ("1234", "2345", "3456")),
    ("straight", 5, ("12345", "23456")),
    ("large straight", 5, ("12345", "23456")),
    ("straight", 8, ("123456",)),
    ("4 in a row", 6, ("1234", "2345", "3456")),
    ("one or five", 6, ("1", "5")),
    ("3er", 6, ("3", "AAA")),
    ("3D", 6, ("3", "AAA")),
    ("Pasch", 6, ("AA", "AAA")),
    ("petite suite", 6, ("12345", "23456")),
    ("KS", 6, ("12345", "23456")),
    ("THREE", 6, ("3", "AAA")),
    ("six", 6, ("6", "AAAAAA")),
    ("SMALL", 6, ("12345", "23456")),
    ("1/5", 6, ("1", "5")),
    ("3x4", 6, ("444", "3333")),
    ("4+2", 6, ("AAAABB", "24")),
    ("4 and 2", 6, ("AAAABB", "24")),
    ("four and two", 6, ("AAAABB", "24")),
    ("triplets", 6, ("AAA", "AAABBB")),
    ("Triples", 8, ("AAA", "AAABBB")),
    ("pairs", 6, ("AA", "AABBCC")),
    ("pairs", 5, ("AA", "AABB")),
    ("AAA or BBBB", 6, ("AAA", "BBBB")),
]


@pytest.mark.parametrize(("text", "dice", "patterns"), SEVERAL)
def test_what_may_be_several_patterns_is_told_with_all_of_them(
    text: str, dice: int, patterns: tuple[str, ...]
) -> None:
    found = meant(text, dice)
    assert found is not None
    assert found.patterns == patterns
    said = advice(text, dice) or ""
    assert all(pattern in said for pattern in patterns)


def test_three_pairs_say_what_to_write_if_four_of_a_kind_and_a_pair_count_too() -> None:
    assert "AAAABB on another line" in (advice("three pairs", 6) or "")
    assert "AAAABB is four and a pair" in (advice("full house", 6) or "")
    assert "AAAABB" not in (advice("full house", 5) or "")


def test_a_pattern_for_more_dice_than_there_are_says_so() -> None:
    (problem,) = problems("goal: 5000\ndice: 5\ncombinations:\n  1: 100\n  six of a kind: 3000\n")
    assert "write AAAAAA; but that needs 6 dice, and a turn has only 5" in problem.message


UNCLEAR = (
    "hello,kind,pairs (3),three of a kind (3),four and a pair,6 different,three and three,"
    "seven of nine,wild,nine ones,f-h,5f,4pl"
)


@pytest.mark.parametrize("text", UNCLEAR.split(","))
def test_what_is_not_surely_understood_is_told_no_pattern(text: str) -> None:
    assert advice(text, 6) is None


def test_the_words_that_check_prints_are_understood_as_the_same_pattern() -> None:
    shapes = "1 5 22 111 3333 AA AAA AAAA AAAAA AAAAAA AABB AABBCC AAABBB AAAABB AAABB 123456 1234"
    for text in (*shapes.split(), "11AA", "555AAA", "23456", "12345", "AAAAAAAA", "AABBCCDD"):
        found = meant(pattern_words(text), 6)
        assert found is not None, text
        assert parse_pattern(found.patterns[0]).canonical == parse_pattern(text).canonical


def test_labels_and_lists_of_patterns_give_the_same_advice() -> None:
    text = "goal: 5000\ncombinations: {1: 100, AAA: 500}\nlabels: {three of a kind: trips}\n"
    (problem,) = problems(text)
    assert "write AAA" in problem.message
    (problem,) = problems("goal: 5000\ncombinations: {1: 100}\ninstant_win: [six of a kind]\n")
    assert (problem.line, problem.column) == (3, 15)
    assert "write AAAAAA" in problem.message
