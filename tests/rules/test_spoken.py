"""Combinations as families say them, and the patterns that they are told to write."""

from __future__ import annotations

import pytest

from farklegen.rules.loading import load_text
from farklegen.rules.patterns import parse_pattern
from farklegen.rules.spoken import advice, meant, misspelt, named
from farklegen.rules.words import pattern_words
from tests.rules.texts import problems

SAID = {
    "1": "ONE one ones 1s 1's Ones single_1 a_one “1” ace 1_(one) each_1 1er 1ER Einser",
    "5": "FIVE five fives 5s single_five ‘5’ 5_(each) 5er 5ER fünfer",
    "2": "twos 2s",
    "111": "three_ones 1,1,1 1-1-1 1_1_1 triple_1 triple_ones_(1s) 111_or_1,1,1 3_1s 1/1/1 1³ "
    "drei_Einser 3_1er drei_1er drei_Einsen",
    "222": "triple_2 three_2s triple_twos three_of_a_kind_(2s) three_of_a_kind_2 drei_Zweier "
    "drei_Zweien",
    "555": "three_fives drei_Fünfer 3_Fuenfer drei_Fünfen",
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
    said = f"goal: 10000\ncombinations:\n  3: 10\n  {text}: 300\n"
    right = said.replace(f"{text}:", f"{pattern}:")
    if named(text, 6):
        assert load_text(said).ruleset == load_text(right).ruleset
    else:
        (problem,) = problems(said)
        assert f"; write {pattern}" in problem.message
        assert problem.line == 4
        assert not problems(right)


NAMES = [
    ("one", 6, ("1",)),
    ("ONE", 6, ("1",)),
    ("five", 6, ("5",)),
    ("FIVE", 5, ("5",)),
    ("Three of a Kind", 6, ("AAA",)),
    ("three-of-a-kind", 6, ("AAA",)),
    ("FOUR_ONES", 6, ("1111",)),
    ("three pairs", 6, ("AABBCC",)),
    ("two triplets", 6, ("AAABBB",)),
    ("full house", 5, ("AAABB",)),
    ("four of a kind and a pair", 6, ("AAAABB",)),
    ("straight", 6, ("123456",)),
    ("straight", 5, ("12345", "23456")),
    ("straight", 4, ("1234", "2345", "3456")),
    ("long straight", 6, ("123456",)),
    ("short straight", 6, ("12345", "23456")),
    ("4 in a row", 6, ("1234", "2345", "3456")),
    # what may mean something else, is short for something, or does not fit
    ("long straight", 5, ()),
    ("short straight", 5, ()),
    ("low straight", 6, ()),
    ("high straight", 6, ()),
    ("THREE", 6, ()),
    ("six", 6, ()),
    ("triplets", 6, ()),
    ("one and five", 6, ()),
    ("fh", 6, ()),
    ("FH", 6, ()),
    ("aaa", 6, ()),
    ("KIND", 6, ()),
    ("1-2-3-4-5-6", 6, ()),
    ("six of a kind", 5, ()),
    ("two triplets", 5, ()),
    # patterns
    *((pattern, 6, ()) for pattern in ("1", "AAA", "AABBCC", "ABCDEF", "123456", "11A", "XXYY")),
]


@pytest.mark.parametrize(("text", "dice", "patterns"), NAMES)
def test_a_name_stands_for_patterns_where_it_means_nothing_else(
    text: str, dice: int, patterns: tuple[str, ...]
) -> None:
    assert named(text, dice) == patterns


def test_names_give_the_same_rules_as_their_patterns() -> None:
    by_name = """\
goal: 10000
combinations:
  one: 100
  FIVE: 50
  three-of-a-kind: [1000, 200, 300, 400, 500, 600]
  Four Ones: 3000
  three pairs: 750
  short straight: 500
labels: {three_pairs: pairs, short straight: five in a row}
instant_win: [six of a kind]
disaster: [four twos]
"""
    by_pattern = """\
goal: 10000
combinations:
  1: 100
  5: 50
  AAA: [1000, 200, 300, 400, 500, 600]
  1111: 3000
  AABBCC: 750
  12345: 500
  23456: 500
labels: {AABBCC: pairs, 12345: five in a row, 23456: five in a row}
instant_win: [AAAAAA]
disaster: [2222]
"""
    one, other = load_text(by_name), load_text(by_pattern)
    assert one.ruleset == other.ruleset
    assert list(one.ruleset.combinations) == list(other.ruleset.combinations)
    assert one.fingerprint == other.fingerprint
    assert [w.message for w in one.warnings] == [w.message for w in other.warnings]


def test_the_number_of_dice_says_what_a_straight_is() -> None:
    text = "goal: 5000\ndice: 5\ncombinations: {one: 100, straight: 500}\n"
    assert list(load_text(text).ruleset.combinations) == ["1", "12345", "23456"]
    (problem,) = problems(text.replace("straight", "long straight"))
    assert "write 12345 and 23456" in problem.message


TWICE = [
    ("AAA: 500\n  triple: 400", "5:3: error: 'triple' gives AAA again, after 'AAA'; keep"),
    ("triple: 400\n  BBB: 500", "5:3: error: 'BBB' gives BBB again, after 'triple'; keep"),
    ("triplet: 5\n  three of a kind: 5", "5:3: error: 'three of a kind' gives AAA again, after"),
    (
        "23456: 5\n  short straight: 5",
        "5:3: error: 'short straight' gives 23456 again, after '23456'",
    ),
]


@pytest.mark.parametrize(("lines", "said"), TWICE)
def test_a_pattern_given_by_its_name_and_once_more_is_an_error(lines: str, said: str) -> None:
    (problem,) = problems(f"goal: 5000\ncombinations:\n  1: 100\n  {lines}\n")
    assert f"rules.yaml:{said}" in str(problem)


def test_what_is_wrong_with_a_name_is_told_at_its_place() -> None:
    text = "goal: 5000\ncombinations:\n  one: 100\n  three pairs: [1, 2, 3, 4, 5, 6]\n"
    (problem,) = problems(text)
    assert (problem.line, problem.column) == (4, 16)
    assert "AABBCC has 3 different letters" in problem.message
    text = "goal: 5000\npoints:\n  one: 100\n  three of a kind: 500\n"
    (problem,) = problems(text)  # the names below a key that is called otherwise
    assert "did you mean 'combinations'?" in problem.message


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
    text = "goal: 5000\ncombinations: {1: 100, 3: 5}\nlabels: {THREE: trips}\n"
    (problem,) = problems(text)
    assert "write 3 or AAA" in problem.message
    (problem,) = problems("goal: 5000\ncombinations: {1: 100}\ninstant_win: [six]\n")
    assert (problem.line, problem.column) == (3, 15)
    assert "write 6 or AAAAAA" in problem.message


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("Fivs", "did you mean fives? Then write 5"),
        ("thre of a kind", "did you mean three of a kind? Then write AAA"),
        ("three_pears", "did you mean three pairs? Then write AABBCC"),
        ("foo", None),
        ("bonus dice", None),
        ("three of a kind", None),
    ],
)
def test_a_misspelt_name_is_told_with_what_to_write(slip: str, said: str | None) -> None:
    found = misspelt(slip, 6)
    assert found is None if said is None else (found or "").startswith(said)
