"""The notation of combinations."""

from __future__ import annotations

import pytest

from farklegen.rules.patterns import PatternError, parse_pattern


def test_a_pattern_is_taken_apart() -> None:
    pattern = parse_pattern("1BA1B")
    assert pattern.digits == (2, 0, 0, 0, 0, 0)
    assert pattern.letters == (2, 1)
    assert pattern.size == 5
    assert pattern.free_faces() == [1, 2, 3, 4, 5]


CANONICAL = [("BBAA", "AABB"), ("CAB", "ABC"), ("B1A", "1AB"), ("654321", "123456"), ("ZZZ", "AAA")]


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_one_spelling_for_each_meaning(text: str, canonical: str) -> None:
    assert parse_pattern(text).canonical == canonical


def test_letters_are_different_faces_and_no_digit_of_the_pattern() -> None:
    assert list(parse_pattern("23456A").instances()) == [(1, 1, 1, 1, 1, 1)]
    pairs = set(parse_pattern("1AA").instances())
    assert pairs == {
        (1, 2, 0, 0, 0, 0),
        (1, 0, 2, 0, 0, 0),
        (1, 0, 0, 2, 0, 0),
        (1, 0, 0, 0, 2, 0),
        (1, 0, 0, 0, 0, 2),
    }


@pytest.mark.parametrize(
    ("text", "count"),
    [("A", 6), ("AABBCC", 20), ("AAAABB", 30), ("AAABBB", 15), ("ABCDEF", 1), ("AAABBC", 120)],
)
def test_numbers_of_instances(text: str, count: int) -> None:
    found = list(parse_pattern(text).instances())
    assert len(found) == len(set(found)) == count


def test_a_letter_given_a_face() -> None:
    assert parse_pattern("11A").with_letter(3) == (2, 0, 1, 0, 0, 0)
    assert parse_pattern("11A").with_letter(1) is None
    with pytest.raises(PatternError, match="exactly one letter"):
        parse_pattern("AABB").with_letter(1)


WRONG = [
    ("", "is empty"),
    ("7", "no face 7; the faces are 1 to 6"),
    ("0", "no face 0"),
    ("aaa", "capitals; write AAA"),
    ("1a", "write 1A"),
    ("ONE", "it spells a word, and each character of a pattern is a die"),
    ("A-B", "'-' cannot be in a pattern"),
    ("ß", "'ß' cannot be in a pattern"),
    ("²", "'²' cannot be in a pattern"),
    ("Ä", "'Ä' cannot be in a pattern"),
    ("\x1b", "'\\x1b' cannot be in a pattern"),
    ("AAAAAAAAA", "has 9 dice, but at most 8"),
    ("ABCDEFG", "needs 7 different faces"),
    ("12345AB", "needs 7 different faces"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_what_is_not_a_pattern(text: str, words: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse_pattern(text)
    assert words in str(caught.value)
