"""Small words of sentences, and combinations in words, both ways: `AAABB` is a full house.

All names of combinations are written out once for each number of dice. In a file, the exact name
stands for its patterns. For a text that is nearly a name, messages suggest that name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from farklegen.rules.patterns import (
    DIGITS,
    FACES,
    LETTERS,
    MAX_DICE,
    meaning_of,
    parse_pattern,
    spelling_of,
)

if TYPE_CHECKING:
    from farklegen.rules.ruleset import Ruleset

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FACE_NAMES = NUMBERS[1:7]
FACE_PLURALS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def number_word(number: int) -> str:
    """`three` for 3; digits above ten."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def dice_words(dice: int) -> str:
    """`1 die`, `3 dice`."""
    return "1 die" if dice == 1 else f"{dice} dice"


def counted(points: int) -> str:
    """`1 point`, `1,500 points`."""
    return f"{points:,} point{'' if points == 1 else 's'}"


def ends_at(ruleset: Ruleset) -> str:
    """What ends a game: `10,000`, `10 rounds` or `10,000 or 10 rounds`."""
    rounds = ruleset.rounds
    parts = [] if ruleset.goal is None else [f"{ruleset.goal:,}"]
    if rounds is not None:
        parts.append(f"{rounds} round{'' if rounds == 1 else 's'}")
    return " or ".join(parts)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def closest(word: str, options: Sequence[str], share: float = 0.7) -> str | None:
    """The option that `word` is most likely a misspelling of, or the beginning of.

    Args:
        share: share of the letters that must agree; with the usual share, `title` does not match
            `ties`.
    """
    if len(word) > 80:
        return None
    by_plain = {option.lower(): option for option in options}
    near = get_close_matches(word.lower(), by_plain, n=1, cutoff=share)
    begun = [option for option in options if len(word) > 3 and option.startswith(word)]
    return by_plain[near[0]] if near else begun[0] if len(begun) == 1 else None


def shown(text: object, limit: int = 60) -> str:
    """A value as it may stand in a message: on one line, printable, and not too long."""
    plain = str(text)
    if len(plain) > limit:
        plain = plain[: limit - 1] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in plain)


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def pattern_words(text: str) -> str:
    """What people call a pattern, such as `three pairs` or `four twos`.

    Raises:
        PatternError: if `text` is not a pattern.
    """
    pattern = parse_pattern(text)
    special = _SPECIAL.get(pattern.letters) if not any(pattern.digits) else None
    return special or listed([*_fixed(pattern.digits), *_free(pattern.letters)])


def pattern_name(ruleset: Ruleset, text: str) -> str:
    """A pattern's label in this ruleset if it has one, else its usual words.

    Raises:
        PatternError: if `text` is neither a pattern nor `nothing`.
    """
    labels = {spelling_of(key): label for key, label in reversed(ruleset.labels.items())}
    label = ruleset.labels.get(text) or labels.get(spelling_of(text))
    return label or ("nothing scores" if text == "nothing" else pattern_words(text))


_SPECIAL: dict[tuple[int, ...], str] = {
    (1,): "any one die",
    (3, 2): "full house",
    **{(1,) * n: f"{NUMBERS[n]} different faces" for n in range(2, 7)},
}


Points = int | tuple[int, ...]


def named_combinations(ruleset: Ruleset) -> Iterator[tuple[str, list[str], Points]]:
    """The name, patterns and points of each combination; those with the same name and points are
    one."""
    together: dict[tuple[str, Points], list[str]] = {}
    for key, points in ruleset.combinations.items():
        together.setdefault((pattern_name(ruleset, key), points), []).append(key)
    for (name, points), keys in together.items():
        spelt = f" ({', '.join(keys)})" if len(keys) > 1 else ""
        yield f"{upper_first(name)}{spelt}", keys, points


def _fixed(digits: tuple[int, ...]) -> list[str]:
    """The digits of a pattern, given as dice for each face."""
    faces = [face for face in range(6) if digits[face]]
    if len(faces) > 2 and digits[faces[0] : faces[-1] + 1] == (1,) * len(faces):
        return [f"straight {'-'.join(str(face + 1) for face in faces)}"]
    return [
        f"a {FACE_NAMES[face]}"
        if digits[face] == 1
        else f"{number_word(digits[face])} {FACE_PLURALS[face]}"
        for face in faces
    ]


def _free(letters: tuple[int, ...]) -> list[str]:
    """The letters of a pattern, given as dice for each letter, largest first."""
    parts = []
    for count in sorted(set(letters), reverse=True):
        often = letters.count(count)
        if count == 1:
            parts.append("one other die" if often == 1 else f"{number_word(often)} other faces")
        elif count == 2:
            parts.append("a pair" if often == 1 else f"{number_word(often)} pairs")
        elif often == 1:
            parts.append(f"{number_word(count)} of a kind")
        elif count == 3:
            parts.append(f"{number_word(often)} triplets")
        else:
            parts.append(f"{number_word(count)} of a kind twice")
    return parts


