"""Combinations as people say them, and the patterns that they mean.

`three of a kind`, `6 of a kind`, `full house`, `1-2-3-4-5-6`, `ones`, `triple 2`: people
who write rules down for the first time write these where a pattern belongs. A message that names
the pattern helps; a wrong one makes wrong rules. So where two patterns could be meant, both are
told, and what is not surely understood is not told at all.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from farklegen.rules.patterns import (
    DIGITS,
    LETTERS,
    MAX_DICE,
    letters_from_a,
    meaning_of,
)
from farklegen.rules.spoken_kinds import (
    Meant,
    kinds_or_faces,
    kinds_pattern,
    of_a_kind,
    run_of,
    straight,
)
from farklegen.rules.spoken_words import FACE_WORDS, WORDS
from farklegen.rules.words import listed, pattern_words

QUOTES = "\"'`´“”„‟‘’‚‛«»‹›"
"""Quotes of all kinds: those of YAML, and those that word processors make of them."""


_END = re.compile(r"\b(low|high)", re.IGNORECASE)
"""Said of a straight, this may be its length or the end of the dice that it lies at."""

_NEAR = 0.75
"""How alike words are of which one may be a slip for the other."""

_LONGEST = 60
"""Characters of the longest text that is looked at."""

_SPLIT = re.compile(r"[a-z]+|[1-8]|[&+×*]")
_DIGITS_APART = re.compile(r"[1-6](?:\s*(?:\.{2,3}|[-–—,.;:_/\s+])\s*[1-6])+")
_SIGNS_APART = re.compile(
    r"[1-6A-Z]+(?:\s*[-–—,.;:_\s+]\s*[1-6A-Z]+)+|[1-6a-z](?:[-,. ]+[1-6a-z])+"
)
_SEVERAL = re.compile("pairs|trip(le|let)s|trios", re.IGNORECASE)
_OR = re.compile(r"\s+(?:or|oder|ou)\s+|\s*[/|]\s*")
_ELSEWHERE = (
    (
        r"(no|non|without)[\s_-]*(a[\s_-]*)?(points?|scor\w*|combinations?).*|zero|blank|dud",
        "points for a roll in which nothing scores are nothing: 500, not indented",
    ),
    (
        r"(all|hot|every)[\s_-]*(the[\s_-]*)?(six[\s_-]*|\d[\s_-]*)?dice([\s_-]*bonus)?",
        "points for setting aside every die are hot_dice_bonus: {points: 500}, not indented",
    ),
)
"""What stands among the combinations and is a key of its own."""

_EITHER = {"pasch": Meant(("AA", "AAA"), "a pair, or three of a kind", "or")}
"""Words by themselves that may mean several things."""


def meant(text: str, dice: int) -> Meant | None:
    """What a text means where a pattern belongs; None if that is not sure.

    Args:
        text: as it stands in the file.
        dice: how many dice the rules have.
    """
    plain = _plain(text)
    if not plain or len(plain) > _LONGEST:
        return None
    found = (
        _EITHER.get(plain.lower())
        or _digits(plain)
        or _alternatives(plain, dice)
        or _spoken(plain, dice)
        or _said_twice(plain, dice)
        or _written(plain, text)
    )
    if found is None or not all(map(meaning_of, found.patterns)):
        return None
    return found


def named(text: str, dice: int) -> tuple[str, ...]:
    """The patterns that a name stands for in a file; none for a text that is no name.

    A name is made of words, means the same in capitals and in small letters, and means nothing
    else; what it means fits into the dice.

    Args:
        text: as it stands in the file.
        dice: how many dice the rules have.
    """
    plain = _plain(text)
    if not re.search("[A-Za-z]", plain) or len(plain) > _LONGEST:
        return ()
    if meaning_of(plain.upper()) or _END.search(plain):
        return ()
    found = _spoken(plain, dice) or _said_twice(plain, dice)
    if found is None or not found.sure or found.several == "or":
        return ()
    fits = all(meaning_of(each) and len(each) <= dice for each in found.patterns)
    return found.patterns if fits else ()


def advice(text: str, dice: int) -> str | None:
    """What to write in place of a text where a pattern belongs; None if that is not sure."""
    found = meant(text, dice)
    if found is None:
        return None
    patterns, last = found.patterns, found.several
    said = f"write {listed(patterns, last)}"
    if len(patterns) > 1 and last == "and":
        said += ", each on a line of its own"
    if found.note:
        said += f" ({found.note})"
    most = max(map(len, patterns))
    if most > dice:
        said += (
            f"; but that needs {most} dice, and a turn has only {dice}: delete this line, or raise "
            f"dice to {most}"
        )
    return said


def misspelt(text: str, dice: int) -> str | None:
    """The name that a text is probably meant to be, and what to write; None if that is not sure."""
    from difflib import get_close_matches

    plain = _plain(text).lower()
    if not re.fullmatch(r"[a-z\s_-]+", plain) or len(plain) > _LONGEST:
        return None
    words: list[str] = []
    for word in re.split(r"[\s_-]+", plain):
        near = [word] if word in WORDS else get_close_matches(word, WORDS, n=1, cutoff=_NEAR)
        if not near:
            return None
        words += near
    name = " ".join(words)
    found = advice(name, dice)
    return f"did you mean {name}? Then {found}" if found and name != plain else None


def elsewhere(text: str) -> str | None:
    """What to write for something that stands among the combinations and is a key of its own."""
    plain = text.strip().lower()
    return next((said for words, said in _ELSEWHERE if re.fullmatch(words, plain)), None)


def _plain(text: str) -> str:
    """A text without quotes and bullets, its signs as a keyboard has them."""
    plain = re.sub(r"([1-6])([²³⁴⁵⁶])", _power, text)
    plain = unicodedata.normalize("NFKC", plain).strip()
    return re.sub(rf"[{QUOTES}]|\A[•·*-]\s+", "", plain).strip()


def _power(found: re.Match[str]) -> str:
    """`1³` for three ones."""
    return found[1] * int(unicodedata.normalize("NFKC", found[2]))


def _written(plain: str, text: str) -> Meant | None:
    """A pattern with quotes around it, or with something between its characters: `A-A-A`."""
    if _SIGNS_APART.fullmatch(plain):
        plain = re.sub("[^1-6A-Z]", "", plain.upper())
        if not letters_from_a(plain):
            return None  # f-h is short for something
    return Meant((plain,)) if plain != text and set(plain) <= set(DIGITS + LETTERS) else None


def _digits(text: str) -> Meant | None:
    """Faces with something between them: `1-2-3-4-5-6`, `1,1,1`, `1-6`, `3+3`."""
    if not _DIGITS_APART.fullmatch(text):
        return None
    faces = [int(sign) for sign in text if sign.isdigit()]
    together = "".join(map(str, sorted(faces)))
    signs = set(re.sub(r"[\d\s]", "", text))
    to = bool(signs) and (signs <= set("-–—") or ".." in text)
    if to and len(faces) == 2 and faces[1] - faces[0] > 1:
        first, last = faces
        note = f"the straight from {first} to {last}; {together} would be the two dice"
        return Meant((run_of(first, last),), note)
    if signs == {"+"} and min(faces) > 1 and sum(faces) <= MAX_DICE:
        return kinds_or_faces(faces)
    if signs == {"/"} and len(set(faces)) > 1:
        return None  # one or the other
    return Meant((together,))


def _spoken(text: str, dice: int) -> Meant | None:
    """Words and numbers."""
    phrase = _phrase(text)
    if phrase is None:
        return None
    letters, numbers = phrase
    if _SEVERAL.fullmatch(text):
        return _several(letters, dice)
    return straight(letters, numbers, dice) or of_a_kind(letters, numbers, dice)


def _several(letters: str, dice: int) -> Meant | None:
    """A plural by itself: `triplets`, each of them or two, `pairs`, each of them or all."""
    each = 2 if letters == "p" else 3
    many = dice // each
    if many < 2:
        return Meant(("A" * each,))
    patterns = "A" * each, kinds_pattern([each] * many)
    return Meant(patterns, ", or ".join(map(pattern_words, patterns)), "or")


def _phrase(text: str) -> tuple[str, list[int]] | None:
    """The letters of the words of a text, and their numbers; None for a word that is not known."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).casefold().replace("'s", "s")
    apart = "".join(c for c in unicodedata.normalize("NFD", apart) if not unicodedata.combining(c))
    apart = re.sub(r"(?<=\d)\s*-\s*(?=\d)", " to ", apart)
    apart = re.sub(
        r"([1-6])s\b|(?<=\w )([1-6]|zwei|drei|vier|fue?nf|sechs)er\b",
        lambda m: FACE_WORDS[WORDS[m[1] or m[2]][1] - 1][0],
        apart,
    )
    found: list[tuple[str, int]] = []
    for word in _SPLIT.findall(apart):
        parts = _known(word)
        if parts is None:
            return None
        found += parts
    if re.search(r"[^\sa-z1-8&+×*.,;:()\[\]{}_–—-]", apart):
        return None
    kept = [(letter, number) for letter, number in found if letter]
    return "".join(letter for letter, _ in kept), [number for _, number in kept]


