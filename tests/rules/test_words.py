"""Patterns in words."""

from __future__ import annotations

import pytest

from farklegen.rules.patterns import PatternError, parse_pattern
from farklegen.rules.words import counted, listed, number_word, pattern_name, pattern_words
from tests.rules.texts import ruleset

WORDS = [
    ("A", "any one die"),
    ("AA", "a pair"),
    ("AAA", "three of a kind"),
    ("BBBBBBBB", "eight of a kind"),
    ("AABB", "two pairs"),
    ("AABBCC", "three pairs"),
    ("ABCABC", "three pairs"),
    ("AAABBB", "two triplets"),
    ("AAABB", "full house"),
    ("AAAABB", "four of a kind and a pair"),
    ("AAAABBB", "four of a kind and three of a kind"),
    ("AAAABBBB", "four of a kind twice"),
    ("AAAB", "three of a kind and one other die"),
    ("AAABC", "three of a kind and two other faces"),
    ("AABBC", "two pairs and one other die"),
    ("AB", "two different faces"),
    ("ABCDEF", "six different faces"),
    ("1", "a one"),
    ("5", "a five"),
    ("11", "two ones"),
    ("222", "three twos"),
    ("666666", "six sixes"),
    ("123456", "straight 1-2-3-4-5-6"),
    ("65432", "straight 2-3-4-5-6"),
    ("123", "straight 1-2-3"),
    ("12", "a one and a two"),
    ("135", "a one, a three and a five"),
    ("1155", "two ones and two fives"),
    ("112233", "two ones, two twos and two threes"),
    ("11A", "two ones and one other die"),
    ("1AAA", "a one and three of a kind"),
    ("1AAB", "a one, a pair and one other die"),
]


@pytest.mark.parametrize(("text", "words"), WORDS)
def test_pattern_words(text: str, words: str) -> None:
    assert pattern_words(text) == words


def test_every_pattern_has_words_of_its_own() -> None:
    """Two patterns with the same words would be told as one."""
    from itertools import combinations_with_replacement

    seen: dict[str, str] = {}
    for size in range(1, 6):
        for dice in combinations_with_replacement("123456ABCDE", size):
            try:
                pattern = parse_pattern("".join(dice))
            except PatternError:
                continue
            words = pattern_words(pattern.text)
            assert seen.setdefault(words, pattern.canonical) == pattern.canonical


def test_labels_override_in_any_spelling() -> None:
    rules = ruleset("labels: {1: ace, AAA: triple, nothing: zilch}\nnothing: 500\n")
    assert pattern_name(rules, "1") == "ace"
    assert pattern_name(rules, "CCC") == "triple"
    assert pattern_name(rules, "5") == "a five"
    assert pattern_name(rules, "nothing") == "zilch"
    assert pattern_name(ruleset("nothing: 500\n"), "nothing") == "nothing scores"


def test_small_words() -> None:
    assert [number_word(n) for n in (0, 3, 10, 11)] == ["no", "three", "ten", "11"]
    assert [listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [counted(n) for n in (1, 2, 12345)] == ["1 point", "2 points", "12,345 points"]
