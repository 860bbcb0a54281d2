"""Words in capitals that are patterns by their form, and never by their meaning.

`ONE` is formally a pattern: three different faces. Its author means a one, so a pattern that
spells a word is refused. The rules reference says what counts as a word; none of the ways in which
people name faces does: `AABBCC`, `XXYYZZ`, `AAABX`, `AAB1`, `1A`.
"""

from __future__ import annotations

import re

_OTHERS = "ALL ANY AS BANK BLANK DUD EEN HALF HAND NO ODD PAAR PAR PASCH SCALA SMALL TOO UN"
WORDS = frozenset(_OTHERS.split())
"""Words for rolls, in some languages, that a look at the letters alone would not notice."""

_SHORTHAND = re.compile(r"[1-6](?:S|K|ER|ST|ND|RD|TH|OK|OAK|X[1-6]|PAAR)")
"""`5S` and `5ER` for fives, `3K` and `3OAK` for three of a kind, `3X2` for three twos, `2PAAR`."""

_VOWELS = frozenset("EIOU")  # not A, with which most patterns begin


def spells_word(text: str) -> bool:
    """Whether what is formally a pattern was surely meant as a word.

    It is one of `WORDS` or a shorthand such as `5S`; or it has three different letters or more,
    which do not follow each other in the alphabet, with one of E, I, O and U among them, and not
    every one of them twice or more.
    """
    if text in WORDS or _SHORTHAND.fullmatch(text):
        return True
    letters = sorted({character for character in text if character.isalpha()})
    if len(letters) < 3 or not _VOWELS & set(letters):
        return False
    neighbours = ord(letters[-1]) - ord(letters[0]) == len(letters) - 1
    return not neighbours and any(text.count(letter) == 1 for letter in letters)
