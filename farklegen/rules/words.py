"""Patterns and small numbers in words: `AAABB` is a full house, `222` three twos."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from farklegen.rules.patterns import parse_pattern, spelling_of
from farklegen.rules.ruleset import Ruleset

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FACE_NAMES = ("one", "two", "three", "four", "five", "six")
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


def name_with_patterns(name: str, keys: Sequence[str]) -> str:
    """A combination's name, with its patterns if it stands for several."""
    spelt = f" ({', '.join(keys)})" if len(keys) > 1 else ""
    return f"{upper_first(name)}{spelt}"


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
