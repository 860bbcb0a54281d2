"""Which patterns spell a word, and that no sensible one does."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from farklegen.rules.catalogue import builtin_names, load_builtin
from farklegen.rules.patterns import DIGITS, LETTERS
from farklegen.rules.spelling import spells_word

SPELT = (
    "ONE ONES TWO THREE FOUR FIVE FIVES SIX SIXES PAIR PAIRS DOUBLE TRIPLE TRIPLET STRAIGHT RUN "
    "FULL HOUSE KIND QUADS FARKLE HOT SINGLE ACE ACES ALL 1S 5S 3K 4OAK 3OAK 1ST 3X2 1ER 5ER 2PAAR "
    "EINS EINER DREI PAAR STRASSE UN UNO CINQ SUITE TRIO POKER"
)


@pytest.mark.parametrize("word", SPELT.split())
def test_a_pattern_that_spells_a_word_is_found_out(word: str) -> None:
    assert spells_word(word)


SENSIBLE = (
    "1 5 A AA AAA AAAA AAAAA AAAAAA AB ABC ABCD ABCDE ABCDEF AAB AABB AABBCC AAABBB AAAABB AAABB "
    "AAB1 1A 11A A1 1X 2X 11X XXX XYZ XXYYZZ XXXYYY AABBXX AAABX ABX ZZZ BBB NNN MMM EE III OOO "
    "HHHLL EEIIOO PPQQRR CAB BAC FED 1AB 12AB 123456 654321 123AAA UVW EEE EEEE KKK SS 1E 1O"
)


@pytest.mark.parametrize("pattern", SENSIBLE.split())
def test_no_sensible_pattern_is_taken_for_a_word(pattern: str) -> None:
    assert not spells_word(pattern)


def test_letters_that_follow_each_other_are_never_taken_for_a_word() -> None:
    shorthand = {f"{digit}{end}" for digit in "12" for end in ("S", "K", "ST")}
    for start in range(21):
        signs = LETTERS[start : start + 3] + DIGITS[:2]
        for size in range(1, 7):
            found = {"".join(sorted(each)) for each in combinations_with_replacement(signs, size)}
            assert not {text for text in found - shorthand - {"NO"} if spells_word(text)}


def test_every_built_in_ruleset_has_patterns_and_no_words() -> None:
    for name in builtin_names():
        rules = load_builtin(name).ruleset
        assert not any(map(spells_word, (*rules.combinations, *rules.disaster)))