QUOTES = "\"'`´“”„‟‘’‚‛«»‹›"
"""Quotes of all kinds: the quotes of YAML, and the quotes that word processors make of them."""

_COUNTS = NUMBERS[1 : MAX_DICE + 1]
_TUPLES = {2: ("double", "pair"), 3: ("triple",), 4: ("quadruple",)}
_FILLERS = frozenset(["a", "an", "any", "the", "single", "each", "dice", "die", "of", "in"])
_LONGEST = 60
_NEAR = 0.8
_APART = re.compile(r"[1-6A-Z](?:\s*[-–—,.;:/+\s]\s*[1-6A-Z])+")


class Phrase(NamedTuple):
    """What a text means as a combination.

    Attributes:
        patterns: the patterns. If they have equally many dice, it means all of them, and each needs
            a line of its own; else one of them.
        sure: whether it means nothing else, and may stand for the patterns in a file.
    """

    patterns: tuple[str, ...]
    sure: bool = True


def read_phrase(text: str, dice: int) -> Phrase | None:
    """What a text means in the place of a pattern; None if its meaning is not sure."""
    plain = _plain(text)
    if not plain or len(plain) > _LONGEST:
        return None
    apart = re.sub("[^1-6A-Z]", "", plain)
    if _APART.fullmatch(plain) or (plain != text and set(plain) <= set(DIGITS + LETTERS)):
        return Phrase((apart,), sure=False) if meaning_of(apart) else None
    return _table(dice).get(_normal(plain))


def read_patterns(text: str, dice: int) -> tuple[str, ...]:
    """The patterns that a name stands for in a file; none for a text that is no name.

    A name is made of words, means nothing else, and fits into the dice."""
    words = re.search("[A-Za-z]", text) and not meaning_of(_plain(text).upper())
    found = read_phrase(text, dice) if words else None
    fits = found is not None and found.sure and max(map(len, found.patterns)) <= dice
    return found.patterns if found and fits else ()


def suggest_pattern(text: str, dice: int) -> str | None:
    """The pattern to write in place of a text; None if the meaning of the text is not sure."""
    found, name = read_phrase(text, dice), ""
    if found is None:
        plain = _normal(_plain(text)[:_LONGEST])
        near = closest(plain, list(_table(dice)), _NEAR)
        if near is None or " and " in plain:
            return None
        found, name = _table(dice)[near], f"if you mean {near.replace(' kind', ' of a kind')}, "
    sizes = set(map(len, found.patterns))
    words = f"{name}write {listed(found.patterns, 'and' if len(sizes) == 1 else 'or')}"
    if len(found.patterns) > len(sizes):
        words += ", each on a line of its own"
    most = max(sizes)
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


def _runs(length: int) -> tuple[str, ...]:
    return tuple(DIGITS[first : first + length] for first in range(FACES - length + 1))


@lru_cache(maxsize=MAX_DICE)
def _table(dice: int) -> dict[str, Phrase]:
    """Every name for a number of dice, as `_normal` writes it."""
    found: dict[str, Phrase] = {}

    def name(names: str, *patterns: str, sure: bool = True) -> None:
        found.update(dict.fromkeys(names.split("|"), Phrase(patterns, sure)))

    for face, (one, many) in enumerate(zip(FACE_NAMES, FACE_PLURALS, strict=True), start=1):
        digit = str(face)
        kind = face in (2, 3, 4, 6)  # `three` may be three of a kind
        name(one, digit, *(["A" * face] if kind else []), sure=not kind)
        name(many, digit)
        for count, word in enumerate(_COUNTS[1:], start=2):
            name(f"{word} {many}", digit * count)
            if count + 2 <= MAX_DICE:
                name(f"{word} {many} and pair", f"{digit * count}AA")
            for each in _TUPLES.get(count, ()):
                name(f"{each} {one}|{each} {many}", digit * count)
    found["aces"] = found["ace"] = found["ones"]
    for count, word in enumerate(_COUNTS[1:], start=2):
        name(f"{word} kind|{word} alike|{word} same", "A" * count)
        if count + 2 <= MAX_DICE:
            name(f"{word} kind and pair|pair and {word} kind", "A" * count + "BB")
        if 2 * count <= MAX_DICE:
            name(f"{word} pairs|{word} pair", "".join(2 * each for each in LETTERS[:count]))
    name("pair|double", "AA")
    name("triple|triplet|trips", "AAA")
    name("triple and pair|triplet and pair|trips and pair", "AAABB")
    name("quads|quadruple", "AAAA")
    name("quads and pair|quadruple and pair", "AAAABB")
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
            run, words = DIGITS[first - 1 : last], _COUNTS[first - 1 : last]
            name(f"straight {words[0]} to {words[-1]}|straight {' '.join(words)}", run)
    return found
