"""The notation of combinations: one character for each die.

A digit stands for the face with this number. A capital letter stands for any face. Different
letters are different faces, and no letter is the face of a digit in the same pattern. `AABBCC` is
three pairs of three different faces, `11A` two ones and something else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations

FACES = 6

MAX_DICE = 8
"""The most dice that a ruleset can roll, and so the longest pattern."""

MAX_THROWS = 10
"""The most throws of a last die."""

MAX_ROUNDS = 100
"""The most rounds of a game."""

DIGITS = "123456"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_WORD = re.compile(
    "ACES?|ALL|ANY|BANK|BLANK|DOUBLE|FIVES?|FOURS?|FULL|HALF|HOT|HOUSE|KIND|LARGE|LONG|NO|NONE|"
    "ONES?|PAIRS?|QUADS|ROW|RUN|SHORT|SINGLE|SIX|SIXES|SMALL|THREES?|TRIPLES?|TRIPLET|TRIPS|TWOS?|"
    "[1-6](S|K|OK|OAK|X[1-6])"
)
"""Words that have the form of a pattern."""

FaceCounts = tuple[int, ...]
"""How many dice show each of the six faces, 1 first."""


class PatternError(ValueError):
    """A text that is not a pattern. The message says what was found and what is expected."""


@dataclass(frozen=True)
class Pattern:
    """A parsed combination.

    Attributes:
        digits: how many dice must show each face, 1 first.
        letters: how many dice share each letter, largest first.
    """

    digits: FaceCounts
    letters: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of dice in the combination."""
        return sum(self.digits) + sum(self.letters)

    @cached_property
    def canonical(self) -> str:
        """The same pattern in one agreed spelling: digits first, letters by falling count."""
        fixed = "".join(str(face) * count for face, count in enumerate(self.digits, start=1))
        free = "".join(chr(ord("A") + i) * count for i, count in enumerate(self.letters))
        return fixed + free

    @cached_property
    def instances(self) -> tuple[FaceCounts, ...]:
        """Every distinct set of faces that the pattern can be, each once."""
        free = [face for face in range(FACES) if not self.digits[face]]
        found: dict[FaceCounts, None] = {}
        for faces in permutations(free, len(self.letters)):
            dice = dict(zip(faces, self.letters, strict=True))
            found[tuple(dice.get(face, count) for face, count in enumerate(self.digits))] = None
        return tuple(found)

    def pairs(self, points: int | tuple[int, ...]) -> Iterator[tuple[FaceCounts, int]]:
        """Every set of faces that scores as the pattern, with its points. `points` is one number
        for all sets, or one for each face from 1 to 6 that the only letter can be. Faces with 0
        points do not score."""
        for counts in self.instances:
            letter = next((face for face in range(FACES) if counts[face] > self.digits[face]), 0)
            worth = points[letter] if isinstance(points, tuple) else points
            if worth:
                yield counts, worth


@lru_cache(maxsize=4096)
def parse_pattern(text: str) -> Pattern:
    """Read a pattern such as `AAABBB` or `123456`.

    Raises:
        PatternError: if the text is no pattern, or a word.
    """
    if not text:
        raise PatternError(
            "the pattern is empty; write one character per die, such as 1, AAA or 123456"
        )
    for character in text:
        if character not in DIGITS and character not in LETTERS:
            raise PatternError(_wrong_character(text, character))
    if len(text) > MAX_DICE:
        raise PatternError(
            f"the pattern has {len(text)} dice, but at most {MAX_DICE} dice can be rolled; "
            "write one character per die"
        )
    if _WORD.fullmatch(text):
        raise PatternError(
            "it spells a word, and each character of a pattern is a die; write a digit 1 to 6 for "
            "that face, or letters from A on: AAA is three of a kind, AABBCC three pairs"
        )
    counts = Counter(text)
    letters = tuple(sorted((counts[c] for c in counts if c in LETTERS), reverse=True))
    if len(counts) > FACES:
        raise PatternError(
            f"the pattern needs {len(counts)} different faces, but a die has only {FACES}; "
            "use the same character for dice that show the same face"
        )
    return Pattern(tuple(counts[face] for face in DIGITS), letters)


def instances_of(keys: Iterable[str]) -> list[FaceCounts]:
    """Every set of faces that any of these patterns can be."""
    return [counts for key in keys for counts in parse_pattern(key).instances]


def meaning_of(key: str) -> str | None:
    """The one spelling of a pattern; None for a text that is no pattern."""
    try:
        return parse_pattern(key).canonical
    except PatternError:
        return None


def spelling_of(key: str) -> str:
    """The one spelling of a pattern: `AABBCC` for `CCBBAA`. Any other text stays as it is."""
    return meaning_of(key) or key


def with_letters_from_a(text: str) -> str:
    """A pattern with other letters for its dice, as people write patterns: the first is A, the next
    B, and so on."""
    letters = "".join(dict.fromkeys(sign for sign in text if sign in LETTERS))
    return text.translate(str.maketrans(letters, LETTERS[: len(letters)]))


def _wrong_character(text: str, character: str) -> str:
    if character in "0789":
        return f"a die has no face {character}; the faces are 1 to 6"
    capitals = text.upper()
    usual = set(with_letters_from_a(capitals)) == set(capitals) <= set(DIGITS + LETTERS)
    if text.isascii() and usual and len(text) <= MAX_DICE:
        return f"letters in a pattern are capitals; write {capitals}"
    return (
        f"{character!r} cannot be in a pattern; write one character per die: a digit 1 to 6 for "
        "that face, a capital letter for any face (AAA is three of a kind, 11A two ones and "
        "one other die)"
    )
