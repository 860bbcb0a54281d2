"""The notation of combinations, its words, and what scores are counted in."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen.rules.facts import banked_unit, turn_unit, unit
from farklegen.rules.patterns import PatternError, parse_pattern
from farklegen.rules.words import pattern_name, pattern_words
from tests.profiles import examples
from tests.referee.rolls import spellings
from tests.rules.texts import ruleset

PATTERNS = [
    "".join(p)
    for n in range(1, 5)
    for p in combinations_with_replacement("1256AB", n)
    if "B" not in p or "A" in p
]


@given(st.sampled_from(PATTERNS))
@settings(max_examples=examples(30))
def test_instances_are_the_dice_that_match(text: str) -> None:
    pattern = parse_pattern(text)
    found = list(pattern.instances)
    assert len(found) == len(set(found))
    assert set(found) == {tuple(map(each.count, range(1, 7))) for each in spellings(text)}


def test_points_by_face_are_those_of_the_letter() -> None:
    pairs = dict(parse_pattern("11A").pairs((9, 200, 300, 0, 500, 600)))
    assert pairs[2, 0, 1, 0, 0, 0] == 300
    assert sorted(pairs.values()) == [200, 300, 500, 600], "not as a one, and 0 does not score"


IN_WORDS = [
    ("A", "any one die"),
    ("AA", "a pair"),
    ("AABB", "two pairs"),
    ("AAABBB", "two triplets"),
    ("AAABB", "full house"),
    ("AAAABBBB", "four of a kind twice"),
    ("AAAB", "three of a kind and one other die"),
    ("AAABC", "three of a kind and two other faces"),
    ("AABBC", "two pairs and one other die"),
    ("AB", "two different faces"),
    ("1", "a one"),
    ("222", "three twos"),
    ("123456", "straight 1-2-3-4-5-6"),
    ("65432", "straight 2-3-4-5-6"),
    ("12", "a one and a two"),
    ("135", "a one, a three and a five"),
    ("112233", "two ones, two twos and two threes"),
    ("1AAB", "a one, a pair and one other die"),
]


@pytest.mark.parametrize(("text", "words"), IN_WORDS)
def test_pattern_words(text: str, words: str) -> None:
    assert pattern_words(text) == words


def test_every_pattern_has_words_of_its_own() -> None:
    """Two patterns with the same words would look like one."""
    seen: dict[str, str] = {}
    for size in range(1, 6):
        for dice in combinations_with_replacement("123456ABCDE", size):
            text = "".join(dice)
            try:
                pattern = parse_pattern(text)
            except PatternError:
                continue
            words = pattern_words(text)
            assert seen.setdefault(words, pattern.canonical) == pattern.canonical


def test_labels_override_in_any_spelling() -> None:
    rules = ruleset("labels: {1: ace, AAA: triple, nothing: zilch}\nnothing: 500\n")
    assert pattern_name(rules, "1") == "ace"
    assert pattern_name(rules, "CCC") == "triple"
    assert pattern_name(rules, "5") == "a five"
    assert pattern_name(rules, "nothing") == "zilch"
    assert pattern_name(ruleset("nothing: 500\n"), "nothing") == "nothing scores"


UNITS = [
    ("", 50, 50),
    ("nothing: 20\n", 10, 10),
    ("hot_dice_bonus: {points: 100, step: 25}\n", 25, 25),
    ("farkle: {streak: 3, penalty: 60}\n", 10, 50),
    ("farkle: {streak: 3, penalty: all}\n", 50, 50),
    ("farkle: {first_roll_points: 1}\n", 1, 50),
    ("farkle: {all_dice_points: 20}\n", 10, 50),
    ("bank: {minimum: 1, opening: 3, multiple_of: 7}\n", 50, 50),
]


@pytest.mark.parametrize(("lines", "of_scores", "of_turns"), UNITS)
def test_units(lines: str, of_scores: int, of_turns: int) -> None:
    rules = ruleset(lines)
    assert (unit(rules), turn_unit(rules)) == (of_scores, of_turns)


BANKED = [
    ("", 50),
    ("bank: {multiple_of: 100}\n", 100),
    ("bank: {multiple_of: 100}\nfarkle: {streak: 3, penalty: 250}\n", 50),
    ("bank: {multiple_of: 100}\nfarkle: {streak: 3, penalty: 500, lowest_score: -250}\n", 50),
    ("bank: {multiple_of: 100}\nfarkle: {keeps_turn_score: true}\n", 50),
]


@pytest.mark.parametrize(("lines", "of_banked"), BANKED)
def test_what_banked_scores_are_multiples_of(lines: str, of_banked: int) -> None:
    assert banked_unit(ruleset(lines)) == of_banked
