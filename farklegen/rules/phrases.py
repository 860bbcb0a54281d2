"""Names of combinations, such as `three of a kind`, and the patterns that they mean.

All names are written out once for each number of dice. In a file, the exact name stands for its
patterns. For a text that is nearly a name, messages suggest that name.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from farklegen.rules.patterns import DIGITS, FACES, LETTERS, MAX_DICE, meaning_of
from farklegen.rules.words import FACE_NAMES, FACE_PLURALS, NUMBERS, closest, listed

QUOTES = "\"'`´“”„‟‘’‚‛«»‹›"
"""Quotes of all kinds: the quotes of YAML, and the quotes that word processors make of them."""

_COUNTS = NUMBERS[1 : MAX_DICE + 1]
_TUPLES = {2: ("double", "pair of"), 3: ("triple",), 4: ("quadruple",)}
_FILLERS = frozenset(["a", "an", "any", "the", "single", "each", "dice", "die", "of", "in"])
_LONGEST = 60
_NEAR = 0.8
_APART = re.compile(r"[1-6A-Z](?:\s*[-–—,.;:/+\s]\s*[1-6A-Z])+")


class Phrase(NamedTuple):
    """What a text means as a combination.

    Attributes:
        patterns: the patterns; each needs a line of its own.
        joined_by: the word between the patterns, `and` or `or`.
        sure: whether it means nothing else, and may stand for the patterns in a file.
    """

    patterns: tuple[str, ...]
    joined_by: str = "and"
    sure: bool = True


def read_phrase(text: str, dice: int) -> Phrase | None:
    """What a text means in the place of a pattern; None if its meaning is not sure."""
    plain = _plain(text)
    if not plain or len(plain) > _LONGEST:
        return None
    apart = re.sub("[^1-6A-Z]", "", plain)
    if _APART.fullmatch(plain) or (plain != text and set(plain) <= set(DIGITS + LETTERS)):
        return Phrase((apart,), sure=False) if meaning_of(apart) else None
    return _of_normal(_normal(plain), dice)


def read_patterns(text: str, dice: int) -> tuple[str, ...]:
    """The patterns that a name stands for in a file; none for a text that is no name.

    A name is made of words, means nothing else, and fits into the dice."""
    plain = _plain(text).upper()
    found = None if set(plain).isdisjoint(LETTERS) or meaning_of(plain) else read_phrase(text, dice)
    if found is None or not found.sure or max(map(len, found.patterns)) > dice:
        return ()
    return found.patterns


def suggest_pattern(text: str, dice: int) -> str | None:
    """The pattern to write in place of a text; None if the meaning of the text is not sure."""
    found, name = read_phrase(text, dice), ""
    if found is None:
        plain = _normal(_plain(text)[:_LONGEST])
        near = closest(plain, list(_table(dice)), _NEAR)
        if near is None or " and " in plain:
            return None
        found, name = _table(dice)[near], f"if you mean {near.replace(' kind', ' of a kind')}, "
    words = f"{name}write {listed(found.patterns, found.joined_by)}"
    if len(found.patterns) > 1 and found.joined_by == "and":
        words += ", each on a line of its own"
    most = max(map(len, found.patterns))
    return words + (f"; that needs {most} dice, and a turn has {dice}" if most > dice else "")


def _plain(text: str) -> str:
    """A text without quotes, with its signs as they are on a keyboard."""
    return re.sub(f"[{QUOTES}]", "", unicodedata.normalize("NFKC", text)).strip()


def _normal(plain: str) -> str:
    """A name as the table has it: small letters, numbers as words, no fillers."""
    text = re.sub(r"([1-6])s\b", lambda found: FACE_PLURALS[int(found[1]) - 1], plain.lower())
    text = re.sub(r"[+&]", " and ", text)
    words = re.findall(r"[a-z]+|[1-8]|[^\s_-]", text)
    plainer = [_COUNTS[int(word) - 1] if word in "12345678" else word for word in words]
    return " ".join(word for word in plainer if word not in _FILLERS).replace("with", "and")


def _of_normal(name: str, dice: int) -> Phrase | None:
    """What a normal name means: an entry of the table, or several put together with `and`."""
    table = _table(dice)
    if name in table or " and " not in name:
        return table.get(name)
    digits, kinds, sure = "", list[int](), False
    for part in name.split(" and "):
        found = table.get(part)
        if found is None or not found.sure or len(found.patterns) > 1:
            return None
        (pattern,) = found.patterns
        digits += "".join(sign for sign in pattern if sign in DIGITS)
        kinds += [pattern.count(letter) for letter in dict.fromkeys(pattern) if letter in LETTERS]
        sure = sure or len(pattern) > 1
    pattern = "".join(sorted(digits)) + _kinds(sorted(kinds, reverse=True))
    return Phrase((pattern,), sure=sure) if meaning_of(pattern) else None


def _run(first: int, last: int) -> str:
    return DIGITS[first - 1 : last]


def _runs(length: int) -> tuple[str, ...]:
    return tuple(_run(first, first + length - 1) for first in range(1, FACES - length + 2))


def _kinds(counts: list[int]) -> str:
    """The pattern of this many dice of one face, of another, ...: AAABB."""
    return "".join(LETTERS[place] * count for place, count in enumerate(counts))


@lru_cache(maxsize=MAX_DICE)
def _table(dice: int) -> dict[str, Phrase]:
    """Every name for a number of dice, as `_normal` writes it."""
    found: dict[str, Phrase] = {}

    def name(names: str, *patterns: str, joined_by: str = "and", sure: bool = True) -> None:
        found.update(dict.fromkeys(names.split("|"), Phrase(patterns, joined_by, sure)))

    for face, (one, many) in enumerate(zip(FACE_NAMES, FACE_PLURALS, strict=True), start=1):
        digit = str(face)
        kind = face in (2, 3, 4, 6)  # `three` may be three of a kind
        name(one, digit, *(["A" * face] if kind else []), joined_by="or", sure=not kind)
        name(many, digit)
        for count, word in enumerate(_COUNTS[1:], start=2):
            name(f"{word} {many}", digit * count)
            for each in _TUPLES.get(count, ()):
                name(f"{each.removesuffix(' of')} {one}|{each.removesuffix(' of')} {many}",
                     digit * count)  # fmt: skip
    found["aces"] = found["ace"] = found["ones"]
    for count, word in enumerate(_COUNTS[1:], start=2):
        name(f"{word} kind|{word} alike|{word} same", "A" * count)
        if 2 * count <= MAX_DICE:
            name(f"{word} pairs|{word} pair", _kinds([2] * count))
    name("pair|double", "AA")
    name("triple|triplet|trips", "AAA")
    name("quads|quadruple", "AAAA")
    name("two triplets|two triples|two three kind|two three kinds", "AAABBB")
    name("full house|house|full", "AAABB")
    whole, short = min(dice, FACES), min(dice, FACES) - 1
    name("straight|run|full straight", *_runs(whole))
    name("large straight|long straight|big straight", *_runs(whole), sure=dice >= FACES)
    if short > 1:
        name("short straight|small straight|little straight", *_runs(short), sure=dice >= FACES)
    for length in range(3, FACES + 1):
        word = _COUNTS[length - 1]
        name(f"{word} row|straight {word}|{word} straight|run {word}", *_runs(length))
    for first in range(1, FACES - 1):
        for last in range(first + 2, FACES + 1):
            run, words = _run(first, last), _COUNTS[first - 1 : last]
            name(f"straight {words[0]} to {words[-1]}|straight {' '.join(words)}", run)
    return found
