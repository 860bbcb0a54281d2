"""What a phrase means whose words are letters: straights, and dice of one face or of a kind.

`spoken` turns words into letters and numbers: `c` for a number, `k` for kind, `f` for a face, `p`
for a pair, `t` for a triplet, and so on (`spoken_words`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from farklegen.rules.patterns import FACES, LETTERS, MAX_DICE
from farklegen.rules.words import number_word, pattern_words


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


def kinds_or_faces(numbers: list[int]) -> Meant:
    """`4+2`, `4 and 2`: four of a kind and a pair, or a 4 and a 2."""
    together = "".join(map(str, sorted(numbers)))
    kinds = kinds_pattern(sorted(numbers, reverse=True))
    return Meant((kinds, together), f"{pattern_words(kinds)}, or {pattern_words(together)}", "or")


def straight(letters: str, numbers: list[int], dice: int) -> Meant | None:
    """Runs of faces: all of them, from one face to another, or so many."""
    given = [number for letter, number in zip(letters, numbers, strict=True) if letter == "c"]
    if re.fullmatch("[luw]?s?(c-)+cs?|[luw]?sccc*|ccc+s", letters):
        first, last = given[0], given[-1]
        run = list(range(first, last + 1))
        whole = letters.count("-") == 1 or given == run
        return Meant((run_of(first, last),)) if 1 <= first < last <= FACES and whole else None
    if not re.fullmatch("[luw]?(cs|s|sc)|[lw]", letters):
        return None
    if given:
        return _runs(given[0])
    sure = "s" in letters and (dice >= FACES or not set("lw") & set(letters))
    if "w" in letters:
        length = min(dice, FACES) - 1
        note = f"{number_word(length)} in a row; leave out what does not count"
        if dice < FACES:
            note += f". If it is one of all {number_word(dice)} dice, write {run_of(1, dice)}"
        return _runs(length)._replace(note=note, sure=sure)
    return _runs(min(dice, FACES))._replace(sure=sure)


def run_of(first: int, last: int) -> str:
    """The pattern of a run of faces: 12345."""
    return "".join(map(str, range(first, last + 1)))


def _runs(length: int) -> Meant:
    """Every run of so many faces."""
    if not 2 <= length <= FACES:
        return Meant(("7" * 9,))  # no pattern: nothing is said
    runs = tuple(run_of(first, first + length - 1) for first in range(1, FACES - length + 2))
    return Meant(runs, "leave out what does not count" if len(runs) > 1 else "")


def of_a_kind(letters: str, numbers: list[int], dice: int) -> Meant | None:
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
            return kinds_or_faces(faces)
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
    return Meant(("".join(sorted(digits)) + kinds_pattern(sorted(kinds, reverse=True)),), note)


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


def kinds_pattern(kinds: list[int]) -> str:
    """The pattern of so many dice of one face, of another, ...: AAABB."""
    return "".join(LETTERS[place] * count for place, count in enumerate(kinds))
