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
from typing import NamedTuple

from farklegen.rules.patterns import (
    DIGITS,
    FACES,
    LETTERS,
    MAX_DICE,
    PatternError,
    letters_from_a,
    parse_pattern,
)
from farklegen.rules.spoken_words import FACE_WORDS, WORDS
from farklegen.rules.words import number_word, pattern_words

QUOTES = "\"'`´“”„‟‘’‚‛«»‹›"
"""Quotes of all kinds: those of YAML, and those that word processors make of them."""


class Meant(NamedTuple):
    """What a text means as a combination.

    Attributes:
        patterns: the patterns; each needs a line of its own.
        note: what else there is to know, or nothing.
        several: how several patterns go together.
        sure: whether it means nothing else, and may stand for the patterns in a file.
    """

    patterns: tuple[str, ...]
    note: str = ""
    several: str = "and"
    sure: bool = True


_END = re.compile(r"\b(low|high)", re.IGNORECASE)
"""Said of a straight, this may be its length or the end of the dice that it lies at."""

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
    if found is None or not all(map(_possible, found.patterns)):
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
    if _possible(plain.upper()) or _END.search(plain):
        return ()
    found = _spoken(plain, dice) or _said_twice(plain, dice)
    if found is None or not found.sure or found.several == "or":
        return ()
    fits = all(_possible(each) and len(each) <= dice for each in found.patterns)
    return found.patterns if fits else ()


def advice(text: str, dice: int) -> str | None:
    """What to write in place of a text where a pattern belongs; None if that is not sure."""
    found = meant(text, dice)
    if found is None:
        return None
    patterns, last = found.patterns, found.several
    listed = patterns[0]
    if len(patterns) > 1:
        listed = f"{', '.join(patterns[:-1])} {last} {patterns[-1]}"
    said = f"write {listed}"
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


def _possible(pattern: str) -> bool:
    try:
        parse_pattern(pattern)
    except PatternError:
        return False
    return True


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
        return Meant((_run(first, last),), note)
    if signs == {"+"} and min(faces) > 1 and sum(faces) <= MAX_DICE:
        return _kinds_or_faces(faces)
    if signs == {"/"} and len(set(faces)) > 1:
        return None  # one or the other
    return Meant((together,))


def _kinds_or_faces(numbers: list[int]) -> Meant:
    """`4+2`, `4 and 2`: four of a kind and a pair, or a 4 and a 2."""
    together = "".join(map(str, sorted(numbers)))
    kinds = _letters(sorted(numbers, reverse=True))
    return Meant((kinds, together), f"{pattern_words(kinds)}, or {pattern_words(together)}", "or")


def _spoken(text: str, dice: int) -> Meant | None:
    """Words and numbers."""
    phrase = _phrase(text)
    if phrase is None:
        return None
    letters, numbers = phrase
    if _SEVERAL.fullmatch(text):
        return _several(letters, dice)
    return _straight(letters, numbers, dice) or _of_a_kind(letters, numbers, dice)


def _several(letters: str, dice: int) -> Meant | None:
    """A plural by itself: `triplets`, each of them or two, `pairs`, each of them or all."""
    each = 2 if letters == "p" else 3
    many = dice // each
    if many < 2:
        return Meant(("A" * each,))
    patterns = "A" * each, _letters([each] * many)
    return Meant(patterns, ", or ".join(map(pattern_words, patterns)), "or")