@lru_cache(maxsize=512)
def _known(word: str) -> tuple[tuple[str, int], ...] | None:
    """A word, or several without the spaces between them: `threeofakind`, `FULLHOUSE`."""
    if word in WORDS:
        return (WORDS[word],)
    for end in range(len(word) - 1, 1, -1):
        if word[:end] in WORDS and (rest := _known(word[end:])) is not None:
            return (WORDS[word[:end]], *rest)
    if word[0] == "a" and len(word) > 1:  # the article: fourofakindandapair
        return _known(word[1:])
    return None


def _alternatives(text: str, dice: int) -> Meant | None:
    """`one or five`: each for itself."""
    parts = _OR.split(text)
    if len(parts) < 2:
        return None
    patterns: list[str] = []
    for part in parts:
        known = set(part) <= set(DIGITS + LETTERS) and bool(part)
        found = Meant((part,)) if known else meant(part, dice)
        if found is None or len(found.patterns) > 1:
            return None
        patterns += found.patterns
    return Meant(tuple(dict.fromkeys(patterns)))


def _said_twice(text: str, dice: int) -> Meant | None:
    """`triple ones (1s)`: the same once more in brackets."""
    bracket = re.fullmatch(r"([^()]+)\(([^()]+)\)", text)
    if bracket is None:
        return None
    one, other = meant(bracket[1], dice), meant(bracket[2], dice)
    outside, inside = bracket[1].strip(), bracket[2].strip()
    if one is None and re.fullmatch("[1-6]+", outside):
        one = Meant((outside,))
    if other is None and re.fullmatch("[1-6]+", inside):
        other = Meant((inside,))
    if one is None or other is None or len(one.patterns) > 1 or len(other.patterns) > 1:
        return None
    alike = set(one.patterns[0]) == set(other.patterns[0]) and set(one.patterns[0]) <= set(DIGITS)
    return one if alike or one.patterns == other.patterns else None
