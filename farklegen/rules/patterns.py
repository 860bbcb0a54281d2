"""The notation of combinations: one character for each die.

A digit is that face. A capital letter is any face; different letters are different faces, and none
of them equals a digit of the same pattern. `AABBCC` is three pairs of three different faces, `11A`
two ones and something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

FACES = 6

FaceCounts = tuple[int, int, int, int, int, int]
"""How many dice show each face, 1 first."""


class PatternError(ValueError):
    """A text that is not a pattern. The message says what was found and what is expected."""


@dataclass(frozen=True)
class Pattern:
    """A parsed combination.

    Attributes:
        text: the pattern as written.
        digits: how many dice must show each face, 1 first.
        letters: how many dice share each letter, largest first.
    """

    text: str
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

    def free_faces(self) -> list[int]:
        """The faces (0 for face 1) that a letter of this pattern can stand for."""
        return [face for face in range(FACES) if not self.digits[face]]

    def with_letter(self, face: int) -> FaceCounts | None:
        """Face counts of a one-letter pattern whose letter is `face` (1..6); None if a digit has it."""
        if len(self.letters) != 1:
            raise PatternError(f"{self.text} does not have exactly one letter")
        if self.digits[face - 1]:
            return None
        return _add(self.digits, ((face - 1, self.letters[0]),))

    def instances(self) -> Iterator[FaceCounts]:
        """Every distinct set of faces that the pattern can be, each once."""
        seen: set[FaceCounts] = set()
        for faces in permutations(self.free_faces(), len(self.letters)):
            counts = _add(self.digits, tuple(zip(faces, self.letters, strict=True)))
            if counts not in seen:
                seen.add(counts)
                yield counts


def _add(counts: FaceCounts, more: tuple[tuple[int, int], ...]) -> FaceCounts:
    total = list(counts)
    for face, count in more:
        total[face] += count
    return (total[0], total[1], total[2], total[3], total[4], total[5])


def parse_pattern(text: str) -> Pattern:
    """Read a pattern such as `AAABBB` or `123456`.

    Raises:
        PatternError: for a character that is neither a digit 1-6 nor a capital letter, for an empty
            text, and for more different faces than a die has.
    """
    if not text:
        raise PatternError("the pattern is empty; write one character per die, such as 1, AAA or 123456")
    for character in text:
        if character.isdigit() and character not in "123456":
            raise PatternError(f"a die has no face {character}; faces are 1 to 6")
        if character not in "123456ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            raise PatternError(
                f"{character!r} cannot be in a pattern; use digits 1-6 for fixed faces "
                "and capital letters for any face, such as AAA or 11A"
            )
    counts = Counter(text)
    digits = tuple(counts[str(face)] for face in range(1, FACES + 1))
    letters = tuple(sorted((n for c, n in counts.items() if c.isalpha()), reverse=True))
    if sum(1 for n in digits if n) + len(letters) > FACES:
        raise PatternError(
            f"it needs {sum(1 for n in digits if n) + len(letters)} different faces, "
            f"but a die has only {FACES}"
        )
    assert len(digits) == FACES
    return Pattern(text, digits, letters)