def _phrase(text: str) -> tuple[str, list[int]] | None:
    """The letters of the words of a text, and their numbers; None for a word that is not known."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).casefold().replace("'s", "s")
    apart = "".join(c for c in unicodedata.normalize("NFD", apart) if not unicodedata.combining(c))
    apart = re.sub(r"(?<=\d)\s*-\s*(?=\d)", " to ", apart)
    apart = re.sub(
        r"([1-6])s\b|(?<=\w )([1-6])er\b", lambda m: FACE_WORDS[int(m[1] or m[2]) - 1][0], apart
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


def _straight(letters: str, numbers: list[int], dice: int) -> Meant | None:
    """Runs of faces: all of them, from one face to another, or so many."""
    given = [number for letter, number in zip(letters, numbers, strict=True) if letter == "c"]
    if re.fullmatch("[luw]?s?(c-)+cs?|[luw]?sccc*|ccc+s", letters):
        first, last = given[0], given[-1]
        run = list(range(first, last + 1))
        whole = letters.count("-") == 1 or given == run
        return Meant((_run(first, last),)) if 1 <= first < last <= FACES and whole else None
    if not re.fullmatch("[luw]?(cs|s|sc)|[lw]", letters):
        return None
    if given:
        return _runs(given[0])
    sure = "s" in letters and (dice >= FACES or not set("lw") & set(letters))
    if "w" in letters:
        length = min(dice, FACES) - 1
        note = f"{number_word(length)} in a row; leave out what does not count"
        if dice < FACES:
            note += f". If it is one of all {number_word(dice)} dice, write {_run(1, dice)}"
        return _runs(length)._replace(note=note, sure=sure)
    return _runs(min(dice, FACES))._replace(sure=sure)


def _run(first: int, last: int) -> str:
    return "".join(map(str, range(first, last + 1)))


def _runs(length: int) -> Meant:
    """Every run of so many faces."""
    if not 2 <= length <= FACES:
        return Meant(("7" * 9,))  # no pattern: nothing is said
    runs = tuple(_run(first, first + length - 1) for first in range(1, FACES - length + 2))
    return Meant(runs, "leave out what does not count" if len(runs) > 1 else "")


def _of_a_kind(letters: str, numbers: list[int], dice: int) -> Meant | None:
    """Dice of one face, of a kind, and these put together."""
    if letters in ("uh", "lh", "u", "h"):
        note = "three of a kind and a pair"
        return Meant(("AAABB",), note + ("; AAAABB is four and a pair" if dice > 5 else ""))
    if letters == "c" and 1 < numbers[0] <= FACES:  # three: three of a kind?
        kind, face = "A" * numbers[0], str(numbers[0])
        said = f"{pattern_words(face)}, or {pattern_words(kind)}"
        if numbers[0] == 5:
            return Meant((face,), f"a single five; {kind} is {pattern_words(kind)}")
        return Meant((face, kind), said, "or")
    if letters in ("ek", "ekk", "ke", "y"):
        return Meant(("A" * dice,))
    if re.fullmatch(r"c\*c", letters) and numbers[0] <= MAX_DICE and numbers[2] <= FACES:
        one, other = str(numbers[2]) * numbers[0], str(numbers[0]) * numbers[2]
        if one == other or numbers[0] > FACES:
            return Meant((one,))
        return Meant((one, other), f"{pattern_words(one)}, or {pattern_words(other)}", "or")
    if re.fullmatch("[cf](\\+[cf])+", letters):  # one and five
        faces = sorted(set(numbers) - {0})
        if len(faces) < letters.count("+") + 1 or faces[-1] > FACES:
            return None
        together, apart = "".join(map(str, faces)), " and ".join(map(str, faces))
        if "f" not in letters and faces[0] > 1 and sum(faces) <= dice:
            return _kinds_or_faces(faces)
        note = f"all of them together; {apart} on lines of their own: each alone"
        return Meant((together,), note, sure=False)
    digits, kinds = "", list[int]()
    start = 0
    for part in letters.split("+"):
        own = numbers[start : start + len(part)]
        start += len(part) + 1
        found = _part(part, own)
        if found is None or (part == "c" and own[0] > 1 and len(letters) > 1):  # four and a pair
            return None
        digits += found[0]
        kinds += found[1]
    note = ""
    if kinds == [2, 2, 2] and not digits and dice > 5:
        note = "and AAAABB on another line, if four of a kind and a pair count as three pairs"
    return Meant(("".join(sorted(digits)) + _letters(sorted(kinds, reverse=True)),), note)


def _part(letters: str, numbers: list[int]) -> tuple[str, list[int]] | None:
    """Digits, and dice of each letter, of what stands between two `and`; None if it is unclear."""

    def face(count: int, number: int) -> tuple[str, list[int]] | None:
        return (str(number) * count, []) if number <= FACES else None

    last = numbers[-1] if numbers else 0
    if letters in ("c", "f"):
        return face(1, last)
    if re.fullmatch("[ct]kc", letters) and last == numbers[0]:
        return None  # three of a kind (3)
    if re.fullmatch(r"t[cf]|c\*?f|[ct]k[cf]|tk?f", letters):  # triple 2, three twos
        return face(numbers[0], last)
    if letters == "pf":
        return face(2, last)
    if re.fullmatch("f[ct]k?", letters):  # ones, three of a kind
        return face(numbers[1], numbers[0])
    if re.fullmatch(r"c\*?k|tk?|gc|gt", letters):
        numbers = [number for number in numbers if number]
        return ("", [numbers[0]]) if numbers[0] > 1 else None
    if letters == "p":
        return "", [2]
    if re.fullmatch(r"c\*?p|tp", letters):
        return "", [2] * numbers[0]
    if re.fullmatch(r"c\*?t|tt", letters) and last > 1:  # two triplets
        return "", [last] * numbers[0]
    if re.fullmatch(r"[ct]\*?g?[ct]k?", letters) and re.search("[gk]", letters):
        each = [number for number in numbers[1:] if number]  # two three of a kinds, sets of three
        return ("", each * numbers[0]) if each[0] > 1 else None
    return None


def _letters(kinds: list[int]) -> str:
    return "".join(LETTERS[place] * count for place, count in enumerate(kinds))
